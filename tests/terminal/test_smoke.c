/* labels: smoke */
/* What goes over an agent's line, in bytes, which are the same on every machine: a key that moves,
 * scrolls, pages, or does nothing. The bounds are what it costs today and little more. */
#include "lib/console.h"
#include "lib/pty.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static struct pty *
start(void)
{
	struct pty *p = console_demo(NULL, NULL);
	assert_true(pty_wait_text(p, "all 240"));
	assert_true(pty_wait_quiet(p, 500));
	return p;
}

/* Bytes that follow a key. */
static size_t
bytes_of(struct pty *p, const char *key)
{
	size_t before = pty_log(p).n;
	pty_type(p, key);
	assert_true(pty_wait_quiet(p, 200));
	return pty_log(p).n - before;
}

static void
keys_send_what_changes(void **state)
{
	struct pty *p = start();
	size_t move, scroll = 0, page, none;
	(void)state;
	bytes_of(p, "j");
	move = bytes_of(p, "j");
	for (int i = 0; i < 25; i++) /* to the lower edge, and beyond */
		scroll = bytes_of(p, "j");
	page = bytes_of(p, "\033[6~");
	bytes_of(p, "\033[H");
	none = bytes_of(p, "k");
	print_message("move %zu, scroll %zu, page %zu, nothing %zu\n", move, scroll, page, none);
	assert_in_range(move, 1, 190);
	assert_in_range(scroll, 1, 170);
	assert_in_range(page, 1, 1200);
	assert_int_equal(none, 0);
	pty_stop(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(keys_send_what_changes) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
