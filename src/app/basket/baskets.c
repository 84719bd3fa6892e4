#include "app/basket/baskets.h"

#include "app/basket/kin.h"
#include "app/list/columns.h"
#include "app/list/sorting.h"
#include "base/index.h"
#include "wire/basket.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIRST_PAGE = 50,
	AHEAD_PAGE = 500,
	SEARCH_PAGE = 1000,
	AHEAD_ROWS = 1000,
	SEARCH_MATCHES = 20,
	SEARCH_ROWS = 10000,
	SEARCH_MS = 20000,
	SLICE_MS = 4,
	POLL_OVERLAP_MS = 600000,
};

static void read_next(struct baskets *b);

static void
tell_of_baskets(struct baskets *b)
{
	b->changes++;
	if (b->changed)
		b->changed(b->ctx);
}

struct baskets *
baskets_new(struct client *client, const struct clock *clock, const struct io_watch *io,
    void (*changed)(void *ctx), void *ctx)
{
	struct baskets *b = x_new(struct baskets);
	struct err err;
	b->client = client;
	b->clock = clock;
	b->io = *io;
	b->changed = changed;
	b->ctx = ctx;
	b->ahead = AHEAD_ROWS;
	b->index = index_new();
	b->common = basket_common_new();
	b->open = x_new(struct kept_open);
	kept_open_init(b->open);
	pager_init(&b->walk, client, ENDPOINT_BASKETS);
	pager_init(&b->fresh, client, ENDPOINT_BASKETS);
	b->since = b->read_at = WHEN_NONE;
	view_parse(&b->view, STR("baskets"), &err);
	row_filter_init(&b->filter, &b->view, 0, &err);
	return b;
}

static void
stop_reading(struct baskets *b)
{
	pager_stop(&b->walk);
	pager_stop(&b->fresh);
	b->io.forget(b->io.ctx, b->slice);
	b->slice = 0;
	if (b->state == BASKETS_READING)
		b->state = BASKETS_QUIET;
}

static void
page_free(struct baskets *b, struct basket_page *page)
{
	if (!page)
		return;
	kept_page_free(b->open, &page->json);
	x_free(page);
}

static void
drop_all(struct baskets *b)
{
	stop_reading(b);
	b->io.forget(b->io.ctx, b->packing);
	b->packing = 0;
	for (size_t i = 0; i < b->pages.n; i++)
		page_free(b, b->pages.v[i]);
	b->pages.n = b->rows.n = b->shown.n = b->in_order = b->packed = 0;
	b->moves++;
	index_clear(b->index);
	basket_common_clear(b->common);
	arena_free(&b->texts);
	pager_restart(&b->walk);
	b->refreshing = b->searching = b->paused = false;
	b->read_at = WHEN_NONE;
	b->state = BASKETS_QUIET;
}

void
baskets_free(struct baskets *b)
{
	if (!b)
		return;
	drop_all(b);
	row_filter_free(&b->filter);
	view_free(&b->view);
	index_free(b->index);
	basket_common_free(b->common);
	kept_open_free(b->open);
	x_free(b->open);
	pager_free(&b->walk);
	pager_free(&b->fresh);
	vec_free(&b->pages);
	vec_free(&b->rows);
	vec_free(&b->shown);
	x_free(b);
}

struct str
baskets_json(const struct baskets *b, const struct basket_row *row, unsigned *flags)
{
	return kept_page_item(b->open, &b->pages.v[row->page_no]->json, row->item_no, flags);
}

bool
baskets_read(const struct baskets *b, const struct basket_row *row, struct basket *out,
    struct arena *a, struct err *err)
{
	unsigned flags;
	struct str json = baskets_json(b, row, &flags);
	return basket_read(out, a, json, flags, err);
}

static bool
is_shown(const struct baskets *b, const struct basket_row *row)
{
	struct str json = b->filter.needs_json ? baskets_json(b, row, NULL) : STR_NONE;
	return row_filter_match(&b->filter, row, json);
}

static void
sort_shown(struct baskets *b)
{
	if (!basket_row_is_own_order(&b->view))
		rows_sort(&b->view, b->rows.v, b->shown.v, b->shown.n, b->in_order);
	b->in_order = b->shown.n;
}

/* All rows anew, or what is shown already, in its order, but for what does not match any more. */
static void
show_matching(struct baskets *b, bool all)
{
	vec_reserve(&b->shown, b->rows.n);
	struct listed listed = baskets_listed(b);
	bool were_in_order = b->in_order == b->shown.n;
	b->shown.n = listed_match(&listed, all, b->shown.v);
	b->in_order = !all && were_in_order ? b->shown.n : 0;
	if (all)
		sort_shown(b);
}

bool
baskets_set_view(struct baskets *b, struct view *view, struct err *err)
{
	struct row_filter filter;
	int64_t since = WHEN_NONE;
	if (!row_filter_init(&filter, view, clock_now(b->clock), err)) {
		row_filter_free(&filter);
		return false;
	}
	for (size_t i = 0; i < view->terms.n; i++)
		if (str_eqz(view->terms.v[i].key, "since") && !view->terms.v[i].negated)
			since = filter.terms.v[i].time;
	/* "7d" moves on with the clock; while nobody changes it, what was read stays. */
	if (b->since != WHEN_NONE && since != WHEN_NONE &&
	    str_eq(view_value(&b->view, "since"), view_value(view, "since")))
		since = b->since;
	/* JSON is asked for in the order that it came in: in another one each row would unpack a
	 * page. */
	bool less = !b->refreshing && view_sorts_alike(&b->view, view) &&
	    row_filter_narrows(&filter, &b->filter) &&
	    (!filter.needs_json || basket_row_is_own_order(view));
	row_filter_free(&b->filter);
	view_free(&b->view);
	b->view = *view;
	b->filter = filter;
	*view = (struct view){ 0 };
	b->paused = b->searching = false;
	if (since != b->since) {
		b->since = since;
		drop_all(b);
		baskets_want(b, 1);
		return true;
	}
	show_matching(b, !less);
	return true;
}

void
baskets_mark(struct baskets *b)
{
	bool asked = str_eqz(b->view.sort, "outcome");
	for (size_t i = 0; i < b->view.terms.n; i++)
		asked = asked || str_eqz(b->view.terms.v[i].key, "outcome");
	for (size_t i = 0; i < b->rows.n; i++)
		basket_row_mark(&b->rows.v[i], b->ledger, NULL, STR_NONE);
	b->marked++;
	if (asked && !b->refreshing)
		show_matching(b, true);
	tell_of_baskets(b);
}

static bool
wants_more(const struct baskets *b)
{
	if (baskets_at_end(b) && !b->refreshing)
		return false;
	return b->refreshing || b->searching || b->rows.n < b->want;
}

static void
end_search(struct baskets *b, bool paused)
{
	b->searching = false;
	b->paused = paused;
}

static void
check_search(struct baskets *b)
{
	if (!b->searching)
		return;
	if (baskets_at_end(b))
		end_search(b, false);
	else if (b->shown.n >= b->search_shown + SEARCH_MATCHES ||
	    b->rows.n >= b->search_rows + SEARCH_ROWS ||
	    clock_ticks() - b->search_since >= SEARCH_MS)
		end_search(b, true);
}

static void
index_rows(struct baskets *b)
{
	index_clear(b->index);
	for (uint32_t i = 0; i < b->rows.n; i++)
		index_put(b->index, b->rows.v[i].id, i);
}

/* Baskets within the time the refresh covered that it did not bring are gone: completed, or
 * withdrawn. The fresh ones, all unknown before, go on top, or where their time puts them when an
 * earlier refresh was cut short. */
static void
merge_refresh(struct baskets *b, int64_t covered_from)
{
	VEC(struct basket_row) rows = { 0 };
	size_t fresh = b->rows.n - b->fresh_from;
	vec_reserve(&rows, b->rows.n + 1);
	size_t next = b->fresh_from;
	for (size_t i = b->fresh_from; i < b->rows.n; i++)
		b->rows.v[i].fresh = true;
	for (size_t i = 0; i < b->fresh_from; i++) {
		const struct basket_row *row = &b->rows.v[i];
		bool gone = row->created != WHEN_NONE && row->created > covered_from && !row->seen;
		while (next < b->rows.n && b->rows.v[next].created >= row->created)
			vec_push(&rows, b->rows.v[next++]);
		if (!gone)
			vec_push(&rows, *row);
	}
	while (next < b->rows.n)
		vec_push(&rows, b->rows.v[next++]);
	vec_free(&b->rows);
	memcpy(&b->rows, &rows, sizeof(rows));
	b->refreshing = false;
	b->moves++;
	b->new_rows = (uint32_t)fresh;
	b->refreshed = true;
	index_rows(b);
	show_matching(b, true);
}

static void
add_basket(struct baskets *b, struct basket_page *page, const struct basket_row *row)
{
	uint32_t at = (uint32_t)b->rows.n;
	if (row->id.n)
		index_put(b->index, row->id, at);
	vec_push(&b->rows, *row);
	page->rows++;
	if (b->refreshing || !is_shown(b, row))
		return;
	vec_push(&b->shown, at);
}

/* Makes the next item of a page into a row. Known ids are not listed twice. */
static void
take_item(struct baskets *b, struct basket_page *page, uint32_t page_no)
{
	struct arena scratch = { 0 };
	struct basket basket;
	struct basket_row row;
	struct err ignored;
	uint32_t item = (uint32_t)page->taken++;
	unsigned flags;
	struct str json = kept_page_item(b->open, &page->json, item, &flags);
	if (!basket_read(&basket, &scratch, json, flags, &ignored)) {
		basket = (struct basket){ .created = WHEN_NONE, .odd = true };
	}
	uint32_t known = basket.id.n ? index_get(b->index, basket.id) : UINT32_MAX;
	if (known != UINT32_MAX) {
		b->rows.v[known].seen = true;
	} else {
		basket_row_fill(&row, &b->texts, b->common, &basket);
		row.page_no = page_no;
		row.item_no = item & 0x3fffff; /* no answer has so many */
		row.seen = true;
		kin_share(&row, b->shared_emails);
		if (b->ledger)
			basket_row_mark(&row, b->ledger, b->consent_field, json);
		add_basket(b, page, &row);
	}
	arena_free(&scratch);
}

/* A refresh ends when it reaches what was known already, or the end. */
static bool
refresh_is_done(struct baskets *b, const struct basket_page *page, bool last, int64_t *covered_from)
{
	*covered_from = WHEN_NONE;
	bool met = false;
	for (size_t i = 0; i < b->fresh_from; i++)
		met = met || b->rows.v[i].seen;
	struct err ignored;
	struct arena scratch = { 0 };
	struct basket oldest;
	size_t n = page->json.json.items.n;
	if (n && basket_read(&oldest, &scratch, strict_item(&page->json.json, n - 1), 0, &ignored))
		*covered_from = oldest.created;
	arena_free(&scratch);
	if (last)
		*covered_from = b->fresh_after;
	return met || last || b->rows.n - b->fresh_from >= SEARCH_ROWS;
}

/* Pages that were taken, one after the other, a piece at a time. */
static void
pack_slice(void *arg)
{
	struct baskets *b = arg;
	int64_t until = clock_ticks() + SLICE_MS;
	size_t taken = b->pages.n - (b->slice != 0);
	b->packing = 0;
	while (b->packed < taken) {
		struct basket_page *page = b->pages.v[b->packed];
		if (!page || kept_page_pack(b->open, &page->json))
			b->packed++;
		if (clock_ticks() >= until)
			break;
	}
	if (b->packed < taken)
		b->packing = b->io.after(b->io.ctx, 0, pack_slice, b);
}

static void
pack_more(struct baskets *b)
{
	if (!b->packing)
		b->packing = b->io.after(b->io.ctx, 0, pack_slice, b);
}

static void
page_done(struct baskets *b, uint32_t page_no)
{
	struct basket_page *page = b->pages.v[page_no];
	struct pager *pager = b->refreshing ? &b->fresh : &b->walk;
	int64_t covered_from;
	pager_pass(pager, &page->json.json);
	b->state = BASKETS_QUIET;
	b->read_at = clock_now(b->clock);
	if (!b->refreshing)
		sort_shown(b);
	else if (refresh_is_done(b, page, pager->end != PAGER_MORE, &covered_from))
		merge_refresh(b, covered_from);
	/* Reading again mostly brings what is known already: such a page is not kept. */
	if (page->rows == 0) {
		page_free(b, page);
		b->pages.v[page_no] = NULL;
	}
	pack_more(b);
	check_search(b);
	read_next(b);
	tell_of_baskets(b);
}

static void
take_baskets_slice(void *arg)
{
	struct baskets *b = arg;
	uint32_t page_no = (uint32_t)b->pages.n - 1;
	struct basket_page *page = b->pages.v[page_no];
	int64_t until = clock_ticks() + SLICE_MS;
	b->slice = 0;
	while (page->taken < page->json.json.items.n) {
		take_item(b, page, page_no);
		if (clock_ticks() >= until && page->taken < page->json.json.items.n) {
			b->slice = b->io.after(b->io.ctx, 0, take_baskets_slice, b);
			return;
		}
	}
	page_done(b, page_no);
}

static void
page_arrived(void *ctx, struct client_answer *answer)
{
	struct baskets *b = ctx;
	if (answer->err.kind) {
		b->state = BASKETS_FAILED;
		b->err = answer->err;
		b->tries = answer->tries;
		b->searching = false;
		tell_of_baskets(b);
		return;
	}
	struct basket_page *page = x_new(struct basket_page);
	buf_fit(&answer->page.body);
	kept_page_begin(&page->json, &answer->page);
	vec_push(&b->pages, page);
	b->slice = b->io.after(b->io.ctx, 0, take_baskets_slice, b);
}

static int
next_page_size(const struct baskets *b)
{
	if (b->page_size)
		return (int)b->page_size;
	if (b->rows.n == 0 || b->refreshing)
		return FIRST_PAGE;
	return b->searching ? SEARCH_PAGE : AHEAD_PAGE;
}

static void
read_next(struct baskets *b)
{
	int64_t after = b->refreshing && b->fresh_after > b->since ? b->fresh_after : b->since;
	const struct list_query query = { .limit = next_page_size(b), .after = after };
	if (b->state == BASKETS_READING || b->state == BASKETS_FAILED || !wants_more(b) ||
	    !client_has_address(b->client))
		return;
	b->state = BASKETS_READING;
	b->asked_at = clock_ticks();
	pager_ask(b->refreshing ? &b->fresh : &b->walk, &query, page_arrived, b);
}

void
baskets_want(struct baskets *b, size_t rows)
{
	size_t want = b->rows.n || b->page_size ? rows : FIRST_PAGE;
	if (want < (size_t)b->ahead)
		want = (size_t)b->ahead;
	if (want > b->want || b->rows.n == 0)
		b->want = want;
	read_next(b);
}

void
baskets_older(struct baskets *b)
{
	b->want = b->rows.n + AHEAD_PAGE;
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
	b->paused = false;
	b->search_rows = b->rows.n;
	b->search_shown = b->shown.n;
	b->search_since = clock_ticks();
	baskets_retry(b);
}

bool
baskets_stop(struct baskets *b)
{
	bool was = b->state == BASKETS_READING || b->searching;
	if (!was)
		return false;
	bool mid_page = b->slice != 0;
	stop_reading(b);
	b->want = 0;
	end_search(b, b->searching);
	if (b->refreshing)
		merge_refresh(b, INT64_MAX);
	else if (mid_page)
		sort_shown(b);
	return true;
}

void
baskets_forget(struct baskets *b)
{
	drop_all(b);
	b->changes++;
	baskets_want(b, FIRST_PAGE);
	tell_of_baskets(b);
}

/* From the newest on, those created after a time. */
static void
read_again(struct baskets *b, int64_t after)
{
	stop_reading(b);
	b->state = BASKETS_QUIET;
	if (b->refreshing)
		merge_refresh(b, INT64_MAX); /* what the one under way brought goes on top */
	if (b->rows.n == 0) {
		baskets_want(b, FIRST_PAGE);
		return;
	}
	for (size_t i = 0; i < b->rows.n; i++)
		b->rows.v[i].seen = b->rows.v[i].fresh = false;
	b->refreshing = true;
	b->fresh_after = after;
	b->fresh_from = b->rows.n;
	pager_restart(&b->fresh);
	read_next(b);
}

void
baskets_refresh(struct baskets *b)
{
	read_again(b, WHEN_NONE);
}

void
baskets_poll(struct baskets *b)
{
	int64_t newest = baskets_newest(b);
	read_again(b, newest == WHEN_NONE ? WHEN_NONE : newest - POLL_OVERLAP_MS);
}

void
baskets_retry(struct baskets *b)
{
	if (b->state == BASKETS_FAILED)
		b->state = BASKETS_QUIET;
	if (b->rows.n == 0 && b->want == 0)
		b->want = FIRST_PAGE;
	read_next(b);
}

static struct str
json_of(void *ctx, size_t row)
{
	const struct baskets *b = ctx;
	return baskets_json(b, &b->rows.v[row], NULL);
}

struct listed
baskets_listed(const struct baskets *b)
{
	return (struct listed){ .view = &b->view,
		.filter = &b->filter,
		.rows = b->rows.v,
		.total = b->rows.n,
		.numbers = b->shown.v,
		.n = b->shown.n,
		.json = json_of,
		.ctx = (void *)(uintptr_t)b };
}

const struct basket_row *
baskets_shown(const struct baskets *b, size_t i)
{
	return i < b->shown.n ? &b->rows.v[b->shown.v[i]] : NULL;
}

size_t
baskets_find(const struct baskets *b, struct str id)
{
	struct listed s = baskets_listed(b);
	return listed_find(&s, id);
}

const struct basket_row *
baskets_row(const struct baskets *b, struct str id)
{
	uint32_t at = index_get(b->index, id);
	return at < b->rows.n && str_eq(b->rows.v[at].id, id) ? &b->rows.v[at] : NULL;
}
