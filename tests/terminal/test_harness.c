/*
 * The harness itself, tested with programs that every machine has: its terminal must work before it
 * can test the console.
 */
#include "lib/pty.h"
#include "lib/test.h"

#include <signal.h>
#include <sys/wait.h>

static struct pty *
start_shell(const char *script, enum pty_answer answer)
{
	const char *const argv[] = { "/bin/sh", "-c", script, NULL };
	return pty_start(&(struct pty_options){ .answer = answer }, argv);
}

TEST(shows_text_and_status)
{
	auto_pty *p = start_shell("printf 'one\\ntwo \\346\\274\\242x'; exit 3", PTY_XTERM);
	int status = 0, col = 0;
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_string_equal(pty_row(p, 0), "one");
	assert_string_equal(pty_row(p, 1), "two \xe6\xbc\xa2x");
	assert_int_equal(pty_find(p, "x", &col), 1);
	assert_int_equal(col, 6);
}

TEST(types_and_resizes)
{
	const char *const argv[] = { "cat", NULL };
	struct pty *p = pty_start(NULL, argv);
	int status = 0;
	pty_type(p, "hello\r");
	assert_true(pty_wait_raw(p, 0, STR("hello\r\nhello\r\n")));
	pty_send(p, "\004", 1);
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status));
	pty_stop(p);

	p = start_shell(
	    "trap 'stty size; exit' WINCH; echo ready; while :; do read x; done", PTY_XTERM);
	assert_true(pty_wait_text(p, "ready"));
	pty_resize(p, 33, 111);
	assert_true(pty_wait_text(p, "33 111"));
	pty_stop(p);
}

/* A terminal resets its margins on a resize, wherever they were. */
TEST(forgets_margins_when_resized)
{
	const char *argv[] = { "/bin/sh", "-c",
		"stty -echo; printf '\\033[30;40rready'; read x; printf '\\033[5Sdone'; read x",
		NULL };
	auto_pty *p = pty_start(&(struct pty_options){ .rows = 40, .cols = 80 }, argv);
	assert_true(pty_wait_text(p, "ready"));
	pty_resize(p, 24, 80);
	assert_true(pty_press(p, "\r", "done"));
}

TEST(reads_cells_cursor_and_modes)
{
	auto_pty *p = start_shell("printf '\\033[?1049h\\033[?2004;1004h\\033[?1004l\\033[?25l"
				  "\\033[1;7;32mgo\\033[0m\\033]2;a title\\007'; read x",
	    PTY_XTERM);
	struct pty_cell cell;
	auto_buf title = { 0 };
	int row, col;
	bool visible;
	assert_true(pty_wait_text(p, "go"));
	assert_true(pty_wait_raw(p, 0, STR("title\007")));
	pty_cell(p, 0, 1, &cell);
	assert_string_equal(cell.text, "o");
	assert_true(cell.bold && cell.reverse && !cell.underline && cell.default_bg);
	assert_int_equal(cell.fg, 2);
	pty_cursor(p, &row, &col, &visible);
	assert_int_equal(row, 0);
	assert_int_equal(col, 2);
	assert_false(visible);
	assert_true(pty_is_alternate(p));
	assert_true(pty_mode(p, 2004));
	assert_false(pty_mode(p, 1004));
	assert_true(pty_title(p, &title));
	assert_string_equal(buf_z(&title), "a title");
}

TEST(terminal_questions_are_answered_as_configured)
{
	static const struct {
		enum pty_answer answer;
		const char *text;
	} cases[] = { { PTY_XTERM, "[>41;379;0c" }, { PTY_TMUX, "[>84;0;0c" },
		{ PTY_SCREEN, "[>83;40900;0c" }, { PTY_MOSH, "[>1;10;0c" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		auto_pty *p = start_shell(
		    "stty -icanon; printf '\\033[>c\\033[6n'; read x", cases[i].answer);
		assert_true(pty_wait_text(p, cases[i].text));
		assert_true(pty_wait_text(p, "[1;1R"));
	}
	auto_pty *p = start_shell("stty -icanon; printf '\\033[>c\\033[6n?'; read x", PTY_MUTE);
	assert_true(pty_wait_text(p, "?"));
	assert_true(pty_wait_quiet(p, 30));
	assert_string_equal(pty_row(p, 0), "?");
}

TEST(finds_copies)
{
	auto_pty *p = start_shell("printf '\\033]52;c;aGVsbG8=\\007';"
				  "printf '\\033Ptmux;\\033\\033]52;c;d29ybGQ=\\007\\033\\\\';"
				  "printf '\\033P\\033]52;c;c2Ny\\033\\\\\\033PZWVu\\007\\033\\\\';"
				  "printf '\\033]52;c;Zg==\\033\\\\'",
	    PTY_XTERM);
	static const char *const texts[] = { "hello", "world", "screen", "f" };
	auto_buf text = { 0 };
	int status;
	assert_true(pty_wait_exit(p, &status));
	for (size_t i = 0; i < 4; i++) {
		buf_reset(&text);
		assert_true(pty_read_clipboard(p, i, &text));
		assert_string_equal(buf_z(&text), texts[i]);
	}
	assert_false(pty_read_clipboard(p, 4, &text));
}

TEST(sees_signals_and_settings)
{
	struct pty *p = start_shell("stty -echo; echo $TERM; read x; kill -SEGV $$", PTY_XTERM);
	struct termios settings;
	int status = 0;
	assert_true(pty_wait_text(p, "xterm-256color"));
	assert_true(pty_termios(p, &settings));
	assert_false(settings.c_lflag & ECHO);
	pty_type(p, "\r");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
	pty_stop(p);

	p = start_shell("echo up; read x; echo not reached", PTY_XTERM);
	assert_true(pty_wait_text(p, "up"));
	pty_hang_up(p);
	assert_true(pty_wait_exit(p, &status));
	pty_stop(p);
}
