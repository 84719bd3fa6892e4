/*
 * connection.h - the line to the service that a command works over: loop and client, and the demo's
 * service where there is to be one. Owns them all until connection_close(); the launch outlives it.
 */
#ifndef CLI_READ_CONNECTION_H
#define CLI_READ_CONNECTION_H

#include "app/run/app_context.h"
#include "app/run/loop.h"

struct demo;

struct connection {
	struct loop *loop;
	struct io_watch io;
	struct client *client;
	const struct clock *clock; /* the launch's */
	struct demo *demo;
	bool is_quiet; /* the pager owns the terminal: nothing else is written to it */
	void (*before_line)(
	    void *ctx); /* what is done before progress_line.h writes its line; or NULL */
	void *ctx;
	struct err err; /* why the demo's service did not start */
};

/* Comes back when the service's address is known, and a token command that has a terminal to ask on
 * has said what it had to. connection_close() after false too. */
bool connection_open(struct connection *l, struct app_context *app, struct err *err);
void connection_close(struct connection *l);
/* Turns the loop until connection_stop(), which answers call. */
void connection_run(struct connection *l);
void connection_stop(struct connection *l);
/* Lets ms pass on the line's loop. */
void connection_pause(struct connection *l, int64_t ms);

#endif
