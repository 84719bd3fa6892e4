#include "audit/entries.h"

#include "base/mem.h"
#include "client/client.h"
#include "model/when.h"

enum { FIRST_PAGE_SIZE = 50 };

struct audit_entries *
audit_entries_new(
    struct client *client, const struct clock *clock, void (*changed)(void *ctx), void *ctx)
{
	struct audit_entries *e = x_new(struct audit_entries);
	*e = (struct audit_entries){
		.clock = clock, .on_changed = changed, .ctx = ctx, .read_at = WHEN_NONE
	};
	e->query.query.changed_after = WHEN_NONE;
	pager_init(&e->pager, client, ENDPOINT_AUDIT);
	return e;
}

void
audit_entries_free(struct audit_entries *e)
{
	pager_free(&e->pager);
	service_query_free(&e->query);
	seen_ids_free(&e->seen_ids);
	vec_free(&e->rows);
	vec_free(&e->json);
	buf_free(&e->sent_terms);
	arena_free(&e->text_arena);
	x_free(e);
}

/* Splits a VIEW for the service, and writes the terms that it applies. */
static void
make_query(struct service_query *out, struct buf *sent, const struct audit_entries *e,
    const struct view *view, bool masked)
{
	struct row_filter filter = { 0 };
	struct err ignored;
	if (row_filter_init(
		&filter, view, (struct age_context){ .now = clock_now(e->clock) }, &ignored))
		service_query_init(out, view, &filter, client_names(e->pager.client), masked);
	for (size_t i = 0; i < filter.terms.n; i++) {
		if (!filter.terms.v[i].sent_to_service)
			continue;
		view_write_term(sent, view->term_resource, filter.terms.v[i].term);
		buf_addc(sent, ' ');
	}
	row_filter_free(&filter);
}

void
audit_append_sent_terms(
    struct buf *out, const struct audit_entries *e, const struct view *view, bool masked)
{
	struct service_query query = { 0 };
	make_query(&query, out, e, view, masked);
	service_query_free(&query);
}

void
audit_entries_restart(struct audit_entries *e, const struct view *view, bool masked)
{
	pager_restart(&e->pager);
	service_query_free(&e->query);
	seen_ids_free(&e->seen_ids);
	arena_free(&e->text_arena);
	e->seen_ids = (struct seen_ids){ 0 };
	e->query = (struct service_query){ .query = { .changed_after = WHEN_NONE } };
	e->rows.n = e->json.n = 0;
	e->state = AUDIT_IDLE;
	e->read_at = WHEN_NONE;
	buf_reset(&e->sent_terms);
	if (view)
		make_query(&e->query, &e->sent_terms, e, view, masked);
}

static void
add_entry(struct audit_entries *e, struct str json, unsigned flags)
{
	struct audit_row row;
	if (seen_ids_check_and_add(&e->seen_ids, json))
		return;
	audit_row_ops.fill_row(&row, &e->text_arena, json, flags);
	vec_push(&e->rows, row);
	vec_push(&e->json, arena_str(&e->text_arena, json));
}

static void
on_entries_page(void *ctx, struct client_answer *answer)
{
	struct audit_entries *e = ctx;
	if (answer->err.kind) {
		e->state = AUDIT_FAILED;
		e->err = answer->err;
		e->attempt_count = answer->attempt_count;
		audit_explain_error(&e->err);
	} else {
		e->state = AUDIT_IDLE;
		e->read_at = clock_now(e->clock);
		e->seen_ids.current_page++;
		for (size_t i = 0; i < answer->page.items.n; i++)
			add_entry(
			    e, json_scan_item(&answer->page, i), answer->page.items.v[i].flags);
		pager_advance(&e->pager, &answer->page);
	}
	e->on_changed(e->ctx);
}

void
audit_entries_read_more(struct audit_entries *e, int page_size)
{
	if (e->state == AUDIT_READING || audit_entries_at_end(e) ||
	    !client_has_address(e->pager.client))
		return;
	e->state = AUDIT_READING;
	e->requested_at = clock_ticks();
	e->query.query.limit = e->pager.page_count ? page_size : FIRST_PAGE_SIZE;
	pager_request_page(&e->pager, &e->query.query, on_entries_page, e);
}

bool
audit_entries_stop(struct audit_entries *e)
{
	if (e->state != AUDIT_READING)
		return false;
	pager_stop(&e->pager);
	e->state = AUDIT_IDLE;
	return true;
}

bool
audit_entries_at_end(const struct audit_entries *e)
{
	return e->pager.end_reason != PAGER_MORE;
}

void
audit_append_curl(struct buf *out, const struct audit_entries *e)
{
	struct list_query query = e->query.query;
	query.limit = FIRST_PAGE_SIZE;
	list_append_curl(out, e->pager.client, ENDPOINT_AUDIT, &query);
}
