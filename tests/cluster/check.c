/*
 * check FILE…: judges a history and the final content of the store (judge.h); exits with 0 if
 * nothing is wrong. It reads only these files.
 */
#include "cluster/judge.h"
#include "lib/cleanup.h"

#include "base/regular_file.h"
#include "cluster/client.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1 << 30 };

static bool
read_whole(struct buf *text, const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	bool ok = fd >= 0 && regular_file_read(text, fd, FILE_SIZE_MAX);
	if (fd >= 0)
		close(fd);
	if (!ok)
		fprintf(stderr, "cannot read %s\n", name);
	return ok;
}

static void
report(struct verdict *v)
{
	printf("%zu operations in", v->operations);
	for (int i = OUTCOME_OK; i <= CLIENT_WRITE_UNKNOWN; i++)
		printf("%s %zu %s", i ? "," : "", v->answered[i], outcome_words[i]);
	printf(" attempts; %zu effects, %zu reads, %zu walks\n", v->effects, v->reads, v->walks);
	printf("%s", buf_z(&v->faults));
	printf("longest time without an acknowledged write: %.1f s\n", (double)v->longest_us / 1e6);
	for (int i = 0; i < WRONGS; i++)
		printf("%zu %s\n", v->counts[i], wrong_words[i]);
	printf("%s%s\n", buf_z(&v->examples), verdict_wrongs(v) ? "wrong" : "right");
}

int
main(int argc, char **argv)
{
	auto_buf text = { 0 };
	struct verdict v;
	bool ok = argc > 1;
	for (int i = 1; ok && i < argc; i++) {
		ok = read_whole(&text, argv[i]);
		buf_addc(&text, '\n');
	}
	if (!ok)
		return 2;
	judge(buf_str(&text), &v);
	report(&v);
	ok = verdict_wrongs(&v) == 0 && v.operations > 0;
	verdict_free(&v);
	return !ok;
}
