/*
 * random_text.h - random texts that file formats often get wrong: formula characters, separators,
 * quotes, line ends, invisible characters. The seed is printed; BACKROOM_TEST_SEED repeats it.
 */
#ifndef TESTS_RANDOM_TEXT_H
#define TESTS_RANDOM_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "lib/test.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static inline uint64_t
random_seed(void)
{
	const char *given = getenv("BACKROOM_TEST_SEED");
	uint64_t seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
	print_message("BACKROOM_TEST_SEED=%llu\n", (unsigned long long)seed);
	return seed;
}

/* A random number below `end`. */
static inline size_t
random_below(uint64_t *seed, size_t end)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(*seed >> 33) % end;
}

/* Up to six random pieces, allocated in the arena; often empty. */
static inline struct str
random_text(uint64_t *seed, struct arena *a)
{
	static const char *const pieces[] = { "=", "+", "-", "@", "'", "\"", ",", ";", "|", "\n",
		"\r\n", "\t", " ", "1", ".5", "a", "name", "\\", "\\n", "{", "]", ":", "/",
		"sep=", "null", "true", "\x1B[2J", "\x7F", "\xC2\x9B", "\xC2\xA0", "\xC3\xA4",
		"\xEF\xBB\xBF", "\xEF\xBC\x9D", "\xE2\x80\xAE", "\xE2\x80\xA8",
		"\xF0\x9F\x93\xB0" };
	auto_buf text = { 0 };
	for (size_t n = random_below(seed, 7); n > 0; n--)
		buf_addz(&text, pieces[random_below(seed, sizeof(pieces) / sizeof(*pieces))]);
	struct str kept = arena_str(a, buf_str(&text));
	return kept;
}

#endif
