#include "model/check.h"

#include "base/mem.h"
#include "model/catalog.h"

#include <stdlib.h>

/* True if two offers are equal except for name and path. */
static bool
is_same_offer(const struct catalog_item *a, const struct catalog_item *b)
{
	return str_eq(a->price_json, b->price_json) &&
	    str_eq(a->price_reference, b->price_reference) &&
	    str_eq(a->bundles_text, b->bundles_text) && str_eq(a->attributes, b->attributes);
}

/* True if the chain of originals leads back to the offer. */
static bool
has_cycle(const struct check_items *offers, const struct catalog_item *offer)
{
	const struct catalog_item *at = offer;
	for (size_t i = 0; at && at->copied_from.n && i < offers->n; i++) {
		at = check_find_item(offers, at->copied_from);
		if (at == offer)
			return true;
	}
	return false;
}

/* Checks a copy against its original. Returns true if both are equal. */
static bool
check_copied_offer(
    struct check_context *c, const struct check_items *offers, const struct catalog_item *offer)
{
	const struct catalog_item *original = check_find_item(offers, offer->copied_from);
	bool same = original && original != offer && is_same_offer(offer, original);
	if (!original)
		check_add_reference(c, CHECK_REF_COPY, offer->path, "copied from ",
		    offer->copied_from, ", which is gone");
	else if (same)
		check_add_reference(
		    c, CHECK_COPY_FORGOTTEN, offer->path, "duplicate of ", offer->copied_from, "");
	if (has_cycle(offers, offer))
		check_add_reference(c, CHECK_COPY_CYCLE, offer->path, "copied from ",
		    offer->copied_from, ", a copy of this offer");
	return same;
}

static int
by_original(const void *x, const void *y)
{
	const struct catalog_item *const *a = x, *const *b = y;
	int order = str_cmp((*a)->copied_from, (*b)->copied_from);
	return order ? order : (*a > *b) - (*a < *b);
}

/* Reports equal copies of one original. A copy that equals an earlier one is removed from the
 * list. */
static void
check_twins(struct check_context *c, const struct catalog_item **copies, size_t n)
{
	struct buf before = { 0 };
	for (size_t i = 0; i < n; i++) {
		size_t twins = 0;
		for (size_t k = i + 1; copies[i] && k < n; k++) {
			if (!copies[k] || !is_same_offer(copies[i], copies[k]))
				continue;
			copies[k] = NULL;
			twins++;
		}
		if (!twins)
			continue;
		buf_reset(&before);
		buf_addf(&before, "%zu more cop%s of ", twins, twins == 1 ? "y" : "ies");
		check_add_reference(c, CHECK_COPY_TWIN, copies[i]->path, buf_z(&before),
		    copies[i]->copied_from,
		    twins == 1 ? " is identical to this one" : " are identical to this one");
	}
	buf_free(&before);
}

void
check_copied_offers(struct check_context *c, const struct check_items *offers)
{
	const struct catalog_item **changed = x_new_array(const struct catalog_item *, offers->n);
	size_t n = 0;
	for (size_t i = 0; i < offers->n; i++)
		if (offers->v[i].copied_from.n && !check_copied_offer(c, offers, &offers->v[i]))
			changed[n++] = &offers->v[i];
	if (n)
		qsort(changed, n, sizeof(*changed), by_original);
	for (size_t from = 0, to; from < n; from = to) {
		struct str original = changed[from]->copied_from;
		for (to = from + 1; to < n && str_eq(changed[to]->copied_from, original);)
			to++;
		check_twins(c, changed + from, to - from);
	}
	x_free(changed);
}
