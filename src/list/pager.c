#include "list/pager.h"

#include "base/index.h"
#include "model/format.h"
#include "wire/member.h"

void
seen_ids_free(struct seen_ids *o)
{
	index_free(o->recent_ids);
	index_free(o->older_ids);
}

static bool
is_in_index(const struct seen_ids *o, const struct index *ids, struct str id)
{
	uint32_t page = ids ? index_get(ids, id) : UINT32_MAX;
	return page != UINT32_MAX && (!o->allows_page_duplicates || page < o->current_page);
}

static void
add_seen_id(struct seen_ids *o, struct str id)
{
	if (!o->recent_ids)
		o->recent_ids = index_new();
	index_put(o->recent_ids, id, o->current_page);
	if (++o->n < SEEN_IDS_MAX)
		return;
	index_free(o->older_ids);
	o->older_ids = o->recent_ids;
	o->recent_ids = NULL;
	o->n = 0;
}

/* The id if it is a number: some services have these instead of texts. */
static struct str
numeric_id(struct str json)
{
	struct str id = member_find(json, STR("id"));
	return id.n && id.p[0] >= '0' && id.p[0] <= '9' ? id : STR_NONE;
}

/* Writes path and id separated by a newline, which neither of them contains. */
static void
write_item_name(struct buf *out, struct str json)
{
	member_read_text(out, json, STR("path"));
	size_t path = out->n;
	buf_addc(out, '\n');
	if (!member_read_text(out, json, STR("id")))
		buf_adds(out, numeric_id(json));
	if (!path && out->n == 1)
		buf_reset(out);
}

bool
seen_ids_check_and_add(struct seen_ids *o, struct str json)
{
	struct buf name = { 0 };
	bool before = false;
	write_item_name(&name, json);
	if (name.n) {
		before = is_in_index(o, o->recent_ids, buf_str(&name)) ||
		    is_in_index(o, o->older_ids, buf_str(&name));
		if (!before)
			add_seen_id(o, buf_str(&name));
	}
	buf_free(&name);
	o->repeat_count += before;
	return before;
}

void
pager_init(struct pager *p, struct client *client, enum endpoint e)
{
	*p = (struct pager){ .client = client,
		.endpoint = e,
		.hits = -1,
		.used_cursors = index_new(),
		.first_items = index_new() };
}

void
pager_stop(struct pager *p)
{
	if (p->call_id)
		client_cancel(p->client, p->call_id);
	p->call_id = 0;
}

void
pager_free(struct pager *p)
{
	if (!p->used_cursors)
		return;
	pager_stop(p);
	list_cursor_free(&p->next_cursor);
	buf_free(&p->first_query);
	index_free(p->used_cursors);
	index_free(p->first_items);
	buf_free(&p->first_commit);
	buf_free(&p->last_commit);
	*p = (struct pager){ 0 };
}

void
pager_restart(struct pager *p)
{
	struct client *client = p->client;
	enum endpoint e = p->endpoint;
	pager_free(p);
	pager_init(p, client, e);
}

static void on_page(void *ctx, struct client_answer *answer);

/* True if the error may mean that the cursor has expired while the user looked at earlier pages. */
static bool
is_cursor_expired(const struct pager *p, const struct client_answer *answer)
{
	int status = answer->http_status;
	return answer->err.kind && p->next_cursor.from.n && p->restart_count < PAGER_RESTARTS_MAX &&
	    (status == 400 || status == 404 || status == 410);
}

static void
restart_walk(struct pager *p)
{
	p->restart_count++;
	buf_reset(&p->next_cursor.from);
	buf_reset(&p->next_cursor.alias);
	index_clear(p->used_cursors);
	index_clear(p->first_items);
	p->item_count = p->empty_pages = p->repeated_pages = 0;
	p->call_id = client_read(p->client, p->endpoint, buf_str(&p->first_query), on_page, p);
}

static void
on_page(void *ctx, struct client_answer *answer)
{
	struct pager *p = ctx;
	p->call_id = 0;
	if (is_cursor_expired(p, answer)) {
		restart_walk(p);
		return;
	}
	p->on_page(p->ctx, answer); /* may free the pager */
}

void
pager_request_page(
    struct pager *p, const struct list_query *query, client_answer_fn *done, void *ctx)
{
	const struct list_cursor front = { 0 };
	struct buf text = { 0 };
	pager_stop(p);
	buf_reset(&p->first_query);
	list_query_write(&p->first_query, client_names(p->client), p->endpoint, query, &front);
	p->on_page = done;
	p->ctx = ctx;
	list_query_write(&text, client_names(p->client), p->endpoint, query, &p->next_cursor);
	p->call_id = client_read(p->client, p->endpoint, buf_str(&text), on_page, p);
	buf_free(&text);
}

/* True if the cursor was not used before. Both of its parts count: a service may repeat one of
 * them. */
static bool
is_new_cursor(struct pager *p)
{
	struct buf name = { 0 };
	buf_addf(&name, "%zu:", p->next_cursor.from.n);
	buf_adds(&name, buf_str(&p->next_cursor.from));
	buf_adds(&name, buf_str(&p->next_cursor.alias));
	bool first = index_add(p->used_cursors, buf_str(&name), 1) == UINT32_MAX;
	buf_free(&name);
	return first;
}

static bool
is_new_first_item(struct pager *p, const struct json_scan *page)
{
	return index_add(p->first_items, json_scan_item(page, 0), 1) == UINT32_MAX;
}

static void
record_commit(struct pager *p, struct str commit)
{
	if (!commit.n)
		return;
	if (!p->first_commit.n)
		buf_adds(&p->first_commit, commit);
	buf_reset(&p->last_commit);
	buf_adds(&p->last_commit, commit);
	p->revision_changed = p->revision_changed || !str_eq(commit, buf_str(&p->first_commit));
}

void
pager_advance(struct pager *p, const struct json_scan *page)
{
	struct list_envelope around;
	list_envelope_read(&around, page);
	list_cursor_copy(&p->next_cursor, &around.next_cursor);
	p->hits = around.hits;
	record_commit(p, buf_str(&around.commit));
	bool unread = around.is_unreadable;
	list_envelope_free(&around);
	p->page_count++;
	p->item_count += page->items.n;
	p->empty_pages = page->items.n ? 0 : p->empty_pages + 1;
	p->repeated_pages = page->items.n && is_new_first_item(p, page)
	    ? 0
	    : p->repeated_pages + (page->items.n > 0);
	if (unread)
		p->end_reason = PAGER_BAD_CURSOR;
	else if (list_cursor_is_end(&p->next_cursor))
		p->end_reason = p->hits > (int64_t)p->item_count ? PAGER_SHORT : PAGER_WHOLE;
	else if (!is_new_cursor(p) || p->repeated_pages > PAGER_REPEATS_MAX)
		p->end_reason = PAGER_REPEATED;
	else if (p->empty_pages > PAGER_EMPTY_PAGES_MAX)
		p->end_reason = PAGER_EMPTY;
}

bool
pager_end_is_cursor_loop(enum pager_end end)
{
	return end != PAGER_MORE && end != PAGER_WHOLE;
}

bool
pager_has_cursor_loop(const struct pager *p)
{
	return pager_end_is_cursor_loop(p->end_reason);
}

const char *
pager_loop_reason(enum pager_end end)
{
	static const char *const words[] = {
		[PAGER_MORE] = "the service has more",
		[PAGER_WHOLE] = "all read",
		[PAGER_REPEATED] = "the service sent the same page twice",
		[PAGER_EMPTY] = "the service sends only empty pages",
		[PAGER_BAD_CURSOR] = "the service sent an unusable cursor",
		[PAGER_SHORT] = "the service reports more items but sends none",
	};
	_Static_assert(
	    sizeof(words) / sizeof(*words) == PAGER_ENDS, "every end needs a row in this table");
	return words[end];
}

void
pager_append_cursor_loop(struct buf *out, enum pager_end end, size_t read, const char *missing)
{
	format_count(out, read);
	buf_addf(out, " read; %s, %s may be missing", pager_loop_reason(end), missing);
}
