#include "service/api/cursor.h"
#include "service/api/handlers.h"
#include "service/api/params.h"
#include "service/api/read.h"
#include "wire/item.h"

#include <stdio.h>
#include <string.h>

enum { PAGE_SIZE_DEFAULT = 50 };

/* The differences between the catalog's lists. */
struct list_kind {
	enum endpoint endpoint;
	enum store_list list;
	const char *path_prefix; /* lists only paths with this prefix */
	bool has_tag_params;     /* has the tag and reduced parameters */
	bool has_source_param;   /* has the parameter for the source of offers */
	bool has_commit_header;  /* its response has the commit id in an object "header" */
};

#define LIST(asked, kept) .endpoint = ENDPOINT_##asked, .list = STORE_##kept

static const struct list_kind list_kinds[] = {
	{ LIST(CAMPAIGNS, CAMPAIGNS), .has_tag_params = true, .has_commit_header = true },
	{ LIST(OFFERS, OFFERS), .has_tag_params = true },
	{ LIST(STANDALONE, OFFERS), .path_prefix = "/offers2/", .has_tag_params = true,
	    .has_source_param = true },
	{ LIST(ASSETS, ASSETS) },
	{ LIST(PRODUCTS, PRODUCTS) },
	{ LIST(SEGMENTS, SEGMENTS) },
};

/* The parsed request for a list. */
struct item_listing {
	const struct list_kind *kind;
	struct store_item_query q;
	struct item_filter filter;
	bool wants_paging, wants_reduced_items;
	uint64_t filter_hash;           /* a hash of the filters */
	struct str first_page_revision; /* the revision at which the first page was read */
	struct list_page page;
	struct buf scratch;
	int64_t last_item_number;
};

/* Returns NULL if the endpoint is not a catalog list. */
static const struct list_kind *
kind_of(enum endpoint e)
{
	for (size_t i = 0; i < sizeof(list_kinds) / sizeof(*list_kinds); i++)
		if (list_kinds[i].endpoint == e)
			return &list_kinds[i];
	return NULL;
}

static bool
read_source(struct call *call, struct item_listing *l, struct err *err)
{
	if (!l->kind->has_source_param)
		return true;
	struct str source = param_get(call, PARAM_OFFERS_SOURCE);
	l->q.published_only = source.p ? str_eqz(source, "published")
				       : call->service->published_offers_only;
	return !source.p || l->q.published_only || str_eqz(source, "catalog") ||
	    refuse_request(err, REFUSE_BAD_REQUEST, "%s must be catalog or published.",
		param_name(call, PARAM_OFFERS_SOURCE));
}

/* Reads the parameters attributes.NAME=value, of which there may be any number. */
static void
read_attribute_filters(struct call *call, struct item_listing *l)
{
	struct str prefix = str_of(param_name(call, PARAM_ATTRIBUTE));
	for (size_t i = 0; i < call->query.pairs.n; i++) {
		struct query_pair *pair = &call->query.pairs.v[i];
		if (!str_starts(pair->name, prefix) || pair->name.n == prefix.n)
			continue;
		pair->used = true;
		struct item_attribute_filter wish = { str_sub(pair->name, prefix.n, SIZE_MAX),
			pair->value };
		vec_push(&l->filter.attribute_filters, wish);
	}
}

static bool
read_filters(struct call *call, struct item_listing *l, struct err *err)
{
	l->q = (struct store_item_query){ .list = l->kind->list,
		.limit = PAGE_SIZE_DEFAULT,
		.path = param_get(call, PARAM_PATH),
		.path_prefix = str_of(l->kind->path_prefix),
		.filter = &l->filter };
	if (l->kind->has_tag_params)
		l->filter.tag = param_get(call, PARAM_TAG);
	read_attribute_filters(call, l);
	return param_read_count(call, PARAM_PAGE_SIZE, &l->q.limit, err) &&
	    param_read_time(call, PARAM_MODIFIED_AFTER, &l->q.modified_after, err) &&
	    param_read_flag(call, PARAM_PAGINATION, &l->wants_paging, err) &&
	    (!l->kind->has_tag_params ||
		param_read_flag(call, PARAM_REDUCED, &l->wants_reduced_items, err)) &&
	    read_source(call, l, err);
}

/* ---- cursors ---- */

static void
describe_text(struct buf *out, struct str s)
{
	buf_addf(out, "%zu:", s.p ? s.n : (size_t)0);
	buf_adds(out, s);
	buf_addz(out, s.p ? "." : "-");
}

/* Describes the filters: a cursor is valid for the same filters only. */
static void
describe_filters(struct buf *out, const struct item_listing *l)
{
	buf_addf(out, "items %d after %lld published %d ", (int)l->kind->endpoint,
	    (long long)l->q.modified_after, l->q.published_only);
	describe_text(out, l->q.path);
	describe_text(out, l->filter.tag);
	for (size_t i = 0; i < l->filter.attribute_filters.n; i++) {
		describe_text(out, l->filter.attribute_filters.v[i].attribute);
		describe_text(out, l->filter.attribute_filters.v[i].value);
	}
}

static bool
check_cursor_alias(struct call *call, struct str alias, struct str meant, struct err *err)
{
	if (!alias.p)
		return refuse_request(err, REFUSE_BAD_REQUEST, "%s needs %s: send both.",
		    param_name(call, PARAM_CURSOR_FROM), param_name(call, PARAM_CURSOR_ALIAS));
	return str_eq(alias, meant) || param_refuse_cursor(call, PARAM_CURSOR_ALIAS, true, err);
}

static bool
read_cursor(struct call *call, struct item_listing *l, struct err *err)
{
	struct str from = param_get(call, PARAM_CURSOR_FROM);
	struct str alias = param_get(call, PARAM_CURSOR_ALIAS);
	struct buf bytes = { 0 }, words = { 0 };
	struct page_cursor cursor = { 0 };
	describe_filters(&words, l);
	l->filter_hash = cursor_filter_hash(buf_str(&words));
	buf_free(&words);
	if (!from.p && alias.p)
		return refuse_request(err, REFUSE_BAD_REQUEST, "%s needs %s: send both.",
		    param_name(call, PARAM_CURSOR_ALIAS), param_name(call, PARAM_CURSOR_FROM));
	if (!from.p)
		return true;
	enum cursor_verdict verdict = cursor_read(
	    &cursor, &bytes, from, l->filter_hash, &call->service->cursor_keys);
	l->q.after_number = cursor.sort_key;
	l->first_page_revision = arena_str(call->arena, cursor.id);
	buf_free(&bytes);
	if (verdict != CURSOR_OK)
		return param_refuse_cursor(
		    call, PARAM_CURSOR_FROM, verdict == CURSOR_MISMATCH, err);
	return check_cursor_alias(call, alias, l->first_page_revision, err);
}

/* ---- the response ---- */

static bool
count_hits(
    struct call *call, struct item_listing *l, struct store_tx *tx, uint64_t *hits, struct err *err)
{
	unsigned char key[DIGEST_SIZE];
	struct buf words = { 0 };
	buf_addz(&words, call->store_revision.catalog);
	describe_filters(&words, l);
	digest_sha256(buf_str(&words), key);
	buf_free(&words);
	if (count_cache_find(call->service->counts, key, hits))
		return true;
	if (!store_count_items(tx, &l->q, hits, err))
		return false;
	count_cache_put(call->service->counts, key, *hits);
	return true;
}

static bool
on_stored_item(void *ctx, const struct store_item *item)
{
	struct item_listing *l = ctx;
	struct str json = item->json;
	if (l->wants_reduced_items) {
		buf_reset(&l->scratch);
		item_write_reduced(&l->scratch, json);
		json = buf_str(&l->scratch);
	}
	if (!page_add(&l->page, json))
		return false;
	l->last_item_number = item->number;
	return true;
}

static void
end_page(struct call *call, struct item_listing *l)
{
	struct buf tail = { 0 };
	if (l->page.has_more && l->wants_paging) {
		struct str alias = l->first_page_revision.p ? l->first_page_revision
							    : str_of(call->store_revision.catalog);
		struct page_cursor next = {
			.filter_hash = l->filter_hash, .sort_key = l->last_item_number, .id = alias
		};
		buf_addz(&tail, ",\"queryMore\":{\"from\":\"");
		cursor_write(&tail, &next, &call->service->cursor_keys);
		buf_addf(&tail, "\",\"alias\":\"%.*s\"}", STR_ARG(alias));
	}
	if (!l->kind->has_commit_header)
		buf_addf(&tail, ",\"commitId\":\"%s\"", call->store_revision.catalog);
	page_end(&l->page, buf_str(&tail));
	buf_free(&tail);
}

static bool
write_page(struct call *call, struct item_listing *l, struct store_tx *tx, struct err *err)
{
	struct buf head = { 0 };
	uint64_t hits;
	if (!count_hits(call, l, tx, &hits, err))
		return false;
	if (l->kind->has_commit_header)
		buf_addf(&head, "\"header\":{\"commitId\":\"%s\"},", call->store_revision.catalog);
	buf_addf(&head, "\"hits\":%llu,", (unsigned long long)hits);
	l->page.limit = l->q.limit++; /* one more than requested, to see if the list continues */
	page_begin(&l->page, buf_str(&head));
	buf_free(&head);
	if (!store_list_items(tx, &l->q, on_stored_item, l, err))
		return err->kind == ERR_NOT_FOUND
		    ? param_refuse_cursor(call, PARAM_CURSOR_FROM, false, err)
		    : false;
	if (l->page.size_limit_reached && !l->wants_paging)
		return refuse_request(err, REFUSE_RESPONSE_TOO_LARGE,
		    "%zu objects exceed %d bytes: request a smaller %s, or use paging.",
		    l->page.limit, PAGE_BYTES_MAX, param_name(call, PARAM_PAGE_SIZE));
	end_page(call, l);
	return true;
}

/* Sets the ETag, which depends on the catalog, the request, and the settings that influence the
 * response. True if the client already has this response. */
static bool
set_and_match_etag(struct call *call, struct response *rs)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf text = { 0 }, etag = { 0 };
	buf_addz(&text, call->store_revision.catalog);
	buf_adds(&text, call->request->target);
	buf_add(&text, call->service->settings_digest, sizeof(call->service->settings_digest));
	digest_sha256(buf_str(&text), digest);
	buf_addz(&etag, "W/\"");
	hex_encode(&etag, digest, 16);
	buf_addc(&etag, '"');
	response_add_header(rs, "ETag", buf_z(&etag));
	rs->cache_control = "private, no-cache"; /* may be cached but must be revalidated */
	buf_free(&text);
	buf_free(&etag);
	if (response_is_not_modified(rs, call->request))
		rs->status = 304;
	return rs->status == 304;
}

static bool
answer_list(struct call *call, struct item_listing *l, struct response *rs, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!read_begin(call, &tx, err))
		return false;
	l->page.body = &rs->body;
	bool ok = set_and_match_etag(call, rs) || write_page(call, l, &tx, err);
	store_end(&tx, false, &ignored);
	return ok;
}

bool
handle_items_list(struct call *call, struct response *rs, struct err *err)
{
	struct item_listing l = { .kind = kind_of(call->endpoint) };
	bool ok = (l.kind || err_set(err, ERR_NOT_FOUND, "this route has no list")) &&
	    read_filters(call, &l, err) && read_cursor(call, &l, err) &&
	    answer_list(call, &l, rs, err);
	vec_free(&l.filter.attribute_filters);
	buf_free(&l.scratch);
	return ok;
}

static bool
on_journeys_item(void *ctx, const struct store_item *item)
{
	buf_adds(ctx, item->json);
	return false;
}

bool
handle_journeys(struct call *call, struct response *rs, struct err *err)
{
	struct store_item_query q = {
		.list = STORE_JOURNEYS, .limit = 1, .modified_after = WHEN_NONE
	};
	struct store_tx tx;
	struct err ignored;
	if (!read_begin(call, &tx, err))
		return false;
	bool ok = set_and_match_etag(call, rs) ||
	    store_list_items(&tx, &q, on_journeys_item, &rs->body, err);
	store_end(&tx, false, &ignored);
	if (ok && rs->status == 200 && rs->body.n == 0)
		buf_addz(
		    &rs->body, "{\"starting_point\":\"\",\"fallback_tag\":\"\",\"journeys\":[]}");
	return ok;
}
