#include "snapshot/offer_today.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "model/price.h"

enum { COMMIT_CELLS = 7 };

static bool
is_allowed_country(struct str text, const struct text_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq_nocase(list->v[i], text))
			return true;
	return list->n == 0;
}

static bool
is_modified_after(const struct catalog_item *item, int64_t abandoned_at)
{
	return abandoned_at != WHEN_NONE && item->modified != WHEN_NONE &&
	    item->modified > abandoned_at;
}

static unsigned
change_flags_of(const struct catalog *c, const struct offer_today *now, int64_t abandoned_at,
    struct str country)
{
	const struct listing *offers = catalog_list(c, CATALOG_OFFERS);
	size_t at = catalog_find(c, CATALOG_OFFERS, now->item->path);
	unsigned changes = 0;
	if (at != SIZE_MAX && offers->rows.v[at].published == FLAG_NO)
		changes |= OFFER_UNPUBLISHED;
	if (is_modified_after(now->item, abandoned_at))
		changes |= OFFER_CHANGED;
	if (now->owner && now->owner != now->item && is_modified_after(now->owner, abandoned_at))
		changes |= OFFER_PRICE_SOURCE_CHANGED;
	if (country.n && !is_allowed_country(country, &now->item->countries))
		changes |= OFFER_NOT_IN_COUNTRY;
	if (!now->owner || !now->owner->charges_n)
		changes |= OFFER_NO_PRICE;
	return changes;
}

struct offer_today
offer_today_find(const struct catalog *c, struct str path, int64_t abandoned_at, struct str country)
{
	const struct check_items offers = catalog_items(c, CATALOG_OFFERS);
	struct offer_today now = { .item = check_find_item(&offers, path) };
	struct price_chain chain;
	if (!now.item) {
		now.change_flags = OFFER_GONE;
		return now;
	}
	price_follow_references(&chain, &offers, now.item);
	now.owner = chain.owner;
	now.change_flags = change_flags_of(c, &now, abandoned_at, country);
	return now;
}

static void
add_changed_warning(struct doc *d, int column, const char *what, const struct catalog_item *item,
    int64_t abandoned_at)
{
	struct buf age = { 0 };
	when_write_age(&age, item->modified, abandoned_at);
	doc_begin_line(d);
	doc_pad_to_column(d, column);
	doc_printf(d, ROLE_WARN, "! %s changed %s after the basket was abandoned", what,
	    str_eqz(buf_str(&age), "now") ? "less than a minute" : buf_z(&age));
	buf_free(&age);
}

static void
add_offer_line(struct doc *d, int column, enum role role, const char *words, struct str text)
{
	doc_begin_line(d);
	doc_pad_to_column(d, column);
	doc_printf(d, role, "%s", words);
	doc_add_text(d, role, text);
}

/* The price in the snapshot, if it differs from today's. */
static void
add_price_change(
    struct doc *d, int column, const struct catalog_item *owner, const struct baseline *then)
{
	struct buf was = { 0 }, is = { 0 }, words = { 0 };
	charge_words_add_sentence(&is, owner->charges, owner->charges_n, d->ascii);
	if (baseline_append_price(&was, then, owner->path, d->ascii) &&
	    !str_eq(buf_str(&was), buf_str(&is))) {
		buf_addf(&words, "! its price changed since %s: ", then->name);
		buf_adds(&words, was.n ? buf_str(&was) : STR("nothing"));
		buf_addz(&words, " then");
		doc_begin_line(d);
		doc_pad_to_column(d, column);
		doc_add_value(d, ROLE_WARN, buf_str(&words));
	}
	buf_free(&was);
	buf_free(&is);
	buf_free(&words);
}

void
offer_today_doc(struct doc *d, const struct offer_today *now, const struct catalog *c,
    const struct baseline *then, int64_t abandoned_at, struct str country, int column)
{
	if (now->change_flags & OFFER_GONE) {
		add_offer_line(d, column, ROLE_BAD, "! not in catalog ",
		    str_sub(catalog_commit(c), 0, COMMIT_CELLS));
		doc_printf(d, ROLE_LABEL, ". The basket keeps its name");
		return;
	}
	if (now->change_flags & OFFER_UNPUBLISHED)
		add_offer_line(d, column, ROLE_WARN, "! no longer published", STR_NONE);
	if (now->change_flags & OFFER_CHANGED)
		add_changed_warning(d, column, "the price or the offer", now->item, abandoned_at);
	if (now->change_flags & OFFER_PRICE_SOURCE_CHANGED)
		add_changed_warning(
		    d, column, "the offer with the price", now->owner, abandoned_at);
	if (now->change_flags & OFFER_NOT_IN_COUNTRY)
		add_offer_line(d, column, ROLE_WARN, "! not offered in ", country);
	if (then && now->owner)
		add_price_change(d, column, now->owner, then);
}

/* ---- amounts ---- */

void
estimate_add(struct estimate *e, const struct offer_today *now)
{
	e->change_flags |= now->change_flags;
	if (!now->owner || !now->owner->charges_n)
		e->unpriced_offer_count++;
	for (size_t i = 0; now->owner && i < now->owner->charges_n; i++)
		vec_push(&e->charges, now->owner->charges[i]);
}

void
estimate_free(struct estimate *e)
{
	vec_free(&e->charges);
}

/* The amounts due from the start day until before another day, in each currency. Free with
 * x_free(). */
static struct schedule_total *
compute_sums(const struct estimate *e, int64_t start, int64_t to, size_t *n)
{
	struct schedule_total *sums = x_new_array(struct schedule_total, e->charges.n + 1);
	*n = schedule_compute_totals(sums, e->charges.v, e->charges.n, start, start, to);
	return sums;
}

/* Appends the amount due on the start day: "GBP 3.49", "GBP 3.49 + EUR 1.00", with " + ?" if
 * part of it is not known, or "?" if all of it is. */
static void
estimate_append(struct buf *out, const struct estimate *e, int64_t start)
{
	size_t n, written = 0;
	struct schedule_total *sums = compute_sums(e, start, start + WHEN_DAY, &n);
	bool unknown = e->unpriced_offer_count > 0;
	for (size_t i = 0; i < n; i++) {
		unknown = unknown || sums[i].incomplete;
		buf_addz(out, written++ ? " + " : "");
		charge_words_add_sum(out, &sums[i], false);
	}
	if (unknown)
		buf_addz(out, written ? " + ?" : "?");
	x_free(sums);
}

size_t
estimate_compute_sums(const struct estimate *e, int64_t start, struct schedule_total *day,
    struct schedule_total *year)
{
	int64_t to = schedule_add_months(start, 12);
	schedule_compute_totals(year, e->charges.v, e->charges.n, start, start, to);
	return schedule_compute_totals(
	    day, e->charges.v, e->charges.n, start, start, start + WHEN_DAY);
}

/* The amount that baskets are sorted by: that of the first currency. Returns false if there is
 * none. */
static bool
estimate_amount(const struct estimate *e, int64_t start, struct str *currency, int64_t *amount)
{
	size_t n;
	struct schedule_total *sums = compute_sums(e, start, start + WHEN_DAY, &n);
	bool known = n > 0 && !sums[0].overflowed;
	if (known) {
		*currency = sums[0].currency;
		*amount = sums[0].amount;
	}
	x_free(sums);
	return known;
}

int64_t
basket_estimate_start(int64_t now)
{
	return now - ((now % WHEN_DAY) + WHEN_DAY) % WHEN_DAY;
}

void
basket_compute_estimate(struct basket_row *row, struct basket_common *common,
    const struct catalog *catalog, int64_t start)
{
	struct estimate sum = { 0 };
	struct str line, lines = basket_row_goods(row)->offer_paths;
	struct basket_total due = { 0 };
	struct buf words = { 0 };
	while (lines.n && str_next(&lines, '\n', &line)) {
		struct offer_today now = offer_today_find(
		    catalog, line, row->created, basket_row_origin(row)->country);
		estimate_add(&sum, &now);
	}
	if (row->items_n)
		estimate_append(&words, &sum, start);
	due.text = buf_str(&words);
	due.money.known = estimate_amount(&sum, start, &due.money.currency, &due.money.amount);
	row->total = basket_total_of(common, &due);
	row->offer_changed = (sum.change_flags & ~(unsigned)OFFER_NO_PRICE) != 0;
	buf_free(&words);
	estimate_free(&sum);
}
