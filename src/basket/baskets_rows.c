#include "basket/baskets_inside.h"

#include "base/index.h"
#include "basket/persons.h"
#include "list/table.h"
#include "wire/basket.h"

struct str
baskets_json(const struct baskets *b, const struct basket_row *row, unsigned *flags)
{
	return packed_page_item(
	    b->page_cache, &b->pages.v[row->page_no]->json, row->item_no, flags);
}

bool
baskets_read_basket(const struct baskets *b, const struct basket_row *row, struct basket *out,
    struct arena *a, struct err *err)
{
	unsigned flags;
	struct str json = baskets_json(b, row, &flags);
	return basket_read(out, a, json, flags, err);
}

bool
baskets_matches_view(const struct baskets *b, const struct basket_row *row)
{
	struct str json = b->filter.needs_json ? baskets_json(b, row, NULL) : STR_NONE;
	return row_filter_match(&b->filter, row, json);
}

void
baskets_sort(struct baskets *b)
{
	if (!basket_view_is_service_order(&b->view))
		rows_sort(&b->view, b->rows.v, b->shown_rows.v, b->shown_rows.n, b->sorted_count);
	b->sorted_count = b->shown_rows.n;
}

static struct str
json_of(void *ctx, size_t row)
{
	const struct baskets *b = ctx;
	return baskets_json(b, &b->rows.v[row], NULL);
}

struct shown_rows
baskets_shown_rows(const struct baskets *b)
{
	return (struct shown_rows){ .view = &b->view,
		.filter = &b->filter,
		.rows = b->rows.v,
		.total_count = b->rows.n,
		.row_numbers = b->shown_rows.v,
		.n = b->shown_rows.n,
		.get_row_json = json_of,
		.ctx = (void *)(uintptr_t)b };
}

void
baskets_filter(struct baskets *b, bool all)
{
	vec_reserve(&b->shown_rows, b->rows.n);
	struct shown_rows listed = baskets_shown_rows(b);
	bool were_in_order = b->sorted_count == b->shown_rows.n;
	b->shown_rows.n = shown_rows_match(&listed, all, b->shown_rows.v);
	b->sorted_count = !all && were_in_order ? b->shown_rows.n : 0;
	b->move_pending = true;
	if (all)
		baskets_sort(b);
}

const struct basket_row *
baskets_shown_row(const struct baskets *b, size_t i)
{
	return i < b->shown_rows.n ? &b->rows.v[b->shown_rows.v[i]] : NULL;
}

size_t
baskets_find(const struct baskets *b, struct str id)
{
	struct shown_rows s = baskets_shown_rows(b);
	return shown_rows_find(&s, id);
}

const struct basket_row *
baskets_row(const struct baskets *b, struct str id)
{
	uint32_t at = index_get(b->index, id);
	return at < b->rows.n && str_eq(b->rows.v[at].id, id) ? &b->rows.v[at] : NULL;
}

/* ---- status ---- */

bool
baskets_depend_on_status(const struct baskets *b)
{
	bool depend = view_sorts_by(&b->view, "status") || view_sorts_by(&b->view, "contacted");
	for (size_t i = 0; i < b->view.terms.n; i++) {
		struct str key = b->view.terms.v[i].key;
		depend = depend || !key.n || str_eqz(key, "status") || str_eqz(key, "contacted");
	}
	return depend;
}

/* ---- purchases ---- */

static bool
has_purchase(const struct baskets *b)
{
	for (size_t i = 0; i < b->rows.n; i++)
		if (b->rows.v[i].completed || b->rows.v[i].maybe_completed)
			return true;
	return false;
}

/* Marks the baskets of one person. Their chain is newest first, so the first purchase of each kind
 * decides: completed, perhaps completed, and of an unknown time. True if a mark changed. */
static bool
mark_purchases_of_person(struct baskets *b, uint32_t first)
{
	bool changed = false;
	enum { COMPLETED, MAYBE_COMPLETED, UNTIMED, KINDS };
	const struct basket_row *newest[KINDS] = { NULL };
	for (uint32_t i = first; i != PERSON_NONE; i = persons_next_row(b->persons, i)) {
		const struct basket_row *row = &b->rows.v[i];
		int kind = row->created == WHEN_NONE ? UNTIMED
		    : row->completed                 ? COMPLETED
						     : MAYBE_COMPLETED;
		if ((row->completed || row->maybe_completed) && !newest[kind])
			newest[kind] = row;
	}
	for (uint32_t i = first; i != PERSON_NONE; i = persons_next_row(b->persons, i)) {
		struct basket_row *row = &b->rows.v[i];
		enum purchase before = row->later_purchase;
		row->later_purchase = PURCHASE_NONE;
		for (int kind = 0; kind < KINDS; kind++) {
			enum purchase purchase = newest[kind]
			    ? basket_row_purchase(row, newest[kind])
			    : PURCHASE_NONE;
			if (purchase > row->later_purchase)
				row->later_purchase = purchase;
		}
		changed = changed || row->later_purchase != before;
	}
	return changed;
}

/* Most services list open baskets only, so grouping by person is avoided as long as possible. */
void
baskets_mark_purchases(struct baskets *b)
{
	if (b->persons_rows_version == b->rows_version || (!b->persons && !has_purchase(b)))
		return;
	bool anew = !b->persons || b->persons_order_version != b->order_version;
	if (!b->persons)
		b->persons = x_new(struct persons);
	b->persons_rows_version = b->rows_version;
	b->persons_order_version = b->order_version;
	persons_merge_rows(b->persons, b->rows.v, b->rows.n, anew);
	bool changed = false;
	for (size_t i = 0; i < b->persons->list.n; i++)
		changed = mark_purchases_of_person(b, b->persons->list.v[i].first_row) || changed;
	if (changed && baskets_depend_on_status(b) && !b->refreshing)
		baskets_filter(b, true);
}

void
baskets_free_persons(struct baskets *b)
{
	if (b->persons)
		persons_free(b->persons);
	x_free(b->persons);
}

/* ---- time range ---- */

int64_t
baskets_oldest_created(const struct baskets *b)
{
	for (size_t i = b->rows.n; i-- > 0;)
		if (b->rows.v[i].created != WHEN_NONE)
			return b->rows.v[i].created;
	return WHEN_NONE;
}

int64_t
baskets_newest_created(const struct baskets *b)
{
	int64_t newest = WHEN_NONE, now = clock_now(b->clock);
	for (size_t i = 0; i < b->rows.n; i++)
		if (b->rows.v[i].created > newest && b->rows.v[i].created <= now)
			newest = b->rows.v[i].created;
	return newest;
}

bool
baskets_at_end(const struct baskets *b)
{
	return b->older_pager.end_reason != PAGER_MORE &&
	    (b->refreshing || b->converted_page_count == b->pages.n);
}

bool
baskets_has_all_requested(const struct baskets *b)
{
	return baskets_at_end(b) && b->older_pager.end_reason == PAGER_WHOLE;
}

int64_t
baskets_known_from_time(const struct baskets *b)
{
	int64_t oldest = baskets_oldest_created(b);
	if (baskets_has_all_requested(b))
		return b->created_after;
	return oldest == WHEN_NONE ? clock_now(b->clock) : oldest;
}

bool
baskets_is_whole(const struct baskets *b)
{
	return baskets_known_from_time(b) == WHEN_NONE;
}
