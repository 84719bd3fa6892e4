#include "basket/baskets.h"
#include "model/format.h"

bool
baskets_append_cursor_loop(struct buf *out, const struct baskets *b)
{
	bool round = pager_has_cursor_loop(&b->older_pager) && baskets_at_end(b);
	if (round)
		pager_append_cursor_loop(
		    out, b->older_pager.end_reason, b->rows.n, "older baskets");
	return round;
}

void
baskets_append_count(struct buf *out, const struct baskets *b, bool utc)
{
	bool filtered = view_is_filtered(&b->view);
	int64_t oldest = baskets_oldest_created(b);
	if (b->rows.n == 0 && !baskets_at_end(b))
		return;
	if (filtered) {
		format_count(out, b->shown_rows.n);
		buf_addz(out, " of ");
	}
	if (baskets_has_all_requested(b)) {
		format_plural(out, b->rows.n, "basket", "baskets");
		buf_addz(out, filtered || b->created_after != WHEN_NONE ? "" : ", all read");
		if (b->created_after != WHEN_NONE) {
			buf_addz(out, " since ");
			format_day(out, b->created_after, utc);
		}
		return;
	}
	buf_addz(out, filtered ? "" : "newest ");
	format_count(out, b->rows.n);
	buf_addz(out, filtered ? " read" : "");
	if (!filtered && oldest != WHEN_NONE) {
		buf_addz(out, ", back to ");
		format_day(out, oldest, utc);
	}
	buf_addf(out, " \xC2\xB7 %s",
	    baskets_at_end(b) ? pager_loop_reason(b->older_pager.end_reason)
			      : "the service has more");
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
