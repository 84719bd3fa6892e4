#include "service/cursor.h"
#include "service/handlers.h"
#include "service/page.h"

#include <stdio.h>

enum { LIMIT_DEFAULT = 50 };

static bool
read_limit(struct call *call, size_t *limit, struct err *err)
{
	struct str text = query_get(&call->query, str_of(call->service->names.params[PARAM_LIMIT]));
	int64_t value = LIMIT_DEFAULT;
	if (text.p && (!str_to_int64(text, &value) || value < 1 || value > STORE_PAGE_MAX))
		return refuse(err, REFUSE_BAD_REQUEST, "%s must be a number from 1 to %d.",
		    call->service->names.params[PARAM_LIMIT], STORE_PAGE_MAX);
	*limit = (size_t)value;
	return true;
}

/* A plus sign that was not escaped arrives as a space: "…10:00 02:00" means "…10:00+02:00". */
static bool
parse_time(struct call *call, struct str text, int64_t *out)
{
	if (when_parse(text, out))
		return true;
	struct str copy = arena_str(call->arena, text);
	for (size_t i = copy.n; i-- > 0;)
		if (copy.p[i] == ' ') {
			((char *)(uintptr_t)copy.p)[i] = '+';
			return when_parse(copy, out);
		}
	return false;
}

static bool
read_created_after(struct call *call, int64_t *after, struct err *err)
{
	const char *name = call->service->names.params[PARAM_CREATED_AFTER];
	struct str text = query_get(&call->query, str_of(name));
	*after = WHEN_NONE;
	if (text.p && !parse_time(call, text, after))
		return refuse(err, REFUSE_BAD_REQUEST,
		    "%s must be a date or a date-time such as "
		    "2026-11-20T10:42:00Z.",
		    name);
	return true;
}

/* Which walk this is: a cursor is good for the same filters only. */
static uint64_t
filter_of(const struct store_basket_query *q)
{
	char text[80];
	int n = snprintf(text, sizeof(text), "baskets after %lld all %d",
	    (long long)q->created_after, q->include_completed);
	return cursor_filter(str_from(text, (size_t)n));
}

static bool
read_cursor(struct call *call, struct store_basket_query *q, struct err *err)
{
	const char *name = call->service->names.params[PARAM_QUERY_MORE];
	struct str text = query_get(&call->query, str_of(name));
	struct buf bytes = { 0 };
	struct cursor cursor = { 0 };
	if (!text.p)
		return true;
	enum cursor_verdict verdict = cursor_read(
	    &cursor, &bytes, text, filter_of(q), call->service->cursor_key);
	q->has_after = true;
	q->after_created = cursor.created;
	q->after_id = arena_str(call->arena, cursor.id);
	buf_free(&bytes);
	if (verdict == CURSOR_INVALID)
		return refuse(err, REFUSE_CURSOR_INVALID, "%s is no cursor of this service.", name);
	if (verdict == CURSOR_MISMATCH)
		return refuse(err, REFUSE_CURSOR_MISMATCH,
		    "%s belongs to a list with other "
		    "filters: filters may not change while paging.",
		    name);
	return true;
}

struct listing {
	struct page *page;
	size_t left;
	int64_t last_created;
	struct buf last_id;
};

static bool
take_basket(void *ctx, const struct store_basket *basket)
{
	struct listing *listing = ctx;
	if (listing->left == 0 || !page_add(listing->page, basket->json)) {
		page_has_more(listing->page);
		return false;
	}
	listing->left--;
	listing->last_created = basket->created;
	buf_reset(&listing->last_id);
	buf_adds(&listing->last_id, basket->id);
	return true;
}

static bool
write_list(struct call *call, struct store_basket_query *q, struct buf *body, struct err *err)
{
	struct page page = { .body = body };
	struct listing listing = { .page = &page, .left = q->limit };
	struct buf more = { 0 };
	page_begin(&page);
	q->limit++; /* one more than asked tells whether there is more */
	bool ok = store_list_baskets(call->service->store, q, take_basket, &listing, err);
	if (ok && page.more) {
		struct cursor next = { .filter = filter_of(q),
			.created = listing.last_created,
			.id = buf_str(&listing.last_id) };
		cursor_write(&more, &next, call->service->cursor_key);
	}
	page_end(&page, "queryMore", buf_str(&more));
	buf_free(&more);
	buf_free(&listing.last_id);
	return ok;
}

bool
handle_baskets_list(struct call *call, struct response *rs, struct err *err)
{
	struct store_basket_query q = { .include_completed = call->service->include_completed };
	return read_limit(call, &q.limit, err) && read_created_after(call, &q.created_after, err) &&
	    read_cursor(call, &q, err) && write_list(call, &q, &rs->body, err);
}
