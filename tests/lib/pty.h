/*
 * pty.h - a program on a terminal that the test can read: forkpty() and libvterm.
 *
 * Owns the child, its terminal and the log of every byte it wrote; pty_stop() ends all. The child's
 * environment contains only TERM, LC_ALL, TZ, HOME, PATH, the BACKROOM_ and sanitizer variables of
 * the test, and what the caller adds. There are no fixed sleeps: every wait ends with its condition
 * or after 20 s times $BACKROOM_TEST_PATIENCE; one that times out prints the screen to stderr. Rows
 * and columns count from 0, times are milliseconds.
 */
#ifndef TESTS_PTY_H
#define TESTS_PTY_H

#include "lib/cleanup.h"

#include <sys/types.h>
#include <termios.h>

/* The terminal's reply to `ESC [ > c`, by which programs identify it. */
enum pty_answer {
	PTY_XTERM,  /* 41;379;0 */
	PTY_TMUX,   /* 84;0;0 */
	PTY_SCREEN, /* 83;40900;0 */
	PTY_MOSH,   /* 1;10;0 */
	PTY_MUTE,   /* does not reply to any query */
};

struct pty_options {
	int rows, cols;         /* 0: 24 rows, 80 columns */
	const char *const *env; /* "NAME=VALUE"…, terminated by NULL; later entries override */
	enum pty_answer answer;
	const char *folder; /* working directory, or NULL */
};

struct pty;

/* Starts argv[0] (found on the PATH). Never returns NULL: if the program cannot be run, the
 * child exits with 127. */
struct pty *pty_start(const struct pty_options *options, const char *const argv[]);
/* Kills the child if it still runs, reaps it and frees everything; NULL is allowed. */
void pty_stop(struct pty *p);
static inline void
pty_stop_at(struct pty **p)
{
	pty_stop(*p);
}
#define auto_pty CLEANUP(pty_stop_at) struct pty

/* Queues bytes for the child; they are written during waits. A lone Esc is followed by a pause,
 * as from a person: with a key right after it, it would mean Alt and that key. */
void pty_send(struct pty *p, const void *bytes, size_t n);
void pty_type(struct pty *p, const char *text);
void pty_resize(struct pty *p, int rows, int cols);
/* Crops the screen to this size without telling the child. */
void pty_cut_off(struct pty *p, int rows, int cols);
void pty_signal(struct pty *p, int signal);
pid_t pty_pid(const struct pty *p);
/* Closes the terminal, as a lost connection does; the child gets SIGHUP. */
void pty_hang_up(struct pty *p);

/* Waits until a single row contains the text. */
bool pty_wait_text(struct pty *p, const char *text);
bool pty_wait_gone(struct pty *p, const char *text);
/* Types the keys before it waits. */
bool pty_press(struct pty *p, const char *keys, const char *text);
bool pty_press_gone(struct pty *p, const char *keys, const char *text);
typedef bool pty_condition(struct pty *p, void *user);
bool pty_wait_until(struct pty *p, pty_condition *condition, void *user, const char *what);
/* Waits until the screen equals one saved by pty_screen(); prints the differences on timeout. */
bool pty_wait_screen(struct pty *p, struct buf *screen);
/* Waits until the log, from offset `since` on, contains these bytes. */
bool pty_wait_raw(struct pty *p, size_t since, struct str bytes);
/* Waits until the child has written nothing for ms and is not about to. Use only before
 * asserting that something is absent or where the cursor is. */
bool pty_wait_quiet(struct pty *p, int ms);
/* Waits until the child has read all typed input, or has ended. Use before telling it to end: if
 * Ctrl-C arrives after the terminal was restored, the kernel discards unread input. */
bool pty_wait_input_read(struct pty *p);
/* Waits until the child has ended and all its output is read; the status is as from waitpid(). */
bool pty_wait_exit(struct pty *p, int *status);

/* A stopwatch for the child, as if on an idle machine: time in which the child or the test was
 * ready to run but had no processor does not count. */
struct pty_watch {
	struct pty *p;
	int64_t began, waited;
};
struct pty_watch pty_watch_start(struct pty *p);
/* Milliseconds since the watch was started. */
int64_t pty_watch_ms(const struct pty_watch *w);

struct pty_cell {
	char text[32]; /* UTF-8 with combining marks; "" for the right half of a wide character */
	int width;
	bool bold, underline, italic, blink, reverse;
	bool default_fg, default_bg;
	int fg, bg; /* palette index 0 to 255, or 0x1000000 + RGB */
};

/* One row without trailing spaces; valid until the next call for the same terminal. */
const char *pty_row(struct pty *p, int row);
/* The first row that contains the text, or -1; *col is set to its column in cells. */
int pty_find(struct pty *p, const char *text, int *col);
void pty_cell(struct pty *p, int row, int col, struct pty_cell *out);
/* 0xRRGGBB of a cell's fg or bg that is not the default, in xterm's palette. */
int pty_rgb(const struct pty *p, int colour);
void pty_size(const struct pty *p, int *rows, int *cols);
void pty_cursor(const struct pty *p, int *row, int *col, bool *visible);
bool pty_is_alternate(const struct pty *p);
/* Appends the window title that the child set last (OSC 0 or 2); false if it set none. */
bool pty_title(const struct pty *p, struct buf *out);
/* True if the child has turned DEC private mode `mode` (2004, 1004, 1006, …) on. */
bool pty_mode(const struct pty *p, int mode);
/* Appends every row, each ended by a newline. */
void pty_screen(struct pty *p, struct buf *out);
void pty_dump(struct pty *p, const char *why);

/* Every byte that the child wrote since the start. */
struct str pty_log(const struct pty *p);
/* Number of control strings (ESC ] …) sent to the terminal, except the query for its background. */
size_t pty_strings(const struct pty *p);
/* Appends the n-th OSC 52 text of the log (from 0), decoded; false if there are fewer. Unwraps
 * those for tmux and screen. */
bool pty_read_clipboard(const struct pty *p, size_t nth, struct buf *out);
/* Waits for it: a terminal in between may send its own copy after the screen. */
bool pty_wait_clipboard(struct pty *p, size_t nth, struct buf *out);
/* The terminal's settings as the child left them. */
bool pty_termios(const struct pty *p, struct termios *out);

#endif
