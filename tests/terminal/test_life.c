/* labels: slow */
/*
 * All ways the console ends, and what remains: by its own key from every view, by signals, by a
 * crash, by a lost connection; and its refusals to start.
 */
#include "lib/console.h"
#include "lib/deadline.h"
#include "lib/process.h"
#include "lib/test.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
expect_exit(struct pty *p, int code)
{
	int status = -1;
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), code);
	assert_true(console_restored_terminal(p));
}

TEST(quitting_from_every_view_restores_the_terminal)
{
	/* Keys that open the view, a text in its last row, and the keys needed before Q quits. */
	static const struct {
		const char *keys, *shows, *before;
	} views[] = {
		{ "", ": anything", "" },
		{ "\r", "h back", "" },
		{ "?", "type to search", "\033" },
		{ "M", ": anything", "" },
		{ "s", "fold", "" },
		{ "/ell", "Enter apply", "\033" },
		{ ":", "Enter run", "\033" },
		{ "y", "Ctrl-V", "\033" },
		{ "v", "Any key returns", " " },
		{ "o", "Enter choose", "\033" },
		{ "Y", "Enter choose", "\033" },
		{ "T", "Enter choose", "\033" },
		{ "f", ": anything", "" },
		{ "g", "top", "\033" },
	};
	static const struct page_basket basket = { "Ann", "Ellis", "ann@example.com",
		"https://shop.example/"
		"r?basket=basket-00000000-0000-4000-8000-000000000000&key=0123456789abcdefgh" };
	auto_buf answer = { 0 };
	page_answer(&answer, &basket, 1, 0, NULL);
	auto_hostile *h = hostile_start_bytes(buf_str(&answer));
	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
		auto_console *p = console_for_server(h, NULL, "");
		assert_true(pty_wait_text(p, "1 basket, all read"));
		pty_type(p, views[i].keys);
		if (!pty_wait_text(p, views[i].shows))
			fail_msg("view %zu was not seen", i);
		pty_type(p, views[i].before);
		/* Wait, since Esc followed at once by the next key would be one key. */
		if (views[i].before[0])
			assert_true(pty_wait_text(p, ": anything"));
	}
}

/* The other panes and what opens over them, on the demo: keys for the pane first, then keys that
 * open something from it. */
TEST(quitting_from_every_pane_restores_the_terminal)
{
	static const struct {
		const char *keys, *rows, *more, *shows, *before;
	} views[] = {
		{ "0", "Needs you", "\t", "Call first", "" },
		{ "2", "8 campaigns", "\r", "> Offers", "" },
		{ "3", "78 offers", "\r", "Offers > ", "" },
		{ "4", "22 products", "\r", "Ad-free Add-on \xc2\xb7 product", "" },
		{ "5", "9 journeys", "w", "w what-if off", "" },
		{ "6", "35 identities", "i", "Identities > Link", "\a" },
		{ "7", "No writes yet", "", "No writes yet", "" },
		{ "8", "4 errors", "u", "holds it", "" },
		{ "", "240 baskets, all read", "C", "94 persons", "" },
		{ "", "240 baskets, all read", "F", "Count these baskets by", "\a" },
		{ "", "240 baskets, all read", "D", "Esc cancel", "\a" },
		{ "", "240 baskets, all read", "e", "Esc cancel", "\a" },
		{ "", "240 baskets, all read", ":about\r", "Service", "" },
		{ "", "240 baskets, all read", ":tree\r", "Tree of campaigns", "" },
		{ "", "240 baskets, all read", ":link\r", "Enter choose", "\a" },
		{ "", "240 baskets, all read", ":whoami\r", "Who am I", "" },
		{ "", "240 baskets, all read", ":theme\r", "high-contrast", "\a" },
	};
	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
		auto_console *p = console_demo(NULL, NULL);
		assert_true(pty_press(p, views[i].keys, views[i].rows));
		pty_type(p, views[i].more);
		if (!pty_wait_text(p, views[i].shows))
			fail_msg("view %zu was not seen", i);
		pty_type(p, views[i].before); /* leaves fields that take the key as text */
	}
}

TEST(modes_are_on_while_it_runs)
{
	struct termios now;
	auto_console *p = console_demo(NULL, NULL);
	assert_true(pty_is_alternate(p));
	assert_true(pty_mode(p, 2004));
	assert_false(pty_mode(p, 1000) || pty_mode(p, 1006));
	assert_true(pty_termios(p, &now));
	assert_false(now.c_lflag & (ECHO | ICANON));
}

TEST(signals_end_it_with_128_plus_their_number)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGINT };
	for (size_t i = 0; i < 3; i++) {
		auto_pty *p = console_demo(NULL, NULL);
		struct pty_watch watch = pty_watch_start(p);
		pty_signal(p, signals[i]);
		expect_exit(p, 128 + signals[i]);
		assert_true(pty_watch_ms(&watch) < scale_timeout(1000));
	}
}

/* Signals also end it during a request without a response, in dialogs and on the raw screen. */
TEST(signals_end_it_during_a_hanging_request)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGINT };
	const struct hostile_rule rule = { .answer = STR_NONE };
	for (size_t i = 0; i < 3; i++) {
		auto_hostile *h = hostile_start(&rule, 1);
		auto_pty *p = console_for_server(h, NULL, "");
		assert_true(console_wait_requests(p, h, 1));
		assert_true(pty_wait_text(p, ": anything"));
		struct pty_watch watch = pty_watch_start(p);
		pty_signal(p, signals[i]);
		expect_exit(p, 128 + signals[i]);
		assert_true(pty_watch_ms(&watch) < scale_timeout(1000));
		/* The log file did not exist before this start, which must not be an error. */
		assert_int_equal(str_find(pty_log(p), STR("No such file")), SIZE_MAX);
	}
}

TEST(a_signal_in_the_raw_screen_or_a_dialog_restores_the_terminal)
{
	static const char *const keys[] = { "v", "y", ":" };
	static const char *const shows[] = { "Any key returns", "Ctrl-V", "Enter run" };
	for (size_t i = 0; i < 3; i++) {
		auto_pty *p = console_demo(NULL, NULL);
		assert_true(pty_press(p, keys[i], shows[i]));
		pty_signal(p, SIGTERM);
		expect_exit(p, 128 + SIGTERM);
	}
}

TEST(a_crash_restores_the_screen_and_keeps_the_signal_status)
{
	static const int signals[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };
	static const char *const env[] = { "ASAN_OPTIONS=handle_segv=0:handle_abort=0:"
					   "handle_sigbus=0:handle_sigfpe=0:handle_sigill=0",
		NULL };
	for (size_t i = 0; i < 5; i++) {
		int status = 0;
		auto_pty *p = console_demo(&(struct pty_options){ .env = env }, NULL);
		pty_signal(p, signals[i]);
		assert_true(pty_wait_exit(p, &status));
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), signals[i]);
		assert_true(console_restored_terminal(p));
	}
}

/* The report has names of actions and no words of the user; the next console tells where it is. */
TEST(a_crash_leaves_a_report)
{
	static const char *const env[] = { "ASAN_OPTIONS=handle_segv=0", NULL };
	static const char *const words[] = { "demo", "--now", SERVICE_NOW, NULL };
	const struct pty_options options = { .cols = 160, .rows = 30, .env = env };
	auto_buf path = { 0 }, report = { 0 };
	int status = 0;
	auto_pty *p = console_demo(&options, NULL);
	assert_true(pty_press(p, "/ellison\r", "Baskets ellison"));
	assert_true(pty_press(p, "2", "CURRENCIES"));
	pty_signal(p, SIGSEGV);
	assert_true(pty_wait_exit(p, &status));
	buf_addf(&path, "%s/state/backroom/crash.txt", console_folder());
	assert_true(process_read_file(buf_z(&path), &report));
	assert_non_null(strstr(buf_z(&report), "\nsignal 11\n"));
	assert_non_null(strstr(buf_z(&report), "\n  filter\n"));
	assert_non_null(strstr(buf_z(&report), "\n  pane-campaigns\n"));
	assert_non_null(strstr(buf_z(&report), "backtrace"));
	assert_null(strstr(buf_z(&report), "llison"));
	auto_pty *next = console_start(&options, NULL, words);
	assert_true(pty_wait_text(next, "The last console crashed. Its report"));
	assert_int_not_equal(access(buf_z(&path), F_OK), 0);
	console_quit(next);
}

/* The demo's service process, a child of the console; 0 if there is none. */
static pid_t
find_child(pid_t parent)
{
	auto_buf path = { 0 }, text = { 0 };
	buf_addf(&path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
	process_read_file(buf_z(&path), &text);
	pid_t child = (pid_t)strtol(buf_z(&text), NULL, 10);
	return child;
}

static bool
has_exited(struct pty *p, void *user)
{
	auto_buf path = { 0 }, text = { 0 };
	(void)p;
	buf_addf(&path, "/proc/%d/stat", (int)*(pid_t *)user);
	bool there = process_read_file(buf_z(&path), &text);
	bool gone = !there || strstr(buf_z(&text), ") Z ");
	return gone;
}

static void
wait_for_exit(pid_t pid)
{
	int64_t until = deadline_in(20000);
	while (!has_exited(NULL, &pid)) {
		assert_true(deadline_left(until) > 0);
		sched_yield();
	}
}

TEST(a_lost_connection_leaves_no_process)
{
	int status = 0;
	auto_pty *p = console_demo(NULL, NULL);
	pid_t service = find_child(pty_pid(p));
	assert_true(service > 0);
	pty_hang_up(p);
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 128 + SIGHUP);
	wait_for_exit(service);
}

/* A killed console cannot stop its service, which ends because its pipe is closed. */
TEST(the_service_of_a_killed_console_ends_too)
{
	int status = 0;
	auto_pty *p = console_demo(NULL, NULL);
	pid_t service = find_child(pty_pid(p));
	assert_true(service > 0);
	pty_signal(p, SIGKILL);
	assert_true(pty_wait_exit(p, &status));
	wait_for_exit(service);
}

/* Runs a shell line on a terminal and asserts that nothing was written to that terminal. */
static int
run_without_output(const char *line)
{
	const char *const argv[] = { "/bin/sh", "-c", line, NULL };
	int status = 0;
	struct pty *p = pty_start(NULL, argv);
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(pty_log(p).n, 0);
	pty_stop(p);
	return WEXITSTATUS(status);
}

static void
expect_words(const char *file, const char *text)
{
	auto_buf words = { 0 };
	assert_true(process_read_file(file, &words));
	assert_non_null(strstr(buf_z(&words), text));
	assert_null(memchr(words.p, 27, words.n));
}

TEST(without_a_terminal_it_reports_that_and_exits_with_2)
{
	static const char *const lines[] = {
		"BACKROOM_URL=http://127.0.0.1:9/api $BACKROOM_BIN </dev/null >out 2>words",
		"BACKROOM_URL=http://127.0.0.1:9/api $BACKROOM_BIN </dev/null 2>words",
		"BACKROOM_URL=http://127.0.0.1:9/api $BACKROOM_BIN >out 2>words",
	};
	auto_buf out = { 0 };
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(run_without_output(lines[i]), 2);
		expect_words("words", "the console needs a terminal");
	}
	assert_true(process_read_file("out", &out));
	assert_int_equal(out.n, 0);
}

TEST(the_demo_without_a_terminal_prints_its_baskets_and_the_reason)
{
	assert_int_equal(run_without_output("$BACKROOM_BIN demo </dev/null >out 2>words"), 0);
	expect_words("words", "No terminal, so the baskets are printed");
	expect_words("out", "Mara Ellison");
}

TEST(a_terminal_without_cursor_movement_is_refused_with_a_reason)
{
	static const char *const words[] = { "demo", NULL };
	static const char *const env[] = { "TERM=dumb", NULL };
	int status = 0;
	auto_pty *p = console_start(&(struct pty_options){ .env = env }, NULL, words);
	assert_true(pty_wait_exit(p, &status));
	assert_int_equal(WEXITSTATUS(status), 2);
	assert_true(pty_find(p, "the terminal type 'dumb' cannot move its cursor; try --linear,",
			NULL) >= 0);
	assert_null(memchr(pty_log(p).p, 27, pty_log(p).n));
	assert_true(console_restored_terminal(p));
}

TEST(newer_and_unknown_terminals_use_the_fallback)
{
	static const char *const terms[] = { "TERM=xterm-kitty", "TERM=foot", "TERM=wezterm",
		"TERM=ghostty", "TERM=xterm-ghostty", "TERM=alacritty",
		"TERM=", "TERM=no-such-one" };
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
		/* ncurses itself leaks memory if newterm() fails. */
		const char *const env[] = { terms[i], "ASAN_OPTIONS=detect_leaks=0", NULL };
		auto_console *p = console_demo(&(struct pty_options){ .env = env }, NULL);
		if (strcmp(terms[i], "TERM=no-such-one") == 0)
			assert_true(pty_wait_text(p, "does not know the terminal type no-such-one"));
		assert_true(pty_press(p, "\033[B", "\xe2\x96\xb8 18 min"));
	}
}

/* Without TERM the terminal is treated as the most common kind. */
TEST(a_terminal_without_a_name_works)
{
	const char *const argv[] = { "env", "-u", "TERM", getenv("BACKROOM_BIN"), "demo", "--now",
		"2026-11-20T10:42:00Z", NULL };
	auto_console *p = pty_start(&(struct pty_options){ .rows = 24, .cols = 80 }, argv);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_true(pty_press(p, "\033[B", "\xe2\x96\xb8 18 min"));
}

TEST(names_are_shown_correctly_in_every_default_locale)
{
	static const char *const locales[][2] = { { "LC_CTYPE=UTF-8", NULL },
		{ "LANG=de_DE.UTF-8", NULL }, { "LANG=", NULL }, { "LC_ALL=C.UTF-8", NULL } };
	for (size_t i = 0; i < sizeof(locales) / sizeof(locales[0]); i++) {
		const char *const env[] = { "LC_ALL=", locales[i][0], NULL };
		auto_console *p = console_demo(&(struct pty_options){ .env = env }, NULL);
		assert_true(pty_wait_text(p,
		    "Nils \xc3\x96"
		    "berg"));
		assert_true(pty_wait_text(p, "Sota \xe5\xb0\x8f\xe5\xb7\x9d"));
		assert_true(pty_find(p, "\xe2\x96\xb8", NULL) >= 0);
	}
}

TEST(a_chosen_ascii_locale_gets_ascii_only)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	auto_pty *p = console_demo(&(struct pty_options){ .env = env }, NULL);
	assert_true(pty_wait_text(p, "Nils ?berg"));
	assert_true(pty_wait_text(p, ">  4 min"));
	assert_true(pty_press(p, "y", "+- Recovery link --"));
	assert_true(pty_wait_text(p, "Ctrl-V"));
	for (size_t i = 0; i < pty_log(p).n; i++)
		assert_true((unsigned char)pty_log(p).p[i] < 128);
}

/* /proc/PID/syscall starts with "1 0x1 " if the process is blocked writing to its terminal. */
static bool
waits_to_write(pid_t pid)
{
	char path[64], line[64] = "";
	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)pid);
	FILE *f = fopen(path, "r");
	bool read = f && fgets(line, sizeof(line), f);
	if (f)
		fclose(f);
	return read && strncmp(line, "1 0x1 ", 6) == 0;
}

/* The console's output is not read, as on a dead connection: it is blocked in a frame, and must
 * end anyway. */
TEST(a_console_blocked_in_output_ends_within_a_second)
{
	struct pty *p = console_demo(&(struct pty_options){ .rows = 60, .cols = 200 }, NULL);
	int64_t deadline = deadline_in(10000);
	int cols = 200, status = 0;
	while (!waits_to_write(pty_pid(p)) && deadline_left(deadline)) {
		pty_resize(p, 60, cols = cols == 200 ? 190 : 200);
		poll(NULL, 0, 5);
	}
	if (!waits_to_write(pty_pid(p))) {
		pty_stop(p);
		skip_because("this kernel does not show where a process waits");
	}
	struct pty_watch watch = pty_watch_start(p);
	int64_t took = 0;
	pty_signal(p, SIGTERM);
	while (waitpid(pty_pid(p), &status, WNOHANG) == 0 && deadline_left(deadline)) {
		took = pty_watch_ms(&watch);
		poll(NULL, 0, 5);
	}
	assert_true(took < scale_timeout(2000));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 128 + SIGTERM);
	pty_stop(p);
}

/* The console quits before the terminal has answered its queries: the shell must not receive the
 * answers. */
TEST(late_terminal_answers_are_not_typed_into_the_shell)
{
	static const char late[] = "\033[>41;379;0c\033]11;rgb:1e1e/1e1e/1e1e\007\033[?62;c";
	const char *const argv[] = { "/bin/sh", "-c",
		"\"$BACKROOM_BIN\" demo; IFS= read -r line; printf 'GOT<%s>\\n' \"$line\"", NULL };
	int status;
	auto_pty *p = pty_start(&(struct pty_options){ .answer = PTY_MUTE }, argv);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	size_t since = pty_log(p).n;
	pty_type(p, "Q");
	assert_true(pty_wait_raw(p, since, STR("\033[c"))); /* a query all terminals answer */
	pty_send(p, late, sizeof(late) - 1);
	assert_true(pty_wait_raw(p, since, STR("\033[?1049l")));
	assert_true(pty_press(p, "\n", "GOT<>"));
	assert_true(pty_wait_exit(p, &status));
}
