/*
 * walk.h - a whole list by the pager, for commands: runs the line's loop until the list has ended
 * or they have enough.
 */
#ifndef CLI_READ_WALK_H
#define CLI_READ_WALK_H

#include "app/list/pager.h"
#include "cli/read/connection.h"

enum walk_step { WALK_CONTINUE, WALK_ENOUGH };

struct walk_request {
	struct connection *connection;
	enum endpoint endpoint;
	struct list_query query; /* its limit is asked for anew, page by page */
	const char *one, *many;  /* what its items are called, for those who wait; or NULL */
	/* How many items to ask for now. */
	int (*limit)(void *ctx);
	/* A page came; it is freed afterwards. */
	enum walk_step (*page)(void *ctx, const struct json_scan *page);
	void *ctx;
};

enum { COMMIT_MAX = 80 };

struct walk_end {
	struct err err; /* ERR_NONE, or why it ended early */
	int tries;
	enum pager_end end;
	bool enough;  /* the plan had enough */
	size_t pages; /* that came whole */
	int64_t hits; /* as the last page says, -1 when it does not */
	bool moved;   /* the catalog changed between the first page and the last */
	/* The catalog's revision on the first page and on the last; "" where none is told. */
	char commit[COMMIT_MAX], moved_to[COMMIT_MAX];
};

/* Comes back when the walk is over. */
void walk_run(const struct walk_request *plan, struct walk_end *end);
/* Did it end because the service leads in circles, when more was wanted? */
bool walk_has_cursor_loop(const struct walk_end *end);
/* Says on stderr that the catalog changed, when it did. */
void walk_print_revision_change(const struct walk_end *end);
/* Appends the first request as a curl command. */
void walk_curl(const struct walk_request *plan, struct buf *out);

#endif
