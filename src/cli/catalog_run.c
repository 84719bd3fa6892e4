#include "cli/catalog_run.h"

#include "cli/progress_line.h"

#include <stdio.h>

struct catalog_run {
	struct connection *connection;
	struct catalog *catalog;
	struct progress_line progress_line;
};

/* Called when items arrived, and when reading has ended. */
static void
on_catalog_progress(void *ctx)
{
	struct catalog_run *r = ctx;
	r->progress_line.count = catalog_items_read(r->catalog);
	if (r->catalog->state == CATALOG_READING) {
		progress_line_start(&r->progress_line);
		return;
	}
	progress_line_stop(&r->progress_line);
	connection_stop(r->connection);
}

struct catalog *
catalog_run(struct connection *connection, struct catalog_scope scope, int *tries, struct err *err)
{
	struct catalog_run r = { .connection = connection };
	progress_line_init(&r.progress_line, connection, ENDPOINT_CAMPAIGNS);
	r.progress_line.one = "item";
	r.progress_line.many = "items";
	r.catalog = catalog_new(
	    connection->client, connection->clock, &connection->io, on_catalog_progress, &r);
	catalog_set_scope(r.catalog, scope);
	catalog_read(r.catalog, CATALOG_CAMPAIGNS);
	progress_line_start(&r.progress_line);
	connection_run(connection);
	progress_line_stop(&r.progress_line);
	r.catalog->changed = NULL; /* the catalog outlives this call */
	if (r.catalog->state == CATALOG_WHOLE && r.catalog->compared)
		fprintf(stderr,
		    "The lists of this service have different revisions, so each was read twice "
		    "and compared with itself.\nNothing changed, but the lists may be from "
		    "different moments\n");
	if (r.catalog->state == CATALOG_WHOLE)
		return r.catalog;
	*err = r.catalog->err;
	*tries = r.catalog->tries;
	catalog_free(r.catalog);
	return NULL;
}
