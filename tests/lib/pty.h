/*
 * pty.h - a program on a terminal that the test can read: forkpty() and libvterm.
 *
 * Owns the child, its terminal and the log of every byte it wrote; pty_stop() ends all. The
 * child's environment is emptied first: TERM, LC_ALL, TZ, HOME, PATH, the BACKROOM_ and
 * sanitizer variables of the test, then what the caller adds. Nothing sleeps: every wait ends
 * with its condition or a deadline of 20 s times $BACKROOM_TEST_PATIENCE; one that fails
 * prints the screen to stderr. Rows and columns count from 0, waiting is in milliseconds.
 */
#ifndef TESTS_PTY_H
#define TESTS_PTY_H

#include "base/buf.h"

#include <sys/types.h>
#include <termios.h>

/* Whom the terminal says it is when asked by `ESC [ > c`. */
enum pty_answer {
	PTY_XTERM,  /* 41;379;0 */
	PTY_TMUX,   /* 84;0;0 */
	PTY_SCREEN, /* 83;40900;0 */
	PTY_MOSH,   /* 1;10;0 */
	PTY_MUTE,   /* no answer to any question */
};

struct pty_options {
	int rows, cols;         /* 24 by 80 when 0 */
	const char *const *env; /* "NAME=VALUE"…, NULL at the end; later ones win */
	enum pty_answer answer;
	const char *folder; /* to start in, or NULL */
};

struct pty;

/* Starts argv[0] (found by PATH). Never NULL: a program that cannot run exits with 127. */
struct pty *pty_start(const struct pty_options *options, const char *const argv[]);
/* Kills the child when it still runs, reaps it and frees everything; NULL is allowed. */
void pty_stop(struct pty *p);

/* Queues bytes for the child; they are written while waiting. A lone Esc is followed by a pause,
 * as from a person: followed at once by a key it would be Alt and that key. */
void pty_send(struct pty *p, const void *bytes, size_t n);
void pty_type(struct pty *p, const char *text);
void pty_resize(struct pty *p, int rows, int cols);
/* Cuts off what a window of this size has no room for, and the child does not hear of it. */
void pty_cut_off(struct pty *p, int rows, int cols);
void pty_signal(struct pty *p, int signal);
pid_t pty_pid(const struct pty *p);
/* Closes the terminal, as a lost connection does; the child gets SIGHUP. */
void pty_hang_up(struct pty *p);

/* Until the screen shows the text within one row. */
bool pty_wait_text(struct pty *p, const char *text);
bool pty_wait_gone(struct pty *p, const char *text);
typedef bool pty_condition(struct pty *p, void *user);
bool pty_wait_until(struct pty *p, pty_condition *condition, void *user, const char *what);
/* Until every row is as pty_screen() wrote it; what differs is printed else. */
bool pty_wait_screen(struct pty *p, struct buf *screen);
/* Until the log, from `since` on, holds these bytes. */
bool pty_wait_raw(struct pty *p, size_t since, struct str bytes);
/* Until the child has written nothing for ms, and is not about to: only before a negative or cursor
 * assertion. */
bool pty_wait_quiet(struct pty *p, int ms);
/* Until the child has read all that was typed, or has ended. Before it is told to end: where Ctrl-C comes
 * to a terminal that is given back already, the system throws away what was not read of it yet. */
bool pty_wait_input_read(struct pty *p);
/* Until the child has ended and everything it wrote is read; its status as of waitpid(). */
bool pty_wait_exit(struct pty *p, int *status);

/* How long the child takes for something, as on a machine with nothing else to do: the time in which
 * the child or the test was ready to run and had no processor does not count. */
struct pty_watch {
	struct pty *p;
	int64_t began, waited;
};
struct pty_watch pty_watch_start(struct pty *p);
/* Milliseconds since then. */
int64_t pty_watch_ms(const struct pty_watch *w);

struct pty_cell {
	char text[32]; /* UTF-8 with its marks; "" for the right half of a wide character */
	int width;
	bool bold, underline, italic, blink, reverse;
	bool default_fg, default_bg;
	int fg, bg; /* palette index 0 to 255, or 0x1000000 + RGB */
};

/* One row without spaces at its end; valid until the next call for the same terminal. */
const char *pty_row(struct pty *p, int row);
/* The row that holds the text first, or -1; its column in cells goes to *col. */
int pty_find(struct pty *p, const char *text, int *col);
void pty_cell(struct pty *p, int row, int col, struct pty_cell *out);
/* 0xRRGGBB of a cell's fg or bg that is not the default, as in xterm. */
int pty_rgb(const struct pty *p, int colour);
void pty_size(const struct pty *p, int *rows, int *cols);
void pty_cursor(const struct pty *p, int *row, int *col, bool *visible);
bool pty_is_alternate(const struct pty *p);
/* The window title that the child set last (OSC 0 or 2), appended; false when it set none. */
bool pty_title(const struct pty *p, struct buf *out);
/* Is DEC private mode `mode` (2004, 1004, 1006, …) on, by what the child wrote? */
bool pty_mode(const struct pty *p, int mode);
/* Every row, each ended by a newline, appended. */
void pty_screen(struct pty *p, struct buf *out);
void pty_dump(struct pty *p, const char *why);

/* Every byte from the child since the start. */
struct str pty_log(const struct pty *p);
/* Strings for the terminal itself (ESC ] …) that went out, but for the question of its background. */
size_t pty_strings(const struct pty *p);
/* The n-th (from 0) OSC 52 of the log, decoded; false when there are fewer. Looks through
 * the wrappers of tmux and screen. */
bool pty_read_clipboard(const struct pty *p, size_t nth, struct buf *out);
/* The terminal's settings as the child left them. */
bool pty_termios(const struct pty *p, struct termios *out);

#endif
