#include "ui/catalog/price_grid.h"

#include "base/index.h"
#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "list/rows.h"
#include "model/format.h"
#include "model/price.h"

enum {
	INDENT = 1,
	GAP = 2,
	LABEL_CELLS_MIN = 12,
	LABEL_CELLS_MAX = 32,
	OFFERS_MAX = 1000,
	CURRENCIES_MAX = 64
};

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

struct price_tier {
	struct str name;      /* cleaned */
	struct str full_name; /* cleaned name of its first offer, used while the row has no other */
	struct str *cells;    /* one per currency; n is 0 if there is no offer */
	const struct catalog_item *first_offer;
	bool has_other_offers;
};

struct price_grid {
	struct arena text_arena;
	struct str currencies[CURRENCIES_MAX]; /* as sent, in order of appearance */
	size_t currencies_n;
	VEC(struct price_tier) tiers;
	VEC(struct str) unpriced_names; /* cleaned names */
	struct index *tier_index;       /* indexes of tiers by name */
	bool ascii, is_truncated;
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
name_of(const struct catalog_item *offer)
{
	return offer->facts.display_name.n ? offer->facts.display_name : offer->name;
}

static struct str
copy_clean_text(struct price_grid *g, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, g->ascii);
	struct str kept = arena_move_buf(&g->text_arena, &clean);
	buf_free(&clean);
	return kept;
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
write_cell(struct price_grid *g, const struct charge *v, size_t n, struct str currency)
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

static struct price_tier *
add_tier(struct price_grid *g, const struct catalog_item *offer, struct str name)
{
	const struct price_tier tier = { .name = copy_clean_text(g, name),
		.full_name = copy_clean_text(g, name_of(offer)),
		.cells = arena_array(&g->text_arena, struct str, CURRENCIES_MAX),
		.first_offer = offer };
	vec_push(&g->tiers, tier);
	return &g->tiers.v[g->tiers.n - 1];
}

/* The tier with that name if its cell is free; else a new row for this offer. */
static struct price_tier *
find_tier(struct price_grid *g, const struct catalog_item *offer, struct str name, size_t currency)
{
	uint32_t at = index_get(g->tier_index, name);
	if (at == UINT32_MAX) {
		index_put(g->tier_index, name, (uint32_t)g->tiers.n);
		return add_tier(g, offer, name);
	}
	struct price_tier *tier = &g->tiers.v[at];
	if (tier->cells[currency].n)
		return add_tier(g, offer, name_of(offer));
	tier->has_other_offers = tier->has_other_offers || tier->first_offer != offer;
	return tier;
}

/* Use the full name "Solo UK" as long as no other offer shares the tier "Solo". */
static struct str
label_of(const struct price_tier *tier)
{
	return tier->has_other_offers ? tier->name : tier->full_name;
}

static size_t
find_currency_index(const struct price_grid *g, struct str currency)
{
	size_t i = 0;
	while (i < g->currencies_n && !str_eq(g->currencies[i], currency))
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
	struct str name = name_of(offer);
	bool one = has_single_currency(owner);
	for (size_t k = 0; k < g->currencies_n; k++) {
		size_t n = 0;
		for (size_t i = 0; i < owner->charges_n; i++)
			if (str_eq(owner->charges[i].currency, g->currencies[k]))
				of_one[n++] = owner->charges[i];
		if (n == 0)
			continue;
		struct price_tier *tier = find_tier(
		    g, offer, one ? tier_name_of(name, g->currencies[k]) : name, k);
		tier->cells[k] = write_cell(g, of_one, n, g->currencies[k]);
	}
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
		if (find_currency_index(g, owner->charges[i].currency) < g->currencies_n)
			continue;
		if (g->currencies_n == CURRENCIES_MAX)
			g->is_truncated = true;
		else
			g->currencies[g->currencies_n++] = owner->charges[i].currency;
	}
}

static void
sort_currencies(struct price_grid *g)
{
	for (size_t i = 1; i < g->currencies_n; i++)
		for (size_t k = i; k && str_cmp(g->currencies[k - 1], g->currencies[k]) > 0; k--) {
			struct str other = g->currencies[k];
			g->currencies[k] = g->currencies[k - 1];
			g->currencies[k - 1] = other;
		}
}

static void
fill_grid(struct price_grid *g, const struct check_items *offers, struct str campaign)
{
	VEC(struct price_chain) chains = { 0 };
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
			vec_push(&g->unpriced_names, copy_clean_text(g, name_of(chain->offers[0])));
	}
	vec_free(&chains);
}

/* ---- drawing ---- */

static int
column_width(const struct price_grid *g, size_t currency, int most)
{
	int width = text_width(g->currencies[currency]);
	for (size_t i = 0; i < g->tiers.n; i++) {
		int cells = text_width(g->tiers.v[i].cells[currency]);
		width = cells > width ? cells : width;
	}
	return width < most ? width : most;
}

static int
label_width(const struct price_grid *g)
{
	int width = LABEL_CELLS_MIN;
	for (size_t i = 0; i < g->tiers.n; i++) {
		int cells = text_width(label_of(&g->tiers.v[i]));
		width = cells > width ? cells : width;
	}
	return width < LABEL_CELLS_MAX ? width : LABEL_CELLS_MAX;
}

static void
add_cut_text(struct doc *d, int column, enum role role, struct str clean, int cells)
{
	struct buf cut = { 0 };
	text_cut(&cut, clean, cells, d->ascii);
	doc_pad_to_column(d, column);
	doc_printf(d, role, "%s", buf_z(&cut));
	buf_free(&cut);
}

/* Draws as many currencies from `from` on as fit. Returns the next currency. */
static size_t
draw_currency_block(struct doc *d, const struct price_grid *g, size_t from, int width)
{
	int label = label_width(g), x = INDENT + label, most = width - x - GAP;
	int at[CURRENCIES_MAX], cells[CURRENCIES_MAX];
	size_t to = from;
	for (; to < g->currencies_n; to++) {
		cells[to] = column_width(g, to, most);
		at[to] = x + GAP;
		if (to > from && at[to] + cells[to] > width)
			break;
		x = at[to] + cells[to];
	}
	doc_begin_line(d);
	add_cut_text(d, INDENT, ROLE_HEADER, STR("OFFER"), label);
	for (size_t k = from; k < to; k++)
		add_cut_text(d, at[k], ROLE_HEADER, g->currencies[k], cells[k]);
	for (size_t i = 0; i < g->tiers.n; i++) {
		const struct price_tier *tier = &g->tiers.v[i];
		doc_begin_line(d);
		add_cut_text(d, INDENT, ROLE_TEXT, label_of(tier), label);
		for (size_t k = from; k < to; k++) {
			bool there = tier->cells[k].n > 0;
			add_cut_text(d, at[k], there ? ROLE_TEXT : ROLE_LABEL,
			    there ? tier->cells[k] : STR("-"), cells[k]);
		}
	}
	return to;
}

static void
draw_unpriced_offers(struct doc *d, const struct price_grid *g)
{
	for (size_t i = 0; i < g->unpriced_names.n; i++) {
		doc_begin_line(d);
		doc_pad_to_column(d, INDENT);
		doc_printf(d, ROLE_UNKNOWN, "no price found: ");
		doc_printf(d, ROLE_TEXT, "%.*s", STR_ARG(g->unpriced_names.v[i]));
	}
	if (g->is_truncated) {
		doc_begin_line(d);
		doc_printf(d, ROLE_WARN, " Only the first %d offers and %d currencies are shown.",
		    OFFERS_MAX, CURRENCIES_MAX);
	}
}

void
price_grid_doc(struct doc *d, const struct check_items *offers, struct str campaign, int width)
{
	struct price_grid g = { .tier_index = index_new(), .ascii = d->ascii };
	fill_grid(&g, offers, campaign);
	for (size_t k = 0; k < g.currencies_n; k++)
		g.currencies[k] = copy_clean_text(
		    &g, g.currencies[k].n ? g.currencies[k] : STR("?")); /* now draw */
	for (size_t from = 0; from < g.currencies_n;) {
		if (from)
			doc_begin_line(d);
		from = draw_currency_block(d, &g, from, width);
	}
	draw_unpriced_offers(d, &g);
	index_free(g.tier_index);
	vec_free(&g.tiers);
	vec_free(&g.unpriced_names);
	arena_free(&g.text_arena);
}
