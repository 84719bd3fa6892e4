#include "plan/effect.h"

#include "base/index.h"
#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/format.h"
#include "plan/row.h"

static void
append_interval(struct buf *out, const struct check_items *offers, const struct plan_row *row)
{
	const struct catalog_item *item = check_find_item(offers, row->path);
	for (size_t i = 0; item && i < item->charges_n; i++) {
		const struct charge *c = &item->charges[i];
		struct schedule s;
		if (!str_eq(c->name, row->charge) || !schedule_read(&s, c, NULL))
			continue;
		if (str_eqz(c->type, "onetime"))
			buf_addz(out, "once");
		else
			charge_words_add_interval(out, c);
		return;
	}
}

static struct plan_effect *
find_or_add_effect(struct plan_effects *all, struct str currency, struct buf *interval)
{
	for (size_t i = 0; i < all->v.n; i++) {
		struct plan_effect *e = &all->v.v[i];
		if (!str_eq(e->currency, currency) ||
		    !str_eq(buf_str(&e->interval), buf_str(interval)))
			continue;
		buf_free(interval);
		return e;
	}
	const struct plan_effect fresh = { .currency = currency, .interval = *interval };
	vec_push(&all->v, fresh);
	return &all->v.v[all->v.n - 1];
}

static void
add_row_effect(
    struct plan_effects *all, const struct check_items *offers, const struct plan_row *row)
{
	int64_t old, new, by;
	struct buf interval = { 0 };
	if (row->refusal.n)
		return;
	if (!plan_row_is_price(row) || !decimal_read(row->old, &old) ||
	    !decimal_read(row->new, &new)) {
		all->attribute_count++;
		return;
	}
	append_interval(&interval, offers, row);
	struct plan_effect *e = find_or_add_effect(all, row->currency, &interval);
	e->price_count++;
	e->overflowed = e->overflowed || __builtin_sub_overflow(new, old, &by) ||
	    __builtin_add_overflow(e->sum, by, &e->sum);
}

void
plan_effect_append_sum(struct buf *out, const struct plan_effect *e)
{
	if (e->overflowed) {
		buf_addz(out, "too large to add up");
		return;
	}
	buf_addz(out, e->sum > 0 ? "+" : "");
	decimal_write_places(out, e->sum, currency_places(e->currency));
}

static void
append_line(struct buf *out, const struct plan_effect *e)
{
	buf_addz(out, out->n ? "\n" : "");
	text_clean(out, e->currency, false);
	buf_addz(out, e->interval.n ? " " : "");
	text_clean(out, buf_str(&e->interval), false);
	buf_addc(out, ' ');
	plan_effect_append_sum(out, e);
	buf_addz(out, " on ");
	format_plural(out, e->price_count, "price", "prices");
}

void
plan_effects_collect(
    struct plan_effects *out, const struct plan *p, const struct check_items *offers)
{
	*out = (struct plan_effects){ 0 };
	for (size_t i = 0; i < p->rows.n; i++)
		add_row_effect(out, offers, &p->rows.v[i]);
}

void
plan_effects_free(struct plan_effects *all)
{
	for (size_t i = 0; i < all->v.n; i++)
		buf_free(&all->v.v[i].interval);
	vec_free(&all->v);
}

void
plan_effects_append_attributes(struct buf *out, const struct plan_effects *all)
{
	if (all->attribute_count)
		format_plural(out, all->attribute_count, all->v.n ? "other change" : "change",
		    all->v.n ? "other changes" : "changes");
}

void
plan_append_effect(struct buf *out, const struct plan *p, const struct check_items *offers)
{
	struct plan_effects all;
	struct buf lines = { 0 };
	plan_effects_collect(&all, p, offers);
	for (size_t i = 0; i < all.v.n; i++)
		append_line(&lines, &all.v.v[i]);
	if (all.attribute_count)
		buf_addz(&lines, lines.n ? "\n" : "");
	plan_effects_append_attributes(&lines, &all);
	buf_adds(out, buf_str(&lines));
	buf_free(&lines);
	plan_effects_free(&all);
}

/* ---- the rows without a warning ---- */

/* The smallest and the largest change, as an amount and in tenths of a percent. */
struct range {
	bool any;
	int64_t amount_least, amount_most, percent_least, percent_most;
};

static void
widen(struct range *r, int64_t amount, int64_t old)
{
	int64_t percent = old >= 1000 ? amount / (old / 1000) : INT64_MAX;
	if (!r->any || amount < r->amount_least)
		r->amount_least = amount;
	if (!r->any || amount > r->amount_most)
		r->amount_most = amount;
	if (!r->any || percent < r->percent_least)
		r->percent_least = percent;
	if (!r->any || percent > r->percent_most)
		r->percent_most = percent;
	r->any = true;
}

/* Appends the range in the currency, or in percent if there are several currencies. */
static void
append_range(struct buf *out, const char *name, const struct range *r, struct str currency)
{
	if (!r->any)
		return;
	buf_addf(out, "%s%s of ", str_ends(buf_str(out), STR("  ")) ? "" : ", ", name);
	if (currency.n) {
		buf_addf(out, "%.*s ", STR_ARG(currency));
		decimal_write_places(out, r->amount_least, currency_places(currency));
		buf_addz(out, r->amount_least == r->amount_most ? "" : " to ");
		if (r->amount_least != r->amount_most)
			decimal_write_places(out, r->amount_most, currency_places(currency));
		return;
	}
	buf_addf(out, "%lld.%lld", (long long)(r->percent_least / 10),
	    (long long)(r->percent_least % 10));
	if (r->percent_least != r->percent_most)
		buf_addf(out, " to %lld.%lld", (long long)(r->percent_most / 10),
		    (long long)(r->percent_most % 10));
	buf_addz(out, " %");
}

void
plan_append_others(struct buf *out, const struct plan *p)
{
	struct range raises = { 0 }, cuts = { 0 };
	struct str currency = STR_NONE;
	bool several = false;
	size_t n = 0;
	int64_t basket_count = 0;
	struct index *offers = index_new();
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		int64_t old, new, baskets;
		if (row->refusal.n || row->warning.n)
			continue;
		n++;
		/* An offer with several changes is in these baskets once. */
		if (str_to_int64(row->open_basket_count, &baskets) &&
		    index_add(offers, row->path, 1) == UINT32_MAX)
			basket_count += baskets;
		if (!plan_row_is_price(row) || !decimal_read(row->old, &old) ||
		    !decimal_read(row->new, &new))
			continue;
		several = several || (currency.n && !str_eq(currency, row->currency));
		currency = row->currency;
		widen(new > old ? &raises : &cuts, new > old ? new - old : old - new, old);
	}
	index_free(offers);
	if (!n)
		return;
	format_plural(out, n, "other", "others");
	buf_addz(out, raises.any || cuts.any ? "  " : "");
	append_range(out, "raises", &raises, several ? STR_NONE : currency);
	append_range(out, "cuts", &cuts, several ? STR_NONE : currency);
	if (basket_count) {
		buf_addz(out, ", on ");
		format_plural(out, (size_t)basket_count, "open basket", "open baskets");
	}
}
