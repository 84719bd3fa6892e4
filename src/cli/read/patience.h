/*
 * patience.h - one line on stderr for whoever sits at a terminal while a command takes longer than a
 * second: who is waited for, how long, and how much came. It goes again before anything else is
 * written; a script, which has its own clock, is told nothing.
 */
#ifndef CLI_READ_PATIENCE_H
#define CLI_READ_PATIENCE_H

#include "cli/read/connection.h"
#include "wire/names.h"

struct patience {
	struct connection *connection; /* the caller's; NULL before patience_init() */
	enum endpoint endpoint;
	const char *one, *many; /* what is counted; NULL: nothing */
	uint64_t count, of;     /* so many came, of how many; 0: nobody knows */
	int64_t began;
	unsigned timer; /* 0: nothing is waited for */
	int shown;      /* cells of the line that stands there */
};

/* patience_stop() it before the connection is closed. */
void patience_init(struct patience *p, struct connection *connection, enum endpoint endpoint);
/* An answer is waited for from now on; or no more, and the line is gone. */
void patience_start(struct patience *p);
void patience_stop(struct patience *p);

#endif
