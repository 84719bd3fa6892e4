/*
 * connection.h - a command's connection to the service: loop and client, and the demo's service if
 * it is used. Owns them all until connection_close(); the app_context must outlive it.
 */
#ifndef CLI_CONNECTION_H
#define CLI_CONNECTION_H

#include "app/app_context.h"
#include "app/loop.h"
#include "wire/names.h"

struct demo;

struct connection {
	struct loop *loop;
	struct io_watch io;
	struct client *client;
	const struct clock *clock; /* of the app_context */
	struct demo *demo;
	bool is_quiet; /* the pager uses the terminal: print nothing to it */
	void (*before_progress_line)(
	    void *ctx); /* called before connection.h writes its line; or NULL */
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
void connection_run_for(struct connection *l, int64_t ms);

/*
 * One progress line on stderr for a user at a terminal if a command takes longer
 * than a second: the service it waits for, the time, and the number of items received. It is
 * removed before any other output; scripts get none.
 */

struct progress_line {
	struct connection *connection; /* the caller's; NULL before progress_line_init() */
	enum endpoint endpoint;
	const char *singular, *plural;        /* names of the items; NULL: not counted */
	uint64_t received_count, total_count; /* items received, and expected; 0: not known */
	int64_t began_at;
	unsigned timer;  /* 0: not waiting */
	int shown_width; /* its width on the screen */
};

/* Call progress_line_stop() before the connection is closed. */
void progress_line_init(
    struct progress_line *p, struct connection *connection, enum endpoint endpoint);
/* Starts the progress line for a response; and removes it. */
void progress_line_start(struct progress_line *p);
void progress_line_stop(struct progress_line *p);

#endif
