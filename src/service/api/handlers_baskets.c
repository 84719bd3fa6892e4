#include "service/api/cursor.h"
#include "service/api/handlers.h"
#include "service/api/params.h"
#include "service/api/read.h"

#include <stdio.h>

enum { LIMIT_DEFAULT = 50 };

/* A hash of the query's filters: a cursor is valid for the same filters only. */
static uint64_t
hash_filters(const struct store_basket_query *q)
{
	char text[80];
	int n = snprintf(text, sizeof(text), "baskets after %lld all %d",
	    (long long)q->created_after, q->include_completed);
	return cursor_filter_hash(str_from(text, (size_t)n));
}

static bool
read_cursor(struct call *call, struct store_basket_query *q, uint64_t filter, struct err *err)
{
	struct str text = param_get(call, PARAM_QUERY_MORE);
	struct buf bytes = { 0 };
	struct page_cursor cursor = { 0 };
	if (!text.p)
		return true;
	enum cursor_verdict verdict = cursor_read(
	    &cursor, &bytes, text, filter, &call->service->cursor_keys);
	q->continues_after_basket = true;
	q->after_basket_created = cursor.sort_key;
	q->after_basket_id = arena_str(call->arena, cursor.id);
	buf_free(&bytes);
	return verdict == CURSOR_OK ||
	    param_refuse_cursor(call, PARAM_QUERY_MORE, verdict == CURSOR_MISMATCH, err);
}

struct basket_listing {
	struct list_page page;
	uint64_t filter_hash;
	int64_t last_created_at;
	struct buf last_id;
};

static bool
on_basket(void *ctx, const struct store_basket *basket)
{
	struct basket_listing *listing = ctx;
	if (!page_add(&listing->page, basket->json))
		return false;
	listing->last_created_at = basket->created;
	buf_reset(&listing->last_id);
	buf_adds(&listing->last_id, basket->id);
	return true;
}

static void
end_page(struct call *call, struct basket_listing *listing)
{
	const struct page_cursor next = { .filter_hash = listing->filter_hash,
		.sort_key = listing->last_created_at,
		.id = buf_str(&listing->last_id) };
	page_end_before(&listing->page, listing->page.has_more ? &next : NULL,
	    &call->service->cursor_keys);
}

static bool
write_list(struct call *call, struct store_basket_query *q, uint64_t filter, struct buf *body,
    struct err *err)
{
	struct basket_listing listing = { .page = { .body = body, .limit = q->limit },
		.filter_hash = filter };
	q->limit++; /* one more than requested, to see if the list continues */
	page_begin(&listing.page, STR(""));
	bool ok = read_baskets(call, q, on_basket, &listing, err);
	end_page(call, &listing);
	buf_free(&listing.last_id);
	return ok;
}

bool
handle_baskets_list(struct call *call, struct response *rs, struct err *err)
{
	struct store_basket_query q = { .limit = LIMIT_DEFAULT,
		.include_completed = call->service->include_completed };
	if (!param_read_count(call, PARAM_LIMIT, &q.limit, err) ||
	    !param_read_time(call, PARAM_CREATED_AFTER, &q.created_after, err))
		return false;
	uint64_t filter = hash_filters(&q);
	return read_cursor(call, &q, filter, err) && write_list(call, &q, filter, &rs->body, err);
}
