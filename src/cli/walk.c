#include "cli/walk.h"

#include "base/utf8.h"
#include "cli/connection.h"

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
	r->progress_line.received_count = catalog_count_items_read(r->catalog);
	if (r->catalog->state == CATALOG_READING) {
		progress_line_start(&r->progress_line);
		return;
	}
	progress_line_stop(&r->progress_line);
	connection_stop(r->connection);
}

struct catalog *
catalog_read_all(
    struct connection *connection, struct catalog_scope scope, int *tries, struct err *err)
{
	struct catalog_run r = { .connection = connection };
	progress_line_init(&r.progress_line, connection, ENDPOINT_CAMPAIGNS);
	r.progress_line.singular = "item";
	r.progress_line.plural = "items";
	r.catalog = catalog_new(
	    connection->client, connection->clock, &connection->io, on_catalog_progress, &r);
	catalog_set_scope(r.catalog, scope);
	catalog_read(r.catalog, CATALOG_CAMPAIGNS);
	progress_line_start(&r.progress_line);
	connection_run(connection);
	progress_line_stop(&r.progress_line);
	r.catalog->on_changed = NULL; /* the catalog outlives this call */
	if (r.catalog->state == CATALOG_COMPLETE && r.catalog->compared_equal)
		fprintf(stderr,
		    "The lists of this service have different revisions, so each was read twice "
		    "and the two readings compared.\nNothing changed, but the lists may be from "
		    "different moments\n");
	if (r.catalog->state == CATALOG_COMPLETE)
		return r.catalog;
	*err = r.catalog->err;
	*tries = r.catalog->attempt_count;
	catalog_free(r.catalog);
	return NULL;
}

bool
catalog_check_journeys_read(const struct catalog *c, int *tries, struct err *err)
{
	const struct err *none = catalog_journeys_err(c);
	if (!none || none->kind == ERR_NOT_FOUND)
		return true;
	*err = *none;
	*tries = catalog_journeys_tries(c);
	return false;
}

struct walk {
	const struct walk_request *request;
	struct walk_end *result;
	struct pager pager;
	struct progress_line progress_line; /* restarted with each page */
};

static void on_page_answer(void *ctx, struct client_answer *answer);

static void
request_next_page(struct walk *w)
{
	pager_request_page(&w->pager, &w->request->query, on_page_answer, w);
	progress_line_start(&w->progress_line);
}

static void
on_page_answer(void *ctx, struct client_answer *answer)
{
	struct walk *w = ctx;
	enum walk_step step = WALK_ENOUGH;
	progress_line_stop(&w->progress_line);
	if (answer->err.kind) {
		w->result->err = answer->err;
		w->result->attempt_count = answer->attempt_count;
	} else {
		pager_advance(&w->pager, &answer->page);
		w->progress_line.received_count += answer->page.items.n;
		w->progress_line.total_count = w->pager.hits > 0 ? (uint64_t)w->pager.hits : 0;
		step = w->request->on_page(w->request->ctx, &answer->page);
		w->result->stopped_by_caller = step == WALK_ENOUGH;
	}
	if (step == WALK_CONTINUE && w->pager.end_reason == PAGER_MORE)
		request_next_page(w);
	else
		connection_stop(w->request->connection);
}

static void
store_commit(char out[COMMIT_TEXT_SIZE], struct str commit)
{
	snprintf(out, COMMIT_TEXT_SIZE, "%.*s", STR_ARG(commit));
}

void
walk_run(const struct walk_request *request, struct walk_end *end)
{
	struct walk w = { .request = request, .result = end };
	progress_line_init(&w.progress_line, request->connection, request->endpoint);
	w.progress_line.singular = request->singular;
	w.progress_line.plural = request->plural;
	*end = (struct walk_end){ .hits = -1 };
	pager_init(&w.pager, request->connection->client, request->endpoint);
	request_next_page(&w);
	connection_run(request->connection);
	progress_line_stop(&w.progress_line); /* another callback may have stopped the loop */
	end->reason = w.pager.end_reason;
	end->page_count = w.pager.page_count;
	end->hits = w.pager.hits;
	end->catalog_changed = w.pager.revision_changed;
	store_commit(end->first_commit, buf_str(&w.pager.first_commit));
	store_commit(end->last_commit, buf_str(&w.pager.last_commit));
	pager_free(&w.pager);
}

bool
walk_has_cursor_loop(const struct walk_end *end)
{
	return pager_end_is_cursor_loop(end->reason) && !end->stopped_by_caller;
}

void
walk_print_revision_change(const struct walk_end *end)
{
	struct buf from = { 0 }, to = { 0 };
	text_clean(&from, str_sub(str_of(end->first_commit), 0, 7), false);
	text_clean(&to, str_sub(str_of(end->last_commit), 0, 7), false);
	if (end->catalog_changed)
		fprintf(stderr, "The catalog changed while it was read: %s to %s\n", buf_z(&from),
		    buf_z(&to));
	buf_free(&from);
	buf_free(&to);
}
