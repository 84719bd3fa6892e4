/*
 * line.h - the line to the service that a command works over: loop and client, and the demo's
 * service where there is to be one. Owns them all until line_close().
 */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include "app/launch.h"
#include "app/loop.h"

struct demo;

struct line {
	struct loop *loop;
	struct io_watch io;
	struct client *client;
	struct demo *demo;
	struct err err; /* why the demo's service did not start */
};

/* Comes back when the service's address is known. line_close() after false too. */
bool line_open(struct line *l, const struct launch *launch, struct err *err);
void line_close(struct line *l);
/* Turns the loop until line_stop(), which answers call. */
void line_run(struct line *l);
void line_stop(struct line *l);
/* Lets ms pass on the line's loop. */
void line_pause(struct line *l, int64_t ms);

#endif
