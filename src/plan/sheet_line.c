#include "plan/sheet_line.h"

#include "base/utf8.h"
#include "plan/sheet_price.h"
#include "plan/sheet_text.h"
#include "wire/item.h"

#include <stdarg.h>

/* The offer and charge of a line. */
struct sheet_line_match {
	uint32_t offer_index;
	struct planned_offer offer;
	const struct charge *charge; /* NULL: none is named, or several match */
	uint32_t sort_key;
	bool is_ambiguous; /* several charges match: `charge` is the first */
	bool changed_meanwhile;
};

void
sheet_add_error(const struct sheet_reading *r, struct str column, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	struct arena *a = &r->sheet->text_arena;
	const struct sheet_error fault = { .line = r->csv.line,
		.column = arena_str(a, column),
		.text = arena_str(a, buf_str(&words)) };
	vec_push(&r->sheet->errors, fault);
	buf_free(&words);
}

/* ---- cells ---- */

static struct str
heading_at(const struct sheet_reading *r, size_t at)
{
	return at < r->columns.headings.n ? r->columns.headings.v[at] : STR_NONE;
}

static struct str
heading_of(const struct sheet_reading *r, enum sheet_role role)
{
	return heading_at(r, r->columns.field_indexes[role]);
}

static struct str
cell_at(const struct sheet_reading *r, size_t at)
{
	return at < r->csv.fields.n ? r->csv.fields.v[at] : STR_NONE;
}

static struct str
cell_of(const struct sheet_reading *r, enum sheet_role role)
{
	return cell_at(r, r->columns.field_indexes[role]);
}

static bool
is_blank(struct str cell)
{
	return str_trim(cell).n == 0;
}

/* The name or path in a cell, without a guard. Spaces may belong to it: they are trimmed only if
 * nothing is found with them. */
static struct str
unescaped_cell(const struct sheet_reading *r, struct str cell)
{
	struct buf bare = { 0 };
	csv_add_unescaped(&bare, cell);
	struct str kept = arena_move_buf(&r->sheet->text_arena, &bare);
	buf_free(&bare);
	return kept;
}

/* ---- offer and charge of a line ---- */

static bool
find_offer_of_line(const struct sheet_reading *r, struct sheet_line_match *l)
{
	struct str cell = cell_of(r, SHEET_PATH), path = heading_of(r, SHEET_PATH);
	size_t at = catalog_find(r->catalog, CATALOG_OFFERS, cell);
	if (at == SIZE_MAX && !is_blank(cell))
		at = catalog_find(r->catalog, CATALOG_OFFERS, unescaped_cell(r, cell));
	if (at == SIZE_MAX && !is_blank(cell))
		at = catalog_find(r->catalog, CATALOG_OFFERS, unescaped_cell(r, str_trim(cell)));
	if (at == SIZE_MAX) {
		if (is_blank(cell))
			sheet_add_error(r, path, "is empty: which offer is it?");
		else
			sheet_add_error(r, path, "no offer has the path \"%.*s\"", STR_ARG(cell));
		return false;
	}
	l->offer_index = (uint32_t)at;
	l->offer = planned_offer_at(&r->maker, at);
	return true;
}

static bool
charge_has_name(const struct charge *c, struct str name, struct str currency)
{
	return str_eq(c->name, name) && (!currency.n || str_eq(str_trim(c->currency), currency));
}

/* *place is set to the index of the first of them. */
static size_t
count_charges_named(
    const struct catalog_item *item, struct str name, struct str currency, size_t *place)
{
	size_t n = 0;
	for (size_t i = 0; i < item->charges_n; i++) {
		if (!charge_has_name(&item->charges[i], name, currency))
			continue;
		*place = n ? *place : i;
		n++;
	}
	return n;
}

static struct str
currency_cell(const struct sheet_reading *r)
{
	struct str own = str_trim(cell_of(r, SHEET_CURRENCY));
	return own.n ? own : str_trim(cell_of(r, SHEET_PRICE_CURRENCY));
}

/* Counts the charges with a name, in the line's currency if any match: several charges may share
 * a name, one for each currency. */
static size_t
count_selected_charges(
    const struct sheet_reading *r, const struct catalog_item *item, struct str name, size_t *place)
{
	size_t n = count_charges_named(item, name, currency_cell(r), place);
	return n ? n : count_charges_named(item, name, STR_NONE, place);
}

/* Finds the charge of a line. An offer's only charge need not be named. */
static bool
find_charge(const struct sheet_reading *r, struct sheet_line_match *l)
{
	const struct catalog_item *item = l->offer.item;
	struct str cell = cell_of(r, SHEET_CHARGE);
	size_t place = 0, n = item->charges_n;
	if (!is_blank(cell)) {
		n = count_selected_charges(r, item, cell, &place);
		n = n ? n : count_selected_charges(r, item, unescaped_cell(r, cell), &place);
		n = n ? n
		      : count_selected_charges(r, item, unescaped_cell(r, str_trim(cell)), &place);
		l->is_ambiguous = n > 1;
		if (n == 0)
			sheet_add_error(r, heading_of(r, SHEET_CHARGE),
			    "no charge of the offer is called \"%.*s\"", STR_ARG(cell));
	}
	if (n == 1 || l->is_ambiguous) {
		l->charge = &item->charges[place];
		l->sort_key = (uint32_t)place;
	}
	return n > 0 || is_blank(cell);
}

/* Returns the number of an earlier line about the same value, or remembers this one. */
static size_t
note_first_use(const struct sheet_reading *r, const struct sheet_line_match *l, const char *what,
    struct str name)
{
	struct buf key = { 0 };
	buf_addf(&key, "%u:%s:%.*s", l->offer_index, what, STR_ARG(name));
	uint32_t before = index_get(r->changed_values, buf_str(&key));
	if (before == UINT32_MAX)
		index_put(r->changed_values, buf_str(&key), (uint32_t)r->csv.line);
	buf_free(&key);
	return before == UINT32_MAX ? 0 : before;
}

static bool
is_plan_attribute(struct str cell)
{
	return !is_blank(cell) && !attribute_is_price(cell);
}

static bool
is_first_use_of_value(const struct sheet_reading *r, const struct sheet_line_match *l)
{
	struct str attribute = cell_of(r, SHEET_ATTRIBUTE);
	struct buf place = { 0 };
	if (l->charge)
		buf_addf(&place, "%u", l->sort_key);
	size_t before = is_plan_attribute(attribute)
	    ? note_first_use(r, l, "attribute", attribute)
	    : note_first_use(r, l, "charge", buf_str(&place));
	buf_free(&place);
	if (before)
		sheet_add_error(r, STR_NONE, "changes the same thing as line %zu", before);
	return !before;
}

/* True if version or modification time show that the sheet is older than the offer. */
static bool
is_stale(const struct sheet_reading *r, const struct catalog_item *item)
{
	struct str version = sheet_trim_number(cell_of(r, SHEET_VERSION));
	struct str sheet_time = str_trim(cell_of(r, SHEET_MODIFIED));
	int64_t modified;
	if (version.n && !sheet_is_same_number(version, item->version))
		return true;
	if (!sheet_time.n || str_eq(sheet_time, item->modified_text))
		return false;
	/* A text that is not a time cannot show that the offer is unchanged. */
	return !when_parse_lenient(sheet_time, &modified) ||
	    (item->modified != WHEN_NONE && modified != item->modified);
}

/* ---- prices ---- */

static void
check_currency(
    const struct sheet_reading *r, const struct sheet_line_match *l, enum sheet_role role)
{
	struct str cell = str_trim(cell_of(r, role));
	const struct catalog_item *item = l->offer.item;
	bool same = !cell.n;
	for (size_t i = 0; i < item->charges_n; i++)
		same = same ||
		    ((!l->charge || l->charge == &item->charges[i]) &&
			str_eq(cell, str_trim(item->charges[i].currency)));
	if (!same && item->charges_n)
		sheet_add_error(r, heading_of(r, role),
		    "\"%.*s\" is not the charge's currency, which cannot be changed",
		    STR_ARG(cell));
}

static void
add_price_edit(struct sheet_reading *r, const struct sheet_line_match *l,
    enum price_rule_result outcome, struct str text)
{
	const struct sheet_edit edit = { .offer_index = l->offer_index,
		.sort_key = l->sort_key,
		.charge = l->charge,
		.price_result = outcome,
		.text = arena_str(&r->sheet->text_arena, text),
		.changed_meanwhile = l->changed_meanwhile };
	vec_push(&r->edits, edit);
}

static void
read_charge_cell(
    struct sheet_reading *r, const struct sheet_line_match *l, struct str column, struct str cell)
{
	struct buf text = { 0 };
	struct str old = cell_of(r, SHEET_OLD);
	enum sheet_price price = sheet_price_read(&text, cell, l->charge);
	if (price == SHEET_PRICE_INVALID) {
		sheet_add_error(r, column, "%s", buf_z(&text));
	} else if (price == SHEET_PRICE_NEW && !is_blank(old) &&
	    !sheet_is_same_number(old, l->charge->value)) {
		buf_reset(&text);
		buf_addf(
		    &text, "the sheet has %.*s as the old value", STR_ARG(sheet_trim_number(old)));
		add_price_edit(r, l, PRICE_REFUSED, buf_str(&text));
	} else if (price == SHEET_PRICE_NEW) {
		add_price_edit(r, l, PRICE_UPDATED, buf_str(&text));
	}
	buf_free(&text);
}

/* True if the cell has the price of the other offer that this offer takes its price from, as
 * lists show it. */
static bool
is_price_of_referenced_offer(
    const struct sheet_reading *r, const struct catalog_item *item, struct str cell)
{
	size_t at = item->price_reference.n
	    ? catalog_find(r->catalog, CATALOG_OFFERS, item->price_reference)
	    : SIZE_MAX;
	if (at == SIZE_MAX)
		return false;
	const struct catalog_item *owner = planned_offer_at(&r->maker, at).item;
	return owner->charges_n == 1 && sheet_is_same_number(cell, owner->charges[0].value);
}

static enum sheet_role
price_role(const struct sheet_reading *r)
{
	return r->columns.field_indexes[SHEET_NEW] != SHEET_NONE ? SHEET_NEW : SHEET_PRICE;
}

static void
read_price(struct sheet_reading *r, const struct sheet_line_match *l)
{
	enum sheet_role role = price_role(r);
	const struct catalog_item *item = l->offer.item;
	struct str cell = cell_of(r, role), column = heading_of(r, role);
	check_currency(r, l, SHEET_CURRENCY);
	check_currency(r, l, SHEET_PRICE_CURRENCY);
	if (is_blank(cell))
		return;
	if (l->charge)
		read_charge_cell(r, l, column, cell);
	else if (item->charges_n)
		sheet_add_error(r, column,
		    "the offer has %zu charges: name one in the column charge", item->charges_n);
	else if (!item->price_reference.n)
		sheet_add_error(r, column, "the offer has no charge");
	else if (!is_price_of_referenced_offer(r, item, cell))
		sheet_add_error(r, column, "the offer takes its price from %.*s: change it there",
		    STR_ARG(item->price_reference));
}

/* ---- attributes ---- */

static size_t
find_or_add_attribute(struct sheet_reading *r, struct str name)
{
	for (size_t i = 0; i < r->attribute_names.n; i++)
		if (str_eq(r->attribute_names.v[i].name, name))
			return i;
	const struct sheet_attribute_name named = { arena_str(&r->sheet->text_arena, name),
		attribute_convention_find(r->maker.offer_listing, name) };
	vec_push(&r->attribute_names, named);
	return r->attribute_names.n - 1;
}

/* The value that lists show under that name, which may be outside the attributes. */
static struct str
shown_value(struct str offer, struct str name)
{
	struct str data = member_find(offer, STR("data"));
	struct member m;
	if (item_attribute_find(&m, member_find(data, STR("attributes")), name))
		return m.value;
	return member_find(data, name);
}

static void
add_attribute_edit(
    struct sheet_reading *r, const struct sheet_line_match *l, struct str name, struct str text)
{
	size_t habit = find_or_add_attribute(r, name);
	const struct sheet_edit edit = { .offer_index = l->offer_index,
		.sort_key = (uint32_t)(l->offer.item->charges_n + r->edits.n),
		.rule = { .name = r->attribute_names.v[habit].name,
		    .new_value = arena_str(&r->sheet->text_arena, text) },
		.convention_index = habit,
		.changed_meanwhile = l->changed_meanwhile };
	vec_push(&r->edits, edit);
}

/* All lines of an offer repeat its attributes: an edited line counts, and two different edits
 * are a conflict. */
static void
read_sheet_attribute(struct sheet_reading *r, const struct sheet_line_match *l, struct str name,
    size_t at, struct str text)
{
	struct buf both = { 0 };
	buf_adds(&both, name);
	buf_addc(&both, '=');
	buf_adds(&both, text);
	size_t edited = note_first_use(r, l, "edit", name),
	       same = note_first_use(r, l, "text", buf_str(&both));
	if (!edited)
		add_attribute_edit(r, l, name, text);
	else if (!same)
		sheet_add_error(
		    r, heading_at(r, at), "line %zu has another value for this offer", edited);
	buf_free(&both);
}

static void
read_attribute(
    struct sheet_reading *r, const struct sheet_line_match *l, struct str name, size_t at)
{
	struct str cell = cell_at(r, at);
	struct str value = shown_value(l->offer.json, name);
	bool tabs = r->csv.separator == '\t';
	struct buf text = { 0 };
	if (is_blank(cell) || sheet_text_is_same(cell, value, tabs))
		return;
	if (sheet_text_read(&text, cell, value, tabs))
		read_sheet_attribute(r, l, name, at, buf_str(&text));
	else
		sheet_add_error(r, heading_at(r, at), "%s", buf_z(&text));
	buf_free(&text);
}

/* True if `old`, in a plan's sheet, differs from the attribute's current value. */
static bool
is_stale_attribute(const struct sheet_reading *r, struct str offer)
{
	struct str name = str_trim(cell_of(r, SHEET_ATTRIBUTE)), old = cell_of(r, SHEET_OLD);
	return is_plan_attribute(name) && !is_blank(old) &&
	    !sheet_text_is_same(old, shown_value(offer, name), r->csv.separator == '\t');
}

static void
read_attributes(struct sheet_reading *r, const struct sheet_line_match *l)
{
	for (size_t i = 0; i < r->columns.attributes.n; i++)
		read_attribute(
		    r, l, r->columns.attributes.v[i].name, r->columns.attributes.v[i].field_index);
}

/* ---- ambiguous lines ---- */

/* True if the cell has the price of one of the matching charges. */
static bool
has_price_of_a_match(const struct sheet_reading *r, const struct sheet_line_match *l)
{
	const struct catalog_item *item = l->offer.item;
	struct str cell = cell_of(r, price_role(r));
	bool same = is_blank(cell);
	for (size_t i = 0; i < item->charges_n && !same; i++) {
		struct buf ignored = { 0 };
		if (!l->charge ||
		    charge_has_name(&item->charges[i], l->charge->name, currency_cell(r)))
			same = sheet_price_read(&ignored, cell, &item->charges[i]) ==
			    SHEET_PRICE_SAME;
		buf_free(&ignored);
	}
	return same;
}

static bool
has_same_attributes(const struct sheet_reading *r, const struct sheet_line_match *l)
{
	for (size_t i = 0; i < r->columns.attributes.n; i++) {
		struct str cell = cell_at(r, r->columns.attributes.v[i].field_index);
		if (!is_blank(cell) &&
		    !sheet_text_is_same(cell,
			shown_value(l->offer.json, r->columns.attributes.v[i].name),
			r->csv.separator == '\t'))
			return false;
	}
	return true;
}

/* True if the line agrees with one of the offers with that path. */
static bool
has_no_changes(const struct sheet_reading *r, const struct sheet_line_match *l)
{
	struct str path = l->offer.item->path;
	for (size_t at = 0; at < r->maker.offers.n; at++) {
		struct sheet_line_match one = *l;
		if (!str_eq(r->maker.offers.v[at].path, path))
			continue;
		one.offer_index = (uint32_t)at;
		one.offer = planned_offer_at(&r->maker, at);
		if (has_price_of_a_match(r, &one) && has_same_attributes(r, &one))
			return true;
	}
	return false;
}

static bool
is_shared_path(const struct sheet_reading *r, struct str path)
{
	size_t n = 0;
	for (size_t at = 0; at < r->maker.offers.n && n < 2; at++)
		n += str_eq(r->maker.offers.v[at].path, path);
	return n > 1;
}

/* Adds a refused row for the line; other lines are not affected. */
static void
refuse_line(struct sheet_reading *r, const struct sheet_line_match *l, const char *why)
{
	static const struct charge none;
	struct sheet_line_match refused = *l;
	refused.charge = l->charge ? l->charge : &none;
	add_price_edit(r, &refused, PRICE_REFUSED, str_of(why));
}

/* True if the line matches several offers or charges, so that no more of it can be read. */
static bool
refuse_if_ambiguous(struct sheet_reading *r, const struct sheet_line_match *l)
{
	bool path = is_shared_path(r, l->offer.item->path);
	if (!path && !l->is_ambiguous)
		return false;
	if (!has_no_changes(r, l))
		refuse_line(r, l,
		    path ? "several offers have this path"
			 : "several charges of the offer have this name and currency");
	return true;
}

/* ---- lines ---- */

static bool
is_blank_line(const struct sheet_reading *r)
{
	for (size_t i = 0; i < r->csv.fields.n; i++)
		if (!is_blank(r->csv.fields.v[i]))
			return false;
	return true;
}

/* False for bytes that are not UTF-8, or for more cells than headings. */
static bool
is_sound_line(const struct sheet_reading *r)
{
	for (size_t i = 0; i < r->csv.fields.n; i++) {
		if (!utf8_valid(r->csv.fields.v[i])) {
			sheet_add_error(
			    r, heading_at(r, i), "is not UTF-8: save the sheet as CSV in UTF-8");
			return false;
		}
		if (i >= r->columns.headings.n && !is_blank(r->csv.fields.v[i])) {
			sheet_add_error(r, STR_NONE,
			    "has more cells than the first line: is a number written 9,99 "
			    "without quotes?");
			return false;
		}
	}
	return true;
}

static bool
is_in_view(const struct sheet_reading *r, struct str path)
{
	return !r->allowed_offers || index_get(r->allowed_offers, path) != UINT32_MAX;
}

void
sheet_line_read(struct sheet_reading *r)
{
	struct sheet_line_match l = { 0 };
	struct str attribute = cell_of(r, SHEET_ATTRIBUTE);
	if (is_blank_line(r))
		return;
	r->sheet->line_count++;
	if (!is_sound_line(r) || !find_offer_of_line(r, &l))
		return;
	if (!is_in_view(r, l.offer.item->path)) {
		r->sheet->left_out_line_count++;
		return;
	}
	l.changed_meanwhile = is_stale(r, l.offer.item) || is_stale_attribute(r, l.offer.json);
	if (!find_charge(r, &l) || refuse_if_ambiguous(r, &l) || !is_first_use_of_value(r, &l))
		return;
	if (is_plan_attribute(attribute))
		read_attribute(r, &l, str_trim(attribute), r->columns.field_indexes[SHEET_NEW]);
	else
		read_price(r, &l);
	read_attributes(r, &l);
}
