/*
 * pty_internal.h - shared by pty.c (the child), pty_wait.c and pty_screen.c (the screen).
 */
#ifndef TESTS_PTY_INTERNAL_H
#define TESTS_PTY_INTERNAL_H

#include "base/vec.h"
#include "lib/pty.h"

#include <vterm.h>

struct pty {
	int fd;      /* the master side, -1 when closed */
	bool silent; /* the child closed its side of the terminal */
	pid_t pid;
	bool reaped;
	int64_t waited; /* ms it had waited for a processor when it ended */
	int status;
	int rows, cols;
	enum pty_answer answer;
	VTerm *vt;
	VTermScreen *screen;
	struct buf log;      /* all output of the child */
	struct buf out;      /* not yet written to the child */
	VEC(size_t) pauses;  /* each entry: pause after this many bytes of `out` */
	int64_t waits_since; /* in a pause: when the child had read all and slept; 0: not yet */
	struct buf replies;  /* libvterm's replies to the current chunk */
	struct buf row;      /* text returned by pty_row() */
	bool alternate, cursor_visible;
	bool in_sequence;     /* the output so far ends inside an escape sequence */
	bool margins_are_old; /* the margins are from before the last resize */
};

/* Reads and writes once, waiting at most ms; true if the child wrote something. */
bool pty_turn(struct pty *p, int ms);
/* True if the child has read all that was written to it, which may be less than was queued. */
bool pty_child_has_read_all(const struct pty *p);
/* True if the child is running or ready to run: more output may follow. */
bool pty_child_is_busy(const struct pty *p);
void pty_screen_open(struct pty *p);
void pty_screen_feed(struct pty *p, const char *bytes, size_t n);
void pty_screen_resize(struct pty *p);
void pty_screen_close(struct pty *p);

#endif
