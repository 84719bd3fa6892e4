#include "ui/rows/compare_pane.h"

#include "base/utf8.h"
#include "catalog/catalog.h"
#include "catalog/charge_words.h"
#include "list/compare_row.h"
#include "list/hide_private.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"
#include "ui/rows/empty.h"
#include "wire/catalog.h"
#include "wire/member.h"

enum { FIRST, SECOND, SIDES };

/* One of the two items. */
struct compared_item {
	struct buf name, json;
};

struct compare_pane_state {
	struct compared_item items[SIDES];
	struct item_comparison comparison;
	bool presenting; /* as when the rows were made */
	VEC(struct compare_row) shown;
};

static struct compare_pane_state *
state_of(const struct rows_pane *r)
{
	return r->kind_data;
}

/* ---- the rows of the list ---- */

static bool
read_item(const struct rows_pane *r, size_t at, struct compared_item *out)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	struct row_target target = { 0 };
	bool has = at < s.n && r->kind->get_target(r, at, &target);
	struct str json = target.json.n ? target.json : shown_rows_json(&s, at);
	if (!has || !json.n)
		return false;
	buf_adds(&out->json, json);
	if (target.name.n && !str_eq(target.name, target.id))
		buf_adds(&out->name, target.name);
	else
		r->kind->write_headline(r, at, &out->name);
	return true;
}

/* The rows that are marked and shown, at most three. */
static size_t
find_marked_rows(const struct rows_pane *r, size_t rows[SIDES + 1])
{
	struct shown_rows s = rows_pane_shown_rows(r);
	size_t n = 0;
	for (size_t i = 0; i < r->marked_ids.n && n <= SIDES; i++) {
		size_t at = shown_rows_find(&s, str_of(r->marked_ids.v[i]));
		if (at != SIZE_MAX)
			rows[n++] = at;
	}
	return n;
}

/* Finds the item that the selected one was duplicated from, wherever it is listed. */
static bool
read_original(const struct rows_pane *r, struct str json, struct compared_item *out)
{
	const struct catalog *catalog = r->pane.console->catalog;
	struct buf path = { 0 };
	member_read_text(&path, json, STR("duplicatedFrom"));
	size_t at = path.n ? catalog_find(catalog, CATALOG_OFFERS, buf_str(&path)) : SIZE_MAX;
	bool found = at != SIZE_MAX;
	if (found) {
		struct catalog_item item;
		struct arena a = { 0 };
		struct err err;
		unsigned flags = 0;
		struct str other =
		    listing_json(catalog_list(catalog, CATALOG_OFFERS), at, &flags);
		buf_adds(&out->json, other);
		if (catalog_item_read(&item, &a, other, flags, &err))
			buf_adds(&out->name, item.name);
		arena_free(&a);
	}
	buf_free(&path);
	return found;
}

static void
free_items(struct compared_item items[SIDES])
{
	for (int i = 0; i < SIDES; i++) {
		buf_wipe(&items[i].name);
		buf_wipe(&items[i].json);
	}
}

/* Reads the two items. Returns why there are none. */
static const char *
read_items(const struct rows_pane *r, struct compared_item items[SIDES])
{
	size_t marked[SIDES + 1], n = find_marked_rows(r, marked), cursor = r->pos.cursor;
	if (!rows_pane_selected_row(r))
		return "Nothing is selected";
	if (n > SIDES)
		return "To compare: mark one or two rows. More are marked";
	if (n < r->marked_ids.n)
		return "To compare: a marked row is not shown. Esc clears the filter";
	if (n == SIDES)
		return read_item(r, marked[FIRST], &items[FIRST]) &&
			read_item(r, marked[SECOND], &items[SECOND])
		    ? NULL
		    : "A marked row has no data to compare";
	if (n == 1 && marked[FIRST] == cursor)
		return "To compare: select another row than the marked one";
	if (!read_item(r, n ? marked[FIRST] : cursor, &items[FIRST]))
		return "This row has no data to compare";
	if (n)
		return read_item(r, cursor, &items[SECOND]) ? NULL
							    : "This row has no data to compare";
	return read_original(r, buf_str(&items[FIRST].json), &items[SECOND])
	    ? NULL
	    : "To compare: mark a row with Space, then select another";
}

const char *
compare_pane_why_not(const struct rows_pane *r)
{
	struct compared_item items[SIDES] = { 0 };
	const char *why = read_items(r, items);
	free_items(items);
	return why;
}

/* ---- the pane ---- */

/* The charges in words, if the item has some. */
static struct str
price_in_words(struct arena *a, struct str json, bool ascii)
{
	struct catalog_item item;
	struct buf words = { 0 };
	struct err err;
	if (catalog_item_read(&item, a, json, 0, &err) && item.charges_n)
		charge_words_add_sentence(&words, item.charges, item.charges_n, ascii);
	struct str text = arena_move_buf(a, &words);
	buf_free(&words);
	return text;
}

/* Ids, paths and users are not for an audience. */
static bool
is_private(const struct compare_row *row)
{
	bool path = (row->first.n && row->first.p[0] == '/') ||
	    (row->second.n && row->second.p[0] == '/');
	return row->state == COMPARE_OWN || path || str_ends(row->member, STR("id"));
}

static void
show_rows(struct rows_pane *r)
{
	struct compare_pane_state *s = state_of(r);
	s->presenting = r->pane.console->presenting;
	s->shown.n = 0;
	for (size_t i = 0; i < s->comparison.rows.n; i++)
		if (!s->presenting || !is_private(&s->comparison.rows.v[i]))
			vec_push(&s->shown, s->comparison.rows.v[i]);
	table_set_rows(&r->table, s->shown.v, s->shown.n);
}

static void
load_members(struct rows_pane *r)
{
	r->has_short_detail = true;
	if (state_of(r)->presenting != r->pane.console->presenting)
		show_rows(r);
}

static const struct compare_row *
member_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

static void
append_item_name(const struct rows_pane *r, struct buf *out, int side)
{
	const struct console *c = r->pane.console;
	struct buf clean = { 0 };
	struct str name = buf_str(&state_of(r)->items[side].name);
	text_clean(&clean, name, c->look.ascii_lines);
	if (c->presenting)
		hide_private(out, buf_str(&clean), c->look.ascii_lines);
	else
		buf_adds(out, buf_str(&clean));
	buf_free(&clean);
}

static void
add_side(const struct rows_pane *r, struct doc *d, int side, struct str text, bool has)
{
	struct buf name = { 0 };
	append_item_name(r, &name, side);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, " %s", buf_z(&name));
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	if (has)
		doc_add_text(d, ROLE_TEXT, text.n ? text : STR("\"\""));
	else
		doc_printf(d, ROLE_LABEL, "absent");
	doc_wrap(d, 1, 0);
	buf_free(&name);
}

/* Both values in full, under the names of their items. */
static void
describe_member(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct compare_row *row = member_at(r, at);
	if (!r->pane.console->presenting)
		doc_add_labelled(d, "Member", row->id);
	add_side(r, d, FIRST, row->first, row->has_first);
	add_side(r, d, SECOND, row->second, row->has_second);
}

static void
append_member_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	text_clean(out, member_at(r, at)->member, r->pane.console->look.ascii_lines);
}

static void
write_compare_title(const struct rows_pane *r, struct title *out)
{
	const struct item_comparison *c = &state_of(r)->comparison;
	buf_addz(&out->breadcrumb, "Compare ");
	append_item_name(r, &out->breadcrumb, FIRST);
	buf_addz(&out->breadcrumb, " with ");
	append_item_name(r, &out->breadcrumb, SECOND);
	format_plural(&out->counts, c->differing_count, "member differs", "members differ");
	buf_addf(&out->counts, "%s", r->pane.console->look.ascii_lines ? ", " : " \xC2\xB7 ");
	format_count(&out->counts, c->same_count);
	buf_addz(&out->counts, c->same_count == 1 ? " is the same" : " are the same");
	if (c->is_cut)
		buf_addz(&out->counts, ", of the first 5,000");
}

static void
describe_no_members(const struct rows_pane *r, struct doc *d)
{
	(void)r;
	empty_add_title(d, "Nothing to compare");
	empty_add_reason(d, STR("The two items have no members."));
}

static bool
find_member_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct compare_row *row = member_at(r, at);
	*out = (struct row_target){ .id = row->id, .name = row->member };
	return false;
}

static void
style_member(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct compare_row *row = of;
	(void)r;
	(void)column;
	(void)text;
	style->role = row->state == COMPARE_DIFFERS ? ROLE_TEXT : ROLE_LABEL;
}

static void
close_compare(struct rows_pane *r)
{
	struct compare_pane_state *s = state_of(r);
	item_comparison_free(&s->comparison);
	vec_free(&s->shown);
	free_items(s->items);
	x_free(s);
}

/* ---- sending ---- */

enum member_text { MEMBER_BOTH, MEMBER_FIRST, MEMBER_SECOND };

/* The member with both values and the items' names, or one value as it is. */
static void
on_member_text_chosen(struct console *c, void *ctx, int value)
{
	static const char *const names[] = { [MEMBER_BOTH] = "the member with both values",
		[MEMBER_FIRST] = "the first value", [MEMBER_SECOND] = "the second value" };
	const struct rows_pane *r = rows_pane_of(console_top_pane(c));
	const struct compare_row *row = rows_pane_selected_row(r);
	struct buf text = { 0 };
	(void)ctx;
	if (!row)
		return;
	if (value == MEMBER_BOTH) {
		buf_adds(&text, row->member);
		for (int side = FIRST; side < SIDES; side++) {
			buf_addz(&text, side == FIRST ? ": " : "; ");
			buf_adds(&text, side == FIRST ? row->first : row->second);
			buf_addz(&text, " (");
			buf_adds(&text, buf_str(&state_of(r)->items[side].name));
			buf_addc(&text, ')');
		}
	} else {
		buf_adds(&text, value == MEMBER_FIRST ? row->first : row->second);
	}
	send_text(c, buf_str(&text), names[value]);
	buf_free(&text);
}

static void
run_send_member(struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct compare_row *row = rows_pane_selected_row(r);
	struct menu *m = menu_new(p->console, "Send", false, on_member_text_chosen, NULL);
	struct buf name = { 0 };
	menu_add(m, MEMBER_BOTH, false, "member with both values");
	for (int side = FIRST; row && side < SIDES; side++) {
		buf_reset(&name);
		append_item_name(r, &name, side);
		if ((side == FIRST ? row->first : row->second).n)
			menu_add(m, MEMBER_FIRST + side, false, "value of %s", buf_z(&name));
	}
	buf_free(&name);
	menu_set_place(m, MENU_AT_CURSOR);
	menu_set_closing_action(m, ACT_SEND_MENU);
	menu_open(m);
}

static const char *
why_not_in_comparison(const struct pane *p, enum action a)
{
	if (a == ACT_SEND_MENU && p->console->presenting)
		return "Not while presenting. :present off ends it";
	return rows_pane_why_not(p, a);
}

static const struct pane_action actions[] = {
	{ ACT_IN, rows_run_open },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_SEND_MENU, run_send_member },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.actions = { actions, rows_actions },
	.list_scope = SCOPE_LIST,
	.detail_scope = SCOPE_TEXT,
	.why_unavailable = why_not_in_comparison,
	.load_rows = load_members,
	.describe_row = describe_member,
	.write_headline = append_member_headline,
	.write_title = write_compare_title,
	.describe_empty = describe_no_members,
	.get_target = find_member_target,
	.style_cell = style_member,
	.close = close_compare,
	.noun = "member",
};

bool
is_compare_pane(const struct pane *p)
{
	return rows_pane_has_kind(p, &kind);
}

void
rows_run_compare(struct pane *p)
{
	struct console *c = p->console;
	struct compare_pane_state *s = x_new(struct compare_pane_state);
	struct arena a = { 0 };
	const char *why = read_items(rows_pane_of(p), s->items);
	if (why) {
		console_show(c, ROLE_WARN, "%s", why);
		free_items(s->items);
		x_free(s);
		return;
	}
	struct str first = buf_str(&s->items[FIRST].json), second = buf_str(&s->items[SECOND].json);
	const struct compare_extra price = { "price in words",
		price_in_words(&a, first, c->look.ascii_lines),
		price_in_words(&a, second, c->look.ascii_lines) };
	item_comparison_make(&s->comparison, first, second, &price, 1);
	arena_free(&a);
	s->presenting = !c->presenting; /* load_members() fills the rows */
	console_push_pane(c, &rows_pane_new(c, &kind, &compare_resource, s)->pane);
}
