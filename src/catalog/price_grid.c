#include "catalog/price_grid.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "model/decimal.h"
#include "model/price.h"

#include <stddef.h>
#include <string.h>

enum { OFFERS_MAX = 1000 };

/* Country words that offer names contain instead of a currency. */
static const struct {
	const char *currency, *label;
} currency_countries[] = {
	{ "AUD", "Australia" },
	{ "BRL", "Brazil" },
	{ "CAD", "Canada" },
	{ "CHF", "Switzerland" },
	{ "EUR", "Europe EU" },
	{ "GBP", "UK Britain" },
	{ "INR", "India" },
	{ "JPY", "Japan" },
	{ "KWD", "Kuwait" },
	{ "USD", "America US USA" },
};

/* ---- names ---- */

static bool
is_place_of_currency(struct str word, struct str currency)
{
	for (size_t i = 0; i < sizeof(currency_countries) / sizeof(*currency_countries); i++) {
		struct str rest = str_of(currency_countries[i].label), place;
		if (!str_eqz(currency, currency_countries[i].currency))
			continue;
		while (rest.n && str_next(&rest, ' ', &place))
			if (str_eq(place, word))
				return true;
	}
	return false;
}

static bool
is_separator(char c)
{
	return c == ' ' || c == ',' || c == '-' || c == '(' || c == ')' || c == '/';
}

static struct str
trim_separators(struct str s)
{
	while (s.n && is_separator(s.p[s.n - 1]))
		s.n--;
	while (s.n && is_separator(s.p[0]))
		s = str_sub(s, 1, s.n);
	return s;
}

/* The name without its last word if that names the currency or its country; else the whole name. */
static struct str
tier_name_of(struct str name, struct str currency)
{
	struct str whole = trim_separators(name);
	size_t from = whole.n;
	while (from && !is_separator(whole.p[from - 1]))
		from--;
	struct str word = str_sub(whole, from, whole.n),
		   rest = trim_separators(str_sub(whole, 0, from));
	bool says = str_eq_nocase(word, currency) || is_place_of_currency(word, currency);
	return says && rest.n ? rest : name;
}

static struct str
display_name_of(const struct catalog_item *offer)
{
	return offer->facts.display_name.n ? offer->facts.display_name : offer->name;
}

/* ---- cells ---- */

/* Appends the price without the currency at its start, which is already the column's title. */
static void
add_offer_price(struct buf *out, const struct buf *words, struct str currency, bool ascii)
{
	struct buf head = { 0 };
	text_clean(&head, currency, ascii);
	buf_addc(&head, ' ');
	bool there = str_starts(buf_str(words), buf_str(&head));
	buf_adds(out, str_sub(buf_str(words), there ? head.n : 0, words->n));
	buf_free(&head);
}

/* The cell for charges in one currency: "9.99 monthly", "25.00 once", "1.00 / 9.99 monthly x12". */
static struct str
write_price(struct price_grid *g, const struct charge *v, size_t n, struct str currency)
{
	struct buf words = { 0 }, cell = { 0 };
	if (n == 1 && v[0].delay <= 0) {
		charge_words_add_short(&words, v, g->ascii);
		add_offer_price(&cell, &words, currency, g->ascii);
	} else {
		charge_words_add_start(&words, v, n, g->ascii);
		add_offer_price(&cell, &words, currency, g->ascii);
		buf_reset(&words);
		charge_words_add_later(&words, v, n, g->ascii);
		buf_addz(&cell, words.n ? " / " : "");
		add_offer_price(&cell, &words, currency, g->ascii);
	}
	struct str kept = arena_move_buf(&g->text_arena, &cell);
	buf_free(&words);
	buf_free(&cell);
	return kept;
}

/* The amount to sort by: the one at the start of the cell. */
static struct row_money
find_amount(const struct charge *v, size_t n, struct str currency)
{
	struct row_money money = { .currency = currency };
	struct buf number = { 0 }, codes = { 0 };
	charge_words_add_start_parts(&number, &codes, v, n);
	money.known = decimal_read(buf_str(&number), &money.amount);
	buf_free(&number);
	buf_free(&codes);
	return money;
}

/* ---- rows ---- */

static struct price_row *
add_price_row(struct price_grid *g, const struct catalog_item *offer, struct str name)
{
	const struct price_row row = { .name = name, .first_offer = offer };
	vec_push(&g->rows, row);
	return &g->rows.v[g->rows.n - 1];
}

/* The row of the tier if its cell is free; else a new row for this offer. */
static struct price_row *
find_row(struct price_grid *g, const struct catalog_item *offer, struct str tier, size_t currency)
{
	uint32_t at = index_get(g->tier_index, tier);
	if (at == UINT32_MAX) {
		/* Alone in its row, the offer keeps its full name "Solo UK". */
		index_put(g->tier_index, tier, (uint32_t)g->rows.n);
		return add_price_row(g, offer, display_name_of(offer));
	}
	struct price_row *row = &g->rows.v[at];
	if (row->offers[currency])
		return add_price_row(g, offer, display_name_of(offer));
	if (row->first_offer != offer)
		row->name = tier;
	return row;
}

static size_t
find_currency_index(const struct price_grid *g, struct str currency)
{
	size_t i = 0;
	while (i < g->currency_count && !str_eq(g->currencies[i], currency))
		i++;
	return i;
}

static bool
has_single_currency(const struct catalog_item *owner)
{
	for (size_t i = 1; i < owner->charges_n; i++)
		if (!str_eq(owner->charges[i].currency, owner->charges[0].currency))
			return false;
	return true;
}

/* Adds the offer's charges, one cell per currency. An offer with several currencies keeps its
 * full name. */
static void
add_offer(struct price_grid *g, const struct catalog_item *offer, const struct catalog_item *owner)
{
	struct charge *of_one = arena_array(&g->text_arena, struct charge, owner->charges_n);
	struct str name = display_name_of(offer);
	bool one = has_single_currency(owner);
	for (size_t k = 0; k < g->currency_count; k++) {
		size_t n = 0;
		for (size_t i = 0; i < owner->charges_n; i++)
			if (str_eq(owner->charges[i].currency, g->currencies[k]))
				of_one[n++] = owner->charges[i];
		if (n == 0)
			continue;
		struct price_row *row = find_row(
		    g, offer, one ? tier_name_of(name, g->currencies[k]) : name, k);
		row->prices[k] = write_price(g, of_one, n, g->currencies[k]);
		row->amounts[k] = find_amount(of_one, n, g->currencies[k]);
		row->offers[k] = offer;
	}
}

size_t
price_row_list_offers(
    const struct price_row *row, const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX])
{
	size_t n = 0;
	for (size_t k = 0; k < PRICE_GRID_CURRENCIES_MAX; k++) {
		size_t i = 0;
		while (i < n && offers[i] != row->offers[k])
			i++;
		if (row->offers[k] && i == n)
			offers[n++] = row->offers[k];
	}
	if (n == 0)
		offers[n++] = row->first_offer;
	return n;
}

bool
price_row_is_priced(const struct price_row *row)
{
	for (size_t k = 0; k < PRICE_GRID_CURRENCIES_MAX; k++)
		if (row->offers[k])
			return true;
	return false;
}

/* Fills the texts that depend on all offers of the row. The id is unique, since an offer may have
 * several rows. */
static void
complete_row(struct price_grid *g, size_t at)
{
	struct price_row *row = &g->rows.v[at];
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	size_t n = price_row_list_offers(row, offers);
	struct buf text = { 0 };
	for (size_t i = 0; i < n; i++)
		column_add_line(&text, i, offers[i]->path);
	row->paths = arena_move_buf(&g->text_arena, &text);
	row->id = arena_printf(
	    &g->text_arena, "%.*s %zu", STR_ARG(row->first_offer->path), at);
	row_fold_line(&text, row->name);
	row_fold_line(&text, row->paths);
	for (size_t k = 0; k < g->currency_count; k++)
		row_fold_line(&text, row->prices[k]);
	row->search_text = arena_move_buf(&g->text_arena, &text);
	buf_free(&text);
}

/* ---- columns ---- */

static bool
match_price_row(const struct row_term *t, const void *of, struct str json)
{
	const struct price_row *row = of;
	(void)json;
	return t->column ? row_term_matches_column(t, row)
			 : row_term_matches_any(t, row->search_text);
}

/* Rows stay in the order of their first offers. */
static int
compare_price_rows(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return 0;
}

static const struct row_ops price_row_ops = {
	.size = sizeof(struct price_row),
	.match_term = match_price_row,
	.compare = compare_price_rows,
	.id_offset = offsetof(struct price_row, id),
	.search_text_offset = offsetof(struct price_row, search_text),
};

/* The column's id: the code of the currency, or "currency-3" if it is not a code. */
static const char *
column_id_of(struct price_grid *g, size_t currency)
{
	struct str code = g->currencies[currency];
	bool letters = code.n > 0;
	for (size_t i = 0; i < code.n; i++)
		letters = letters && code.p[i] >= 'A' && code.p[i] <= 'Z';
	return letters ? arena_printf(&g->text_arena, "%.*s", STR_ARG(code)).p
		       : arena_printf(&g->text_arena, "currency-%zu", currency + 1).p;
}

static const char *
column_header_of(struct price_grid *g, size_t currency)
{
	struct buf clean = { 0 };
	text_clean(&clean, g->currencies[currency], g->ascii);
	if (!clean.n)
		buf_addc(&clean, '?');
	const char *header = arena_printf(&g->text_arena, "%.*s", STR_ARG(buf_str(&clean))).p;
	buf_free(&clean);
	return header;
}

static void
set_columns(struct price_grid *g)
{
	size_t n = 0;
	g->columns[n++] = (struct column){ COLUMN("name", "OFFER", 20, 30, ALWAYS),
		.alias = "offer", .flags = COLUMN_SHOWN_IF_EMPTY,
		.text_offset = offsetof(struct price_row, name) };
	for (size_t k = 0; k < g->currency_count; k++)
		g->columns[n++] = (struct column){ COLUMN(column_id_of(g, k),
						       column_header_of(g, k), 8, 12, ROOM),
			.flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_POINTS | COLUMN_NO_CURRENCY,
			.text_offset = offsetof(struct price_row, prices) + k * sizeof(struct str),
			.money_offset = offsetof(struct price_row, amounts) +
			    k * sizeof(struct row_money) };
	g->columns[n++] = (struct column){ COLUMN("path", "PATH", 24, 40, ASKED),
		.flags = COLUMN_PRIVATE, .has_lines = true,
		.text_offset = offsetof(struct price_row, paths) };
	g->columns[n] = (struct column){ .id = NULL };
	for (size_t i = 0; i <= n; i++)
		g->view_keys[i] = g->columns[i].id;
	g->resource = (struct view_resource){ .name = "prices",
		.singular = "row",
		.plural = "rows",
		.keys = g->view_keys,
		.columns = g->columns,
		.row_ops = &price_row_ops };
}

/* ---- selecting offers ---- */

static bool
is_path_below(struct str path, struct str campaign)
{
	return path.n > campaign.n + 1 && str_starts(path, campaign) && path.p[campaign.n] == '/';
}

static void
add_currencies(struct price_grid *g, const struct catalog_item *owner)
{
	for (size_t i = 0; i < owner->charges_n; i++) {
		if (find_currency_index(g, owner->charges[i].currency) < g->currency_count)
			continue;
		if (g->currency_count == PRICE_GRID_CURRENCIES_MAX)
			g->is_truncated = true;
		else
			g->currencies[g->currency_count++] = arena_str(
			    &g->text_arena, owner->charges[i].currency);
	}
}

static void
sort_currencies(struct price_grid *g)
{
	for (size_t i = 1; i < g->currency_count; i++)
		for (size_t k = i; k && str_cmp(g->currencies[k - 1], g->currencies[k]) > 0; k--) {
			struct str other = g->currencies[k];
			g->currencies[k] = g->currencies[k - 1];
			g->currencies[k - 1] = other;
		}
}

void
price_grid_collect(
    struct price_grid *g, const struct check_items *offers, struct str campaign, bool ascii)
{
	VEC(struct price_chain) chains = { 0 };
	g->ascii = ascii;
	g->tier_index = index_new();
	for (size_t i = 0; i < offers->n; i++) {
		struct price_chain chain;
		if (!is_path_below(offers->v[i].path, campaign))
			continue;
		if (chains.n == OFFERS_MAX) {
			g->is_truncated = true;
			break;
		}
		price_follow_references(&chain, offers, &offers->v[i]);
		vec_push(&chains, chain);
		if (chain.owner)
			add_currencies(g, chain.owner);
	}
	sort_currencies(g);
	for (size_t i = 0; i < chains.n; i++) {
		const struct price_chain *chain = &chains.v[i];
		if (chain->owner && chain->owner->charges_n)
			add_offer(g, chain->offers[0], chain->owner);
		else
			add_price_row(g, chain->offers[0], display_name_of(chain->offers[0]));
	}
	g->offer_count = chains.n;
	vec_free(&chains);
	for (size_t i = 0; i < g->rows.n; i++)
		complete_row(g, i);
	set_columns(g);
}

void
price_grid_free(struct price_grid *g)
{
	if (g->tier_index)
		index_free(g->tier_index);
	vec_free(&g->rows);
	arena_free(&g->text_arena);
	*g = (struct price_grid){ 0 };
}
