/*
 * progress_line.h - one progress line on stderr for a user at a terminal when a command takes longer
 * than a second: what it waits for, for how long, and how much has arrived. It is removed before
 * anything else is written; a script has a clock of its own and gets none.
 */
#ifndef CLI_READ_PROGRESS_LINE_H
#define CLI_READ_PROGRESS_LINE_H

#include "cli/read/connection.h"
#include "wire/names.h"

struct progress_line {
	struct connection *connection; /* the caller's; NULL before progress_line_init() */
	enum endpoint endpoint;
	const char *one, *many; /* what is counted; NULL: nothing */
	uint64_t count, of;     /* items received, of how many; 0: not known */
	int64_t began;
	unsigned timer; /* 0: nothing is waited for */
	int shown;      /* cells of the line on the screen */
};

/* progress_line_stop() it before the connection is closed. */
void progress_line_init(struct progress_line *p, struct connection *connection, enum endpoint endpoint);
/* An answer is waited for from now on; or no more, and the line is gone. */
void progress_line_start(struct progress_line *p);
void progress_line_stop(struct progress_line *p);

#endif
