#include "service/api/diff.h"
#include "service/api/handlers.h"
#include "service/api/write.h"
#include "wire/item.h"

#include <stdio.h>
#include <string.h>

enum { DIFFS_MAX = 1000 };

/* One element of the request, and its result. */
struct bulk_change {
	struct str path, attributes;
	char error_code[40];
	char error_message[400]; /* "" if there is no error */
	bool is_path_unknown;    /* no item has this path */
};

struct bulk_request {
	VEC(struct bulk_change) changes;
	bool strict;         /* apply all changes or none */
	struct str if_match; /* required commit id of the catalog; p NULL: any */
	size_t failed_count, unknown_count;
};

static void
fail_change(struct bulk_change *c, const char *code, const char *message)
{
	snprintf(c->error_code, sizeof(c->error_code), "%s", code);
	snprintf(c->error_message, sizeof(c->error_message), "%s", message);
}

/* ---- the request ---- */

/* Parses one element. A malformed element refuses the whole request and names the position. */
static bool
read_change(struct call *call, struct bulk_request *bulk, struct str element, struct err *err)
{
	static const char *const below[] = { "diff", "attributes", NULL };
	struct buf path = { 0 };
	struct bulk_change c = { .attributes = member_find_below(element, below) };
	size_t n = bulk->changes.n;
	bool ok = member_read_text(&path, element, STR("path")) ||
	    refuse_request(err, REFUSE_INVALID, "diffs[%zu].path must be a string.", n);
	ok = ok &&
	    (json_is_object(c.attributes) ||
		refuse_request(
		    err, REFUSE_INVALID, "diffs[%zu].diff.attributes must be an object.", n));
	if (ok) {
		c.path = arena_str(call->arena, buf_str(&path));
		vec_push(&bulk->changes, c);
	}
	buf_free(&path);
	return ok;
}

static bool
read_changes(struct call *call, struct bulk_request *bulk, struct err *err)
{
	struct member_walk w;
	struct member m;
	struct str body;
	if (!write_read_body(call, &body, err))
		return false;
	struct str diffs = member_find(body, STR("diffs"));
	if (!json_is_array(diffs))
		return refuse_request(err, REFUSE_INVALID, "diffs must be an array.");
	member_start(&w, diffs);
	while (member_next(&w, &m)) {
		if (bulk->changes.n == DIFFS_MAX)
			return refuse_request(err, REFUSE_BODY_TOO_LARGE,
			    "A bulk update has at most %d diffs.", DIFFS_MAX);
		if (!read_change(call, bulk, m.value, err))
			return false;
	}
	return true;
}

/* Reads the Prefer and If-Match headers. The commit id may be in quotes, like an entity tag, or
 * not. */
static void
read_conditions(struct call *call, struct bulk_request *bulk)
{
	struct str prefer = request_header(call->request, "Prefer");
	struct str match = str_trim(request_header(call->request, "If-Match"));
	bulk->strict = str_find(prefer, STR("handling=strict")) != SIZE_MAX;
	if (match.n > 1 && match.p[0] == '"' && match.p[match.n - 1] == '"')
		match = str_sub(match, 1, match.n - 2);
	bulk->if_match = str_eqz(match, "*") ? STR_NONE : match;
}

/* ---- one item ---- */

struct bulk_target {
	size_t found_count;
	enum store_list list;
	bool published;
	struct buf id, json;
};

static bool
on_found_item(void *ctx, const struct store_item *item)
{
	struct bulk_target *f = ctx;
	if (f->found_count++ == 0) {
		f->list = item->list;
		f->published = item->published;
		buf_adds(&f->id, item->id);
		buf_adds(&f->json, item->json);
	}
	return true;
}

static bool
store_changed_item(struct store_tx *tx, struct bulk_change *c, const struct bulk_target *f,
    struct str json, int64_t now, struct err *err)
{
	struct store_item item = { .list = f->list,
		.path = c->path,
		.id = buf_str(&f->id),
		.modified = now,
		.published = f->published,
		.json = json };
	if (json.n <= STORE_ITEM_SIZE_MAX)
		return store_put_item(tx, &item, NULL, err);
	fail_change(c, "too_large", "The item would exceed the maximum item size.");
	return true;
}

/* Returns false only if the store failed; an error in the diff is recorded in *c. */
static bool
apply_bulk_change(
    struct call *call, struct store_tx *tx, struct bulk_change *c, bool put, struct err *err)
{
	struct diff_stamp stamp = { clock_now(&call->service->clock), str_of(call->claims.sub) };
	struct bulk_target f = { 0 };
	struct buf json = { 0 };
	struct err why;
	bool changed = false, ok = store_find_items(tx, c->path, on_found_item, &f, err);
	if (ok && f.found_count == 0) {
		c->is_path_unknown = true;
		fail_change(c, "not_found", "There is no item with this path.");
	} else if (ok && f.found_count > 1) {
		fail_change(c, "ambiguous_path", "Several items have this path.");
	} else if (ok &&
	    !diff_apply(&json, &changed, buf_str(&f.json), c->attributes, &stamp, &why)) {
		fail_change(c, why.code, why.text);
	} else if (ok && changed && put) {
		ok = store_changed_item(tx, c, &f, buf_str(&json), stamp.now, err);
	}
	buf_free(&f.id);
	buf_free(&f.json);
	buf_free(&json);
	return ok;
}

static bool
apply_changes(
    struct call *call, struct store_tx *tx, struct bulk_request *bulk, bool put, struct err *err)
{
	bulk->failed_count = bulk->unknown_count = 0;
	for (size_t i = 0; i < bulk->changes.n; i++) {
		struct bulk_change *c = &bulk->changes.v[i];
		if (!c->error_code[0] && !apply_bulk_change(call, tx, c, put, err))
			return false;
		bulk->failed_count += c->error_code[0] != '\0';
		bulk->unknown_count += c->is_path_unknown;
	}
	return true;
}

/* ---- the response ---- */

static void
write_answer(struct buf *out, const struct bulk_request *bulk, size_t applied)
{
	bool first = true;
	buf_addf(out, "{\"success\":\"%zu\",\"failed\":[", applied);
	for (size_t i = 0; i < bulk->changes.n; i++) {
		const struct bulk_change *c = &bulk->changes.v[i];
		if (!c->error_code[0])
			continue;
		buf_addz(out, first ? "{" : ",{");
		first = false;
		member_add_text(out, "path", c->path);
		member_add_text(out, "code", str_of(c->error_code));
		member_add_text(out, "message", str_of(c->error_message));
		buf_addc(out, '}');
	}
	buf_addz(out, "]}");
}

/* Writes the names of the changed attributes for the audit, without their values, which may be
 * long. */
static void
write_detail(struct buf *out, const struct bulk_request *bulk, size_t applied)
{
	buf_addf(out, "{\"applied\":%zu,\"failed\":%zu,\"items\":[", applied, bulk->failed_count);
	bool first = true;
	for (size_t i = 0; applied && i < bulk->changes.n; i++) {
		const struct bulk_change *c = &bulk->changes.v[i];
		struct member_walk w;
		struct member m;
		if (c->error_code[0])
			continue;
		buf_addz(out, first ? "{" : ",{");
		first = false;
		member_add_text(out, "path", c->path);
		buf_addz(out, ",\"attributes\":[");
		member_start(&w, c->attributes);
		for (size_t n = 0; member_next(&w, &m); n++) {
			buf_addz(out, n ? "," : "");
			buf_adds(out, m.name);
		}
		buf_addz(out, "]}");
	}
	buf_addz(out, "]}");
}

/* Marks all diffs without an error of their own as not applied, since handling is strict and
 * another one failed. */
static void
fail_changes_not_applied(struct bulk_request *bulk)
{
	for (size_t i = 0; i < bulk->changes.n; i++)
		if (!bulk->changes.v[i].error_code[0])
			fail_change(&bulk->changes.v[i], "not_applied",
			    "Not applied: another diff failed, and handling is strict.");
	bulk->failed_count = bulk->changes.n;
}

static bool
check_revision(struct store_tx *tx, const struct bulk_request *bulk, struct err *err)
{
	struct store_revision now;
	return !bulk->if_match.p ||
	    (store_read_revision(tx, &now, err) &&
		(str_eqz(bulk->if_match, now.catalog) ||
		    refuse_request(err, REFUSE_REVISION_CHANGED,
			"The catalog has changed: its commitId is now %s.", now.catalog)));
}

/* With strict handling, all diffs are tried before any is stored. */
static bool
apply_by_handling(
    struct call *call, struct store_tx *tx, struct bulk_request *bulk, struct err *err)
{
	if (!bulk->strict)
		return apply_changes(call, tx, bulk, true, err);
	if (!apply_changes(call, tx, bulk, false, err))
		return false;
	if (bulk->failed_count == 0)
		return apply_changes(call, tx, bulk, true, err);
	fail_changes_not_applied(bulk);
	return true;
}

/* Clears the results, since the transaction may be repeated. */
static void
clear_results(struct bulk_request *bulk)
{
	for (size_t i = 0; i < bulk->changes.n; i++) {
		bulk->changes.v[i].error_code[0] = bulk->changes.v[i].error_message[0] = '\0';
		bulk->changes.v[i].is_path_unknown = false;
	}
}

static bool
apply_bulk_request(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err)
{
	struct bulk_request *bulk = ctx;
	clear_results(bulk);
	if (!check_revision(tx, bulk, err) || !apply_by_handling(call, tx, bulk, err))
		return false;
	if (bulk->changes.n && bulk->unknown_count == bulk->changes.n)
		return refuse_request(
		    err, REFUSE_NOT_FOUND, "None of these paths is in the catalog.");
	size_t applied = bulk->changes.n - bulk->failed_count;
	r->outcome = applied ? "done" : "unchanged";
	write_answer(&r->body, bulk, applied);
	write_detail(&r->detail, bulk, applied);
	return true;
}

bool
handle_bulk(struct call *call, struct response *rs, struct err *err)
{
	struct bulk_request bulk = { 0 };
	struct write_request order = { .target = str_of(call->service->names.catalog),
		.lock_subject = store_catalog_subject,
		.effect = apply_bulk_request,
		.ctx = &bulk };
	read_conditions(call, &bulk);
	bool ok = read_changes(call, &bulk, err) && write_run(call, &order, rs, err);
	vec_free(&bulk.changes);
	return ok;
}
