#include "ui/catalog/prices_pane.h"

#include "base/utf8.h"
#include "catalog/price_grid.h"
#include "model/path.h"
#include "ui/catalog/item_doc.h"
#include "ui/catalog/offer_doc.h"
#include "ui/kit/send.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"
#include "ui/rows/export_menu.h"
#include "ui/rows/page_export.h"

struct prices_pane_state {
	struct buf campaign_path;
	struct price_grid *grid; /* the table's resource is in it */
	unsigned revision;       /* the catalog's revision that it is from */
};

static struct prices_pane_state *
prices_of(const struct rows_pane *r)
{
	return r->kind_data;
}

/* ---- rows ---- */

static void
free_grid(struct price_grid *g)
{
	price_grid_free(g);
	x_free(g);
}

static struct price_grid *
collect_grid(const struct console *c, struct str campaign)
{
	struct price_grid *g = x_new(struct price_grid);
	const struct check_items offers = catalog_items(c->catalog, CATALOG_OFFERS);
	price_grid_collect(g, &offers, campaign, c->look.ascii_lines);
	return g;
}

/* Shows the prices of a newer catalog. They may have other columns, so the VIEW is read again; it
 * is dropped if it names a currency that is gone. */
static void
replace_grid(struct rows_pane *r, struct price_grid *grid)
{
	struct price_grid *old = prices_of(r)->grid;
	struct buf line = { 0 }, id = { 0 };
	struct view view;
	struct err err;
	view_write(&line, &r->table.view);
	buf_adds(&id, buf_str(&r->selected_id));
	prices_of(r)->grid = grid;
	rows_pane_set_resource(r, &grid->resource);
	struct str terms = str_sub(buf_str(&line), strlen(grid->resource.name), line.n);
	if (view_parse_terms(&view, &grid->resource, terms, &err))
		rows_pane_show_view(r, &view, false, &err);
	view_free(&view);
	rows_pane_select(r, buf_str(&id));
	free_grid(old);
	buf_free(&line);
	buf_free(&id);
}

static void
load_prices(struct rows_pane *r)
{
	struct prices_pane_state *own = prices_of(r);
	const struct catalog *c = r->pane.console->catalog;
	unsigned revision = catalog_graph(c) ? c->revision_count : own->revision;
	r->is_short = true;
	if (own->revision != revision) {
		own->revision = revision;
		replace_grid(r, collect_grid(r->pane.console, buf_str(&own->campaign_path)));
		return;
	}
	table_set_rows(&r->table, own->grid->rows.v, own->grid->rows.n);
}

static const struct price_row *
price_row_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

/* ---- texts ---- */

enum { TWO_COLUMNS_WIDTH_MIN = 158, REVISION_WIDTH_MIN = 100, HINT_WIDTH_MIN = 140 };

static void
add_named_price(
    struct doc *d, const struct catalog_item *offer, const struct item_doc_context *context)
{
	const struct doc_target target = { GRAPH_OFFER, offer->path };
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_link(d, ROLE_REFERENCE, offer->name.n ? offer->name : offer->path, &target);
	offer_doc_add_price(d, offer, context);
}

/* Adds the prices of two offers, side by side. */
static void
add_two_prices(struct doc *d, const struct catalog_item *const offers[2],
    const struct item_doc_context *context)
{
	struct doc_columns columns;
	doc_columns_start(&columns, d, 50);
	add_named_price(&columns.left, offers[0], context);
	add_named_price(&columns.right, offers[1], context);
	doc_columns_end(&columns, d);
}

/* The only offer of the row in full; of several offers their prices. */
static void
describe_price_row(const struct rows_pane *r, size_t at, struct doc *d)
{
	struct item_doc_context context = item_doc_context_now(r->pane.console);
	const struct catalog *c = context.catalog;
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	size_t n = price_row_list_offers(price_row_at(r, at), offers);
	size_t number = catalog_find(c, CATALOG_OFFERS, offers[0]->path);
	if (n == 1 && number != SIZE_MAX) {
		item_doc(d, CATALOG_OFFERS, catalog_list(c, CATALOG_OFFERS), number, &context);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (i)
			doc_begin_line(d);
		if (d->width >= TWO_COLUMNS_WIDTH_MIN && i + 1 < n) {
			add_two_prices(d, offers + i, &context);
			i++;
		} else {
			add_named_price(d, offers[i], &context);
		}
	}
}

/* The campaign's name; while presenting, at most the last part of its path. */
static void
append_campaign_name(const struct rows_pane *r, struct buf *out)
{
	const struct console *c = r->pane.console;
	const struct graph *g = catalog_graph(c->catalog);
	struct str path = buf_str(&prices_of(r)->campaign_path);
	uint32_t at = g ? graph_find(g, GRAPH_CAMPAIGN, path) : GRAPH_NONE;
	struct str name = at == GRAPH_NONE ? path : graph_name(&g->nodes.v[at]);
	text_clean(out, path_below_root(name), c->look.ascii_lines);
}

/* "Northlight+ Standard · 4 offers of Northlight+ World". */
static void
append_price_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	size_t n = price_row_list_offers(price_row_at(r, at), offers);
	bool ascii = r->pane.console->look.ascii_lines;
	text_clean(out, price_row_at(r, at)->name, ascii);
	buf_addz(out, ascii ? "  " : " \xC2\xB7 ");
	if (n == 1)
		buf_addz(out, "offer");
	else
		format_plural(out, n, "offer", "offers");
	buf_addz(out, " of ");
	append_campaign_name(r, out);
}

static bool
is_placed(const struct rows_pane *r, const struct column *column)
{
	for (size_t i = 0; i < r->columns_n; i++)
		if (r->columns[i].column == column)
			return true;
	return false;
}

/* Appends the number of currencies without room and the key that shows them; appends nothing if all
 * are shown. */
static void
append_hidden_currencies(const struct rows_pane *r, struct buf *out)
{
	const struct price_grid *g = prices_of(r)->grid;
	size_t hidden = 0;
	for (size_t i = 1; i <= g->currency_count && r->columns_n; i++)
		hidden += !is_placed(r, &g->resource.columns[i]);
	if (!hidden || r->table.view.columns.n || r->in_detail)
		return;
	buf_addf(out, "%zu more with ", hidden);
	console_append_key_of(
	    r->pane.console, out, r->column_shift ? ACT_SCROLL_LEFT : ACT_SCROLL_RIGHT);
}

static void
write_prices_title(const struct rows_pane *r, struct title *out)
{
	const struct price_grid *g = prices_of(r)->grid;
	struct buf hidden = { 0 };
	append_hidden_currencies(r, &hidden);
	buf_addz(&out->breadcrumb, "Prices of ");
	append_campaign_name(r, &out->breadcrumb);
	if (view_is_filtered(&r->table.view)) {
		format_count(&out->counts, r->table.shown_numbers.n);
		buf_addz(&out->counts, " of ");
		format_plural(&out->counts, g->rows.n, "row", "rows");
	} else {
		format_plural(&out->counts, g->offer_count, "offer", "offers");
		buf_addz(&out->counts, " in ");
		format_plural(
		    &out->counts, g->currency_count, "currency", "currencies");
	}
	if (r->pane.console->presenting) /* the counts are hidden */
		buf_adds(&out->terms, buf_str(&hidden));
	else if (hidden.n)
		buf_addf(&out->counts, ", %s", buf_z(&hidden));
	/* The counts must not be cut. */
	if (r->layout.body.w >= (hidden.n ? HINT_WIDTH_MIN : REVISION_WIDTH_MIN))
		catalog_append_revision(r->pane.console, &out->counts);
	buf_free(&hidden);
}

static void
describe_no_prices(const struct rows_pane *r, struct doc *d)
{
	empty_add_title(d, "This campaign has no offers");
	empty_add_action(d, r->pane.console, ACT_OUT, "go back");
}

static bool
append_prices_status(const struct pane *p, struct buf *out, enum role *role)
{
	if (catalog_append_status(p, out, role))
		return true;
	if (!prices_of(rows_pane_of(p))->grid->is_truncated)
		return false;
	*role = ROLE_WARN;
	buf_addz(out, "There are more offers or currencies than this list can show");
	return true;
}

/* Draws the words after the amount as a label. */
static void
style_price_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	(void)r;
	if (column && str_eqz(str_of(column->id), "name") && !price_row_is_priced(of))
		style->right_text = "no price";
	if (!column || !(column->flags & COLUMN_NO_CURRENCY))
		return;
	while (style->label_start < text->n && (text->p[style->label_start] < 'a' ||
		   text->p[style->label_start] > 'z'))
		style->label_start++;
}

/* ---- targets ---- */

/* The offer that keys act on: the only one of the row, or the one selected in its detail; NULL if
 * there are several. */
static const struct catalog_item *
find_offer(const struct rows_pane *r, size_t at)
{
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	size_t n = price_row_list_offers(price_row_at(r, at), offers);
	const struct doc_target *t = r->in_detail ? textview_selected_target(&r->detail) : NULL;
	for (size_t i = 0; i < n && t; i++)
		if (t->kind == GRAPH_OFFER && str_eq(t->path, offers[i]->path))
			return offers[i];
	return n == 1 ? offers[0] : NULL;
}

static bool
find_price_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct catalog *c = r->pane.console->catalog;
	const struct catalog_item *offer = find_offer(r, at);
	size_t number = offer ? catalog_find(c, CATALOG_OFFERS, offer->path) : SIZE_MAX;
	if (!offer)
		return false;
	*out = (struct row_target){ .link_kind = GRAPH_OFFER,
		.path = offer->path,
		.id = offer->id,
		.name = offer->name };
	if (number != SIZE_MAX)
		out->json = listing_json(catalog_list(c, CATALOG_OFFERS), number, NULL);
	return true;
}

static const char *
why_not_in_prices(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	bool needs_offer = a == ACT_USED_BY || a == ACT_SOURCE || a == ACT_SEND_MENU ||
	    a == ACT_TREE;
	if (needs_offer && rows_pane_selected_row(r) && !find_offer(r, r->pos.cursor))
		return "Several offers are in this row. Tab, then choose one";
	if (a == ACT_WEB_PAGE && page_export_why_not(p->console))
		return page_export_why_not(p->console);
	return catalog_why_not(p, a);
}

/* Opens the only offer of the row; if there are several, goes to their list in the detail. */
static void
run_open_price(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct row_target w;
	if (r->in_detail)
		catalog_run_open(p);
	else if (suggestion_rows_show(r))
		return;
	else if (find_price_target(r, r->pos.cursor, &w))
		p->console->nav->open_item(p->console, w.link_kind, w.path);
	else
		rows_run_other_part(p);
}

/* Sends the paths of all offers in the row, or in the marked rows. */
static void
run_send_prices(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf text = { 0 };
	size_t n = 0;
	if (r->in_detail) {
		catalog_run_send(p);
		return;
	}
	for (size_t i = 0; i < r->table.shown_numbers.n; i++) {
		const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
		bool wanted = r->marked_ids.n ? rows_pane_is_marked(r, table_id(&r->table, i))
					      : i == r->pos.cursor;
		size_t in_row = wanted ? price_row_list_offers(price_row_at(r, i), offers) : 0;
		for (size_t k = 0; k < in_row; k++) {
			buf_addz(&text, n++ ? "\n" : "");
			buf_adds(&text, offers[k]->path);
		}
	}
	if (n)
		send_text(p->console, buf_str(&text), n == 1 ? "the path" : "the paths");
	buf_free(&text);
}

/* ---- the web page ---- */

static void
choose_offers_of_row(struct page_choice *choice, const struct graph *g, const struct price_row *row)
{
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	for (size_t i = 0, n = price_row_list_offers(row, offers); i < n; i++) {
		uint32_t node = graph_find(g, GRAPH_OFFER, offers[i]->path);
		if (node != GRAPH_NONE)
			page_choose_node(choice, node);
	}
}

/* Writes the campaign; if rows are marked or filtered, only their offers. */
static bool
write_prices_page(struct console *c, struct str typed, struct err *err)
{
	const struct rows_pane *r = rows_pane_of(console_top_pane(c));
	const struct graph *g = catalog_graph(c->catalog);
	struct page_choice choice = { 0 };
	uint32_t campaign =
	    g ? graph_find(g, GRAPH_CAMPAIGN, buf_str(&prices_of(r)->campaign_path)) : GRAPH_NONE;
	bool whole = !r->marked_ids.n && !view_is_filtered(&r->table.view);
	if (whole && campaign != GRAPH_NONE)
		page_choose_node(&choice, campaign);
	else
		for (size_t i = 0; g && i < r->table.shown_numbers.n; i++)
			if (!r->marked_ids.n || rows_pane_is_marked(r, table_id(&r->table, i)))
				choose_offers_of_row(&choice, g, price_row_at(r, i));
	bool ok = page_export_write(c, &choice, typed, err);
	page_choice_free(&choice);
	return ok;
}

static void
run_prices_page(struct pane *p)
{
	export_ask_file(p->console, "offers", "html", write_prices_page);
}

static const char *
prices_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	return a == ACT_IN ? "open" : a == ACT_SEND_MAIN ? "path" : NULL;
}

static void
close_prices(struct rows_pane *r)
{
	free_grid(prices_of(r)->grid);
	buf_free(&prices_of(r)->campaign_path);
	x_free(r->kind_data);
}

static const struct pane_action prices_actions[] = {
	{ ACT_IN, run_open_price },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_USED_BY, catalog_run_used_by },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_EXPORT, rows_run_export },
	{ ACT_WEB_PAGE, run_prices_page },
	{ ACT_SORT, rows_run_sort },
	{ ACT_SOURCE, catalog_run_source },
	{ ACT_TREE, catalog_run_tree },
	{ ACT_SEND_MAIN, run_send_prices },
	{ ACT_REFRESH, catalog_run_refresh },
	{ ACT_SEND_MENU, catalog_run_send_menu },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.actions = { prices_actions, rows_actions },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.why_unavailable = why_not_in_prices,
	.label_action = prices_action_words,
	.write_status = append_prices_status,
	.cancel = catalog_stop_reading,
	.load_rows = load_prices,
	.describe_row = describe_price_row,
	.write_headline = append_price_headline,
	.write_title = write_prices_title,
	.describe_empty = describe_no_prices,
	.get_target = find_price_target,
	.style_cell = style_price_cell,
	.export_label = page_export_label,
	.export_action = ACT_WEB_PAGE,
	.close = close_prices,
};

static void
select_offer(struct rows_pane *r, struct str path)
{
	const struct price_grid *g = prices_of(r)->grid;
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	for (size_t i = 0; i < g->rows.n; i++)
		for (size_t k = 0, n = price_row_list_offers(&g->rows.v[i], offers); k < n; k++)
			if (str_eq(offers[k]->path, path)) {
				rows_pane_select(r, g->rows.v[i].id);
				return;
			}
}

struct pane *
prices_pane_new(struct console *c, struct str campaign, struct str offer)
{
	struct prices_pane_state *own = x_new(struct prices_pane_state);
	buf_adds(&own->campaign_path, campaign);
	own->grid = collect_grid(c, campaign);
	own->revision = c->catalog->revision_count;
	struct rows_pane *r = rows_pane_new(c, &kind, &own->grid->resource, own);
	select_offer(r, offer);
	return &r->pane;
}
