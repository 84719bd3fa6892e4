#include "catalog/revision.h"

#include "wire/catalog.h"
#include "wire/member.h"

enum { REVISION_PAGE_SIZE = 500 };

struct revision *
revision_new(struct client *client, const struct io_watch *io, struct catalog_scope scope,
    void (*changed)(void *ctx), void *ctx)
{
	struct revision *e = x_new(struct revision);
	struct list_query query = { .limit = REVISION_PAGE_SIZE, .changed_after = WHEN_NONE };
	e->client = client;
	e->io = *io;
	e->on_changed = changed;
	e->ctx = ctx;
	e->scope = scope;
	for (int i = 0; i < CATALOG_PARTS; i++)
		e->lists[i] = listing_new(
		    client, io, catalog_parts[i].endpoint, &query, changed, ctx);
	query.reduced = true;
	for (int i = 0; i < NAME_LISTS; i++) {
		query.source = i == NAME_LIST_PUBLISHED ? STR("published") : STR("catalog");
		e->name_lists[i] = listing_new(
		    client, io, ENDPOINT_STANDALONE, &query, changed, ctx);
		e->name_indexes[i] = index_new();
	}
	return e;
}

void
revision_stop(struct revision *e)
{
	client_cancel(e->client, e->request_id);
	e->io.cancel_timer(e->io.ctx, e->slice_timer);
	e->journeys_requested = e->journeys_requested && !e->request_id;
	e->request_id = e->slice_timer = 0;
	for (int i = 0; i < CATALOG_PARTS; i++)
		listing_stop(e->lists[i]);
	for (int i = 0; i < NAME_LISTS; i++)
		if (e->name_lists[i])
			listing_stop(e->name_lists[i]);
}

void
revision_free(struct revision *e)
{
	if (!e)
		return;
	revision_stop(e);
	graph_free(&e->graph);
	for (int i = 0; i < CATALOG_PARTS; i++) {
		x_free(e->items_by_path[i]);
		listing_free(e->lists[i]);
	}
	for (int i = 0; i < NAME_LISTS; i++) {
		listing_free(e->name_lists[i]);
		index_free(e->name_indexes[i]);
	}
	json_scan_free(&e->journeys_answer.page);
	arena_free(&e->journeys_texts);
	arena_free(&e->text_arena);
	x_free(e);
}

static void
clear_failure(struct listing *l)
{
	if (l && l->state == LISTING_FAILED)
		l->state = LISTING_IDLE;
}

void
revision_retry(struct revision *e)
{
	for (int i = 0; i < CATALOG_PARTS; i++)
		clear_failure(e->lists[i]);
	for (int i = 0; i < NAME_LISTS; i++)
		clear_failure(e->name_lists[i]);
	if (e->journeys_err.kind)
		e->journeys_requested = false;
	e->journeys_err.kind = ERR_NONE;
}

/* Needed parts must have the revision of the lists, if both are known. */
static void
compare_commit_of_part(struct revision *e, unsigned what, struct str commit)
{
	struct str lists = revision_commit(e);
	if (e->scope.required_parts & what && commit.n && lists.n && !str_eq(commit, lists))
		e->revision_differs = true;
}

/* ---- offer names ---- */

bool
revision_read_names(struct revision *e)
{
	for (int i = 0; i < NAME_LISTS && e->scope.wanted_parts & CATALOG_PUBLISHED; i++) {
		struct listing *l = e->name_lists[i];
		if (!l || l->state == LISTING_FAILED)
			break;
		if (l->state != LISTING_COMPLETE) {
			listing_read(l);
			return false;
		}
		compare_commit_of_part(e, CATALOG_PUBLISHED, buf_str(&l->pager.first_commit));
		compare_commit_of_part(e, CATALOG_PUBLISHED, buf_str(&l->pager.last_commit));
	}
	return true;
}

/* ---- journeys ---- */

static void
on_journeys_arrived(void *ctx, struct client_answer *answer)
{
	struct revision *e = ctx;
	struct buf commit = { 0 };
	e->request_id = 0;
	e->journeys_err = answer->err;
	e->journeys_attempt_count = answer->err.kind ? answer->attempt_count : 0;
	if (!answer->err.kind) {
		json_scan_free(&e->journeys_answer.page);
		e->journeys_answer = *answer;
		answer->page = (struct json_scan){ 0 };
		const struct json_scan *page = &e->journeys_answer.page;
		e->has_journeys = journeys_read(&e->journeys, &e->journeys_texts,
		    buf_str(&page->body), page->envelope_flags, &e->journeys_err);
		list_read_commit(&commit, page);
		compare_commit_of_part(e, CATALOG_JOURNEYS, buf_str(&commit));
		buf_free(&commit);
	}
	e->on_changed(e->ctx);
}

bool
revision_read_journeys(struct revision *e)
{
	if (!e->journeys_requested && e->scope.wanted_parts & CATALOG_JOURNEYS) {
		e->journeys_requested = true;
		e->request_id = client_read(
		    e->client, ENDPOINT_JOURNEYS, STR_NONE, on_journeys_arrived, e);
	}
	return e->request_id == 0;
}

/* ---- whole revision ---- */

static bool
find_missing_in_list(const struct listing *l, struct err *err, int *tries)
{
	if (l->state == LISTING_FAILED) {
		*err = l->err;
		*tries = l->attempt_count;
		return true;
	}
	if (!pager_has_cursor_loop(&l->pager))
		return false;
	*tries = 0;
	err_set(err, ERR_PROTOCOL, "the list cannot be read completely: %s",
	    pager_loop_reason(l->pager.end_reason));
	return true;
}

bool
revision_find_missing(const struct revision *e, struct err *err, int *tries)
{
	unsigned needed = e->scope.required_parts;
	for (int i = 0; i < CATALOG_PARTS; i++)
		if (needed & CATALOG_LIST(i) && find_missing_in_list(e->lists[i], err, tries))
			return true;
	for (int i = 0; i < NAME_LISTS; i++)
		if (needed & CATALOG_PUBLISHED && e->name_lists[i] &&
		    find_missing_in_list(e->name_lists[i], err, tries))
			return true;
	if (!(needed & CATALOG_JOURNEYS) || !e->journeys_err.kind)
		return false;
	*err = e->journeys_err;
	*tries = e->journeys_attempt_count;
	return true;
}

struct check_items
revision_items(const struct revision *e, int part)
{
	const struct listing *l = e->lists[part];
	return (struct check_items){ e->items_by_path[part] ? e->items_by_path[part] : l->items.v,
		l->items.n };
}

struct str
revision_commit(const struct revision *e)
{
	struct str commit = STR_NONE;
	for (int i = 0; i < CATALOG_PARTS && !commit.n; i++)
		commit = buf_str(&e->lists[i]->pager.first_commit);
	return commit;
}

bool
revision_is_mixed(const struct revision *e)
{
	struct str commit = revision_commit(e);
	bool moved = e->revision_differs;
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *l = e->lists[i];
		moved = moved || l->pager.revision_changed ||
		    (l->pager.first_commit.n && !str_eq(buf_str(&l->pager.first_commit), commit));
	}
	return moved;
}

/* ---- comparing readings ---- */

static bool
is_same_list(const struct listing *a, const struct listing *b)
{
	unsigned flags;
	bool same = a->items.n == b->items.n;
	for (size_t i = 0; same && i < a->items.n; i++)
		same = a->rows.v[i].published == b->rows.v[i].published &&
		    str_eq(listing_json(a, i, &flags), listing_json(b, i, &flags));
	return same;
}

/* Appends the journeys without their revision. */
static void
append_journeys(struct buf *out, const struct revision *e)
{
	struct member_walk w;
	struct member m;
	if (!e->has_journeys)
		return;
	member_start(&w, buf_str(&e->journeys_answer.page.body));
	while (member_next(&w, &m))
		if (!str_eqz(m.name, "\"commitId\"") && !str_eqz(m.name, "\"header\""))
			buf_addf(out, "%.*s:%.*s\n", STR_ARG(m.name), STR_ARG(m.value));
}

bool
revision_is_same(const struct revision *e, const struct revision *before)
{
	struct buf a = { 0 }, b = { 0 };
	bool same = true;
	for (int i = 0; same && i < CATALOG_PARTS; i++)
		same = is_same_list(e->lists[i], before->lists[i]);
	append_journeys(&a, e);
	append_journeys(&b, before);
	same = same && str_eq(buf_str(&a), buf_str(&b));
	buf_free(&a);
	buf_free(&b);
	return same;
}
