/*
 * lines.h - lines of standard input, whole, as they come: a terminal's, a pipe's or a file's.
 *
 * Reads only while it is asked to, so that a program that writes faster than the console works
 * waits in its pipe. A line longer than LINES_MOST is dropped to its end, and said to be too long.
 */
#ifndef UI_LINEAR_LINES_H
#define UI_LINEAR_LINES_H

#include "base/buf.h"

enum { LINES_MOST = 4 << 20 /* bytes */ };

enum lines_next {
	LINES_NONE, /* more has to be read */
	LINES_ONE,
	LINES_LONG, /* one came that is too long; nothing of it was kept */
	LINES_END,  /* the input is over */
};

struct lines {
	int fd;
	struct buf bytes; /* that were read and not taken; wiped */
	size_t at;        /* the next line begins there */
	bool dropping;    /* the rest of a line that was too long */
	bool ended;
};

/* Reads what is there; without waiting where the descriptor is ready. */
void lines_read(struct lines *l);
/* The next line without its end; valid until the next call of either. Text after the last
 * newline at the end of the input is a line too. */
enum lines_next lines_next_line(struct lines *l, struct str *line);
/* Can a line be taken, or read without waiting? For a terminal, which hands over whole lines; other
 * inputs may hold the beginning of a line only. */
bool lines_has_next(const struct lines *l);
void lines_free(struct lines *l);

#endif
