#include "ui/term/term.h"

#include "base/clock.h"
#include "ui/term/clip.h"
#include "ui/term/crash.h"

#include <curses.h>
#include <term.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#undef columns
#undef lines

/* LATE_END_SECONDS: the program ends this long after it was told to end, whatever it is doing. */
enum {
	EMIT_PIECE_SIZE = 4096,
	EMIT_TIMEOUT_MS = 2000,
	LATE_END_SECONDS = 1,
	LATE_WRITE_TRIES = 20,
	LATE_WRITE_WAIT_MS = 20,
	DRAIN_TIMEOUT_MS = 150
};

static SCREEN *screen;
static bool is_headless, is_plain;
static unsigned resize_count;
static struct termios saved_modes;
static bool have_saved_modes;
static int signal_pipe[2] = { -1, -1 };
/* The bytes to write on a crash: prepared at the start, since a broken program must not compute
 * them. */
static char crash_bytes[512];
static volatile size_t crash_bytes_n;
static volatile sig_atomic_t ending_signal;

static const char modes_on[] = "\033[?2004h";
static const char mouse_modes_on[] = "\033[?1000h\033[?1006h";
static const char mouse_modes_off[] = "\033[?1006l\033[?1000l";
static bool mouse_is_on, type_is_unknown;
static unsigned pending_answers; /* replies that the terminal still owes */
static const char modes_off[] = "\033[?2026l\033[?2004l\033[?1006l\033[?1004l\033[?1000l";
static const int caught_signals[] = { SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT };
static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };

enum {
	CAUGHT_SIGNAL_COUNT = sizeof(caught_signals) / sizeof(*caught_signals),
	CRASH_SIGNAL_COUNT = sizeof(crash_signals) / sizeof(*crash_signals),
};

static void
on_signal(int number)
{
	int saved = errno;
	if (number == SIGTERM || number == SIGHUP) {
		ending_signal = number;
		alarm(LATE_END_SECONDS);
	}
	unsigned char byte = (unsigned char)number;
	ssize_t ignored = write(signal_pipe[1], &byte, 1);
	(void)ignored;
	errno = saved;
}

static void
on_crash(int number)
{
	ssize_t ignored = write(STDOUT_FILENO, crash_bytes, crash_bytes_n);
	(void)ignored;
	tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
	crash_write_report(number);
	raise(number);
}

/* Writes the crash bytes; a slow terminal may accept only a part at first. */
static void
restore_screen(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
	size_t done = 0;
	for (int i = 0; i < LATE_WRITE_TRIES && done < crash_bytes_n; i++) {
		ssize_t n = write(STDOUT_FILENO, crash_bytes + done, crash_bytes_n - done);
		if (n > 0)
			done += (size_t)n;
		else
			poll(&out, 1, LATE_WRITE_WAIT_MS);
	}
}

/* Runs if the loop did not end the program in time: it is computing, or waiting for a terminal
 * that accepts nothing. So this must not wait for the terminal either, or only briefly. */
static void
on_late_end(int number)
{
	int flags = fcntl(STDOUT_FILENO, F_GETFL);
	(void)number;
	fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
	restore_screen();
	fcntl(STDOUT_FILENO, F_SETFL, flags);
	if (have_saved_modes)
		tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
	_exit(128 + ending_signal);
}

static void
catch_signal(int number, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

static void
catch_signals(void)
{
	for (int i = 0; i < CAUGHT_SIGNAL_COUNT; i++)
		catch_signal(caught_signals[i], on_signal, SA_RESTART);
	for (int i = 0; i < CRASH_SIGNAL_COUNT; i++)
		catch_signal(crash_signals[i], on_crash, (int)SA_RESETHAND | SA_NODEFER);
	catch_signal(SIGALRM, on_late_end, 0);
	catch_signal(SIGPIPE, SIG_IGN, 0);
}

/* Catches signals that would end the program without restoring the terminal, and Ctrl-C, which
 * cancels. */
static void
catch_end_signals(void)
{
	catch_signal(SIGINT, on_signal, SA_RESTART);
	catch_signal(SIGTERM, on_signal, SA_RESTART);
	catch_signal(SIGHUP, on_signal, SA_RESTART);
	catch_signal(SIGALRM, on_late_end, 0);
	catch_signal(SIGPIPE, SIG_IGN, 0);
}

static bool
open_signal_pipe(struct err *err)
{
	if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	return true;
}

/* A terminfo string of this terminal, or "". */
static const char *
get_capability(const char *name)
{
	const char *s = tigetstr((char *)(uintptr_t)name);
	return s && s != (char *)-1 ? s : "";
}

static void
prepare_restore_bytes(void)
{
	int n = snprintf(crash_bytes, sizeof(crash_bytes), "%s%s%s%s%s", modes_off,
	    get_capability("sgr0"), get_capability("rmkx"), get_capability("cnorm"),
	    get_capability("rmcup"));
	crash_bytes_n = n > 0 && (size_t)n < sizeof(crash_bytes) ? (size_t)n : 0;
}

static bool
is_terminal_silent(void)
{
	return clip_terminal_by_name(getenv("TERM")) == TERMINAL_SILENT;
}

static void
switch_terminal_modes(bool on)
{
	if (is_headless || is_terminal_silent())
		return;
	term_write_sequence(str_of(on ? modes_on : modes_off));
	if (on && mouse_is_on)
		term_write_sequence(str_of(mouse_modes_on));
}

void
term_ring_bell(void)
{
	term_write_sequence(STR("\a"));
}

void
term_switch_mouse(bool on)
{
	bool was = mouse_is_on;
	mouse_is_on = on;
	if (was != on && !is_headless && !is_terminal_silent())
		term_write_sequence(str_of(on ? mouse_modes_on : mouse_modes_off));
}

/* Uses the window's size from the start. Margins set for 24 rows would stay, and some terminals
 * do not delete characters below them. */
static SCREEN *
open_curses(FILE *out, FILE *in)
{
	const char *term = getenv("TERM");
	use_env(FALSE);
	use_tioctl(TRUE);
	SCREEN *s = newterm(term && *term ? NULL : "xterm-256color", out, in);
	/* The terminal is newer than this host's database: nearly all of them support this type. */
	if (!s && (!term || strcmp(term, "dumb") != 0))
		type_is_unknown = (s = newterm("xterm-256color", out, in)) != NULL;
	return s;
}

bool
term_type_is_unknown(void)
{
	return type_is_unknown;
}

static bool
refuse_terminal(struct err *err)
{
	const char *term = getenv("TERM");
	return err_set(err, ERR_USAGE,
	    "the terminal type '%s' cannot move its cursor; try --linear, or TERM=xterm-256color",
	    term ? term : "");
}

static void
set_up_curses(void)
{
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	idlok(stdscr, TRUE);
	typeahead(-1);
	curs_set(1);
}

/* Calls endwin() and doupdate() once while stdout is /dev/null. Until the first return from
 * endwin(), ncurses (6.4) flushes its output at each cursor movement: a dozen writes per key,
 * each a packet of its own over SSH. The terminal must not see this, nor must its modes change. */
static void
suspend_and_resume(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (nowhere >= 0 && terminal >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0) {
		endwin();
		doupdate();
		dup2(terminal, STDOUT_FILENO);
		clearok(curscr, TRUE);
	}
	close(terminal);
	close(nowhere);
}

static bool
open_headless(const struct term_options *o, struct err *err)
{
	FILE *nowhere = fopen("/dev/null", "r+e");
	use_env(FALSE);
	screen = nowhere ? newterm("xterm-256color", nowhere, nowhere) : NULL;
	if (!screen)
		return err_set(err, ERR_IO, "no terminal description for xterm-256color here");
	is_headless = true;
	is_plain = o->keeps_terminal_modes;
	if (is_plain) /* the shell handles Ctrl-Z, and a crash has nothing to restore */
		catch_end_signals();
	resizeterm(o->rows, o->cols);
	return true;
}

bool
term_open(const struct term_options *o, struct err *err)
{
	if (!open_signal_pipe(err))
		return false;
	if (o->headless || o->keeps_terminal_modes)
		return open_headless(o, err);
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err_set(err, ERR_USAGE,
		    "the console needs a terminal; "
		    "`backroom get baskets` prints the list without one");
	const char *term = getenv("TERM");
	if (term && strcmp(term, "dumb") == 0)
		return refuse_terminal(err);
	have_saved_modes = tcgetattr(STDIN_FILENO, &saved_modes) == 0;
	catch_signals(); /* before ncurses, which then keeps our handlers */
	screen = open_curses(stdout, stdin);
	if (!screen)
		return refuse_terminal(err);
	if (!*get_capability("cup")) {
		endwin();
		delscreen(screen);
		screen = NULL;
		return refuse_terminal(err);
	}
	prepare_restore_bytes();
	set_up_curses();
	suspend_and_resume();
	term_resize_to_real();
	switch_terminal_modes(true);
	return true;
}

/* Waits briefly for late replies, which the shell would read as typed text. Sends a last request
 * that every terminal answers, and stops at its reply. */
static void
drain_answers(void)
{
	static const char asks_attributes[] = "\033[c";
	int64_t until = clock_ticks() + DRAIN_TIMEOUT_MS;
	struct buf came = { 0 };
	if (!pending_answers || is_headless || !isatty(STDIN_FILENO) || ending_signal)
		return;
	term_write_sequence(str_of(asks_attributes));
	for (;;) {
		struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
		int64_t left = until - clock_ticks();
		size_t at = str_find(buf_str(&came), STR("\033[?"));
		if (at != SIZE_MAX &&
		    str_find_char(str_sub(buf_str(&came), at, came.n), 'c') != SIZE_MAX)
			break;
		if (left <= 0 || poll(&in, 1, (int)left) <= 0)
			break;
		ssize_t n = read(STDIN_FILENO, buf_reserve(&came, 1024), 1024);
		if (n <= 0)
			break;
		came.n += (size_t)n;
	}
	buf_wipe(&came);
	pending_answers = 0;
	tcflush(STDIN_FILENO, TCIFLUSH);
}

void
term_close(void)
{
	if (!screen)
		return;
	switch_terminal_modes(false);
	drain_answers();
	endwin();
	delscreen(screen);
	screen = NULL;
	if (have_saved_modes && !is_headless)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_modes);
	alarm(0);
	for (int i = 0; i < CRASH_SIGNAL_COUNT; i++)
		catch_signal(crash_signals[i], SIG_DFL, 0);
}

int
term_signal_fd(void)
{
	return signal_pipe[0];
}

int
term_next_signal(void)
{
	unsigned char byte;
	return read(signal_pipe[0], &byte, 1) == 1 ? byte : 0;
}

void
term_run_outside_screen(void (*use)(void *ctx), void *ctx)
{
	if (is_headless) {
		use(ctx);
		return;
	}
	switch_terminal_modes(false);
	endwin();
	if (have_saved_modes)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_modes);
	use(ctx);
	term_resize_to_real();
	refresh();
	switch_terminal_modes(true);
	term_invalidate_screen();
}

static void
stop_until_fg(void *ctx)
{
	(void)ctx;
	catch_signal(SIGTSTP, SIG_DFL, 0);
	kill(getpid(), SIGTSTP);
	catch_signal(SIGTSTP, on_signal, SA_RESTART);
}

bool
term_suspend(void)
{
	if (is_plain && !isatty(STDIN_FILENO))
		return false;
	if (is_plain)
		kill(getpid(), SIGTSTP);
	else if (!is_headless)
		term_run_outside_screen(stop_until_fg, NULL);
	return true;
}

void
term_get_size(int *rows, int *cols)
{
	getmaxyx(stdscr, *rows, *cols);
}

void
term_resize(int rows, int cols)
{
	int now_rows, now_cols;
	term_get_size(&now_rows, &now_cols);
	if (rows < 1 || cols < 1 || (rows == now_rows && cols == now_cols))
		return;
	resizeterm(rows, cols);
	resize_count++;
}

unsigned
term_resize_count(void)
{
	return resize_count;
}

void
term_resize_to_real(void)
{
	struct winsize size;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
		term_resize(size.ws_row, size.ws_col);
	/* Redraw everything: a terminal that was smaller has lost the text beyond its edges,
	 * even if it has its old size again. */
	term_invalidate_screen();
}

void
term_present(void)
{
	wnoutrefresh(stdscr);
	doupdate();
	crash_load_backtrace();
}

void
term_invalidate_screen(void)
{
	clearok(curscr, TRUE);
}

/* Writes a whole piece, waiting while the terminal is slow. */
static bool
write_piece(struct str piece)
{
	while (piece.n) {
		ssize_t n = write(STDOUT_FILENO, piece.p, piece.n);
		if (n > 0) {
			piece = str_sub(piece, (size_t)n, piece.n);
			continue;
		}
		struct pollfd p = { STDOUT_FILENO, POLLOUT, 0 };
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (poll(&p, 1, EMIT_TIMEOUT_MS) <= 0)
			return false;
	}
	return true;
}

bool
term_write_sequence(struct str bytes)
{
	if (is_headless)
		return true;
	fflush(stdout);
	for (size_t i = 0; i < bytes.n; i += EMIT_PIECE_SIZE) {
		if (write_piece(str_sub(bytes, i, EMIT_PIECE_SIZE)))
			continue;
		/* An unfinished sequence would swallow the next frames: cancel it. */
		ssize_t ignored = write(STDOUT_FILENO, "\030\a", 2);
		(void)ignored;
		return false;
	}
	return true;
}

void
term_show_raw(const char *heading, const char *help, const char *subject, struct str text)
{
	if (is_headless)
		return;
	putp(get_capability("sgr0"));
	putp(get_capability("clear"));
	putp(heading);
	putp(tparm((char *)(uintptr_t)get_capability("cup"), 1, 0, 0, 0, 0, 0, 0, 0, 0));
	putp(help);
	putp(tparm((char *)(uintptr_t)get_capability("cup"), 2, 0, 0, 0, 0, 0, 0, 0, 0));
	fputs(subject, stdout); /* may have a name in it, which putp() could take for padding */
	putp(tparm((char *)(uintptr_t)get_capability("cup"), 3, 0, 0, 0, 0, 0, 0, 0, 0));
	fflush(stdout);
	term_write_sequence(text);
}

void
term_on_answer(void)
{
	pending_answers -= pending_answers > 0;
}

void
term_ask_device(void)
{
	if (is_headless || is_terminal_silent())
		return;
	pending_answers++;
	term_write_sequence(STR("\033[>c"));
}

void
term_ask_background(void)
{
	if (is_headless || is_terminal_silent())
		return;
	pending_answers++;
	term_write_sequence(STR("\033]11;?\033\\"));
}

const char *
term_library_version(void)
{
	return strpbrk(curses_version(), "0123456789");
}
