#include "cli/list_needs.h"

#include "basket/common.h"
#include "basket/row.h"
#include "cli/catalog_run.h"
#include "cli/walk.h"
#include "list/columns.h"
#include "snapshot/offer_today.h"
#include "wire/basket.h"
#include "wire/catalog.h"

enum { BASKETS_PAGE_SIZE = 500 };

/* Terms of offers that need data from other items. */
static const struct {
	const char *key;
	unsigned reads;
} joined_columns[] = {
	{ "product", CATALOG_LIST(CATALOG_PRODUCTS) },
	{ "price", CATALOG_LIST(CATALOG_OFFERS) },
};

struct view_dependencies {
	const struct view *view;
	unsigned reads; /* CATALOG_ bits */
	bool links;     /* some column needs the whole catalog */
	bool baskets;   /* counts of baskets by campaign */
	int64_t now;
	struct catalog *catalog;
	struct basket_common *common; /* shared values of baskets, and amounts */
	struct arena texts;
	VEC(struct basket_row) rows;
};

/* ---- required parts ---- */

static bool
is_of_baskets(const struct view_dependencies *n)
{
	return n->view->base->endpoint == ENDPOINT_BASKETS;
}

static void
add_column_dependency(struct view_dependencies *n, const struct column *column)
{
	if (!column || !(column->shape & COLUMN_LINKED))
		return;
	n->links = true;
	if (is_of_baskets(n)) {
		n->reads |= CATALOG_LIST(CATALOG_OFFERS);
		return;
	}
	n->reads |= CATALOG_LISTS;
	if (str_eqz(str_of(column->id), "published"))
		n->reads |= CATALOG_PUBLISHED;
	if (str_eqz(str_of(column->id), "journeys"))
		n->reads |= CATALOG_JOURNEYS;
	n->baskets = n->baskets || str_eqz(str_of(column->id), "baskets");
}

static void
add_term_dependency(struct view_dependencies *n, const struct row_term *t)
{
	add_column_dependency(n, t->column);
	for (size_t i = 0; i < sizeof(joined_columns) / sizeof(*joined_columns); i++)
		if (n->view->base->endpoint == ENDPOINT_OFFERS &&
		    row_term_has_key(t, joined_columns[i].key))
			n->reads |= joined_columns[i].reads;
}

struct view_dependencies *
view_dependencies_new(const struct row_filter *filter, const struct view *view)
{
	struct view_dependencies *n = x_new(struct view_dependencies);
	*n = (struct view_dependencies){ .view = view };
	for (size_t i = 0; i < filter->terms.n; i++)
		add_term_dependency(n, &filter->terms.v[i]);
	add_column_dependency(n, column_find(view->resource->columns, view->sort));
	for (size_t i = 0; i < view->columns.n; i++)
		add_column_dependency(
		    n, column_find(view->resource->columns, view->columns.v[i].name));
	if (n->reads)
		return n;
	view_dependencies_free(n);
	return NULL;
}

void
view_dependencies_free(struct view_dependencies *n)
{
	if (!n)
		return;
	catalog_free(n->catalog);
	basket_common_free(n->common);
	vec_free(&n->rows);
	arena_free(&n->texts);
	x_free(n);
}

/* ---- reading ---- */

static int
page_of_baskets(void *ctx)
{
	(void)ctx;
	return BASKETS_PAGE_SIZE;
}

static enum walk_step
add_baskets(void *ctx, const struct json_scan *page)
{
	struct view_dependencies *n = ctx;
	for (size_t i = 0; i < page->items.n; i++) {
		struct arena scratch = { 0 };
		struct basket_row row;
		struct basket b;
		struct err ignored;
		if (basket_read_in_place(
			&b, &scratch, json_scan_item(page, i), page->items.v[i].flags, &ignored)) {
			basket_row_fill(&row, &n->texts, n->common, &b);
			vec_push(&n->rows, row);
		}
		arena_free(&scratch);
	}
	return WALK_CONTINUE;
}

static bool
count_baskets(
    struct view_dependencies *n, struct connection *connection, int *tries, struct err *err)
{
	const struct walk_request plan = { .connection = connection,
		.endpoint = ENDPOINT_BASKETS,
		.query = { .after = WHEN_NONE },
		.one = "basket",
		.many = "baskets",
		.limit = page_of_baskets,
		.page = add_baskets,
		.ctx = n };
	struct walk_end end = { 0 };
	walk_run(&plan, &end);
	*err = end.err;
	*tries = end.tries;
	if (!err->kind && walk_has_cursor_loop(&end))
		return err_set(
		    err, ERR_PROTOCOL, "the list of baskets: %s", pager_loop_reason(end.end));
	catalog_count_baskets(n->catalog, n->rows.v, n->rows.n);
	return !err->kind;
}

bool
view_dependencies_read(struct view_dependencies *n, struct connection *connection, int64_t now,
    int *tries, struct err *err)
{
	const struct catalog_scope scope = { .wanted = n->reads, .needed = n->reads };
	n->now = now;
	n->common = basket_common_new();
	n->catalog = catalog_run(connection, scope, tries, err);
	return n->catalog && (!n->baskets || count_baskets(n, connection, tries, err));
}

/* ---- rows ---- */

static void
complete_item(struct view_dependencies *n, struct item_row *row)
{
	enum catalog_part part = catalog_part_named(n->view->resource);
	size_t at = part < CATALOG_PARTS ? catalog_find(n->catalog, part, row->path) : SIZE_MAX;
	if (n->links && at != SIZE_MAX)
		item_row_copy_counts(row, &catalog_list(n->catalog, part)->rows.v[at]);
}

static void
complete_offer(struct view_dependencies *n, struct item_row *row, struct arena *a, struct str json,
    unsigned flags)
{
	struct catalog_item offer;
	struct err none;
	if (row->codes.n && !row->price_reference.n)
		return;
	if (catalog_item_read(&offer, a, json, flags, &none))
		catalog_complete_offer(n->catalog, row, a, &offer);
}

void
view_dependencies_complete(
    struct view_dependencies *n, void *row, struct arena *a, struct str json, unsigned flags)
{
	if (is_of_baskets(n)) {
		basket_estimate(row, n->common, n->catalog, basket_estimate_start(n->now));
		return;
	}
	complete_item(n, row);
	if (n->view->resource->endpoint == ENDPOINT_OFFERS)
		complete_offer(n, row, a, json, flags);
}

const struct catalog *
view_dependencies_prices(const struct view_dependencies *n)
{
	return n && is_of_baskets(n) ? n->catalog : NULL;
}
