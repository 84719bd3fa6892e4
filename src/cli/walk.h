/*
 * walk.h - pages of baskets, one after the other, from the newest on: what `get` reads.
 *
 * Starts the demo's service where there is to be one, follows cursors, notices one that comes
 * back, and runs its own loop until it is told that it is enough. Owns client and loop.
 */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include "app/launch.h"

struct walk;

enum walk_step { WALK_ON, WALK_ENOUGH };

struct walk_plan {
	const struct launch *launch;
	int64_t after; /* sent to the service; WHEN_NONE for all */
	/* How many baskets to ask for now. */
	int (*limit)(void *ctx);
	/* A page came; it is freed afterwards. */
	enum walk_step (*page)(void *ctx, const struct strict *page);
	void *ctx;
};

struct walk_end {
	struct err err; /* ERR_NONE, or why it ended early */
	int tries;
	bool at_end;  /* the service has no older ones */
	bool looped;  /* a cursor came twice, or it went on without baskets */
	size_t pages; /* that came whole */
};

/* Comes back when the walk is over. */
void walk_run(const struct walk_plan *plan, struct walk_end *end);
/* Appends the first request as a curl command. False when the demo's service does not start. */
bool walk_curl(const struct walk_plan *plan, struct buf *out, struct err *err);

#endif
