/*
 * walk.h - reads a list or the catalog, for commands.
 *
 * walk_run() requests one page after another and runs the connection's loop until the list ends or
 * the caller has enough:
 * - The request has the session's token. If the service refuses it, a fresh one is used once.
 * - A page is requested up to four times if the connection or the service fails. If all tries
 *   fail, the walk ends with `err`; earlier pages have been processed. If only the cursor has
 *   expired, the walk starts over, at most three times: use seen_ids (list/pager.h).
 * - The response is checked to be JSON with an array of items. If the user asked for masked people,
 *   their data is already replaced by pseudonyms.
 * - on_page gets the page, and may change the request's query.limit for the next one. The next page
 *   is requested only after on_page returns WALK_CONTINUE.
 * - A service that repeats itself ends the walk: a cursor that was used before, two pages in a row
 *   that begin like earlier ones, or 100 empty pages in a row (walk_has_cursor_loop()).
 * A progress line on stderr (connection.h) shows how many items came.
 */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include "catalog/catalog.h"
#include "cli/connection.h"
#include "list/pager.h"

enum walk_step { WALK_CONTINUE, WALK_ENOUGH };

struct walk_request {
	struct connection *connection;
	enum endpoint endpoint;
	struct list_query query;
	const char *singular, *plural; /* names of its items for the progress line; or NULL */
	/* Processes a page, which is freed afterwards. */
	enum walk_step (*on_page)(void *ctx, const struct json_scan *page);
	void *ctx;
};

enum { COMMIT_TEXT_SIZE = 80 };

struct walk_end {
	struct err err; /* ERR_NONE, or why the walk ended early */
	int attempt_count;
	enum pager_end reason;
	bool stopped_by_caller; /* the caller had enough */
	size_t page_count;      /* number of complete pages */
	int64_t hits;           /* total count in the last page; -1: none */
	bool catalog_changed;   /* the catalog changed between the first page and the last */
	/* The catalog's revision on the first page and on the last; "" if none is given. */
	char first_commit[COMMIT_TEXT_SIZE], last_commit[COMMIT_TEXT_SIZE];
};

/* Returns when the walk has ended. */
void walk_run(const struct walk_request *request, struct walk_end *end);
/* True if the walk ended because the service repeated itself before the caller had enough. */
bool walk_has_cursor_loop(const struct walk_end *end);
/* Prints on stderr that the catalog changed, if it did. */
void walk_print_revision_change(const struct walk_end *end);

/*
 * Reads the catalog, or parts of it, for commands: runs the connection's loop until
 * it is read.
 */

/* Returns when all wanted parts were read. Returns NULL and sets err if a list or a needed part
 * cannot be read; *tries is set as in struct walk_end. Call catalog_free() before the connection
 * is closed. */
struct catalog *catalog_read_all(
    struct connection *connection, struct catalog_scope scope, int *tries, struct err *err);
/* False, with err and *tries set, if the journeys exist but could not be read; a service without
 * journeys still has a catalog. */
bool catalog_check_journeys_read(const struct catalog *c, int *tries, struct err *err);

#endif
