/*
 * pty_internal.h - what pty.c (the child), pty_wait.c and pty_screen.c (what it drew) share.
 */
#ifndef TESTS_PTY_INTERNAL_H
#define TESTS_PTY_INTERNAL_H

#include "base/vec.h"
#include "lib/pty.h"

#include <vterm.h>

struct pty {
	int fd;      /* the master side, -1 when closed */
	bool silent; /* the terminal was closed from the other side */
	pid_t pid;
	bool reaped;
	int64_t waited; /* ms for a processor, when it ended */
	int status;
	int rows, cols;
	enum pty_answer answer;
	VTerm *vt;
	VTermScreen *screen;
	struct buf log;     /* all from the child */
	struct buf out;     /* not yet written to the child */
	VEC(size_t) pauses; /* so many of those bytes, and then the child is left alone a while */
	int64_t waits_since; /* in a pause: when the child had read all and slept; 0: not yet */
	struct buf replies; /* libvterm's, of the chunk being read */
	struct buf row;     /* what pty_row() returned */
	bool alternate, cursor_visible;
	bool in_sequence;     /* the last bytes end within an escape sequence */
	bool margins_are_old; /* those of the size before */
};

/* Reads and writes once, waiting at most ms; true when the child wrote something. */
bool pty_turn(struct pty *p, int ms);
/* All that was written to it, which may be less than what was queued. */
bool pty_child_has_read_all(const struct pty *p);
/* It computes, or would if it had a processor: what it does next is on its way. */
bool pty_child_is_busy(const struct pty *p);
void pty_screen_open(struct pty *p);
void pty_screen_feed(struct pty *p, const char *bytes, size_t n);
void pty_screen_resize(struct pty *p);
void pty_screen_close(struct pty *p);

#endif
