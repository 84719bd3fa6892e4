#include "list/pager.h"

#include "base/index.h"
#include "client/client.h"
#include "model/format.h"
#include "model/when.h"
#include "wire/member.h"
#include "wire/query.h"
#include "wire/value.h"

/* ---- queries ---- */

bool
list_is_newest_first(enum endpoint e)
{
	return e == ENDPOINT_BASKETS || e == ENDPOINT_AUDIT;
}

static void
add_query_param(struct buf *out, const struct wire_names *names, enum param p, struct str value)
{
	if (value.n)
		query_add(out, str_of(names->params[p]), value);
}

static void
add_limit_param(struct buf *out, const struct wire_names *names, enum param p, int limit)
{
	struct buf text = { 0 };
	buf_addf(&text, "%d", limit);
	add_query_param(out, names, p, buf_str(&text));
	buf_free(&text);
}

static void
add_time_param(struct buf *out, const struct wire_names *names, enum param p, int64_t t)
{
	struct buf text = { 0 };
	if (t != WHEN_NONE)
		when_write(&text, t);
	add_query_param(out, names, p, buf_str(&text));
	buf_free(&text);
}

static void
add_attributes(struct buf *out, const struct wire_names *names, const struct list_query *q)
{
	struct buf name = { 0 };
	for (size_t i = 0; i < q->attributes.n; i++) {
		buf_reset(&name);
		buf_addz(&name, names->params[PARAM_ATTRIBUTE]);
		buf_adds(&name, q->attributes.v[i].name);
		query_add(out, buf_str(&name), q->attributes.v[i].value);
	}
	buf_free(&name);
}

static void
write_catalog_query(struct buf *out, const struct wire_names *names, const struct list_query *q,
    const struct list_cursor *cursor)
{
	add_limit_param(out, names, PARAM_PAGE_SIZE, q->limit);
	add_query_param(out, names, PARAM_PAGINATION, STR("true"));
	add_time_param(out, names, PARAM_MODIFIED_AFTER, q->changed_after);
	add_query_param(out, names, PARAM_PATH, q->path);
	add_query_param(out, names, PARAM_TAG, q->tag);
	add_query_param(out, names, PARAM_OFFERS_SOURCE, q->source);
	add_query_param(out, names, PARAM_REDUCED, q->reduced ? STR("true") : STR_NONE);
	add_attributes(out, names, q);
	add_query_param(out, names, PARAM_CURSOR_FROM, buf_str(&cursor->from));
	add_query_param(out, names, PARAM_CURSOR_ALIAS, buf_str(&cursor->alias));
}

/* Appends the query string of a page. Journeys have no parameters. */
static void
write_page_query(struct buf *out, const struct wire_names *names, enum endpoint e,
    const struct list_query *q, const struct list_cursor *cursor)
{
	if (e == ENDPOINT_JOURNEYS)
		return;
	if (!list_is_newest_first(e)) {
		write_catalog_query(out, names, q, cursor);
		return;
	}
	add_limit_param(out, names, PARAM_LIMIT, q->limit);
	add_time_param(out, names, PARAM_CREATED_AFTER, q->changed_after);
	for (size_t i = 0; i < q->params.n; i++)
		add_query_param(out, names, q->params.v[i].param, q->params.v[i].value);
	add_query_param(out, names, PARAM_QUERY_MORE, buf_str(&cursor->from));
}

void
list_query_write(
    struct buf *out, const struct client *client, enum endpoint e, const struct list_query *query)
{
	const struct list_cursor start = { 0 };
	write_page_query(out, client_names(client), e, query, &start);
}

void
list_append_curl(
    struct buf *out, const struct client *client, enum endpoint e, const struct list_query *query)
{
	struct buf text = { 0 };
	list_query_write(&text, client, e, query);
	client_append_curl(out, client, e, buf_str(&text));
	buf_free(&text);
}

/* ---- envelopes ---- */

/* A cursor that is absent, null, false or "" means the last page; a number is used exactly as
 * written. */
static bool
read_cursor(struct buf *out, struct str value)
{
	enum json_kind kind = value_kind(value);
	if (kind == JSON_STRING)
		json_lex_unquote(out, value);
	else if (kind == JSON_NUMBER)
		buf_adds(out, value);
	return kind == JSON_STRING || kind == JSON_NUMBER || kind <= JSON_NULL ||
	    str_eqz(value, "false");
}

/* True if the page has two lists of items or two cursors, so that the right one is not known. */
static bool
is_ambiguous(const struct json_scan *page)
{
	struct str around = buf_str(&page->envelope);
	struct str more = member_find(around, STR("queryMore"));
	return member_count_named(around, str_of(page->rules.items_name)) > 1 ||
	    member_count_named(around, STR("queryMore")) > 1 ||
	    member_count_named(more, STR("from")) > 1 || member_count_named(more, STR("alias")) > 1;
}

/* Replaces the cursor. Returns false if the one in the page is not usable or not unique. */
static bool
read_next_cursor(struct list_cursor *next, struct str around, const struct json_scan *page)
{
	struct str more = member_find(around, STR("queryMore"));
	bool object = json_is_object(more);
	buf_reset(&next->from);
	buf_reset(&next->alias);
	if (!read_cursor(&next->from, object ? member_find(more, STR("from")) : more) ||
	    (object && !read_cursor(&next->alias, member_find(more, STR("alias")))) ||
	    (object && !member_find(more, STR("from")).p))
		return false;
	return !(page->envelope_flags & SPAN_DUPLICATE && is_ambiguous(page));
}

/* Returns -1 if the page has no total count. */
static int64_t
read_hits(struct str around)
{
	int64_t hits;
	return value_whole_number(member_find(around, STR("hits")), &hits) && hits >= 0 ? hits : -1;
}

static void
read_commit(struct buf *out, struct str around)
{
	member_read_text(out, around, STR("commitId"));
	if (!out->n)
		member_read_text(out, member_find(around, STR("header")), STR("commitId"));
}

void
list_read_commit(struct buf *out, const struct json_scan *page)
{
	struct arena a = { 0 };
	read_commit(out, value_of_text(&a, buf_str(&page->envelope), page->envelope_flags));
	arena_free(&a);
}

/* ---- repeated items ---- */

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

/* ---- pages ---- */

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
	buf_free(&p->next_cursor.from);
	buf_free(&p->next_cursor.alias);
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
	if (answer->err.kind)
		p->restart_count = 0; /* a retry by the user may start over again */
	p->on_page(p->ctx, answer);   /* may free the pager */
}

void
pager_request_page(struct pager *p, const struct list_query *query, pager_page_fn *done, void *ctx)
{
	struct buf text = { 0 };
	pager_stop(p);
	buf_reset(&p->first_query);
	list_query_write(&p->first_query, p->client, p->endpoint, query);
	p->on_page = done;
	p->ctx = ctx;
	write_page_query(&text, client_names(p->client), p->endpoint, query, &p->next_cursor);
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
record_commit(struct pager *p, struct str around)
{
	struct buf commit = { 0 };
	read_commit(&commit, around);
	if (commit.n) {
		if (!p->first_commit.n)
			buf_adds(&p->first_commit, buf_str(&commit));
		buf_reset(&p->last_commit);
		buf_adds(&p->last_commit, buf_str(&commit));
		p->revision_changed = p->revision_changed ||
		    !str_eq(buf_str(&commit), buf_str(&p->first_commit));
	}
	buf_free(&commit);
}

void
pager_advance(struct pager *p, const struct json_scan *page)
{
	struct arena a = { 0 };
	struct str around = value_of_text(&a, buf_str(&page->envelope), page->envelope_flags);
	bool has_cursor = read_next_cursor(&p->next_cursor, around, page);
	p->hits = read_hits(around);
	record_commit(p, around);
	arena_free(&a);
	p->page_count++;
	p->item_count += page->items.n;
	p->empty_pages = page->items.n ? 0 : p->empty_pages + 1;
	p->repeated_pages = page->items.n && is_new_first_item(p, page)
	    ? 0
	    : p->repeated_pages + (page->items.n > 0);
	if (!has_cursor)
		p->end_reason = PAGER_BAD_CURSOR;
	else if (p->next_cursor.from.n == 0)
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
