/*
 * patience.h - tells whoever sits at the terminal which service a command waits for, when an answer
 * takes longer than two seconds; once, and nothing to a script, which has its own clock.
 */
#ifndef CLI_READ_PATIENCE_H
#define CLI_READ_PATIENCE_H

#include "cli/read/connection.h"
#include "wire/names.h"

struct patience {
	struct connection *connection; /* the caller's */
	enum endpoint endpoint;
	unsigned timer; /* 0: nothing is waited for, or it was said */
	bool said;
};

/* patience_stop() it before the connection is closed. */
void patience_init(struct patience *p, struct connection *connection, enum endpoint endpoint);
/* An answer is waited for from now on; or no more. */
void patience_start(struct patience *p);
void patience_stop(struct patience *p);

#endif
