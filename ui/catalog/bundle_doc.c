#include "ui/catalog/bundle_doc.h"

#include "base/utf8.h"
#include "list/bar.h"
#include "model/decimal.h"
#include "model/path.h"
#include "wire/member.h"

static const struct graph_node *
find_product_node(const struct item_doc_context *context, struct str path)
{
	const struct graph *g = catalog_graph(context->catalog);
	uint32_t at = g ? graph_find(g, GRAPH_PRODUCT, path) : GRAPH_NONE;
	return at == GRAPH_NONE ? NULL : &g->nodes.v[at];
}

/* ---- bundle ---- */

enum { NAME_COLUMN = 3, NAME_CELLS_MAX = 40, SHARE_CELLS_MIN = 4, SHARE_CELLS_MAX = 12 };

static const char no_share[] = "no share";

/* The column of the decimal points of the shares, the cells before and after the point, and the
 * column of the rate plans; 0 if no product has one. */
struct share_column {
	int point_column, integer_cells, fraction_cells, bar_cells, plan_column;
};

static int
fraction_width(struct str share)
{
	size_t point = str_find_char(share, '.');
	return point == SIZE_MAX ? 0 : (int)(share.n - point);
}

/* The product's name, else its path; while presenting, without the path's root. */
static struct str
product_name(const struct graph_node *n, struct str path, const struct item_doc_context *context)
{
	struct str name = n ? graph_name(n) : path;
	return context->presenting ? path_below_root(name) : name;
}

static const char plan_head[] = "RATE PLAN";

/* The cells of the column of rate plans; a long one may be cut at the end of the line. */
static int
widest_plan(int cells, struct str plan)
{
	enum { PLAN_CELLS_MAX = 16 };
	int own = text_width(plan), least = (int)sizeof(plan_head) - 1;
	own = own < least ? least : own > PLAN_CELLS_MAX ? PLAN_CELLS_MAX : own;
	return own > cells ? own : cells;
}

/* The rate plan is never wrapped: the bar gives way to it. */
static void
place_bar_and_plan(struct share_column *at, int width, int plan_cells)
{
	enum { BAR_CELLS = 20, BAR_CELLS_MIN = 5, WORDS_CELLS = 12 /* "  missing" */ };
	int bar_column = at->point_column + at->fraction_cells + 4;
	at->bar_cells = width >= bar_column + BAR_CELLS + WORDS_CELLS ? BAR_CELLS : BAR_CELLS / 2;
	while (at->bar_cells && bar_column + at->bar_cells + 2 + plan_cells > width)
		at->bar_cells = at->bar_cells / 2 >= BAR_CELLS_MIN ? at->bar_cells / 2 : 0;
	at->plan_column = plan_cells ? bar_column + (at->bar_cells ? at->bar_cells + 2 : 0) : 0;
}

static struct share_column
place_shares(const struct catalog_item *item, int width, bool with_plans,
    const struct item_doc_context *context)
{
	int plan_cells = 0;
	struct share_column at = { .integer_cells = SHARE_CELLS_MIN };
	int most = 0;
	for (size_t i = 0; i < item->bundles_n; i++) {
		const struct bundle_part *b = &item->bundles[i];
		const struct graph_node *n = find_product_node(context, b->product);
		int cells = text_width(product_name(n, b->product, context));
		most = cells > most ? cells : most;
		if (with_plans && b->rate_plan.n)
			plan_cells = widest_plan(plan_cells, b->rate_plan);
		struct str share = b->split.n ? b->split : str_of(no_share);
		int fraction = fraction_width(share), whole = (int)share.n - fraction;
		at.integer_cells = whole > at.integer_cells ? whole : at.integer_cells;
		at.fraction_cells = fraction > at.fraction_cells ? fraction : at.fraction_cells;
	}
	if (at.integer_cells > SHARE_CELLS_MAX)
		at.integer_cells = SHARE_CELLS_MAX;
	at.point_column = NAME_COLUMN + (most < NAME_CELLS_MAX ? most : NAME_CELLS_MAX) + 2 +
	    at.integer_cells;
	place_bar_and_plan(&at, width, plan_cells);
	return at;
}

/* " 80 %"; without the sign if it is not a number. */
static void
add_share(
    struct doc *d, struct str share, enum role role, bool number, const struct share_column *at)
{
	int part = fraction_width(share);
	doc_pad_to_column(d, at->point_column - (int)share.n + part);
	doc_add_text(d, role, share);
	if (number)
		doc_printf(d, role, "%*s %%",
		    at->fraction_cells > part ? at->fraction_cells - part : 0, "");
}

static void
add_share_bar(struct doc *d, int64_t share, const struct share_column *at)
{
	if (!at->bar_cells)
		return;
	doc_printf(d, ROLE_TEXT, "  ");
	bar_add_to_doc(d, &share, 1, 0, at->bar_cells);
}

/* " Bundle     SHARE              RATE PLAN", underlined from edge to edge. */
static void
add_bundle_head(struct doc *d, const struct share_column *at)
{
	int end = at->point_column + at->fraction_cells + 2;
	doc_begin_line(d);
	doc_printf(d, ROLE_HEADER, " Bundle%*s", end - (int)sizeof(" Bundle") + 1, "SHARE");
	if (at->plan_column) {
		doc_printf(d, ROLE_HEADER, "%*s%s", at->plan_column - end, "", plan_head);
		end = at->plan_column + (int)sizeof(plan_head) - 1;
	}
	if (d->width > end)
		doc_printf(d, ROLE_HEADER, "%*s", d->width - end, "");
}

static void
add_bundle_row(struct doc *d, const struct bundle_part *b, const struct share_column *at,
    const struct item_doc_context *context)
{
	const struct graph_node *n = find_product_node(context, b->product);
	struct str name = product_name(n, b->product, context);
	bool missing = n && graph_is_missing(n);
	int64_t share;
	bool number = decimal_read(b->split, &share);
	doc_begin_line(d);
	if (missing)
		doc_printf(d, ROLE_BAD, " x");
	doc_pad_to_column(d, NAME_COLUMN);
	if (n) {
		const struct doc_target target = { (int)n->kind, n->path };
		doc_add_link(d, missing ? ROLE_BAD : ROLE_REFERENCE, name, &target);
	} else {
		doc_add_text(d, ROLE_TEXT, name);
	}
	add_share(
	    d, b->split.n ? b->split : str_of(no_share), number ? ROLE_TEXT : ROLE_BAD, number, at);
	if (number && share >= 0)
		add_share_bar(d, share, at);
	if (at->plan_column && b->rate_plan.n) {
		doc_pad_to_column(d, at->plan_column);
		doc_add_text(d, ROLE_TEXT, b->rate_plan);
	}
	if (missing)
		doc_printf(d, ROLE_BAD, "  missing");
}

static void
add_bundle_sum(struct doc *d, int64_t sum, bool known, const struct share_column *at)
{
	struct buf words = { 0 };
	bool whole = sum == 100 * DECIMAL_ONE;
	doc_begin_line(d);
	if (known) {
		decimal_write(&words, sum);
		doc_pad_to_column(d, NAME_COLUMN);
		doc_printf(d, ROLE_LEAD, "in total");
		add_share(d, buf_str(&words), whole ? ROLE_LEAD : ROLE_BAD, true, at);
		doc_printf(d, ROLE_BAD, "%s", whole ? "" : "  x not 100 %");
	} else {
		doc_printf(d, ROLE_BAD, " x no total: a share is not a number");
	}
	buf_free(&words);
}

void
bundle_doc_add_shares(struct doc *d, const struct catalog_item *item, bool with_plans,
    const struct item_doc_context *context)
{
	int64_t sum = 0, share;
	bool known = true;
	const struct share_column at = place_shares(item, d->width, with_plans, context);
	if (item->bundles_n)
		add_bundle_head(d, &at);
	for (size_t i = 0; i < item->bundles_n; i++) {
		bool number = decimal_read(item->bundles[i].split, &share);
		known = known && number;
		sum += number ? share : 0;
		add_bundle_row(d, &item->bundles[i], &at, context);
	}
	if (item->bundles_n > 1 || (item->bundles_n && (!known || sum != 100 * DECIMAL_ONE)))
		add_bundle_sum(d, sum, known, &at);
}

/* ---- copies of products ---- */

static void
add_product(struct doc *d, struct str path, const struct item_doc_context *context)
{
	const struct graph_node *n = find_product_node(context, path);
	if (n)
		item_doc_add_link(d, n, context);
	else
		doc_add_text(d, ROLE_TEXT, path);
}

static bool
add_difference(struct doc *d, const char *what, struct str copy, struct str own, bool first)
{
	if (str_eq(copy, own))
		return false;
	doc_printf(d, ROLE_WARN, "%s%s ", first ? "! differs: " : ", ", what);
	doc_add_text(d, ROLE_WARN, copy.p ? copy : STR("not sent"));
	doc_printf(d, ROLE_WARN, " here, ");
	doc_add_text(d, ROLE_WARN, own.p ? own : STR("not sent"));
	doc_printf(d, ROLE_WARN, " there");
	return true;
}

/* The differences between a copy and its product; nothing if the product is missing. */
static void
add_differences(struct doc *d, const struct embedded_product *copy, const struct graph_node *n)
{
	static const char *const said[] = {
		[FLAG_ABSENT] = "not known",
		[FLAG_NO] = "no",
		[FLAG_YES] = "yes",
	};
	_Static_assert(
	    sizeof(said) / sizeof(*said) == FLAG_VALUES, "every answer needs a row in this table");
	if (!n || !n->item)
		return;
	const struct product_facts *a = &copy->facts, *b = &n->item->facts;
	bool any = add_difference(d, "name", a->display_name, b->display_name, true);
	any = add_difference(d, "code", a->code, b->code, !any) || any;
	if (a->delivery && b->delivery && a->delivery != b->delivery)
		add_difference(
		    d, "delivery", str_of(said[a->delivery]), str_of(said[b->delivery]), !any);
}

static void
add_sync_state(struct doc *d, const struct embedded_product *copy, struct str json,
    const struct item_doc_context *context)
{
	struct buf text = { 0 }, age = { 0 };
	int64_t t;
	doc_printf(d, copy->synced == FLAG_NO ? ROLE_WARN : ROLE_LABEL, "%s",
	    copy->synced == FLAG_YES      ? "synced"
		: copy->synced == FLAG_NO ? "! not synced"
					  : "synced: not known");
	if (member_read_text(&text, json, STR("lastSynced"))) {
		if (!when_parse_lenient(buf_str(&text), &t)) {
			doc_printf(d, ROLE_WARN, ", last at ");
			doc_add_text(d, ROLE_WARN, buf_str(&text));
		} else if (t > context->now) {
			doc_printf(d, ROLE_WARN, ", last sync is in the future: ");
			doc_add_text(d, ROLE_WARN, buf_str(&text));
		} else {
			when_write_age(&age, context->now, t);
			doc_printf(d, ROLE_LABEL, ", last %s ago", buf_z(&age));
		}
	}
	doc_printf(d, ROLE_LABEL, "   ");
	buf_free(&text);
	buf_free(&age);
}

/* "modified 4 Mar 2026", or the text as it was sent if it is not a time. */
static void
add_copy_time(struct doc *d, const char *label, struct str json, const char *member,
    const struct item_doc_context *context)
{
	struct buf text = { 0 }, when = { 0 };
	int64_t t;
	if (!member_read_text(&text, json, str_of(member)) || !text.n)
		return;
	bool known = when_parse_lenient(buf_str(&text), &t);
	if (known)
		format_date(&when, t, context->time_style == TIME_UTC);
	doc_printf(d, known ? ROLE_LABEL : ROLE_WARN, "%s%s ", known ? "" : "! ", label);
	doc_add_text(d, known ? ROLE_LABEL : ROLE_WARN, buf_str(known ? &when : &text));
	buf_free(&text);
	buf_free(&when);
}

/* On a line of their own: the product that the copy was made from, if that is another one, and
 * the copy's own times. */
static void
add_copy_origin(struct doc *d, const struct embedded_product *copy, struct str json,
    const struct item_doc_context *context)
{
	enum { MODIFIED_CELLS = 24 };
	bool elsewhere = copy->source.n && !str_eq(copy->source, copy->path);
	if (!elsewhere && !member_find(json, STR("created")).n &&
	    !member_find(json, STR("modified")).n)
		return;
	doc_add_label(d, "");
	doc_printf(d, ROLE_TEXT, "  ");
	if (elsewhere) {
		doc_printf(d, ROLE_WARN, "! synced from ");
		add_product(d, copy->source, context);
		doc_printf(d, ROLE_LABEL, "   ");
	}
	add_copy_time(d, "created", json, "created", context);
	doc_wrap(d, DOC_VALUE_COLUMN - 1, MODIFIED_CELLS);
	add_copy_time(d, "   modified", json, "modified", context);
}

void
bundle_doc_add_copies(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context)
{
	struct member_walk w;
	struct member m;
	struct str list = json_lex_find(json, STR("data.products"));
	if (!item->embedded_products_n || !json_is_array(list))
		return;
	member_start(&w, list);
	for (size_t i = 0; i < item->embedded_products_n && member_next(&w, &m); i++) {
		const struct embedded_product *copy = &item->embedded_products[i];
		doc_add_label(d, i ? "" : "Copies");
		add_product(d, copy->path, context);
		doc_add_label(d, "");
		doc_printf(d, ROLE_TEXT, "  ");
		add_sync_state(d, copy, m.value, context);
		add_differences(d, copy, find_product_node(context, copy->path));
		if (!context->presenting)
			add_copy_origin(d, copy, m.value, context);
	}
}
