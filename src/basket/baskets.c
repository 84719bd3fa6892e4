#include "basket/baskets.h"

#include "base/index.h"
#include "basket/baskets_inside.h"
#include "basket/row_contact.h"
#include "client/io.h"
#include "model/format.h"

enum { DEFAULT_READ_AHEAD_ROWS = 1000 };

struct baskets *
baskets_new(struct client *client, const struct clock *clock, const struct io_watch *io,
    void (*changed)(void *ctx), void *ctx)
{
	struct baskets *b = x_new(struct baskets);
	struct err err;
	b->client = client;
	b->clock = clock;
	b->io = *io;
	b->on_changed = changed;
	b->ctx = ctx;
	b->read_ahead_rows = DEFAULT_READ_AHEAD_ROWS;
	b->index = index_new();
	b->common_texts = basket_common_new();
	b->page_cache = x_new(struct page_cache);
	page_cache_init(b->page_cache);
	pager_init(&b->older_pager, client, ENDPOINT_BASKETS);
	pager_init(&b->refresh_pager, client, ENDPOINT_BASKETS);
	b->created_after = b->read_at = WHEN_NONE;
	view_parse(&b->view, STR("baskets"), &err);
	row_filter_init(&b->filter, &b->view, (struct age_context){ 0 }, &err);
	return b;
}

void
baskets_free(struct baskets *b)
{
	if (!b)
		return;
	baskets_clear(b);
	row_filter_free(&b->filter);
	view_free(&b->view);
	index_free(b->index);
	basket_common_free(b->common_texts);
	page_cache_free(b->page_cache);
	x_free(b->page_cache);
	baskets_free_persons(b);
	pager_free(&b->older_pager);
	pager_free(&b->refresh_pager);
	vec_free(&b->pages);
	vec_free(&b->rows);
	vec_free(&b->shown_rows);
	x_free(b);
}

bool
baskets_set_view(struct baskets *b, struct view *view, struct err *err)
{
	struct row_filter filter;
	int64_t since = WHEN_NONE;
	const struct age_context ages = { clock_now(b->clock), b->age_groups };
	if (!row_filter_init(&filter, view, ages, err)) {
		row_filter_free(&filter);
		return false;
	}
	for (size_t i = 0; i < view->terms.n; i++)
		if (str_eqz(view->terms.v[i].key, "since") && !view->terms.v[i].negated)
			since = filter.terms.v[i].time;
	/* "7d" moves with the clock: if the term is unchanged, the baskets already read are
	 * kept. */
	if (b->created_after != WHEN_NONE && since != WHEN_NONE &&
	    str_eq(view_term_value(&b->view, "since"), view_term_value(view, "since")))
		since = b->created_after;
	/* A filter that needs JSON must run in the order of reading: in another order it would
	 * decompress a page for each row. */
	bool less = !b->refreshing && view_has_same_sort(&b->view, view) &&
	    row_filter_is_narrower(&filter, &b->filter) &&
	    (!filter.needs_json || basket_view_is_service_order(view));
	row_filter_free(&b->filter);
	view_free(&b->view);
	b->view = *view;
	b->filter = filter;
	*view = (struct view){ 0 };
	b->search_paused = b->searching = false;
	if (since != b->created_after) {
		b->created_after = since;
		baskets_clear(b);
		baskets_request_rows(b, 1);
		return true;
	}
	baskets_filter(b, !less);
	return true;
}

void
baskets_update_contacts(struct baskets *b)
{
	for (size_t i = 0; i < b->rows.n; i++)
		basket_row_set_contact(&b->rows.v[i], b->contact_log, NULL, STR_NONE);
	b->contact_version++;
	if (baskets_depend_on_status(b) && !b->refreshing)
		baskets_filter(b, true);
	baskets_notify_changed(b);
}

/* ---- texts ---- */

bool
baskets_append_cursor_loop(struct buf *out, const struct baskets *b)
{
	bool round = pager_has_cursor_loop(&b->older_pager) && baskets_at_end(b);
	if (round)
		pager_append_cursor_loop(
		    out, b->older_pager.end_reason, b->rows.n, "older baskets");
	return round;
}

static void
append_count(struct buf *out, const struct baskets *b, bool utc, bool filtered)
{
	int64_t oldest = baskets_oldest_created(b);
	bool reading = b->state == BASKETS_READING;
	if (b->rows.n == 0 && !baskets_at_end(b)) {
		buf_addz(out, reading ? "reading" : "");
		return;
	}
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
		buf_addz(out, reading ? ", reading" : "");
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
	    reading                 ? "reading"
		: baskets_at_end(b) ? pager_loop_reason(b->older_pager.end_reason)
				    : "the service has more");
}

void
baskets_append_count(struct buf *out, const struct baskets *b, bool utc)
{
	append_count(out, b, utc, view_is_filtered(&b->view));
}

void
baskets_append_read_count(struct buf *out, const struct baskets *b, bool utc)
{
	append_count(out, b, utc, false);
}
