#include "basket/baskets_inside.h"

#include "base/index.h"
#include "basket/row_contact.h"
#include "basket/same_person.h"
#include "client/client.h"
#include "wire/basket.h"

#include <string.h>

enum {
	FIRST_PAGE_SIZE = 50,
	READ_AHEAD_PAGE_SIZE = 500,
	SEARCH_PAGE_SIZE = 1000,
	SEARCH_MATCHES_MAX = 20,
	SEARCH_ROWS_MAX = 10000,
	SEARCH_TIMEOUT_MS = 20000,
	WORK_SLICE_MS = 4,
	COUNT_UPDATE_INTERVAL_MS = 50, /* faster updates of the count would not be readable */
	WAITING_PAGES_MAX = 2,
	UNCOMPRESSED_BYTES_MAX = 1
	    << 20, /* kept uncompressed: the compressor needs as much memory */
	POLL_OVERLAP_MS = 600000,
};

static void read_next_page(struct baskets *b);

static void
notify_now(void *arg)
{
	struct baskets *b = arg;
	b->io.cancel_timer(b->io.ctx, b->notify_timer);
	b->notify_timer = 0;
	b->notified_at = clock_ticks();
	b->move_pending = false;
	baskets_mark_purchases(b);
	baskets_sort(b);
	if (b->on_changed)
		b->on_changed(b->ctx);
}

/* While pages arrive quickly, notifies only now and then. New rows wait at the end until then,
 * since a key must act on the row that the user saw. */
void
baskets_notify_changed(struct baskets *b)
{
	int64_t since = clock_ticks() - b->notified_at;
	b->rows_version++;
	if (b->move_pending || b->state != BASKETS_READING || b->rows.n <= FIRST_PAGE_SIZE ||
	    since >= COUNT_UPDATE_INTERVAL_MS)
		notify_now(b);
	else if (!b->notify_timer)
		b->notify_timer = b->io.start_timer(
		    b->io.ctx, COUNT_UPDATE_INTERVAL_MS - since, notify_now, b);
}

static bool
is_request_running(const struct baskets *b)
{
	return b->older_pager.call_id || b->refresh_pager.call_id;
}

static size_t
count_waiting_pages(const struct baskets *b)
{
	return b->pages.n - b->converted_page_count;
}

static void
update_state(struct baskets *b)
{
	if (b->state != BASKETS_FAILED)
		b->state = is_request_running(b) || count_waiting_pages(b) ? BASKETS_READING
									   : BASKETS_IDLE;
}

static void
page_free(struct baskets *b, struct basket_page *page)
{
	if (!page)
		return;
	if (page->json.compressed_bytes < page->json.body_size)
		b->unpacked_bytes -= page->json.body_size;
	packed_page_free(b->page_cache, &page->json);
	x_free(page);
}

static void
cancel_timers(struct baskets *b)
{
	unsigned *const timers[] = { &b->slice_timer, &b->packing_timer, &b->notify_timer };
	for (size_t i = 0; i < sizeof(timers) / sizeof(*timers); i++) {
		b->io.cancel_timer(b->io.ctx, *timers[i]);
		*timers[i] = 0;
	}
}

void
baskets_clear(struct baskets *b)
{
	pager_stop(&b->older_pager);
	pager_stop(&b->refresh_pager);
	cancel_timers(b);
	for (size_t i = 0; i < b->pages.n; i++)
		page_free(b, b->pages.v[i]);
	b->pages.n = b->rows.n = b->shown_rows.n = b->sorted_count = b->converted_page_count =
	    b->packed_page_count = 0;
	b->pending_item_count = 0;
	b->order_version++;
	index_clear(b->index);
	basket_common_clear(b->common_texts);
	arena_free(&b->text_arena);
	pager_restart(&b->older_pager);
	b->refreshing = b->started_empty = b->searching = b->search_paused = false;
	b->read_at = WHEN_NONE;
	b->state = BASKETS_IDLE;
}

/* True if the next page should be requested. Reading continues while received pages are
 * processed, unless their rows decide how far to read. */
static bool
wants_next_page(const struct baskets *b)
{
	size_t waiting = count_waiting_pages(b);
	if (b->pages.n >> BASKET_PAGE_BITS)
		return false; /* page_no cannot count further */
	if (b->refreshing)
		return waiting == 0;
	if (b->older_pager.end_reason != PAGER_MORE)
		return false;
	return b->searching ? waiting == 0
			    : waiting < WAITING_PAGES_MAX &&
		b->rows.n + b->pending_item_count < b->wanted_row_count;
}

static void
end_search(struct baskets *b, bool paused)
{
	b->searching = false;
	b->search_paused = paused;
}

static void
end_search_if_done(struct baskets *b)
{
	if (!b->searching)
		return;
	if (baskets_at_end(b))
		end_search(b, false);
	else if (b->shown_rows.n >= b->shown_count_at_search_start + SEARCH_MATCHES_MAX ||
	    b->rows.n >= b->row_count_at_search_start + SEARCH_ROWS_MAX ||
	    clock_ticks() - b->search_started_at >= SEARCH_TIMEOUT_MS)
		end_search(b, true);
}

static void
index_rows(struct baskets *b)
{
	index_clear(b->index);
	for (uint32_t i = 0; i < b->rows.n; i++)
		index_put(b->index, b->rows.v[i].id, i);
}

/* True if the refresh covered the row's time without finding it. WHEN_NONE covers every time. */
static bool
is_gone(const struct basket_row *row, int64_t covered_from)
{
	bool covered = covered_from == WHEN_NONE ||
	    (row->created != WHEN_NONE && row->created > covered_from);
	return covered && !row->found_by_refresh;
}

/* Removes the baskets that the refresh should have found but did not: they were completed or
 * withdrawn. New ones go on top, or in order of time if an earlier refresh was interrupted. */
static void
apply_refresh(struct baskets *b, int64_t covered_from)
{
	VEC(struct basket_row) rows = { 0 };
	size_t fresh = b->rows.n - b->refresh_first_row;
	vec_reserve(&rows, b->rows.n + 1);
	size_t next = b->refresh_first_row;
	for (size_t i = b->refresh_first_row; i < b->rows.n; i++)
		b->rows.v[i].added_by_refresh = true;
	for (size_t i = 0; i < b->refresh_first_row; i++) {
		const struct basket_row *row = &b->rows.v[i];
		bool gone = is_gone(row, covered_from);
		while (next < b->rows.n && b->rows.v[next].created >= row->created)
			vec_push(&rows, b->rows.v[next++]);
		if (!gone)
			vec_push(&rows, *row);
		b->removed_row_count += gone;
	}
	while (next < b->rows.n)
		vec_push(&rows, b->rows.v[next++]);
	vec_free(&b->rows);
	memcpy(&b->rows, &rows, sizeof(rows));
	b->refreshing = false;
	b->order_version++;
	b->new_row_count = (uint32_t)fresh;
	b->refreshed = true;
	index_rows(b);
	baskets_filter(b, true);
}

static void
fill_row(struct baskets *b, struct basket_row *row, const struct basket *basket, struct str json,
    uint32_t page_no, uint32_t item)
{
	basket_row_fill(row, &b->text_arena, b->common_texts, basket);
	row->page_no = page_no & ((1u << BASKET_PAGE_BITS) - 1);
	row->item_no = item & 0xfffff; /* no page has more items */
	row->found_by_refresh = true;
	row->read_at_s = (uint32_t)(clock_now(b->clock) / 1000);
	same_person_mark_shared(row, b->shared_emails);
	if (b->contact_log)
		basket_row_set_contact(row, b->contact_log, b->consent_field, json);
}

/* Updates a known row if its basket has changed. */
static void
update_known_row(struct baskets *b, struct basket_row *row, const struct basket *basket,
    struct str json, uint32_t page_no, uint32_t item)
{
	struct basket_page *old = b->pages.v[row->page_no];
	bool again = row->found_by_refresh;
	row->found_by_refresh = true;
	row->read_at_s = (uint32_t)(clock_now(b->clock) / 1000);
	if (!b->refreshing || again || str_eq(baskets_json(b, row, NULL), json))
		return;
	fill_row(b, row, basket, json, page_no, item);
	b->pages.v[page_no]->row_count++;
	b->changed_row_count++;
	if (--old->row_count == 0) {
		uint32_t at = 0;
		while (b->pages.v[at] != old)
			at++;
		page_free(b, old);
		b->pages.v[at] = NULL;
	}
}

static void
add_basket(struct baskets *b, struct basket_page *page, const struct basket_row *row)
{
	uint32_t at = (uint32_t)b->rows.n;
	vec_push(&b->rows, *row);
	page->row_count++;
	if (b->refreshing || !baskets_matches_view(b, row))
		return;
	vec_push(&b->shown_rows, at);
}

/* Converts the next item of a page to a row; an item with a known id updates its row. */
static void
read_item(struct baskets *b, struct basket_page *page, uint32_t page_no, struct arena *scratch)
{
	struct basket basket;
	struct basket_row row;
	struct err ignored;
	uint32_t item = (uint32_t)page->converted_items++;
	unsigned flags;
	b->pending_item_count--;
	struct str json = packed_page_item(b->page_cache, &page->json, item, &flags);
	if (!basket_read_in_place(&basket, scratch, json, flags, &ignored))
		basket = (struct basket){ .created = WHEN_NONE, .malformed = true };
	uint32_t at = (uint32_t)b->rows.n;
	uint32_t known = basket.id.n ? index_add(b->index, basket.id, at) : UINT32_MAX;
	if (known != UINT32_MAX) {
		update_known_row(b, &b->rows.v[known], &basket, json, page_no, item);
	} else {
		fill_row(b, &row, &basket, json, page_no, item);
		add_basket(b, page, &row);
	}
	arena_reset(scratch);
}

static bool
reached_known_row(const struct baskets *b)
{
	for (size_t i = 0; i < b->refresh_first_row; i++)
		if (b->rows.v[i].found_by_refresh)
			return true;
	return false;
}

/* True if the refresh is complete: at the end of the list, after 10,000 items, or at the first
 * known basket if that suffices. */
static bool
refresh_is_done(struct baskets *b, const struct basket_page *page, int64_t *covered_from)
{
	struct err ignored;
	struct arena scratch = { 0 };
	struct basket oldest = { .created = INT64_MAX };
	size_t n = page->json.json.items.n;
	b->refresh_item_count += n;
	if (n &&
	    !basket_read(&oldest, &scratch, json_scan_item(&page->json.json, n - 1), 0, &ignored))
		oldest.created = INT64_MAX;
	arena_free(&scratch);
	bool whole = b->refresh_pager.end_reason == PAGER_WHOLE;
	*covered_from = whole ? b->refresh_created_after : oldest.created;
	if (!whole && *covered_from == WHEN_NONE)
		*covered_from = INT64_MAX; /* an unreadable time covers nothing */
	return b->refresh_pager.end_reason != PAGER_MORE ||
	    b->refresh_item_count >= SEARCH_ROWS_MAX || (!b->refresh_all && reached_known_row(b));
}

static bool
may_pack(const struct baskets *b)
{
	return b->packed_page_count < b->converted_page_count &&
	    b->unpacked_bytes > UNCOMPRESSED_BYTES_MAX;
}

/* Compresses processed pages, oldest first, for one time slice. */
static void
pack_slice(void *arg)
{
	struct baskets *b = arg;
	int64_t until = clock_ticks() + WORK_SLICE_MS;
	b->packing_timer = 0;
	while (may_pack(b)) {
		struct basket_page *page = b->pages.v[b->packed_page_count];
		bool done = !page || packed_page_pack_more(b->page_cache, &page->json);
		if (done && page)
			b->unpacked_bytes -= page->json.body_size;
		b->packed_page_count += done;
		if (clock_ticks() >= until)
			break;
	}
	if (may_pack(b))
		b->packing_timer = b->io.start_timer(b->io.ctx, 0, pack_slice, b);
}

static void
pack_next_page(struct baskets *b)
{
	if (!b->packing_timer && may_pack(b))
		b->packing_timer = b->io.start_timer(b->io.ctx, 0, pack_slice, b);
}

/* The list was empty before this read, so every basket is new. */
static void
end_first_refresh(struct baskets *b)
{
	for (size_t i = 0; i < b->rows.n; i++)
		b->rows.v[i].added_by_refresh = true;
	b->new_row_count = (uint32_t)b->rows.n;
	b->refreshed = true;
	b->started_empty = false;
}

/* Finishes a page whose items are all processed. */
static void
finish_page(struct baskets *b)
{
	struct basket_page *page = b->pages.v[b->converted_page_count++];
	int64_t covered_from;
	b->read_at = clock_now(b->clock);
	update_state(b);
	if (b->refreshing && refresh_is_done(b, page, &covered_from))
		apply_refresh(b, covered_from);
	if (b->started_empty && (b->rows.n || b->older_pager.end_reason != PAGER_MORE))
		end_first_refresh(b);
	/* A refresh mostly brings known baskets: a page without new rows is not kept. */
	if (page->row_count == 0) {
		page_free(b, page);
		b->pages.v[b->converted_page_count - 1] = NULL;
	}
}

static void
read_items_until(struct baskets *b, int64_t until)
{
	uint32_t page_no = (uint32_t)b->converted_page_count;
	struct basket_page *page = b->pages.v[page_no];
	struct arena scratch = { 0 };
	do {
		if (page->converted_items < page->json.json.items.n)
			read_item(b, page, page_no, &scratch);
		if (page->converted_items == page->json.json.items.n)
			finish_page(b);
	} while (b->converted_page_count == page_no && clock_ticks() < until);
	arena_free(&scratch);
}

static void
read_slice(void *arg)
{
	struct baskets *b = arg;
	size_t taken = b->converted_page_count;
	b->slice_timer = 0;
	read_items_until(b, clock_ticks() + WORK_SLICE_MS);
	if (count_waiting_pages(b))
		b->slice_timer = b->io.start_timer(b->io.ctx, 0, read_slice, b);
	if (b->converted_page_count == taken)
		return;
	pack_next_page(b);
	end_search_if_done(b);
	read_next_page(b);
	baskets_notify_changed(b);
}

/* Stops requesting pages; pages already received are still processed. */
static void
stop_reading(struct baskets *b)
{
	pager_stop(&b->older_pager);
	pager_stop(&b->refresh_pager);
	b->io.cancel_timer(b->io.ctx, b->slice_timer);
	b->slice_timer = 0;
	while (count_waiting_pages(b))
		read_items_until(b, INT64_MAX);
	update_state(b);
	pack_next_page(b);
}

static void
on_page_arrived(void *ctx, struct client_answer *answer)
{
	struct baskets *b = ctx;
	if (answer->err.kind) {
		b->state = BASKETS_FAILED;
		b->err = answer->err;
		b->attempt_count = answer->attempt_count;
		b->searching = false;
		baskets_notify_changed(b);
		return;
	}
	struct basket_page *page = x_new(struct basket_page);
	buf_shrink(&answer->page.body);
	packed_page_init(&page->json, &answer->page);
	vec_push(&b->pages, page);
	b->pending_item_count += page->json.json.items.n;
	b->unpacked_bytes += page->json.body_size;
	pager_advance(b->refreshing ? &b->refresh_pager : &b->older_pager, &page->json.json);
	if (!b->slice_timer)
		b->slice_timer = b->io.start_timer(b->io.ctx, 0, read_slice, b);
	read_next_page(b);
}

static int
next_page_size(const struct baskets *b)
{
	if (b->page_size)
		return (int)b->page_size;
	if (b->refreshing)
		return b->refresh_all && b->refresh_pager.page_count ? SEARCH_PAGE_SIZE
								     : FIRST_PAGE_SIZE;
	if (b->older_pager.page_count == 0)
		return FIRST_PAGE_SIZE;
	return b->searching ? SEARCH_PAGE_SIZE : READ_AHEAD_PAGE_SIZE;
}

static void
read_next_page(struct baskets *b)
{
	int64_t after = b->refreshing && b->refresh_created_after > b->created_after
	    ? b->refresh_created_after
	    : b->created_after;
	const struct list_query query = { .limit = next_page_size(b), .changed_after = after };
	if (is_request_running(b) || b->state == BASKETS_FAILED || !wants_next_page(b) ||
	    !client_has_address(b->client))
		return;
	b->state = BASKETS_READING;
	b->requested_at = clock_ticks();
	pager_request_page(
	    b->refreshing ? &b->refresh_pager : &b->older_pager, &query, on_page_arrived, b);
}

void
baskets_request_rows(struct baskets *b, size_t rows)
{
	size_t want = b->rows.n || b->page_size ? rows : FIRST_PAGE_SIZE;
	if (want < (size_t)b->read_ahead_rows)
		want = (size_t)b->read_ahead_rows;
	if (want > b->wanted_row_count || b->rows.n == 0)
		b->wanted_row_count = want;
	read_next_page(b);
}

void
baskets_read_older(struct baskets *b)
{
	b->wanted_row_count = b->rows.n + READ_AHEAD_PAGE_SIZE;
	if (view_is_filtered(&b->view)) {
		baskets_search(b);
		return;
	}
	baskets_retry(b);
}

void
baskets_search(struct baskets *b)
{
	if (baskets_at_end(b))
		return;
	b->searching = true;
	b->search_paused = false;
	b->row_count_at_search_start = b->rows.n;
	b->shown_count_at_search_start = b->shown_rows.n;
	b->search_started_at = clock_ticks();
	baskets_retry(b);
}

bool
baskets_stop(struct baskets *b)
{
	bool was = b->state == BASKETS_READING || b->searching;
	if (!was)
		return false;
	bool untold = count_waiting_pages(b) > 0 || b->notify_timer;
	stop_reading(b);
	b->wanted_row_count = 0;
	end_search(b, b->searching);
	if (b->refreshing)
		apply_refresh(b, INT64_MAX);
	/* Notify only if there are new rows, since the listener then requests the next page. */
	if (untold || b->move_pending)
		baskets_notify_changed(b);
	return true;
}

void
baskets_reload(struct baskets *b)
{
	baskets_clear(b);
	b->rows_version++;
	baskets_request_rows(b, FIRST_PAGE_SIZE);
	baskets_notify_changed(b);
}

/* Starts a refresh from the newest basket, of those created after a time. */
static void
start_refresh(struct baskets *b, int64_t after, bool all)
{
	bool took = count_waiting_pages(b) > 0;
	stop_reading(b);
	b->state = BASKETS_IDLE;
	if (b->refreshing)
		apply_refresh(b, INT64_MAX); /* rows of the interrupted refresh go on top */
	if (b->rows.n == 0) {
		b->started_empty = b->read_at != WHEN_NONE;
		pager_restart(&b->older_pager);
		baskets_request_rows(b, FIRST_PAGE_SIZE);
		return;
	}
	for (size_t i = 0; i < b->rows.n; i++)
		b->rows.v[i].found_by_refresh = b->rows.v[i].added_by_refresh = false;
	b->refreshing = true;
	b->refresh_created_after = after;
	b->refresh_all = all;
	b->refresh_item_count = 0;
	b->removed_row_count = b->changed_row_count = 0;
	b->refresh_first_row = b->rows.n;
	pager_restart(&b->refresh_pager);
	read_next_page(b);
	if (took || b->move_pending)
		baskets_notify_changed(b);
}

void
baskets_refresh_from(struct baskets *b, int64_t created)
{
	if (created == WHEN_NONE && !baskets_at_end(b))
		created = baskets_oldest_created(b);
	start_refresh(b, created == WHEN_NONE ? WHEN_NONE : created - 1, true);
}

void
baskets_refresh(struct baskets *b)
{
	baskets_refresh_from(b, WHEN_NONE);
}

void
baskets_read_new(struct baskets *b)
{
	int64_t newest = baskets_newest_created(b);
	start_refresh(b, newest == WHEN_NONE ? WHEN_NONE : newest - POLL_OVERLAP_MS, false);
}

void
baskets_retry(struct baskets *b)
{
	if (b->state == BASKETS_FAILED)
		b->state = BASKETS_IDLE;
	if (b->rows.n == 0 && b->wanted_row_count == 0)
		b->wanted_row_count = FIRST_PAGE_SIZE;
	read_next_page(b);
}
