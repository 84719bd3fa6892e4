#include "plan/command_baskets.h"

#include "cli/walk.h"
#include "list/seen_ids.h"
#include "model/format.h"
#include "wire/basket.h"

#include <stdio.h>

enum { PLAN_BASKETS_PAGE_SIZE = 500 };

struct baskets_reading {
	struct plan_usage *usage;
	struct seen_ids baskets;
};

static int
baskets_limit(void *ctx)
{
	(void)ctx;
	return PLAN_BASKETS_PAGE_SIZE;
}

static enum walk_step
add_baskets_of_page(void *ctx, const struct json_scan *page)
{
	struct baskets_reading *r = ctx;
	struct arena a = { 0 };
	struct basket basket;
	struct err ignored;
	for (size_t i = 0; i < page->items.n; i++) {
		struct str json = json_scan_item(page, i);
		if (!seen_ids_check(&r->baskets, json) &&
		    basket_read(&basket, &a, json, page->items.v[i].flags, &ignored))
			plan_usage_add(r->usage, &basket);
		arena_reset(&a);
	}
	arena_free(&a);
	return WALK_CONTINUE;
}

bool
plan_baskets_read(struct plan_job *j, struct plan_usage *usage, struct err *err)
{
	struct baskets_reading reading = { .usage = usage };
	struct walk_request plan = { .connection = &j->connection,
		.endpoint = ENDPOINT_BASKETS,
		.query = { .after = WHEN_NONE },
		.one = "basket",
		.many = "baskets",
		.limit = baskets_limit,
		.page = add_baskets_of_page,
		.ctx = &reading };
	struct walk_end end;
	walk_run(&plan, &end);
	seen_ids_free(&reading.baskets);
	if (walk_has_cursor_loop(&end))
		return err_set(err, ERR_PROTOCOL, "could not read all baskets: %s",
		    pager_loop_reason(end.end));
	j->tries = end.tries;
	*err = end.err;
	return end.err.kind == ERR_NONE;
}

void
plan_baskets_print_summary(const struct plan_job *j, const struct plan_usage *usage)
{
	struct buf line = { 0 }, sums = { 0 };
	const struct check_items offers = catalog_items(j->catalog, CATALOG_OFFERS);
	format_plural(&line, usage->baskets, "open basket was read", "open baskets were read");
	plan_usage_append_totals(&sums, &j->plan, &offers);
	if (sums.n)
		buf_addf(&line, "; due at their start for what changes: %s", buf_z(&sums));
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
	buf_free(&sums);
}
