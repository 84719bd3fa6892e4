/*
 * progress_line.h - one progress line on stderr for a user at a terminal if a command takes longer
 * than a second: the service it waits for, the time, and the number of items received. It is
 * removed before any other output; scripts get none.
 */
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include "cli/connection.h"
#include "wire/names.h"

struct progress_line {
	struct connection *connection; /* the caller's; NULL before progress_line_init() */
	enum endpoint endpoint;
	const char *one, *many; /* names of the items; NULL: not counted */
	uint64_t count, of;     /* items received, and expected; 0: not known */
	int64_t began;
	unsigned timer; /* 0: not waiting */
	int shown;      /* its width on the screen */
};

/* Call progress_line_stop() before the connection is closed. */
void progress_line_init(
    struct progress_line *p, struct connection *connection, enum endpoint endpoint);
/* Starts the progress line for a response; and removes it. */
void progress_line_start(struct progress_line *p);
void progress_line_stop(struct progress_line *p);

#endif
