/*
 * Linear mode on a terminal: the terminal's modes stay unchanged, line editing is the terminal's
 * own, and a real screen reader speaks the output.
 */
#include "lib/console.h"
#include "lib/process.h"
#include "lib/talk.h"
#include "lib/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct pty *
start_linear(const char *term)
{
	auto_buf env = { 0 };
	buf_addf(&env, "TERM=%s", term);
	const char *const more[] = { buf_z(&env), NULL };
	const char *const words[] = { "demo", "--now", SERVICE_NOW, "--linear", NULL };
	const struct pty_options options = { .rows = 24, .cols = 60 };
	struct pty *p = console_with_config("", &options, more, words);
	return p;
}

static void
expect_cooked(struct pty *p)
{
	struct termios modes;
	assert_true(pty_termios(p, &modes));
	assert_true(modes.c_lflag & ICANON);
	assert_true(modes.c_lflag & ECHO);
	assert_true(modes.c_lflag & ISIG);
}

TEST(the_terminal_mode_is_not_changed)
{
	int status;
	auto_pty *p = start_linear("dumb");
	assert_true(pty_wait_text(p, "Row 1 of 240: "));
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	expect_cooked(p);
	assert_true(pty_press(p, "/mara elli\n", "Row 1 of 3: Mara Ellison"));
	pty_type(p, "half a li");
	pty_type(p, "\003"); /* Ctrl-C discards the typed text and the filter */
	assert_true(pty_wait_text(p, "Baskets, newest first: 240 baskets, all read"));
	pty_type(p, "\004");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	expect_cooked(p);
	assert_int_equal(str_find(pty_log(p), STR("\033")), SIZE_MAX);
}

static const char link_line[] = "\r\nhttps://shop.northlight.example/checkout/resume?basket=basket-"
				"5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8&key=j90ck9SVMoAQBT-iJCoBTgXzJ"
				"YnxR3EEHiqZAFoREZ-_x7Qa\r\n";

/* A terminal alone would break lines within words. A link is one word and is not broken. */
TEST(lines_break_between_words)
{
	auto_pty *p = start_linear("dumb");
	assert_true(pty_wait_raw(p, 0,
	    STR("Row 1 of 240: Isabell Ashdown, 4 min ago, reach mail,\r\n"
		"items Print + Digital, start page 2026 Spring Launch\r\nDEMO baskets: ")));
	size_t since = pty_log(p).n;
	assert_true(pty_press(p, "/mara elli\n", "Row 1 of 3: Mara Ellison"));
	assert_true(pty_wait_raw(p, since, STR("\r\nDEMO baskets: ")));
	pty_type(p, "v\n");
	assert_true(pty_wait_raw(p, 0, STR(link_line)));
}

/* The terminal echoes the second line before a prompt could be printed: no prompt is printed for
 * it, so that its response starts on a new line. */
TEST(a_line_typed_ahead_is_answered_on_its_own_line)
{
	int status;
	auto_pty *p = start_linear("dumb");
	assert_true(pty_wait_raw(p, 0, STR("\r\nDEMO baskets: ")));
	pty_type(p, "/mara elli\nv\nQ\n");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_true(str_find(pty_log(p), STR(link_line)) != SIZE_MAX);
}

/* The configuration alone turns linear mode on, without an option. */
TEST(a_setting_turns_it_on)
{
	const char *const words[] = { "demo", "--now", SERVICE_NOW, NULL };
	const struct pty_options options = { .rows = 24, .cols = 80 };
	int status;
	auto_pty *p = console_with_config("ui { linear = true }\n", &options, NULL, words);
	assert_true(pty_wait_text(p, "Row 1 of 240: "));
	pty_type(p, "Q\n");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(str_find(pty_log(p), STR("\033")), SIZE_MAX);
}

/* With a slow service the wait is announced once, and Ctrl-C acts as Esc. */
TEST(a_wait_is_announced_and_can_be_stopped)
{
	const char *const words[] = { "demo", "--now", SERVICE_NOW, "--linear", "--delay", "30s",
		NULL };
	const struct pty_options options = { .rows = 24, .cols = 60 };
	int status;
	auto_pty *p = console_with_config("", &options, NULL, words);
	assert_true(pty_wait_text(p, "Ctrl-C stops it"));
	assert_true(pty_press(p, "\003", "DEMO baskets:"));
	pty_type(p, "quit\n");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void
write_program(const char *path, const char *format, const char *a, const char *b)
{
	auto_buf text = { 0 };
	buf_addf(&text, "#!/bin/sh\nexec ");
	buf_addf(&text, "%s '%s' %s\n", format, a, b);
	talk_write_file(path, buf_str(&text));
	assert_int_equal(chmod(path, 0700), 0);
}

static bool
has_spoken(struct pty *p, void *text)
{
	(void)p;
	return process_file_holds("spoken", text);
}

/* A key would stop the speech, so wait until it has finished, as a listener would. The reader
 * reads 255 bytes at a time: a prompt across that boundary is spoken in two parts, so no test
 * waits for a prompt. */
static void
wait_spoken(struct pty *p, const char *text)
{
	struct buf spoken = { 0 };
	if (pty_wait_until(p, has_spoken, (void *)text, text))
		return;
	process_read_file("spoken", &spoken);
	fail_msg("spoken so far: %s", buf_z(&spoken));
}

/* Collects what a real screen reader speaks (its speech goes to a file) for the first rows and
 * for a filter. Its file names must be short. */
static void
listen(struct buf *spoken)
{
	char here[] = "/tmp/voiceXXXXXX";
	auto_buf text = { 0 }, home = { 0 }, said = { 0 };
	int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_non_null(mkdtemp(here));
	buf_addf(&home, "HOME=%s", here);
	assert_int_equal(chdir(here), 0);
	buf_addf(&text,
	    "[general]\nsynthesizer=emacspeak server\nsynthesizer port=|%s/server\n"
	    "key echo=off\nshell=%s/shell\n",
	    here, here);
	talk_write_file(".yasr.conf", buf_str(&text));
	buf_addf(&said, "%s/spoken", here);
	write_program("server", "cat >>", buf_z(&said), "");
	write_program("shell", "", getenv("BACKROOM_BIN"), "demo --now " SERVICE_NOW " --linear");
	const char *const env[] = { buf_z(&home), NULL };
	const char *const argv[] = { "yasr", NULL };
	const struct pty_options options = { .rows = 24, .cols = 80, .env = env };
	struct pty *p = pty_start(&options, argv);
	wait_spoken(p, "{Row 1 of 240: Isabell Ashdown, 4 min ago");
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	pty_type(p, "/mara elli\r");
	wait_spoken(p, "{Row 1 of 3: Mara Ellison");
	wait_spoken(p, "start page Winback 2026");
	/* The program inherits the master side of the reader's terminal, so that terminal never
	 * hangs up: quit explicitly. */
	int status;
	pty_type(p, "Q\r");
	assert_true(pty_wait_exit(p, &status));
	pty_stop(p);
	assert_true(process_read_file("spoken", spoken));
	assert_int_equal(fchdir(before), 0);
	close(before);
	buf_reset(&text);
	buf_addf(&text, "rm -rf %s", here);
	assert_int_equal(system(buf_z(&text)), 0);
}

/* Each line is spoken once, and nothing else. */
TEST(a_screen_reader_reads_each_line_once)
{
	struct talk t = { 0 };
	if (!process_is_on_path("yasr"))
		skip_because("yasr is not installed");
	listen(&t.said);
	expect_spoken(&t, "{Baskets, newest first: 240 baskets, all read, 10:42}");
	expect_spoken(&t, "{Row 1 of 240: Isabell Ashdown, 4 min ago");
	expect_spoken(&t, "{Baskets, mara elli: 3 of 240 baskets, 10:42}");
	expect_spoken(&t, "{Row 1 of 3: Mara Ellison, 18 min ago");
	struct str rest = str_sub(buf_str(&t.said), t.heard, t.said.n);
	assert_int_equal(str_find(rest, STR("Mara Ellison")), SIZE_MAX);
	buf_free(&t.said);
}

TEST(a_signal_ends_it)
{
	int status;
	auto_pty *p = start_linear("xterm-256color");
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	pty_signal(p, SIGTERM);
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGTERM);
	assert_int_equal(str_find(pty_log(p), STR("\033")), SIZE_MAX);
}
