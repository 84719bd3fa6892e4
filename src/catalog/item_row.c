#include "catalog/item_row.h"

#include "base/mem.h"
#include "catalog/charge_words.h"
#include "list/columns.h"
#include "list/term_test.h"
#include "model/decimal.h"
#include "model/format.h"
#include "model/path.h"
#include "model/price.h"
#include "wire/catalog.h"

#include <stddef.h>

static void item_row_copy_price(
    struct item_row *row, struct arena *a, const struct catalog_item *owner);

void
offer_join_codes(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct graph *products)
{
	struct buf all = { 0 };
	for (size_t i = 0; i < offer->product_ids.n && !row->codes.n; i++) {
		uint32_t at = graph_find(products, GRAPH_PRODUCT, offer->product_ids.v[i]);
		const struct catalog_item *product = at == GRAPH_NONE ? NULL
								      : products->nodes.v[at].item;
		if (product && product->facts.code.n)
			buf_addf(&all, "%s%.*s", all.n ? "\n" : "", STR_ARG(product->facts.code));
	}
	if (!row->codes.n)
		row->codes = arena_move_buf(a, &all);
	buf_free(&all);
}

void
offer_join_price(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct check_items *offers)
{
	struct price_chain chain;
	if (!offer->price_reference.n)
		return;
	price_follow_references(&chain, offers, offer);
	if (chain.owner)
		item_row_copy_price(row, a, chain.owner);
}

/* ---- price ---- */

/* Appends an offer's price in a few words: the number of charges if there are several; for a
 * price reference, the offer whose price it is. */
static void
add_price(struct buf *out, const struct catalog_item *item)
{
	if (item->charges_n == 1)
		charge_words_add_short(out, &item->charges[0], true);
	else if (item->charges_n)
		format_plural(out, item->charges_n, "charge", "charges");
	else if (item->price_reference.n)
		buf_addf(out, "price of %.*s", STR_ARG(path_last_part(item->price_reference)));
}

static void
add_later_price(struct buf *out, const struct catalog_item *item)
{
	if (item->charges_n)
		charge_words_add_later(out, item->charges, item->charges_n, true);
	else
		add_price(out, item);
}

static void
add_start(struct buf *out, const struct catalog_item *item)
{
	charge_words_add_start(out, item->charges, item->charges_n, true);
}

/* The amounts of all charges as sent, whether they are valid or not. */
static void
add_amounts(struct buf *out, const struct catalog_item *item)
{
	for (size_t i = 0; i < item->charges_n; i++)
		buf_addf(out, "%s%.*s %.*s", i ? "\n" : "", STR_ARG(item->charges[i].currency),
		    STR_ARG(item->charges[i].value));
}

static struct row_money
money_of(const struct charge *c)
{
	struct row_money m = { .currency = c->currency };
	m.known = decimal_read(c->value, &m.amount);
	return m;
}

static struct row_money
later_charge_money(const struct catalog_item *item)
{
	struct schedule s;
	for (size_t i = 0; i < item->charges_n; i++)
		if (schedule_read(&s, &item->charges[i], NULL) &&
		    charge_is_later(&item->charges[i]))
			return money_of(&item->charges[i]);
	return (struct row_money){ 0 };
}

/* The first currency with an amount due. */
static struct row_money
start_money(const struct catalog_item *item)
{
	struct row_money m = { 0 };
	struct schedule_total *due = x_new_array(struct schedule_total, item->charges_n);
	size_t n = schedule_compute_totals(due, item->charges, item->charges_n, 0, 0, WHEN_DAY);
	for (size_t i = 0; i < n && !m.known; i++)
		if (due[i].payment_count && !due[i].overflowed)
			m = (struct row_money){ due[i].currency, due[i].amount, true };
	x_free(due);
	return m;
}

static struct str
charge_when_text(struct arena *a, const struct charge *c)
{
	struct buf b = { 0 };
	struct schedule s;
	if (schedule_read(&s, c, NULL))
		charge_words_add_schedule(&b, c);
	else
		buf_addc(&b, '?');
	struct str when = arena_move_buf(a, &b);
	buf_free(&b);
	return when;
}

static struct row_amount
amount_of(struct arena *a, const struct charge *c)
{
	return (struct row_amount){ c->value, c->currency, charge_when_text(a, c) };
}

/* The amount due at the start as a number, if it is a single complete amount. */
static struct row_amount
start_amount_parts(struct arena *a, const struct catalog_item *item)
{
	struct buf number = { 0 }, currency = { 0 };
	struct row_amount amount = { 0 };
	charge_words_add_start_parts(&number, &currency, item->charges, item->charges_n);
	amount.number = arena_move_buf(a, &number);
	amount.currency = arena_move_buf(a, &currency);
	buf_free(&number);
	buf_free(&currency);
	return amount;
}

/* Only words if there are several charges, or if the price is another offer's. */
static void
fill_amounts(struct item_row *row, struct arena *a, const struct catalog_item *item)
{
	const struct charge *later = charge_words_find_only_later(item->charges, item->charges_n);
	row->price_parts = (struct row_amount){ .schedule = row->price };
	row->later_amount_parts = (struct row_amount){ .schedule = row->later_amount };
	row->start_amount_parts = start_amount_parts(a, item);
	if (item->charges_n == 1)
		row->price_parts = amount_of(a, &item->charges[0]);
	if (later)
		row->later_amount_parts = amount_of(a, later);
}

static void
fill_price(struct item_row *row, struct arena *a, const struct catalog_item *item)
{
	static void (*const parts[])(struct buf *, const struct catalog_item *) = { add_price,
		add_start, add_later_price, add_amounts };
	struct str *const texts[] = { &row->price, &row->start_amount, &row->later_amount,
		&row->amounts };
	struct buf b = { 0 };
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		parts[i](&b, item);
		*texts[i] = arena_move_buf(a, &b);
	}
	buf_free(&b);
	fill_amounts(row, a, item);
	row->first_price = item->charges_n ? money_of(&item->charges[0]) : row->first_price;
	row->start_money = start_money(item);
	row->later_money = later_charge_money(item);
}

/* Copies the price of `owner`, the offer that this row's offer takes its price from. */
static void
item_row_copy_price(struct item_row *row, struct arena *a, const struct catalog_item *owner)
{
	struct str said = row->price; /* keep the words "that of plus" */
	fill_price(row, a, owner);
	row->price = said;
}

static void
copy_price_of_row(struct item_row *row, const struct item_row *known)
{
	row->start_amount = known->start_amount;
	row->later_amount = known->later_amount;
	row->amounts = known->amounts;
	row->price_parts = known->price_parts;
	row->start_amount_parts = known->start_amount_parts;
	row->later_amount_parts = known->later_amount_parts;
	row->first_price = known->first_price;
	row->start_money = known->start_money;
	row->later_money = known->later_money;
}

void
item_row_copy_counts(struct item_row *row, const struct item_row *known)
{
	row->has_counts = known->has_counts;
	row->published = known->published;
	row->offers_n = known->offers_n;
	row->journeys_n = known->journeys_n;
	row->users_n = known->users_n;
	row->has_basket_count = known->has_basket_count;
	row->baskets_n = known->baskets_n;
	row->currencies = known->currencies;
	if (!row->codes.n)
		row->codes = known->codes;
	if (row->price_reference.n && str_eq(row->price_reference, known->price_reference))
		copy_price_of_row(row, known);
}

/* ---- filling ---- */

static struct str
join_lines(struct arena *a, struct text_list list)
{
	struct buf b = { 0 };
	if (list.n == 1 && list.v[0].n && str_find_char(list.v[0], '\n') == SIZE_MAX)
		return list.v[0];
	for (size_t i = 0; i < list.n; i++)
		column_add_line(&b, i, list.v[i]);
	struct str lines = arena_move_buf(a, &b);
	buf_free(&b);
	return lines;
}

static bool
has_copy_of(const struct catalog_item *item, struct str path)
{
	for (size_t i = 0; i < item->embedded_products_n; i++)
		if (str_eq(item->embedded_products[i].path, path) ||
		    str_eq(item->embedded_products[i].source, path))
			return true;
	return false;
}

/* A standalone offer contains copies of its products, a legacy one only their names. A product of
 * the bundle without a copy has only its path: it may not exist. */
static struct str
product_lines(struct arena *a, const struct catalog_item *item)
{
	struct buf b = { 0 };
	size_t n = 0;
	for (size_t i = 0; i < item->embedded_products_n; i++) {
		const struct embedded_product *p = &item->embedded_products[i];
		struct str name = p->facts.display_name.n ? p->facts.display_name : p->path;
		column_add_line(&b, n++, name);
	}
	for (size_t i = 0; i < item->bundles_n; i++)
		if (!has_copy_of(item, item->bundles[i].product))
			column_add_line(&b, n++, item->bundles[i].product);
	struct str lines = n ? arena_move_buf(a, &b) : join_lines(a, item->product_names);
	buf_free(&b);
	return lines;
}

/* The codes of a legacy offer are known after its products were read. */
static struct str
code_lines(struct arena *a, const struct catalog_item *item)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < item->embedded_products_n; i++)
		column_add_line(&b, i, item->embedded_products[i].facts.code);
	struct str lines = arena_move_buf(a, &b);
	buf_free(&b);
	return lines;
}

static struct str
search_text_of(struct arena *a, const struct item_row *row)
{
	const struct str texts[] = { row->name, row->display_name, row->path, row->id, row->code,
		row->key, row->labels, row->products };
	struct buf search_text = { 0 };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		row_fold_line(&search_text, texts[i]);
	struct str kept = arena_move_buf(a, &search_text);
	buf_free(&search_text);
	return kept;
}

static const char *const delivery_words[] = {
	[FLAG_ABSENT] = "",
	[FLAG_NO] = "no",
	[FLAG_YES] = "yes",
};
_Static_assert(sizeof(delivery_words) / sizeof(*delivery_words) == FLAG_VALUES,
    "every answer needs a row in this table");

static struct str
kind_of(struct str path)
{
	if (path_is_standalone(path))
		return STR("standalone");
	return path_is_legacy(path) ? STR("legacy") : STR("other");
}

void
item_row_fill(struct item_row *row, struct arena *a, struct search_cache *pool,
    const struct catalog_item *item)
{
	*row = (struct item_row){
		.id = item->id,
		.name = item->name,
		.path = item->path,
		.display_name = item->facts.display_name,
		.kind = kind_of(item->path),
		.currency = item->charges_n ? item->charges[0].currency : STR_NONE,
		.code = item->facts.code,
		.delivery = str_of(delivery_words[item->facts.delivery]),
		.key = item->key,
		.version = item->version,
		.user = item->user,
		.base = item->base,
		.price_reference = item->price_reference,
		.copied_from = item->copied_from,
		.tags = join_lines(a, item->tags),
		.labels = join_lines(a, item->labels),
		.countries = join_lines(a, item->countries),
		.products = product_lines(a, item),
		.codes = code_lines(a, item),
		.segments = join_lines(a, item->segments),
		.modified_text = item->modified_text,
		.modified = item->modified,
		.malformed = item->malformed,
	};
	fill_price(row, a, item);
	row->search_text = search_text_of(a, row);
	row->attribute_values = search_values_from_json(pool, a, item->attributes);
}

static void
fill_item(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct item_row *row = of;
	struct catalog_item item;
	struct err err;
	*row = (struct item_row){ .modified = WHEN_NONE, .malformed = true };
	if (catalog_item_read(&item, a, json, flags, &err))
		item_row_fill(row, a, NULL, &item);
}

/* ---- terms ---- */

static bool
is_yes(struct str folded)
{
	return str_eqz(folded, "yes") || str_eqz(folded, "true");
}

/* The label of a standalone offer may match a tag: it equals the tag's last part. */
static bool
tag_matches(const struct row_term *t, const struct item_row *row)
{
	if (row_term_matches_lines(t, row->tags))
		return true;
	struct row_term label = *t;
	label.folded_value = path_last_part(t->folded_value);
	return t->term->op == VIEW_EXACT && str_eqz(row->kind, "standalone") &&
	    row_term_matches_lines(&label, row->labels);
}

/* An exact price is compared as an amount: 9.9 matches 9.90. Other values are compared as text. */
static bool
price_matches(const struct row_term *t, const struct item_row *row)
{
	struct str rest = row->amounts, line, currency;
	int64_t wish, amount;
	if (t->term->op != VIEW_EXACT || !term_parse_amount(t->folded_value, &currency, &wish))
		return row_term_matches_text(t, row->price) ||
		    row_term_matches_lines(t, row->amounts);
	while (rest.n && str_next(&rest, '\n', &line)) {
		size_t space = str_find_char(line, ' ');
		if (decimal_read(str_sub(line, space + 1, line.n), &amount) && amount == wish &&
		    (!currency.n || str_eq_nocase(currency, str_sub(line, 0, space))))
			return true;
	}
	return false;
}

static bool
match_item(const struct row_term *t, const void *of, struct str json)
{
	const struct item_row *row = of;
	struct str key = t->term->key, attribute = STR("attribute.");
	if (row_term_is_word(t))
		return row_term_matches_any(t, row->search_text);
	if (row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text) ||
		    row_term_matches_values(t, &row->attribute_values);
	if (row_term_has_key(t, "modified") || row_term_has_key(t, "since"))
		return row->modified != WHEN_NONE && row->modified > t->time;
	if (row_term_has_key(t, "standalone"))
		return str_eqz(row->kind, "standalone") == is_yes(t->folded_value);
	if (row_term_has_key(t, "tag"))
		return tag_matches(t, row);
	if (row_term_has_key(t, "price"))
		return price_matches(t, row);
	if (row_term_has_key(t, "product") && row_term_matches_lines(t, row->codes))
		return true;
	if (str_starts(key, attribute))
		return row_term_matches_json(t,
		    json.n ? catalog_find_attribute(json, str_sub(key, attribute.n, key.n))
			   : STR_NONE);
	if (t->column)
		return row_term_matches_column(t, row);
	return true; /* source, reduced: how to read, not a condition */
}

static bool
check_item_term(const struct row_term *t, struct err *err)
{
	static const struct {
		const char *key, *allowed_values;
		bool negatable;
	} closed[] = { { "standalone", "yes no", true }, { "reduced", "yes no", false },
		{ "source", "catalog published", false } };
	for (size_t i = 0; i < sizeof(closed) / sizeof(*closed); i++) {
		struct str rest = str_of(closed[i].allowed_values), word;
		if (!row_term_has_key(t, closed[i].key))
			continue;
		while (str_next(&rest, ' ', &word))
			if (str_eq(word, t->folded_value) &&
			    (closed[i].negatable || !t->term->negated))
				return true;
		return err_set(err, ERR_USAGE, "%s must be one of: %s", closed[i].key,
		    closed[i].allowed_values);
	}
	return true;
}

/* ---- order ---- */

static int
compare_items(const void *x, const void *y)
{
	const struct item_row *a = x, *b = y;
	int order = str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->id, b->id);
}

static struct str
id_of_item(const void *of)
{
	const struct item_row *row = of;
	return row->id.n ? row->id : row->path;
}

static bool
is_odd_item(const void *row)
{
	return ((const struct item_row *)row)->malformed;
}

/* The values of an attribute, and the amounts of a price. */
static bool
emit_item_values(
    const struct row_term *t, const void *of, struct str json, row_value_fn *take, void *ctx)
{
	const struct item_row *row = of;
	struct str attribute = STR("attribute."), key = t->term->key, rest = row->amounts, line;
	bool price = str_eqz(key, "price");
	if (!price && !str_starts(key, attribute))
		return false;
	while (price && rest.n && str_next(&rest, '\n', &line))
		take(ctx, line);
	if (!price && json.n)
		row_emit_json_values(
		    catalog_find_attribute(json, str_sub(key, attribute.n, key.n)), take, ctx);
	return true;
}

const struct row_ops item_row_ops = {
	.size = sizeof(struct item_row),
	.fill_row = fill_item,
	.get_id = id_of_item,
	.is_malformed = is_odd_item,
	.match_term = match_item,
	.compare = compare_items,
	.check_term = check_item_term,
	.compared_keys = (const char *const[]){ "version", NULL },
	.for_each_value = emit_item_values,
	.search_text_offset = offsetof(struct item_row, search_text),
};

void
item_row_add_variables(struct command_variables *v, const struct item_row *row)
{
	command_variables_add(v, "BACKROOM_DISPLAY_NAME", row->display_name);
	command_variables_add(v, "BACKROOM_CODE", row->code);
	command_variables_add(v, "BACKROOM_CURRENCY", row->currency);
}
