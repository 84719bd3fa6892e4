#include "client/lists.h"

#include "model/when.h"
#include "wire/member.h"
#include "wire/query.h"
#include "wire/value.h"

#include <string.h>

/* How the read endpoints differ from each other. */
static const struct {
	const char *items_name;  /* member with the items; NULL: "items" */
	bool uses_basket_params; /* its query uses the parameter names for baskets */
} read_endpoints[ENDPOINT_COUNT] = {
	[ENDPOINT_BASKETS] = { .uses_basket_params = true },
	[ENDPOINT_JOURNEYS] = { .items_name = "journeys" },
};

const char *
list_items_name(enum endpoint e)
{
	if (strcmp(endpoint_infos[e].method, "GET") != 0)
		return NULL;
	return read_endpoints[e].items_name ? read_endpoints[e].items_name : "items";
}

static void
add_query_param(struct buf *out, const struct wire_names *names, enum param p, struct str value)
{
	if (value.n)
		query_add(out, str_of(names->params[p]), value);
}

static void
add_limit(struct buf *out, const struct wire_names *names, enum param p, int limit)
{
	struct buf text = { 0 };
	buf_addf(&text, "%d", limit);
	add_query_param(out, names, p, buf_str(&text));
	buf_free(&text);
}

static void
add_time(struct buf *out, const struct wire_names *names, enum param p, int64_t t)
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
	add_limit(out, names, PARAM_PAGE_SIZE, q->limit);
	add_query_param(out, names, PARAM_PAGINATION, STR("true"));
	add_time(out, names, PARAM_MODIFIED_AFTER, q->changed_after);
	add_query_param(out, names, PARAM_PATH, q->path);
	add_query_param(out, names, PARAM_TAG, q->tag);
	add_query_param(out, names, PARAM_OFFERS_SOURCE, q->source);
	add_query_param(out, names, PARAM_REDUCED, q->reduced ? STR("true") : STR_NONE);
	add_attributes(out, names, q);
	add_query_param(out, names, PARAM_CURSOR_FROM, buf_str(&cursor->from));
	add_query_param(out, names, PARAM_CURSOR_ALIAS, buf_str(&cursor->alias));
}

void
list_query_write(struct buf *out, const struct wire_names *names, enum endpoint e,
    const struct list_query *q, const struct list_cursor *cursor)
{
	if (e == ENDPOINT_JOURNEYS)
		return;
	if (!read_endpoints[e].uses_basket_params) {
		write_catalog_query(out, names, q, cursor);
		return;
	}
	add_limit(out, names, PARAM_LIMIT, q->limit);
	add_time(out, names, PARAM_CREATED_AFTER, q->changed_after);
	add_query_param(out, names, PARAM_QUERY_MORE, buf_str(&cursor->from));
}

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

void
list_envelope_read(struct list_envelope *e, const struct json_scan *page)
{
	struct arena a = { 0 };
	struct str around = value_of_text(&a, buf_str(&page->envelope), page->envelope_flags);
	struct str more = member_find(around, STR("queryMore"));
	bool object = json_is_object(more);
	*e = (struct list_envelope){ .hits = -1 };
	e->is_unreadable = !read_cursor(&e->next_cursor.from,
			       object ? member_find(more, STR("from")) : more) ||
	    (object && !read_cursor(&e->next_cursor.alias, member_find(more, STR("alias")))) ||
	    (object && !member_find(more, STR("from")).p) ||
	    (page->envelope_flags & SPAN_DUPLICATE && is_ambiguous(page));
	if (!value_whole_number(member_find(around, STR("hits")), &e->hits) || e->hits < 0)
		e->hits = -1;
	member_read_text(&e->commit, around, STR("commitId"));
	if (!e->commit.n)
		member_read_text(&e->commit, member_find(around, STR("header")), STR("commitId"));
	arena_free(&a);
}

bool
list_cursor_is_end(const struct list_cursor *c)
{
	return c->from.n == 0;
}

void
list_cursor_copy(struct list_cursor *to, const struct list_cursor *from)
{
	buf_reset(&to->from);
	buf_reset(&to->alias);
	buf_adds(&to->from, buf_str(&from->from));
	buf_adds(&to->alias, buf_str(&from->alias));
}

void
list_cursor_free(struct list_cursor *c)
{
	buf_free(&c->from);
	buf_free(&c->alias);
}

void
list_envelope_free(struct list_envelope *e)
{
	list_cursor_free(&e->next_cursor);
	buf_free(&e->commit);
}
