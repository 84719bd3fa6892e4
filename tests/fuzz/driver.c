/*
 * The driver of a fuzz test without libFuzzer: mutants of a target's seeds and of interesting
 * inputs found by libFuzzer (corpus/), the same ones in each run.
 */
#include "base/buf.h"
#include "base/vec.h"
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MAX = 4096 };

struct seeds {
	VEC(struct buf) v;
};

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Makes one change: a bit or byte flipped, a piece doubled or dropped, or a special byte
 * inserted. */
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

static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void
read_seed(struct seeds *s, const char *path)
{
	struct buf text = { 0 };
	FILE *f = fopen(path, "re");
	if (!f)
		return;
	text.n = fread(buf_reserve(&text, INPUT_MAX), 1, INPUT_MAX, f);
	fclose(f);
	vec_push(&s->v, text);
}

/* The corpus of fuzz.text is in corpus/text; it is read in a fixed order. */
static void
read_corpus(struct seeds *s, const char *program)
{
	const char *source = getenv("BACKROOM_SOURCE"), *name = strstr(program, "fuzz.");
	struct dirent **entries = NULL;
	char folder[3000], path[4000];
	if (!source || !name)
		return;
	snprintf(folder, sizeof(folder), "%s/tests/fuzz/corpus/%s", source, name + 5);
	int n = scandir(folder, &entries, NULL, by_name);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
		if (entries[i]->d_name[0] != '.')
			read_seed(s, path);
		free(entries[i]);
	}
	free(entries);
}

/* The last input, which is saved to a file if it crashes the program. */
static struct {
	const uint8_t *p;
	size_t n;
} tried;

static void
save_input(int signal_or_none)
{
	int fd = open("found", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	(void)signal_or_none;
	if (fd >= 0 && write(fd, tried.p, tried.n) >= 0)
		close(fd);
}

/* Copied to memory of exactly its size, so that overruns are detected. */
static void
try(const uint8_t *input, size_t n)
{
	tried.p = input;
	tried.n = n;
	uint8_t *exact = malloc(n ? n : 1);
	memcpy(exact, input, n);
	LLVMFuzzerTestOneInput(exact, n);
	free(exact);
}

static void
try_mutants(const struct seeds *s)
{
	uint64_t random = 7;
	for (int round = 0; round < fuzz_rounds; round++) {
		uint8_t input[INPUT_MAX];
		const struct buf *seed = &s->v.v[next_random(&random) % s->v.n];
		size_t n = seed->n;
		memcpy(input, seed->p, n);
		for (uint64_t k = next_random(&random) % 9; k > 0; k--)
			n = mutate(input, n, &random);
		try(input, n);
	}
}

int
main(int argc, char **argv)
{
	struct seeds s = { 0 };
	signal(SIGABRT, save_input);
	for (size_t i = 0; fuzz_seeds[i]; i++) {
		struct buf text = { 0 };
		buf_addz(&text, fuzz_seeds[i]);
		vec_push(&s.v, text);
	}
	if (argc == 2) /* runs one saved input */
		read_seed(&s, argv[1]);
	else
		read_corpus(&s, argv[0]);
	for (size_t i = 0; i < s.v.n; i++)
		try((const uint8_t *)s.v.v[i].p, s.v.v[i].n);
	if (argc != 2)
		try_mutants(&s);
	printf("%d mutants of %zu seeds, none failed\n", argc == 2 ? 0 : fuzz_rounds, s.v.n);
	for (size_t i = 0; i < s.v.n; i++)
		buf_free(&s.v.v[i]);
	vec_free(&s.v);
	return 0;
}
