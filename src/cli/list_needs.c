#include "cli/list_needs.h"

#include "app/state.h"
#include "basket/common.h"
#include "basket/groups.h"
#include "basket/person_row.h"
#include "basket/row.h"
#include "basket/row_contact.h"
#include "basket/same_person.h"
#include "basket/sent_links.h"
#include "cli/walk.h"
#include "identity/known_row.h"
#include "list/columns.h"
#include "snapshot/offer_today.h"
#include "wire/basket.h"
#include "wire/catalog.h"

struct derived_rows_ops {
	void (*add_basket)(struct derived_rows *g, struct str json, unsigned flags);
	size_t (*finish)(struct derived_rows *g, bool whole);
	void (*fill_row)(
	    const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json);
};

struct derived_rows {
	const struct derived_rows_ops *ops;
	const struct row_ops *row_ops; /* row functions of the derived resource */
	size_t row_count;
	struct age_context ages;
	struct identities *identities;
	struct known_rows known_rows;
	struct journal journal; /* links made here, for identities */
	struct buf service;
	struct arena text_arena;
	struct basket_common *common_texts;
	VEC(struct basket_row) baskets;
	VEC(struct str) basket_json; /* of each basket, if terms need it */
	bool keeps_json;
	const struct catalog *catalog;         /* source of amounts, or NULL */
	const struct contact_log *contact_log; /* source of contact statuses, or NULL */
	const struct mask *account_mask;       /* for accounts of the contact log, or NULL */
	const char *consent_field;
	char *const *shared_emails;
	struct persons merged_persons;
	struct person_rows persons;
	struct groups groups;
	struct sent_links sent_links;
	bool lists_sent_links; /* sent links, or groups of them */
	bool has_unreadable;   /* a basket could not be read */
};

/* ---- identities ---- */

static void
add_to_identities(struct derived_rows *g, struct str json, unsigned flags)
{
	identities_add(g->identities, json, flags);
}

static size_t
end_identities(struct derived_rows *g, bool whole)
{
	(void)whole;
	known_rows_make(&g->known_rows, g->identities, &g->journal, buf_str(&g->service));
	return g->known_rows.list.n;
}

static void
fill_identity_row(
    const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json)
{
	(void)a;
	*(struct known_row *)row = g->known_rows.list.v[i];
	known_row_write(json, row);
}

/* ---- persons and groups ---- */

static void
add_basket_row(struct derived_rows *g, struct str json, unsigned flags)
{
	struct arena scratch = { 0 };
	struct basket_row row;
	struct basket b;
	struct err ignored;
	if (basket_read_in_place(&b, &scratch, json, flags, &ignored)) {
		basket_row_fill(&row, &g->text_arena, g->common_texts, &b);
		if (g->catalog)
			basket_compute_estimate(
			    &row, g->common_texts, g->catalog, basket_estimate_start(g->ages.now));
		same_person_mark_shared(&row, g->shared_emails);
		if (g->contact_log && !g->lists_sent_links)
			basket_row_set_contact(&row, g->contact_log, g->consent_field, json);
		vec_push(&g->baskets, row);
		struct str kept = g->keeps_json ? arena_str(&g->text_arena, json) : STR_NONE;
		vec_push(&g->basket_json, kept);
	} else {
		g->has_unreadable = true;
	}
	arena_free(&scratch);
}

static struct str
json_of_basket(void *ctx, size_t row)
{
	const struct derived_rows *g = ctx;
	return g->basket_json.v[row];
}

static size_t
end_persons(struct derived_rows *g, bool whole)
{
	(void)whole;
	persons_merge_rows(&g->merged_persons, g->baskets.v, g->baskets.n, true);
	g->persons.get_row_json = json_of_basket;
	g->persons.ctx = g;
	person_rows_make(&g->persons, &g->merged_persons, g->baskets.v);
	return g->persons.list.n;
}

static void
fill_person_row(
    const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json)
{
	(void)a;
	*(struct person_row *)row = g->persons.list.v[i];
	person_row_write(json, row);
}

static void
fill_sent_link_row(
    const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json)
{
	(void)a;
	*(struct basket_row *)row = g->sent_links.rows.v[i];
	sent_link_write(json, row);
}

static void
count_baskets_by_group(struct derived_rows *g, bool whole)
{
	int64_t oldest = WHEN_NONE;
	for (size_t i = 0; i < g->baskets.n; i++) {
		int64_t t = g->baskets.v[i].created;
		if (t != WHEN_NONE && (oldest == WHEN_NONE || t < oldest))
			oldest = t;
	}
	groups_begin(&g->groups, g->ages.now, oldest, whole);
	for (size_t i = 0; i < g->baskets.n; i++)
		groups_add(&g->groups, &g->baskets.v[i], g->basket_json.v[i]);
	groups_end(&g->groups);
}

static size_t
end_groups(struct derived_rows *g, bool whole)
{
	if (g->lists_sent_links) {
		sent_links_make(&g->sent_links, g->contact_log, g->baskets.v, g->baskets.n,
		    whole && !g->has_unreadable, g->account_mask);
		groups_count_sent_links(&g->groups, &g->sent_links, g->ages.now);
	} else {
		count_baskets_by_group(g, whole);
	}
	return g->groups.rows.n;
}

/* The groups count the results of the links. */
static size_t
end_sent_links(struct derived_rows *g, bool whole)
{
	end_groups(g, whole);
	return g->sent_links.rows.n;
}

static void
fill_group_row(const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json)
{
	(void)a;
	*(struct group_row *)row = g->groups.rows.v[i];
	group_row_write(json, row);
}

static const struct {
	const struct row_ops *row_ops; /* row functions of the derived resource; NULL: groups */
	struct derived_rows_ops ops;
} derived_resources[] = {
	{ &known_row_ops,
	    { .add_basket = add_to_identities,
		.finish = end_identities,
		.fill_row = fill_identity_row } },
	{ &person_row_ops,
	    { .add_basket = add_basket_row, .finish = end_persons, .fill_row = fill_person_row } },
	{ &sent_link_row_ops,
	    { .add_basket = add_basket_row,
		.finish = end_sent_links,
		.fill_row = fill_sent_link_row } },
	{ NULL,
	    { .add_basket = add_basket_row, .finish = end_groups, .fill_row = fill_group_row } },
};

static const struct derived_rows_ops *
ops_for(const struct view *view)
{
	for (size_t i = 0; i < sizeof(derived_resources) / sizeof(*derived_resources); i++)
		if (derived_resources[i].row_ops
			? derived_resources[i].row_ops == view->resource->row_ops
			: view->group_keys.n > 0)
			return &derived_resources[i].ops;
	return NULL;
}

static bool
view_needs_json(const struct view *view)
{
	struct str custom = STR("customFields.");
	for (size_t i = 0; i < view->terms.n; i++)
		if (str_starts(view->terms.v[i].key, custom))
			return true;
	for (size_t i = 0; i < view->group_keys.n; i++)
		if (str_starts(view->group_keys.v[i], custom))
			return true;
	return false;
}

static bool
begin_groups(struct derived_rows *g, const struct view *view, struct err *err)
{
	struct view own;
	struct buf line = { 0 };
	view_write(&line, view);
	if (!view->group_keys.n) {
		buf_reset(&line);
		buf_addf(&line, "%s group=became ", view->resource->name);
		view_write_terms(&line, view);
	}
	bool ok = view_parse(&own, buf_str(&line), err);
	ok = ok && groups_init(&g->groups, &own, g->ages, err);
	view_free(&own);
	buf_free(&line);
	return ok;
}

struct derived_rows *
derived_rows_new(const struct view *view, struct age_context ages, struct err *err)
{
	const struct derived_rows_ops *ops = ops_for(view);
	struct derived_rows *g;
	if (!ops)
		return NULL;
	g = x_new(struct derived_rows);
	*g = (struct derived_rows){ .ops = ops,
		.row_ops = view->resource->row_ops,
		.ages = ages,
		.identities = identities_new(),
		.common_texts = basket_common_new(),
		.lists_sent_links = view_is_of_sent_links(view),
		.keeps_json = view_needs_json(view) };
	if ((view->group_keys.n || g->lists_sent_links) && !begin_groups(g, view, err)) {
		derived_rows_free(g);
		return NULL;
	}
	return g;
}

void
derived_rows_free(struct derived_rows *g)
{
	if (!g)
		return;
	groups_free(&g->groups);
	sent_links_free(&g->sent_links);
	person_rows_free(&g->persons);
	persons_free(&g->merged_persons);
	known_rows_free(&g->known_rows);
	identities_free(g->identities);
	journal_close(&g->journal);
	buf_free(&g->service);
	basket_common_free(g->common_texts);
	vec_free(&g->baskets);
	vec_free(&g->basket_json);
	arena_free(&g->text_arena);
	x_free(g);
}

void
derived_rows_add_basket(struct derived_rows *g, struct str json, unsigned flags)
{
	g->ops->add_basket(g, json, flags);
}

size_t
derived_rows_finish(struct derived_rows *g, bool whole)
{
	return g->row_count = g->ops->finish(g, whole);
}

size_t
derived_rows_count(const struct derived_rows *g)
{
	return g->row_count;
}

void
derived_rows_fill(
    const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json)
{
	g->ops->fill_row(g, i, row, a, json);
}

void
derived_rows_set_contacts(struct derived_rows *g, const struct contact_log *contact_log,
    const char *consent_field, const struct mask *mask)
{
	g->contact_log = contact_log;
	g->account_mask = mask;
	g->groups.has_contact_status = !g->lists_sent_links;
	g->consent_field = consent_field;
}

void
derived_rows_set_shared_emails(struct derived_rows *g, char *const *shared_emails)
{
	g->shared_emails = shared_emails;
}

bool
derived_rows_open_journal(struct derived_rows *g, const struct app_context *app, struct err *err)
{
	if (g->row_ops != &known_row_ops)
		return true;
	app_context_append_service_name(&g->service, app);
	return journal_open(&g->journal, app_context_keeps_state(app), err) &&
	    (!app->masked || journal_mask(&g->journal, &app->mask, err));
}

const struct group_row *
derived_rows_link_results(const struct derived_rows *g)
{
	return g->lists_sent_links ? &g->groups.total : NULL;
}

bool
derived_rows_has_no_completed(const struct derived_rows *g)
{
	if (g->row_ops != &person_row_ops)
		return false;
	for (size_t i = 0; i < g->baskets.n; i++)
		if (g->baskets.v[i].completed)
			return false;
	return g->baskets.n > 0;
}

void
derived_rows_set_prices(struct derived_rows *g, const struct catalog *catalog)
{
	g->catalog = catalog;
	g->groups.has_amounts = true;
}

enum { BASKETS_PAGE_SIZE = 500 };

/* Terms of offers that need data from other items. */
static const struct {
	const char *key;
	unsigned catalog_parts;
} joined_columns[] = {
	{ "product", CATALOG_LIST(CATALOG_PRODUCTS) },
	{ "price", CATALOG_LIST(CATALOG_OFFERS) },
};

struct view_dependencies {
	const struct view *view;
	unsigned catalog_parts;   /* CATALOG_ bits */
	bool needs_whole_catalog; /* some column needs the whole catalog */
	bool counts_baskets;      /* counts of baskets by campaign */
	int64_t now;
	struct catalog *catalog;
	struct basket_common *common_texts; /* shared values of baskets, and amounts */
	struct arena text_arena;
	VEC(struct basket_row) rows;
};

/* ---- required parts ---- */

static bool
is_of_baskets(const struct view_dependencies *n)
{
	return n->view->term_resource->endpoint == ENDPOINT_BASKETS;
}

static void
add_column_dependency(struct view_dependencies *n, const struct column *column)
{
	if (!column || !(column->flags & COLUMN_NEEDS_CATALOG))
		return;
	n->needs_whole_catalog = true;
	if (is_of_baskets(n)) {
		n->catalog_parts |= CATALOG_LIST(CATALOG_OFFERS);
		return;
	}
	n->catalog_parts |= CATALOG_LISTS;
	if (str_eqz(str_of(column->id), "published"))
		n->catalog_parts |= CATALOG_PUBLISHED;
	if (str_eqz(str_of(column->id), "journeys"))
		n->catalog_parts |= CATALOG_JOURNEYS;
	n->counts_baskets = n->counts_baskets || str_eqz(str_of(column->id), "baskets");
}

static void
add_term_dependency(struct view_dependencies *n, const struct row_term *t)
{
	add_column_dependency(n, t->column);
	for (size_t i = 0; i < sizeof(joined_columns) / sizeof(*joined_columns); i++)
		if (n->view->term_resource->endpoint == ENDPOINT_OFFERS &&
		    row_term_has_key(t, joined_columns[i].key))
			n->catalog_parts |= joined_columns[i].catalog_parts;
}

struct view_dependencies *
view_dependencies_new(const struct row_filter *filter, const struct view *view)
{
	struct view_dependencies *n = x_new(struct view_dependencies);
	*n = (struct view_dependencies){ .view = view };
	for (size_t i = 0; i < filter->terms.n; i++)
		add_term_dependency(n, &filter->terms.v[i]);
	for (size_t i = 0; i < view->sort_count; i++)
		add_column_dependency(
		    n, column_find(view->resource->columns, view->sorts[i].column));
	for (size_t i = 0; i < view->columns.n; i++)
		add_column_dependency(
		    n, column_find(view->resource->columns, view->columns.v[i].name));
	if (n->catalog_parts)
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
	basket_common_free(n->common_texts);
	vec_free(&n->rows);
	arena_free(&n->text_arena);
	x_free(n);
}

/* ---- reading ---- */

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
			basket_row_fill(&row, &n->text_arena, n->common_texts, &b);
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
	const struct walk_request request = { .connection = connection,
		.endpoint = ENDPOINT_BASKETS,
		.query = { .limit = BASKETS_PAGE_SIZE, .changed_after = WHEN_NONE },
		.singular = "basket",
		.plural = "baskets",
		.on_page = add_baskets,
		.ctx = n };
	struct walk_end end = { 0 };
	walk_run(&request, &end);
	*err = end.err;
	*tries = end.attempt_count;
	if (!err->kind && walk_has_cursor_loop(&end))
		return err_set(
		    err, ERR_PROTOCOL, "the list of baskets: %s", pager_loop_reason(end.reason));
	catalog_count_baskets(n->catalog, n->rows.v, n->rows.n);
	return !err->kind;
}

bool
view_dependencies_read(struct view_dependencies *n, struct connection *connection, int64_t now,
    int *tries, struct err *err)
{
	const struct catalog_scope scope = { .wanted_parts = n->catalog_parts,
		.required_parts = n->catalog_parts };
	n->now = now;
	n->common_texts = basket_common_new();
	n->catalog = catalog_read_all(connection, scope, tries, err);
	return n->catalog && (!n->counts_baskets || count_baskets(n, connection, tries, err));
}

/* ---- rows ---- */

static void
complete_item(struct view_dependencies *n, struct item_row *row)
{
	enum catalog_part part = catalog_part_of_resource(n->view->resource);
	size_t at = part < CATALOG_PARTS ? catalog_find(n->catalog, part, row->path) : SIZE_MAX;
	if (n->needs_whole_catalog && at != SIZE_MAX)
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
		basket_compute_estimate(
		    row, n->common_texts, n->catalog, basket_estimate_start(n->now));
		return;
	}
	complete_item(n, row);
	if (n->view->resource->endpoint == ENDPOINT_OFFERS)
		complete_offer(n, row, a, json, flags);
}

const struct catalog *
view_dependencies_price_catalog(const struct view_dependencies *n)
{
	return n && is_of_baskets(n) ? n->catalog : NULL;
}
