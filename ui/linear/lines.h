/*
 * lines.h - reads whole lines from standard input: a terminal, a pipe or a file.
 *
 * Reads only when called, so a program that writes faster than the console works waits in its pipe.
 * A line longer than LINES_BYTES_MAX is dropped to its end and reported as too long.
 */
#ifndef UI_LINEAR_LINES_H
#define UI_LINEAR_LINES_H

#include "base/buf.h"

enum { LINES_BYTES_MAX = 4 << 20 /* bytes */ };

enum lines_next {
	LINES_NONE, /* no complete line yet: read more */
	LINES_ONE,
	LINES_TOO_LONG, /* the line was too long and was dropped */
	LINES_END,      /* end of input */
};

struct lines {
	int fd;
	struct buf bytes; /* read but not returned yet; wiped */
	size_t at;        /* start of the next line in `bytes` */
	bool dropping;    /* skipping the rest of a line that was too long */
	bool ended;
};

/* Reads the available input. Does not block if the descriptor is ready. */
void lines_read(struct lines *l);
/* The next line without its newline; valid until the next call of lines_read() or this function.
 * Text after the last newline is also a line at the end of the input. */
enum lines_next lines_next_line(struct lines *l, struct str *line);
/* True if a line is buffered or can be read without blocking. Only for a terminal, which
 * delivers whole lines; other inputs may have only the start of a line. */
bool lines_has_next(const struct lines *l);
void lines_free(struct lines *l);

#endif
