#include "ui/catalog/charges_pane.h"

#include "base/utf8.h"
#include "catalog/charge_row.h"
#include "catalog/charge_words.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/catalog/item_doc.h"
#include "ui/catalog/offer_doc.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"

struct charges_pane_state {
	struct buf offer_path; /* the offer's path */
	struct arena text_arena;
	VEC(struct charge_row) rows;
};

static struct charges_pane_state *
charges_of(const struct rows_pane *r)
{
	return r->kind_data;
}

/* The pane's offer; NULL if it is no longer in the catalog. */
static const struct catalog_item *
offer_of(const struct rows_pane *r)
{
	const struct catalog *c = r->pane.console->catalog;
	size_t at = catalog_find(c, CATALOG_OFFERS, buf_str(&charges_of(r)->offer_path));
	return at == SIZE_MAX ? NULL : &catalog_list(c, CATALOG_OFFERS)->items.v[at];
}

/* The offer whose charges are shown; NULL if it is gone. */
static const struct catalog_item *
owner_of(const struct rows_pane *r)
{
	const struct catalog_item *offer = offer_of(r);
	return offer ? catalog_charge_owner(r->pane.console->catalog, offer) : NULL;
}

/* Appends " of Print Classic" if the charges are inherited from another offer. */
static void
append_owner_name(const struct rows_pane *r, struct buf *out)
{
	const struct catalog_item *owner = owner_of(r);
	if (!owner || owner == offer_of(r))
		return;
	buf_addz(out, " of ");
	text_clean(
	    out, owner->name.n ? owner->name : owner->path, r->pane.console->look.ascii_lines);
}

static void
load_charges(struct rows_pane *r)
{
	struct charges_pane_state *own = charges_of(r);
	const struct catalog_item *owner = owner_of(r);
	arena_reset(&own->text_arena);
	own->rows.n = 0;
	for (size_t i = 0; owner && i < owner->charges_n; i++) {
		struct charge_row row;
		charge_row_fill(&row, &own->text_arena, &owner->charges[i]);
		vec_push(&own->rows, row);
	}
	charge_rows_set_ids(own->rows.v, own->rows.n, &own->text_arena);
	table_set_rows(&r->table, own->rows.v, own->rows.n);
}

static const struct charge *
charge_at(const struct rows_pane *r, size_t at)
{
	return &owner_of(r)->charges[r->table.shown_numbers.v[at]];
}

static void
add_members(const struct rows_pane *r, size_t at, struct doc *d)
{
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, " As sent");
	charge_doc_add_members(d, charge_at(r, at));
}

/* The charge as a sentence, its payments, then all members as sent and the other facts of its
 * offer, side by side if there is room. */
static void
describe_charge(const struct rows_pane *r, size_t at, struct doc *d)
{
	enum { TWO_COLUMNS_WIDTH_MIN = 118 };
	struct item_doc_context context = item_doc_context_now(r->pane.console);
	struct doc_columns columns;
	struct buf text = { 0 };
	charge_words_add_sentence(&text, charge_at(r, at), 1, d->ascii);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_value(d, ROLE_LEAD, buf_str(&text));
	doc_begin_line(d);
	offer_doc_add_timeline(d, owner_of(r), &context);
	doc_begin_line(d);
	buf_free(&text);
	if (d->width < TWO_COLUMNS_WIDTH_MIN) {
		add_members(r, at, d);
		doc_begin_line(d);
		item_doc_add_offer_facts(d, offer_of(r), &context);
		return;
	}
	doc_columns_start(&columns, d, DOC_FACTS_PERCENT);
	add_members(r, at, &columns.left);
	item_doc_add_offer_facts(&columns.right, offer_of(r), &context);
	doc_columns_end(&columns, d);
}

static void
append_charge_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct charge_row *row = table_row(&r->table, at);
	text_clean(out, row->name, r->pane.console->look.ascii_lines);
	buf_addz(out, r->pane.console->look.ascii_lines ? " - charge" : " \xC2\xB7 charge");
	append_owner_name(r, out);
}

static void
describe_no_charges(const struct rows_pane *r, struct doc *d)
{
	empty_add_title(d,
	    offer_of(r) ? "This offer no longer has charges"
			: "The offer is no longer in the catalog");
	empty_add_action(d, r->pane.console, ACT_OUT, "go back");
}

static void
append_charges_crumb(const struct rows_pane *r, struct buf *out)
{
	const struct catalog_item *offer = offer_of(r);
	if (offer) {
		text_clean(out, offer->name.n ? offer->name : offer->path, false);
		buf_addz(out, " > ");
	}
	buf_addz(out, "Charges");
	append_owner_name(r, out);
}

static void
write_charges_title(const struct rows_pane *r, struct title *out)
{
	append_charges_crumb(r, &out->breadcrumb);
	catalog_append_counts(r, &out->counts, "charge", "charges");
}

static bool
find_charge_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct charge_row *row = table_row(&r->table, at);
	*out = (struct row_target){ .link_kind = GRAPH_OFFER,
		.path = owner_of(r)->path,
		.id = row->name,
		.name = row->name,
		.json = charge_at(r, at)->json };
	return true;
}

static void
style_charge_cell(const struct rows_pane *r, const struct column *column, const void *row,
    struct buf *text, struct cell_style *style)
{
	bool name = column && str_eqz(str_of(column->id), "name");
	(void)r;
	(void)text;
	style->role = name && ((const struct charge_row *)row)->payments_uncomputable ? ROLE_WARN
										      : ROLE_TEXT;
}

static void
close_charges(struct rows_pane *r)
{
	struct charges_pane_state *own = charges_of(r);
	buf_free(&own->offer_path);
	arena_free(&own->text_arena);
	vec_free(&own->rows);
	x_free(own);
}

static const char *
charges_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)room;
	if (a == ACT_SEND_MAIN)
		return "path";
	return a == ACT_IN && rows_pane_of(p)->in_detail ? "open" : NULL;
}

/* The detail cannot be opened if it is completely visible next to the list and has no links. */
static const char *
why_not_in_charges(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	bool beside = r->layout.shape != LAYOUT_ONE_PART && !r->detail_covers_list && !r->in_detail;
	if (a == ACT_IN && beside && rows_pane_selected_row(r) && !textview_has_links(&r->detail) &&
	    r->detail.visible_lines.n <= (size_t)r->layout.detail.h)
		return "Nothing to open here";
	return catalog_why_not_priced(p, a);
}

static const struct rows_kind kind = {
	.actions = { catalog_actions, rows_actions },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.why_unavailable = why_not_in_charges,
	.label_action = charges_action_words,
	.write_status = catalog_append_status,
	.cancel = catalog_stop_reading,
	.load_rows = load_charges,
	.describe_row = describe_charge,
	.write_headline = append_charge_headline,
	.write_title = write_charges_title,
	.describe_empty = describe_no_charges,
	.get_target = find_charge_target,
	.style_cell = style_charge_cell,
	.close = close_charges,
};

struct pane *
charges_pane_new(struct console *c, struct str offer)
{
	struct charges_pane_state *own = x_new(struct charges_pane_state);
	buf_adds(&own->offer_path, offer);
	return &rows_pane_new(c, &kind, &charge_resource, own)->pane;
}

struct buf *
charges_pane_offer(struct pane *p)
{
	return &charges_of(rows_pane_of(p))->offer_path;
}
