#include "cli/walk.h"

#include "base/index.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { EMPTY_PAGES_MAX = 100 };

struct walk {
	const struct walk_plan *plan;
	struct walk_end *end;
	struct index *cursors;
	struct list_cursor cursor;
	unsigned empty_pages; /* in a row */
};

static void
build_query(struct walk *w, struct buf *out)
{
	struct list_query query = w->plan->query;
	query.limit = w->plan->limit(w->plan->ctx);
	list_query_write(
	    out, client_names(w->plan->line->client), w->plan->endpoint, &query, &w->cursor);
}

static void answered(void *ctx, struct client_answer *answer);

static void
ask(struct walk *w)
{
	struct buf query = { 0 };
	build_query(w, &query);
	client_read(w->plan->line->client, w->plan->endpoint, buf_str(&query), answered, w);
	buf_free(&query);
}

static bool
was_there(struct walk *w)
{
	struct buf name = { 0 };
	buf_addf(&name, "%zu:", w->cursor.from.n);
	buf_adds(&name, buf_str(&w->cursor.from));
	buf_adds(&name, buf_str(&w->cursor.alias));
	bool seen = index_get(w->cursors, buf_str(&name)) != UINT32_MAX;
	index_put(w->cursors, buf_str(&name), 1);
	buf_free(&name);
	return seen;
}

static void
note_commit(struct walk_end *end, struct str commit)
{
	snprintf(end->moved_to, COMMIT_MAX, "%.*s", STR_ARG(commit));
	if (!end->commit[0])
		snprintf(end->commit, COMMIT_MAX, "%s", end->moved_to);
}

/* Where the next page is; false when there is none or it was there before. */
static bool
step(struct walk *w, const struct strict *page)
{
	struct list_envelope around;
	list_envelope_read(&around, page);
	list_cursor_copy(&w->cursor, &around.next);
	w->end->hits = around.hits;
	if (around.commit.n)
		note_commit(w->end, buf_str(&around.commit));
	list_envelope_free(&around);
	w->end->at_end = list_cursor_is_end(&w->cursor);
	w->empty_pages = page->items.n ? 0 : w->empty_pages + 1;
	if (w->end->at_end)
		return false;
	w->end->looped = was_there(w) || w->empty_pages > EMPTY_PAGES_MAX;
	return !w->end->looped;
}

static void
answered(void *ctx, struct client_answer *answer)
{
	struct walk *w = ctx;
	if (answer->err.kind) {
		w->end->err = answer->err;
		w->end->tries = answer->tries;
		line_stop(w->plan->line);
		return;
	}
	w->end->pages++;
	bool more = step(w, &answer->page);
	if (w->plan->page(w->plan->ctx, &answer->page) == WALK_ENOUGH) {
		w->end->looped = false; /* nobody wanted to go on */
		more = false;
	}
	if (more)
		ask(w);
	else
		line_stop(w->plan->line);
}

void
walk_run(const struct walk_plan *plan, struct walk_end *end)
{
	struct walk w = { .plan = plan, .end = end, .cursors = index_new() };
	*end = (struct walk_end){ .hits = -1 };
	ask(&w);
	line_run(plan->line);
	index_free(w.cursors);
	list_cursor_free(&w.cursor);
}

bool
walk_moved(const struct walk_end *end)
{
	return strcmp(end->commit, end->moved_to) != 0;
}

void
walk_say_moved(const struct walk_end *end)
{
	struct buf from = { 0 }, to = { 0 };
	text_clean(&from, str_sub(str_of(end->commit), 0, 7), false);
	text_clean(&to, str_sub(str_of(end->moved_to), 0, 7), false);
	if (walk_moved(end))
		fprintf(stderr, "The catalog changed while it was read: %s to %s\n", buf_z(&from),
		    buf_z(&to));
	buf_free(&from);
	buf_free(&to);
}

void
walk_curl(const struct walk_plan *plan, struct buf *out)
{
	struct walk w = { .plan = plan };
	struct buf query = { 0 };
	build_query(&w, &query);
	client_curl(out, plan->line->client, plan->endpoint, buf_str(&query));
	buf_free(&query);
}
