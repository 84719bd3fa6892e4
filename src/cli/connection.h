/*
 * connection.h - a command's connection to the service: loop and client, and the demo's service if
 * it is used. Owns them all until connection_close(); the app_context must outlive it.
 */
#ifndef CLI_CONNECTION_H
#define CLI_CONNECTION_H

#include "app/app_context.h"
#include "app/loop.h"

struct demo;

struct connection {
	struct loop *loop;
	struct io_watch io;
	struct client *client;
	const struct clock *clock; /* of the app_context */
	struct demo *demo;
	bool is_quiet;                  /* the pager uses the terminal: print nothing to it */
	void (*before_line)(void *ctx); /* called before progress_line.h writes its line; or NULL */
	void *ctx;
	struct err err; /* why the demo's service did not start */
};

/* Returns when the service's address is known and a token command, if it runs on the terminal,
 * has finished. Call connection_close() even after a failure. */
bool connection_open(struct connection *l, struct app_context *app, struct err *err);
void connection_close(struct connection *l);
/* Runs the loop until connection_stop(), which response callbacks call. */
void connection_run(struct connection *l);
void connection_stop(struct connection *l);
/* Runs the connection's loop for `ms` milliseconds. */
void connection_pause(struct connection *l, int64_t ms);

#endif
