#include "ui/catalog/catalog_pane.h"

#include "base/utf8.h"
#include "list/service_query.h"
#include "ui/catalog/charges_pane.h"
#include "ui/catalog/item_doc.h"
#include "ui/catalog/offer_doc.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"

static struct pane *campaign_offers_pane_new(struct console *c, struct str campaign);
enum { QUERY_PAGE_SIZE = 500 };

/* A list in the catalog: all items of one kind, the offers of one campaign, or the service's
 * response to a query once it is complete. */
struct catalog_level {
	enum catalog_part part;
	bool can_switch_part;     /* the pane's digit switches to the next kind */
	struct buf campaign_path; /* the campaign's path; empty: all */
	VEC(struct item_row) rows;
	VEC(uint32_t) item_indexes; /* index in the list, for each row */
	struct listing *query_listing;
	struct listing *reloaded_listing; /* replaces `query_listing` when complete */
	struct buf query_keys;            /* keys of the terms in the query: "tag, path" */
	struct buf query_terms;           /* all terms of the VIEW that the query is for */
	bool has_local_terms;             /* some terms are applied only here */
	unsigned query_revision;          /* the catalog's revision when it was sent */
};

static struct catalog_level *
level_of(const struct rows_pane *r)
{
	return r->kind_data;
}

static bool
is_query_answered(const struct catalog_level *l)
{
	return l->query_listing && l->query_listing->state == LISTING_COMPLETE;
}

static const struct listing *
listing_of_rows(const struct rows_pane *r)
{
	const struct catalog_level *l = level_of(r);
	return is_query_answered(l) ? l->query_listing
				    : catalog_list(r->pane.console->catalog, l->part);
}

/* A table row's index in its list. */
static size_t
item_number_of_row(const struct catalog_level *l, size_t row)
{
	return l->campaign_path.n ? l->item_indexes.v[row] : row;
}

static size_t
item_number_at(const struct rows_pane *r, size_t at)
{
	return item_number_of_row(level_of(r), r->table.shown_numbers.v[at]);
}

static struct str
json_of_row(void *ctx, size_t row)
{
	const struct rows_pane *r = ctx;
	return listing_json(listing_of_rows(r), item_number_of_row(level_of(r), row), NULL);
}

/* ---- rows ---- */

static void
select_offers_of_campaign(struct catalog_level *l, const struct listing *all)
{
	l->rows.n = l->item_indexes.n = 0;
	for (uint32_t i = 0; i < all->rows.n; i++) {
		if (!str_eq(graph_campaign_of(&all->items.v[i]), buf_str(&l->campaign_path)))
			continue;
		vec_push(&l->rows, all->rows.v[i]);
		vec_push(&l->item_indexes, i);
	}
}

/* The response has only the items; their references and users come from the whole catalog. */
static void
on_list_answer(struct catalog_level *l, const struct catalog *c)
{
	const struct listing *all = catalog_list(c, l->part);
	l->rows.n = 0;
	for (size_t i = 0; i < l->query_listing->rows.n; i++) {
		struct item_row row = l->query_listing->rows.v[i];
		size_t known = catalog_find(c, l->part, row.path);
		if (known != SIZE_MAX)
			item_row_copy_counts(&row, &all->rows.v[known]);
		vec_push(&l->rows, row);
	}
}

static void
drop_query(struct catalog_level *l)
{
	listing_free(l->query_listing);
	listing_free(l->reloaded_listing);
	l->query_listing = l->reloaded_listing = NULL;
	buf_reset(&l->query_keys);
	buf_reset(&l->query_terms);
}

/* The response for the newer catalog is complete: use it. */
static void
use_reloaded_listing(struct catalog_level *l)
{
	if (!l->reloaded_listing)
		return;
	listing_free(l->query_listing);
	l->query_listing = l->reloaded_listing;
	l->reloaded_listing = NULL;
}

static bool
is_query_running(const struct catalog_level *l)
{
	return l->reloaded_listing || (l->query_listing && !is_query_answered(l));
}

static void
on_query_changed(void *ctx)
{
	struct rows_pane *r = ctx;
	struct catalog_level *l = level_of(r);
	struct listing *asked = l->reloaded_listing ? l->reloaded_listing : l->query_listing;
	struct buf words = { 0 };
	if (asked->state == LISTING_READING)
		return;
	if (asked->state == LISTING_FAILED) {
		format_err(&words, &asked->err, asked->attempt_count);
		console_show(
		    r->pane.console, ROLE_BAD, "Not filtered by the service: %s", buf_z(&words));
		console_attach_error(r->pane.console, &asked->err);
		drop_query(l);
	} else {
		catalog_note_revision(
		    r->pane.console->catalog, buf_str(&asked->pager.first_commit));
		use_reloaded_listing(l);
	}
	buf_free(&words);
	rows_pane_on_change(&r->pane);
}

/* Stores the terms that the service applies, and their keys. */
static void
store_query_terms(struct catalog_level *l, const struct row_filter *filter, const struct view *view)
{
	buf_reset(&l->query_keys);
	buf_reset(&l->query_terms);
	for (size_t i = 0; i < filter->terms.n; i++)
		if (filter->terms.v[i].sent_to_service)
			buf_addf(&l->query_keys, "%s%.*s", l->query_keys.n ? ", " : "",
			    STR_ARG(filter->terms.v[i].term->key));
	view_write_terms(&l->query_terms, view);
}

/* Queries the service with the VIEW's terms that it supports; does nothing if there are none. */
static void
query_service(struct rows_pane *r, struct listing **asked)
{
	struct catalog_level *l = level_of(r);
	struct console *c = r->pane.console;
	struct row_filter filter;
	struct service_query ask;
	struct err none;
	listing_free(*asked);
	*asked = NULL;
	if (l->campaign_path.n || !row_filter_init(&filter, &r->table.view, console_ages(c), &none))
		return;
	service_query_init(&ask, &r->table.view, &filter, client_names(c->client), c->app->masked);
	if (ask.has_service_terms) {
		ask.query.limit = QUERY_PAGE_SIZE;
		store_query_terms(l, &filter, &r->table.view);
		l->has_local_terms = ask.has_local_terms;
		l->query_revision = c->catalog->revision_count;
		*asked = listing_new(
		    c->client, &c->io, ask.endpoint, &ask.query, on_query_changed, r);
		listing_read(*asked);
	}
	service_query_free(&ask);
	row_filter_free(&filter);
}

static void
load_catalog(struct rows_pane *r)
{
	struct catalog_level *l = level_of(r);
	r->is_short = l->part == CATALOG_CAMPAIGNS || r->opened_from_row;
	r->has_short_detail = l->part != CATALOG_CAMPAIGNS && l->part != CATALOG_OFFERS;
	/* The catalog was reloaded after the response: query again, and keep the old response
	 * until then. */
	if (is_query_answered(l) && l->query_revision != r->pane.console->catalog->revision_count)
		query_service(r, &l->reloaded_listing);
	const struct listing *list = listing_of_rows(r);
	r->table.get_row_json = json_of_row;
	r->table.ctx = r;
	if (l->campaign_path.n)
		select_offers_of_campaign(l, list);
	else if (is_query_answered(l))
		on_list_answer(l, r->pane.console->catalog);
	if (l->campaign_path.n || is_query_answered(l))
		table_set_rows(&r->table, l->rows.v, l->rows.n);
	else
		table_set_rows(&r->table, list->rows.v, list->rows.n);
}

/* The service applies the terms it supports, because its data is current. Until its response is
 * complete, Backroom applies them itself. */
static void
query_confirmed_view(struct rows_pane *r)
{
	drop_query(level_of(r));
	query_service(r, &level_of(r)->query_listing);
	rows_pane_on_change(&r->pane);
}

/* A response is valid only for its own terms. */
static bool
set_catalog_view(struct rows_pane *r, struct view *view, struct err *err)
{
	struct catalog_level *l = level_of(r);
	struct buf terms = { 0 };
	if (!view) {
		query_confirmed_view(r);
		return true;
	}
	view_write_terms(&terms, view);
	if (l->query_listing && !str_eq(buf_str(&terms), buf_str(&l->query_terms))) {
		drop_query(l);
		load_catalog(r);
	}
	buf_free(&terms);
	return table_set_view(&r->table, view, console_ages(r->pane.console), err);
}

/* ---- texts ---- */

static void
describe_item(const struct rows_pane *r, size_t at, struct doc *d)
{
	struct item_doc_context context = item_doc_context_now(r->pane.console);
	item_doc(d, level_of(r)->part, listing_of_rows(r), item_number_at(r, at), &context);
}

static void
append_item_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct console *c = r->pane.console;
	item_append_headline(out, level_of(r)->part, table_row(&r->table, at),
	    catalog_graph(c->catalog), c->look.ascii_lines);
}

static void
describe_no_items(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct catalog_level *l = level_of(r);
	const struct graph_kind_info *kind = &graph_kinds[catalog_kind_of(l->part)];
	const struct listing *list = listing_of_rows(r);
	if (list->state != LISTING_COMPLETE && catalog_describe_unread(c, d))
		return;
	if (is_query_answered(l)) {
		empty_add_title(d, "The service has no %s for these terms", kind->singular);
		empty_add_key(d, "Esc", "clear the filter");
	} else if (l->campaign_path.n) {
		empty_add_title(d, "This campaign has no offers");
		empty_add_action(d, c, ACT_USED_BY, "show what uses it");
	} else if (list->state == LISTING_COMPLETE) {
		empty_add_title(d, "The service has no %s", kind->plural);
	}
}

static bool
append_level_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct listing *list = listing_of_rows(r);
	if (pager_has_cursor_loop(&list->pager)) { /* the list comes before the whole catalog */
		*role = ROLE_WARN;
		pager_append_cursor_loop(out, list->pager.end_reason, list->rows.n, "more");
		return true;
	}
	if (catalog_append_status(p, out, role))
		return true;
	if (level_of(r)->part != CATALOG_OFFERS || !rows_pane_selected_row(r))
		return false;
	buf_addz(out, "Calculated from the charges, before tax and discounts");
	*role = ROLE_LABEL;
	return true;
}

static void
append_catalog_crumb(const struct rows_pane *r, struct buf *out)
{
	const struct catalog_level *l = level_of(r);
	const struct graph *g = catalog_graph(r->pane.console->catalog);
	struct str one = str_of(graph_kinds[catalog_kind_of(l->part)].singular);
	struct str many = str_of(graph_kinds[catalog_kind_of(l->part)].plural);
	if (r->shows_detail_only && rows_pane_selected_row(r)) {
		const struct item_row *row = rows_pane_selected_row(r);
		buf_adds(out, one);
		buf_addc(out, ' ');
		text_clean(out, row->name.n ? row->name : row->path, false);
		return;
	}
	if (l->campaign_path.n) {
		uint32_t at = g ? graph_find(g, GRAPH_CAMPAIGN, buf_str(&l->campaign_path))
				: GRAPH_NONE;
		text_clean(out,
		    at == GRAPH_NONE ? buf_str(&l->campaign_path) : graph_name(&g->nodes.v[at]),
		    false);
		buf_addz(out, " > ");
	}
	size_t first = out->n;
	buf_adds(out, many);
	out->p[first] = (char)(out->p[first] - 'a' + 'A');
}

/* The lists of pane 4, in the order of its digit. */
static const enum catalog_part next_part[CATALOG_PARTS] = { [CATALOG_PRODUCTS] = CATALOG_SEGMENTS,
	[CATALOG_SEGMENTS] = CATALOG_ASSETS,
	[CATALOG_ASSETS] = CATALOG_PRODUCTS };

static void
write_catalog_title(const struct rows_pane *r, struct title *out)
{
	const struct catalog_level *l = level_of(r);
	const struct graph_kind_info *kind = &graph_kinds[catalog_kind_of(l->part)];
	const struct listing *list = listing_of_rows(r);
	append_catalog_crumb(r, &out->breadcrumb);
	if (l->can_switch_part && !rows_pane_shown_rows(r).view->terms.n) {
		console_append_key_of(r->pane.console, &out->terms, ACT_PANE_CATALOG);
		enum catalog_part next = next_part[l->part], last = next_part[next];
		buf_addf(&out->terms, ": %s, %s", graph_kinds[catalog_kind_of(next)].plural,
		    graph_kinds[catalog_kind_of(last)].plural);
	}
	if (is_query_running(l))
		buf_addz(&out->counts, "searching on the service \xE2\x80\xA6 \xC2\xB7 ");
	if (is_query_answered(l)) {
		buf_addf(&out->counts, "service applied %.*s%s \xC2\xB7 ",
		    STR_ARG(buf_str(&l->query_keys)),
		    l->has_local_terms ? ", Backroom the rest" : "");
		format_count(&out->counts, r->table.shown_numbers.n);
		buf_addz(&out->counts, " of ");
		format_plural(&out->counts, r->table.n, kind->singular, kind->plural);
		return;
	}
	if (list->state != LISTING_COMPLETE && list->rows.n == 0)
		return;
	catalog_append_counts(r, &out->counts, kind->singular, kind->plural);
}

static void
style_item_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct item_row *row = of;
	(void)r;
	if (row->published == FLAG_NO)
		style->role = ROLE_LABEL;
	else if (row->published == FLAG_ABSENT && column &&
	    str_eqz(str_of(column->id), "published"))
		style->role = text->n ? ROLE_UNKNOWN : ROLE_TEXT;
}

static bool
find_item_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct item_row *row = table_row(&r->table, at);
	*out = (struct row_target){ .link_kind = (int)catalog_kind_of(level_of(r)->part),
		.path = row->path,
		.id = row->id,
		.name = row->name,
		.json = table_json(&r->table, at) };
	return true;
}

/* ---- opening rows ---- */

static const struct rows_kind kind;

/* Shows another campaign or offer in the pane that an earlier row opened. */
static struct pane *
reopen_row(const struct item_row *row, struct pane *above)
{
	struct buf *path = rows_pane_has_kind(above, &kind)
	    ? &level_of(rows_pane_of(above))->campaign_path
	    : charges_pane_offer(above);
	buf_reset(path);
	buf_adds(path, row->path);
	return above;
}

static struct pane *
open_row(struct rows_pane *r, size_t at, struct pane *above)
{
	const struct item_row *row = table_row(&r->table, at);
	enum catalog_part part = level_of(r)->part;
	if (above)
		return reopen_row(row, above);
	if (part == CATALOG_CAMPAIGNS)
		return campaign_offers_pane_new(r->pane.console, row->path);
	const struct catalog_item *item = &listing_of_rows(r)->items.v[item_number_at(r, at)];
	if (part == CATALOG_OFFERS && catalog_charge_owner(r->pane.console->catalog, item))
		return charges_pane_new(r->pane.console, row->path);
	return NULL;
}

static void
close_level(struct rows_pane *r)
{
	struct catalog_level *l = level_of(r);
	listing_free(l->query_listing);
	listing_free(l->reloaded_listing);
	buf_free(&l->query_keys);
	buf_free(&l->query_terms);
	buf_free(&l->campaign_path);
	vec_free(&l->rows);
	vec_free(&l->item_indexes);
	x_free(l);
}

static void
on_enter_catalog(struct pane *p)
{
	catalog_read(p->console->catalog, level_of(rows_pane_of(p))->part);
	catalog_check_revision(p->console->catalog);
}

static bool
cancel_catalog(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct catalog_level *l = level_of(r);
	if (catalog_stop_reading(p))
		return true;
	if (!r->in_detail && is_query_running(l)) {
		drop_query(l);
		rows_pane_on_change(p); /* the rows may be from the response that was dropped */
		console_show(p->console, ROLE_TEXT, "Filtered by Backroom, not by the service");
		return true;
	}
	return false;
}

static void
run_next_list(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct catalog_level *l = level_of(r);
	drop_query(l);
	r->in_detail = r->detail_covers_list = false;
	l->part = next_part[l->part];
	rows_pane_set_resource(r, catalog_resource(l->part));
}

static const char *
why_not_in_catalog(const struct pane *p, enum action a)
{
	enum catalog_part part = level_of(rows_pane_of(p))->part;
	bool priced = part == CATALOG_CAMPAIGNS || part == CATALOG_OFFERS;
	if (a == ACT_CURRENCIES && !priced)
		return "Works on a campaign or an offer";
	if (a == ACT_PLAN && part != CATALOG_OFFERS)
		return "Plans start from offers. Press 3";
	if (a == ACT_PLAN && !catalog_graph(p->console->catalog))
		return "The catalog has not been read completely yet";
	if (a == ACT_PLAN && !rows_pane_of(p)->table.shown_numbers.n)
		return "No offers are shown";
	if (a == ACT_START_DATE && !priced)
		return "Only offers have payments";
	return catalog_why_not_priced(p, a);
}

static const char *
catalog_action_words(const struct pane *p, enum action a, struct buf *room)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a == ACT_SEND_MAIN) {
		if (!r->marked_ids.n)
			return "path";
		format_plural(room, r->marked_ids.n, "path", "paths");
		return buf_z(room);
	}
	if (a == ACT_IN && r->in_detail)
		return "open";
	return NULL;
}

static const struct pane_action list_actions[] = {
	{ ACT_NEXT_LIST, run_next_list }, /* for pane 4 alone */
	{ ACT_PLAN, catalog_run_plan },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.add_variables = catalog_add_variables,
	.actions = { catalog_actions, list_actions + 1, rows_actions },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.why_unavailable = why_not_in_catalog,
	.label_action = catalog_action_words,
	.write_status = append_level_status,
	.cancel = cancel_catalog,
	.on_enter = on_enter_catalog,
	.load_rows = load_catalog,
	.describe_row = describe_item,
	.write_headline = append_item_headline,
	.write_title = write_catalog_title,
	.describe_empty = describe_no_items,
	.get_target = find_item_target,
	.style_cell = style_item_cell,
	.open_row = open_row,
	.deep_search_key = "text",
	.checks_drawn_text = true,
	.set_view = set_catalog_view,
	.close = close_level,
};

static struct rows_pane *
level_pane_new(struct console *c, enum catalog_part part, struct str campaign)
{
	struct catalog_level *l = x_new(struct catalog_level);
	*l = (struct catalog_level){ .part = part };
	buf_adds(&l->campaign_path, campaign);
	return rows_pane_new(c, &kind, catalog_resource(part), l);
}

struct pane *
campaigns_pane_new(struct console *c)
{
	return &level_pane_new(c, CATALOG_CAMPAIGNS, STR_NONE)->pane;
}

struct pane *
offers_pane_new(struct console *c)
{
	return &level_pane_new(c, CATALOG_OFFERS, STR_NONE)->pane;
}

struct pane *
catalog_pane_new(struct console *c)
{
	struct rows_pane *r = level_pane_new(c, CATALOG_PRODUCTS, STR_NONE);
	level_of(r)->can_switch_part = true;
	r->pane.actions[1] = list_actions;
	return &r->pane;
}

/* The offers of one campaign. */
static struct pane *
campaign_offers_pane_new(struct console *c, struct str campaign)
{
	struct rows_pane *r = level_pane_new(c, CATALOG_OFFERS, campaign);
	r->hidden_columns = columns_mask_by_id(offer_columns, "kind"); /* the same in all rows */
	return &r->pane;
}

struct pane *
item_pane_new(struct console *c, enum catalog_part part, struct str path)
{
	size_t at = catalog_find(c->catalog, part, path);
	if (at == SIZE_MAX)
		return NULL;
	struct rows_pane *r = level_pane_new(c, part, STR_NONE);
	list_go_to_row(&r->pos, at);
	rows_pane_move_cursor(r, 0);
	rows_pane_open_detail_only(r);
	return &r->pane;
}

struct rows_pane *
catalog_pane_show_part(struct console *c, enum catalog_part part)
{
	static const enum tab homes[] = { [CATALOG_CAMPAIGNS] = TAB_CAMPAIGNS,
		[CATALOG_OFFERS] = TAB_OFFERS,
		[CATALOG_PRODUCTS] = TAB_CATALOG,
		[CATALOG_SEGMENTS] = TAB_CATALOG,
		[CATALOG_ASSETS] = TAB_CATALOG };
	_Static_assert(sizeof(homes) / sizeof(*homes) == CATALOG_PARTS,
	    "every part needs a row in this table");
	struct rows_pane *r = rows_pane_of(jump_to(c, homes[part]));
	if (level_of(r)->part != part) {
		drop_query(level_of(r));
		level_of(r)->part = part;
		rows_pane_set_resource(r, catalog_resource(part));
	}
	return r;
}
