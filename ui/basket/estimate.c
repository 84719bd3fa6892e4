#include "ui/basket/estimate.h"

#include "snapshot/offer_today.h"

enum { SLICE_MS = 3 };

struct estimates {
	struct baskets *baskets;
	const struct catalog *catalog;
	struct io_watch io;
	void (*done)(void *ctx);
	void *ctx;
	unsigned slice;
	uint32_t pass; /* rows with an older number are computed again */
	struct buf commit;
	int64_t start;
	size_t next;
	bool any;
};

struct estimates *
estimates_new(struct baskets *baskets, const struct catalog *catalog, const struct io_watch *io,
    void (*done)(void *ctx), void *ctx)
{
	struct estimates *e = x_new(struct estimates);
	*e = (struct estimates){
		.baskets = baskets, .catalog = catalog, .io = *io, .done = done, .ctx = ctx
	};
	return e;
}

void
estimates_free(struct estimates *e)
{
	if (!e)
		return;
	e->io.cancel_timer(e->io.ctx, e->slice);
	buf_free(&e->commit);
	x_free(e);
}

static void
estimate_slice(void *arg)
{
	struct estimates *e = arg;
	int64_t until = clock_ticks() + SLICE_MS;
	e->slice = 0;
	while (catalog_graph(e->catalog) && e->next < e->baskets->rows.n) {
		struct basket_row *row = &e->baskets->rows.v[e->next++];
		if (row->estimated == e->pass)
			continue;
		basket_estimate(row, e->baskets->common, e->catalog, e->start);
		row->estimated = e->pass & ((1u << BASKET_ESTIMATE_BITS) - 1);
		e->any = true;
		if (clock_ticks() >= until) {
			e->slice = e->io.start_timer(e->io.ctx, 0, estimate_slice, e);
			return;
		}
	}
	if (e->any) {
		e->baskets->estimated++;
		e->done(e->ctx);
	}
	e->any = false;
}

void
estimates_run(struct estimates *e, bool again)
{
	struct str commit = catalog_commit(e->catalog);
	int64_t now = clock_now(e->baskets->clock);
	if (!catalog_graph(e->catalog))
		return;
	if (again || e->pass == 0 || !str_eq(commit, buf_str(&e->commit))) {
		e->pass = e->pass % ((1u << BASKET_ESTIMATE_BITS) - 1) + 1;
		buf_reset(&e->commit);
		buf_adds(&e->commit, commit);
	}
	e->start = basket_estimate_start(now);
	e->next = 0;
	if (!e->slice)
		e->slice = e->io.start_timer(e->io.ctx, 0, estimate_slice, e);
}
