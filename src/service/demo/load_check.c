#include "service/demo/load_check.h"

#include "base/clock.h"
#include "base/vec.h"
#include "model/check.h"
#include "model/when.h"
#include "wire/catalog.h"

#include <stdlib.h>

typedef VEC(struct catalog_item) item_vec;

struct list_read {
	struct arena *arena;
	item_vec items;
	struct journeys journeys;
	int64_t last_number;
	size_t page_count; /* number of items of the current page */
};

struct problem {
	size_t line;
	size_t order; /* that of its finding */
	struct str words;
};

struct problems {
	struct arena arena;
	const struct index *lines;
	VEC(struct problem) v;
};

/* Objects that cannot be parsed were refused before. */
static bool
add_item(void *ctx, const struct store_item *stored)
{
	struct list_read *r = ctx;
	struct str json = arena_str(r->arena, stored->json);
	struct catalog_item item;
	struct err ignored;
	r->last_number = stored->number;
	r->page_count++;
	if (stored->list == STORE_JOURNEYS)
		journeys_read(&r->journeys, r->arena, json, 0, &ignored);
	else if (catalog_item_read(&item, r->arena, json, 0, &ignored))
		vec_push(&r->items, item);
	return true;
}

static int
by_path(const void *a, const void *b)
{
	return str_cmp(((const struct catalog_item *)a)->path, ((const struct catalog_item *)b)->path);
}

static bool
read_list(struct list_read *r, struct store_tx *tx, enum store_list list, struct err *err)
{
	struct store_item_query q = {
		.list = list, .limit = STORE_PAGE_ITEMS_MAX, .modified_after = WHEN_NONE
	};
	do {
		r->page_count = 0;
		if (!store_list_items(tx, &q, add_item, r, err))
			return false;
		q.after_number = r->last_number;
	} while (r->page_count == q.limit);
	if (r->items.n)
		qsort(r->items.v, r->items.n, sizeof(*r->items.v), by_path);
	return true;
}

static void
add_problem(void *ctx, const struct check_finding *found)
{
	struct problems *p = ctx;
	const struct check_rule_info *rule = &check_rules[found->rule];
	struct str path = found->journey_number ? STR("/journeys") : found->path;
	uint32_t line = index_get(p->lines, path);
	if (line == UINT32_MAX || rule->severity == CHECK_NOTE)
		return;
	const char *severity = check_severities[rule->severity];
	struct problem problem = { .line = line, .order = p->v.n };
	problem.words = found->journey_number
	    ? arena_printf(&p->arena, "%s: journey %zu: %.*s (%s)", severity, found->journey_number,
		  STR_ARG(found->message), rule->id)
	    : arena_printf(&p->arena, "%s: %.*s: %.*s (%s)", severity, STR_ARG(path),
		  STR_ARG(found->message), rule->id);
	vec_push(&p->v, problem);
}

static int
by_line(const void *x, const void *y)
{
	const struct problem *a = x, *b = y;
	return a->line != b->line ? (a->line > b->line) - (a->line < b->line)
				  : (a->order > b->order) - (a->order < b->order);
}

static void
report_problems(struct problems *p, load_fault_fn *on_problem, void *ctx)
{
	struct buf words = { 0 };
	if (p->v.n)
		qsort(p->v.v, p->v.n, sizeof(*p->v.v), by_line);
	for (size_t i = 0; i < p->v.n; i++) {
		buf_reset(&words);
		buf_adds(&words, p->v.v[i].words);
		on_problem(ctx, p->v.v[i].line, buf_z(&words));
	}
	buf_free(&words);
}

static struct check_items
items_of(const struct list_read *lists, enum store_list list)
{
	return (struct check_items){ lists[list].items.v, lists[list].items.n };
}

bool
load_check(struct store_tx *tx, const struct index *lines, load_fault_fn *on_problem, void *ctx,
    struct err *err)
{
	struct list_read lists[STORE_JOURNEYS + 1] = { 0 };
	struct problems p = { .lines = lines };
	bool ok = true;
	for (int i = STORE_CAMPAIGNS; ok && i <= STORE_JOURNEYS; i++) {
		lists[i].arena = &p.arena;
		ok = read_list(&lists[i], tx, (enum store_list)i, err);
	}
	if (ok) {
		const struct journeys *journeys = &lists[STORE_JOURNEYS].journeys;
		const struct check_catalog c = { .campaigns = items_of(lists, STORE_CAMPAIGNS),
			.offers = items_of(lists, STORE_OFFERS),
			.assets = items_of(lists, STORE_ASSETS),
			.products = items_of(lists, STORE_PRODUCTS),
			.segments = items_of(lists, STORE_SEGMENTS),
			.journeys = journeys,
			.now = clock_real() };
		check_catalog(&c, add_problem, &p);
		check_journeys(journeys, &c.segments, &c.offers, add_problem, &p);
		report_problems(&p, on_problem, ctx);
	}
	for (int i = 0; i <= STORE_JOURNEYS; i++)
		vec_free(&lists[i].items);
	vec_free(&p.v);
	arena_free(&p.arena);
	return ok;
}
