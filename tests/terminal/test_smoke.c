/* labels: smoke */
/* Bytes and writes sent over an agent's connection, which are the same on every machine: for
 * keys that move, scroll, page or do nothing. The bounds are today's counts plus a margin. */
#include "lib/console.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <stdio.h>

static struct pty *
start(void)
{
	struct pty *p = console_demo(NULL, NULL);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_true(pty_wait_quiet(p, 500));
	return p;
}

/* Number of bytes written after a key. */
static size_t
count_bytes_after(struct pty *p, const char *key)
{
	size_t before = pty_log(p).n;
	pty_type(p, key);
	assert_true(pty_wait_quiet(p, 200));
	return pty_log(p).n - before;
}

/* Number of write() calls as counted by the system; -1 if it does not count them. */
static long
count_writes(const struct pty *p)
{
	char path[64], line[80];
	long n = -1;
	snprintf(path, sizeof(path), "/proc/%d/io", (int)pty_pid(p));
	FILE *f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "syscw: %ld", &n) == 1)
			break;
	if (f)
		fclose(f);
	return n;
}

/* A frame is a single write: each write is a packet on an SSH connection. */
TEST(a_frame_is_one_write)
{
	struct pty *p = start();
	for (int i = 0; i < 3; i++) { /* already at the first key */
		long before = count_writes(p);
		if (before < 0) {
			pty_stop(p);
			skip_because("this kernel does not count what a process writes");
		}
		assert_in_range(count_bytes_after(p, i == 1 ? "\033[6~" : "j"), 1, 2000);
		long writes = count_writes(p) - before;
		print_message("%ld writes\n", writes);
		assert_in_range(writes, 1, 2); /* list and detail */
	}
	pty_stop(p);
}

TEST(keys_send_only_the_changes)
{
	auto_pty *p = start();
	size_t move, scroll = 0, page, none;
	count_bytes_after(p, "j");
	move = count_bytes_after(p, "j");
	for (int i = 0; i < 25; i++) /* to the lower edge and beyond */
		scroll = count_bytes_after(p, "j");
	page = count_bytes_after(p, "\033[6~");
	count_bytes_after(p, "\033[H");
	none = count_bytes_after(p, "k");
	print_message("move %zu, scroll %zu, page %zu, nothing %zu\n", move, scroll, page, none);
	assert_in_range(move, 1, 190);
	assert_in_range(scroll, 1, 170);
	assert_in_range(page, 1, 1200);
	assert_int_equal(none, 0);
}
