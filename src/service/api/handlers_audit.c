#include "service/api/audit_item.h"
#include "service/api/cursor.h"
#include "service/api/handlers.h"
#include "service/api/params.h"
#include "service/api/read.h"
#include "store/audit.h"
#include "store/removal.h"

#include <stdio.h>

/* READ_AT_ONCE: entries that are in memory together. LOOKED_AT_MAX: entries that one page reads at
 * most, so that a filter that few entries match does not occupy the store; the page then has a
 * cursor to go on, and maybe no items. */
enum { LIMIT_DEFAULT = 50, READ_AT_ONCE = 200, LOOKED_AT_MAX = 20000, POSITION_SIZE = 48 };

struct audit_listing {
	struct list_page page;
	struct audit_filter filter;
	struct store_audit_query next; /* its position: the last entry that was looked at */
	size_t looked_at;
	bool is_at_end;
	struct buf item;
};

/* ---- filters ---- */

static bool
on_entry(void *ctx, const struct store_audit *e)
{
	struct audit_listing *l = ctx;
	if (audit_filter_matches(&l->filter, e)) {
		buf_reset(&l->item);
		audit_write_item(&l->item, e);
		if (!page_add(&l->page, buf_str(&l->item)))
			return false;
	}
	l->looked_at++;
	l->next.after_at = e->recorded_at;
	l->next.after_chain = e->audit_chain;
	l->next.after_seq = e->seq;
	return true;
}

static bool
read_filter(struct call *call, struct audit_filter *f, struct err *err)
{
	*f = (struct audit_filter){ .subject = param_get(call, PARAM_AUDIT_SUBJECT),
		.owner = param_get(call, PARAM_AUDIT_OWNER),
		.operation = param_get(call, PARAM_AUDIT_OPERATION),
		.request_id = param_get(call, PARAM_AUDIT_REQUEST) };
	audit_filter_set_identity(f, param_get(call, PARAM_AUDIT_IDENTITY));
	return param_read_time(call, PARAM_CREATED_AFTER, &f->created_after, err) &&
	    param_read_time(call, PARAM_CREATED_BEFORE, &f->created_before, err);
}

static void
add_filter(struct buf *out, struct str text)
{
	buf_addf(out, "%zu:", text.p ? text.n : SIZE_MAX);
	buf_adds(out, text);
}

static uint64_t
hash_filter(const struct audit_filter *f)
{
	struct buf text = { 0 };
	const struct str texts[] = { f->subject, f->owner, f->operation, f->request_id, f->iss,
		f->sub };
	buf_addf(&text, "audit after %lld before %lld ", (long long)f->created_after,
	    (long long)f->created_before);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		add_filter(&text, texts[i]);
	uint64_t hash = cursor_filter_hash(buf_str(&text));
	buf_free(&text);
	return hash;
}

/* A filter that is not known must not look as if it had found all of these. */
static bool
check_all_used(struct call *call, struct err *err)
{
	param_get(call, PARAM_QUERY_MORE);
	for (size_t i = 0; i < call->query.pairs.n; i++)
		if (!call->query.pairs.v[i].used)
			return refuse_request(err, REFUSE_BAD_REQUEST, "There is no filter %.*s.",
			    STR_ARG(str_sub(call->query.pairs.v[i].name, 0, 60)));
	return true;
}

/* ---- the position ---- */

static bool
read_position(struct call *call, struct store_audit_query *q, uint64_t filter, struct err *err)
{
	struct str text = param_get(call, PARAM_QUERY_MORE), chain;
	struct buf bytes = { 0 };
	struct page_cursor cursor = { 0 };
	if (!text.p)
		return true;
	enum cursor_verdict verdict = cursor_read(
	    &cursor, &bytes, text, filter, &call->service->cursor_keys);
	struct str rest = cursor.id;
	bool ok = verdict == CURSOR_OK;
	if (ok) {
		q->after_at = cursor.sort_key;
		ok = str_next(&rest, '-', &chain) && str_to_int64(chain, &q->after_chain) &&
		    str_to_int64(rest, &q->after_seq);
	}
	buf_free(&bytes);
	return ok || param_refuse_cursor(call, PARAM_QUERY_MORE, verdict == CURSOR_MISMATCH, err);
}

static void
end_page(struct call *call, struct audit_listing *l, uint64_t filter)
{
	char position[POSITION_SIZE];
	bool is_last = !l->page.has_more && l->is_at_end;
	int n = snprintf(position, sizeof(position), "%lld-%lld", (long long)l->next.after_chain,
	    (long long)l->next.after_seq);
	const struct page_cursor next = { .filter_hash = filter,
		.sort_key = l->next.after_at,
		.id = str_from(position, (size_t)n) };
	page_end_before(&l->page, is_last ? NULL : &next, &call->service->cursor_keys);
}

static bool
write_list(struct call *call, struct audit_listing *l, uint64_t filter, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	bool ok = true;
	if (!read_begin(call, &tx, err))
		return false;
	page_begin(&l->page, STR(""));
	while (ok && !l->page.has_more && !l->is_at_end && l->looked_at < LOOKED_AT_MAX) {
		const struct store_audit_query q = l->next;
		size_t before = l->looked_at;
		ok = store_list_audit_newest(&tx, &q, on_entry, l, err);
		l->is_at_end = l->looked_at < before + READ_AT_ONCE;
	}
	store_end(&tx, false, &ignored);
	end_page(call, l, filter);
	buf_free(&l->item);
	return ok;
}

bool
handle_audit_list(struct call *call, struct response *rs, struct err *err)
{
	struct audit_listing l = { .page = { .body = &rs->body, .limit = LIMIT_DEFAULT },
		.next = { .limit = READ_AT_ONCE, .after_at = INT64_MAX } };
	if (!param_read_count(call, PARAM_LIMIT, &l.page.limit, err) ||
	    !read_filter(call, &l.filter, err))
		return false;
	l.next.not_before = l.filter.created_after == WHEN_NONE ? WHEN_NONE
								: l.filter.created_after + 1;
	if (!check_all_used(call, err))
		return false;
	uint64_t filter = hash_filter(&l.filter);
	return read_position(call, &l.next, filter, err) && write_list(call, &l, filter, err);
}
