#include "cli/walk.h"

#include "app/demo.h"
#include "app/index.h"
#include "app/loop.h"
#include "base/mem.h"

enum { EMPTY_PAGES_MAX = 100 };

struct walk {
	const struct walk_plan *plan;
	struct walk_end *end;
	struct loop *loop;
	struct io_watch io;
	struct client *client;
	struct demo *demo;
	struct index *cursors;
	struct buf cursor;
	unsigned empty_pages; /* in a row */
	bool only_address;    /* stop when the service's address is known */
};

static void
stop(struct walk *w)
{
	loop_stop(w->loop);
}

static void
build_query(struct walk *w, struct buf *out)
{
	client_baskets_query(
	    out, w->client, w->plan->limit(w->plan->ctx), w->plan->after, buf_str(&w->cursor));
}

static void answered(void *ctx, struct client_answer *answer);

static void
ask(struct walk *w)
{
	struct buf query = { 0 };
	build_query(w, &query);
	client_read(w->client, ENDPOINT_BASKETS, buf_str(&query), answered, w);
	buf_free(&query);
}

/* Where the next page is; false when there is none or it was there before. */
static bool
step(struct walk *w, const struct strict *page)
{
	buf_reset(&w->cursor);
	client_next_cursor(&w->cursor, page);
	struct str cursor = buf_str(&w->cursor);
	w->end->at_end = cursor.n == 0;
	w->empty_pages = page->items.n ? 0 : w->empty_pages + 1;
	if (w->end->at_end)
		return false;
	w->end->looped = index_get(w->cursors, cursor) != UINT32_MAX ||
	    w->empty_pages > EMPTY_PAGES_MAX;
	index_put(w->cursors, cursor, 1);
	return !w->end->looped;
}

static void
answered(void *ctx, struct client_answer *answer)
{
	struct walk *w = ctx;
	if (answer->err.kind) {
		w->end->err = answer->err;
		w->end->tries = answer->tries;
		stop(w);
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
		stop(w);
}

static void
demo_ready(void *ctx, const char *base_url, const char *token, const struct err *err)
{
	struct walk *w = ctx;
	if (err) {
		w->end->err = *err;
		stop(w);
		return;
	}
	client_redirect(w->client, base_url, token);
	if (w->only_address)
		stop(w);
	else
		ask(w);
}

static void
open_walk(struct walk *w, const struct walk_plan *plan, struct walk_end *end)
{
	*end = (struct walk_end){ 0 };
	*w = (struct walk){ .plan = plan, .end = end, .loop = loop_new() };
	w->io = loop_io(w->loop);
	w->client = client_new(&plan->launch->client, &w->io);
	w->cursors = index_new();
}

/* Starts the demo's service, or asks at once where the address is known. False when it is over
 * before it began. */
static bool
begin(struct walk *w)
{
	if (w->plan->launch->options.pack) {
		w->demo = demo_start(w->plan->launch, &w->io, demo_ready, w, &w->end->err);
		return w->demo != NULL;
	}
	if (!w->only_address)
		ask(w);
	return !w->only_address;
}

static void
close_walk(struct walk *w)
{
	client_free(w->client);
	demo_stop(w->demo);
	index_free(w->cursors);
	loop_free(w->loop);
	buf_free(&w->cursor);
}

void
walk_run(const struct walk_plan *plan, struct walk_end *end)
{
	struct walk w;
	open_walk(&w, plan, end);
	if (begin(&w))
		loop_run(w.loop);
	close_walk(&w);
}

bool
walk_curl(const struct walk_plan *plan, struct buf *out, struct err *err)
{
	struct walk w;
	struct walk_end end;
	struct buf query = { 0 };
	open_walk(&w, plan, &end);
	w.only_address = true;
	if (begin(&w))
		loop_run(w.loop);
	bool ok = end.err.kind == ERR_NONE;
	if (ok) {
		build_query(&w, &query);
		client_curl(out, w.client, ENDPOINT_BASKETS, buf_str(&query));
	} else {
		*err = end.err;
	}
	buf_free(&query);
	close_walk(&w);
	return ok;
}
