/*
 * Chosen columns are restored after a restart, in their order; a damaged file of them is ignored,
 * and a failed write is reported.
 */
#include "lib/console.h"
#include "lib/test.h"

#include <stdio.h>

static const char *const again[] = { "demo", "--now", SERVICE_NOW, NULL };

static void
choose_columns(struct pty *p)
{
	assert_true(pty_press(p, "/", "/"));
	assert_true(pty_press(p, "cols=person,customFields.device:9,age\r", "customFi"));
}

TEST(chosen_columns_are_restored)
{
	struct pty *p = console_demo(NULL, NULL);
	choose_columns(p);
	console_quit(p);
	pty_stop(p);
	p = console_start(NULL, NULL, again);
	assert_true(pty_wait_text(p, "cols=person,customFields.device:9,age"));
	/* another filter has the same columns */
	assert_true(pty_press(p, "/mara elli\r", "3 of 240"));
	assert_true(pty_wait_text(p, "phone"));
	console_quit(p);
	pty_stop(p);
}

TEST(a_damaged_columns_file_is_ignored)
{
	auto_buf path = { 0 };
	struct pty *p = console_demo(NULL, NULL);
	choose_columns(p);
	console_quit(p);
	pty_stop(p);
	buf_addf(&path, "%s/state/backroom/columns", console_folder());
	FILE *file = fopen(buf_z(&path), "a");
	assert_non_null(file);
	assert_true(fputs("demo\tbaskets\tcols=person:9999,\xff,nothing\nhalf a l", file) >= 0);
	fclose(file);
	p = console_start(NULL, NULL, again);
	assert_true(pty_wait_text(p, "newest first"));
	assert_true(pty_wait_text(p, "AGE"));
	console_quit(p);
	pty_stop(p);
}
