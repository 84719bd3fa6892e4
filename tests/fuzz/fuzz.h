/*
 * fuzz.h - a target takes any bytes and asserts what must hold for all inputs.
 *
 * Linked with driver.c it is a test: seeds, and mutants of them from a fixed random sequence, for a
 * bounded number of rounds. Built with BACKROOM_FUZZ (clang) it is a libFuzzer program.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* The seeds of the mutants; terminated by NULL. */
extern const char *const fuzz_seeds[];
/* Number of mutants that the test makes, enough for some seconds. */
extern const int fuzz_rounds;

/* If false, prints the condition and its position and aborts; also with NDEBUG. */
#define fuzz_assert(truth)                                       \
	do {                                                     \
		if (!(truth))                                    \
			fuzz_failed(#truth, __FILE__, __LINE__); \
	} while (0)

_Noreturn void fuzz_failed(const char *truth, const char *file, int line);

#endif
