/*
 * The driver of a fuzz test without libFuzzer: ROUNDS mutants, the same ones each run.
 */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 200000, INPUT_MAX = 4096 };

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* One change: a bit, a byte, a piece doubled, a piece dropped, or a telling byte put in. */
static size_t
mutate(uint8_t *p, size_t n, uint64_t *random)
{
	static const uint8_t telling[] = { 0, '"', '\\', '{', '}', '[', ']', ',', ':', 0x1B, 0x7F,
		0x80, 0xC2, 0xE2, 0xF0, 0xFF, 'u', 'e', '-', '0', ' ', '=', '\n' };
	size_t at = n ? next_random(random) % n : 0, len = next_random(random) % 16 + 1;
	switch (next_random(random) % 5) {
	case 0:
		if (n)
			p[at] ^= (uint8_t)(1u << next_random(random) % 8);
		return n;
	case 1:
		if (n)
			p[at] = (uint8_t)next_random(random);
		return n;
	case 2:
		if (len > n - at)
			len = n - at;
		if (n + len > INPUT_MAX)
			return n;
		memmove(p + at + len, p + at, n - at);
		return n + len;
	case 3:
		if (len > n - at)
			len = n - at;
		memmove(p + at, p + at + len, n - at - len);
		return n - len;
	default:
		if (n + 1 > INPUT_MAX)
			return n;
		memmove(p + at + 1, p + at, n - at);
		p[at] = telling[next_random(random) % sizeof(telling)];
		return n + 1;
	}
}

int
main(void)
{
	uint64_t random = 7;
	size_t seeds = 0;
	while (fuzz_seeds[seeds])
		seeds++;
	for (int round = 0; round < ROUNDS; round++) {
		uint8_t input[INPUT_MAX];
		const char *seed = fuzz_seeds[next_random(&random) % seeds];
		size_t n = strlen(seed);
		memcpy(input, seed, n);
		for (uint64_t k = next_random(&random) % 9; k > 0; k--)
			n = mutate(input, n, &random);
		uint8_t *exact = malloc(n ? n : 1); /* of its own size: overruns are seen */
		memcpy(exact, input, n);
		LLVMFuzzerTestOneInput(exact, n);
		free(exact);
	}
	printf("%d mutants of %zu seeds, none failed\n", ROUNDS, seeds);
	return 0;
}
