#include "plan/usage.h"

#include "model/currency.h"
#include "model/decimal.h"
#include "model/schedule.h"

/* ---- counting ---- */

static void
begin_basket(struct plan_usage *h)
{
	if (!h->path_index)
		h->path_index = index_new();
	h->open_basket_count++;
}

static void
add_basket_item(struct plan_usage *h, struct str path)
{
	if (!path.n)
		return;
	uint32_t at = index_get(h->path_index, path);
	if (at == UINT32_MAX) {
		at = (uint32_t)h->basket_counts.n;
		index_put(h->path_index, path, at);
		vec_push(&h->basket_counts, 0);
	}
	h->basket_counts.v[at]++;
}

void
plan_usage_add(struct plan_usage *h, const struct basket *basket)
{
	if (basket->completed)
		return;
	begin_basket(h);
	for (size_t i = 0; i < basket->items_n; i++)
		add_basket_item(h, basket->items[i].path);
}

void
plan_usage_add_paths(struct plan_usage *h, struct str paths)
{
	struct str path;
	begin_basket(h);
	while (paths.n && str_next(&paths, '\n', &path))
		add_basket_item(h, path);
}

uint32_t
plan_usage_count(const struct plan_usage *h, struct str path)
{
	uint32_t at = h->path_index ? index_get(h->path_index, path) : UINT32_MAX;
	return at == UINT32_MAX ? 0 : h->basket_counts.v[at];
}

void
plan_usage_free(struct plan_usage *h)
{
	if (h->path_index)
		index_free(h->path_index);
	vec_free(&h->basket_counts);
	*h = (struct plan_usage){ 0 };
}

/* ---- totals ---- */

struct currency_total {
	struct str currency;
	int64_t amount_before, amount_after;
	bool overflowed;
};

struct currency_totals {
	VEC(struct currency_total) totals;
};

static struct currency_total *
find_or_add_total(struct currency_totals *all, struct str currency)
{
	for (size_t i = 0; i < all->totals.n; i++)
		if (str_eq(all->totals.v[i].currency, currency))
			return &all->totals.v[i];
	const struct currency_total fresh = { .currency = currency };
	vec_push(&all->totals, fresh);
	return &all->totals.v[all->totals.n - 1];
}

static bool
is_charged_at_start(const struct check_items *offers, const struct plan_row *row)
{
	const struct catalog_item *item = check_find_item(offers, row->path);
	struct schedule s;
	for (size_t i = 0; item && i < item->charges_n; i++)
		if (str_eq(item->charges[i].name, row->charge))
			return schedule_read(&s, &item->charges[i], NULL) &&
			    schedule_payment_day(&s, 0, 0) == 0;
	return false;
}

static void
add_amount_times(struct currency_total *sum, int64_t *to, int64_t amount, int64_t times)
{
	int64_t product;
	sum->overflowed = sum->overflowed || __builtin_mul_overflow(amount, times, &product) ||
	    __builtin_add_overflow(*to, product, to);
}

static void
add_row_to_sums(
    struct currency_totals *all, const struct check_items *offers, const struct plan_row *row)
{
	int64_t times, old, new;
	if (row->refusal.n || !str_to_int64(row->open_basket_count, &times) ||
	    !decimal_read(row->old, &old) || !decimal_read(row->new, &new) ||
	    !is_charged_at_start(offers, row))
		return;
	struct currency_total *sum = find_or_add_total(all, row->currency);
	add_amount_times(sum, &sum->amount_before, old, times);
	add_amount_times(sum, &sum->amount_after, new, times);
}

static void
write_sum(struct buf *out, const struct currency_total *sum)
{
	int places = currency_places(sum->currency);
	buf_addf(out, "%s%.*s ", out->n ? "; " : "", STR_ARG(sum->currency));
	if (sum->overflowed) {
		buf_addz(out, "too large to add up");
		return;
	}
	decimal_write_places(out, sum->amount_before, places);
	buf_addz(out, " before, ");
	decimal_write_places(out, sum->amount_after, places);
	buf_addz(out, " after");
}

void
plan_usage_append_totals(struct buf *out, const struct plan *p, const struct check_items *offers)
{
	struct currency_totals all = { 0 };
	for (size_t i = 0; i < p->rows.n; i++)
		add_row_to_sums(&all, offers, &p->rows.v[i]);
	for (size_t i = 0; i < all.totals.n; i++)
		write_sum(out, &all.totals.v[i]);
	vec_free(&all.totals);
}
