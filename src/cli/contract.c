#include "cli/contract.h"

#include "wire/json_lex.h"
#include "wire/value.h"

#include <stdarg.h>

enum object_shape {
	SHAPE_BASKET = 1,
	SHAPE_ITEM = 2,
	SHAPE_JOURNEY = 4,
	SHAPE_BASKETS_ENVELOPE = 8,
	SHAPE_LIST_ENVELOPE = 16,
	SHAPE_JOURNEYS_ENVELOPE = 32,
	SHAPE_AUDIT = 64
};

static const struct {
	enum object_shape shape;
	const char *name;
	enum json_kind kind;
	bool required;
} top_level_members[] = {
	{ .shape = SHAPE_BASKET, .name = "id", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_BASKET, .name = "created", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_BASKET, .name = "customerDetails", .kind = JSON_OBJECT },
	{ .shape = SHAPE_BASKET, .name = "orderItems", .kind = JSON_ARRAY },
	{ .shape = SHAPE_BASKET, .name = "customFields", .kind = JSON_OBJECT },
	{ .shape = SHAPE_BASKET, .name = "tracking", .kind = JSON_OBJECT },
	{ .shape = SHAPE_BASKET, .name = "identities", .kind = JSON_ARRAY },
	{ .shape = SHAPE_BASKET, .name = "entry", .kind = JSON_STRING },
	{ .shape = SHAPE_BASKET, .name = "completed", .kind = JSON_BOOL },
	{ .shape = SHAPE_BASKET, .name = "recoveryLink", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "id", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_ITEM, .name = "name", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_ITEM, .name = "path", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_ITEM, .name = "data", .kind = JSON_OBJECT, .required = true },
	{ .shape = SHAPE_ITEM, .name = "parent_path", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "created", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "modified", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "version", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "version_date", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "record_type", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "duplicatedFrom", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "baseTemplate", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "priceReference", .kind = JSON_STRING },
	{ .shape = SHAPE_ITEM, .name = "user", .kind = JSON_STRING },
	{ .shape = SHAPE_JOURNEY, .name = "id", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_JOURNEY, .name = "conditions", .kind = JSON_ARRAY, .required = true },
	{ .shape = SHAPE_JOURNEY, .name = "actions", .kind = JSON_ARRAY, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "id", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "at", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "subject", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "operation", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "owner", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "outcome", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "requestId", .kind = JSON_STRING, .required = true },
	{ .shape = SHAPE_AUDIT, .name = "detail", .kind = JSON_OBJECT, .required = true },
	{ .shape = SHAPE_LIST_ENVELOPE, .name = "hits", .kind = JSON_NUMBER, .required = true },
	{ .shape = SHAPE_LIST_ENVELOPE, .name = "items", .kind = JSON_ARRAY, .required = true },
	{ .shape = SHAPE_BASKETS_ENVELOPE, .name = "items", .kind = JSON_ARRAY, .required = true },
	{ .shape = SHAPE_JOURNEYS_ENVELOPE,
	    .name = "starting_point",
	    .kind = JSON_STRING,
	    .required = true },
	{ .shape = SHAPE_JOURNEYS_ENVELOPE,
	    .name = "fallback_tag",
	    .kind = JSON_STRING,
	    .required = true },
};

/* Members below the top level; paths have no array indexes. */
static const struct {
	enum object_shape shape;
	const char *path;
} nested_objects[] = {
	{ SHAPE_BASKET, "customerDetails.email" },
	{ SHAPE_BASKET, "customerDetails.firstName" },
	{ SHAPE_BASKET, "customerDetails.lastName" },
	{ SHAPE_BASKET, "customerDetails.companyName" },
	{ SHAPE_BASKET, "orderItems.name" },
	{ SHAPE_BASKET, "orderItems.path" },
	{ SHAPE_BASKET, "orderItems.products.path" },
	{ SHAPE_BASKET, "orderItems.products.productCode" },
	{ SHAPE_BASKET, "tracking.offers" },
	{ SHAPE_BASKET, "tracking.campaign" },
	{ SHAPE_BASKET, "tracking.tag" },
	{ SHAPE_BASKET, "identities.sub" },
	{ SHAPE_BASKET, "identities.iss" },
	{ SHAPE_BASKET, "identities.service" },
	{ SHAPE_BASKET, "identities.type" },
	{ SHAPE_AUDIT, "detail.iss" },
	{ SHAPE_AUDIT, "detail.sub" },
	{ SHAPE_ITEM, "data.baseTemplate" },
	{ SHAPE_ITEM, "data.key" },
	{ SHAPE_ITEM, "data.tags" },
	{ SHAPE_ITEM, "data.segments" },
	{ SHAPE_ITEM, "data.products" },
	{ SHAPE_ITEM, "data.price" },
	{ SHAPE_ITEM, "data.productBundles" },
	{ SHAPE_JOURNEY, "conditions.id" },
	{ SHAPE_JOURNEY, "conditions.type" },
	{ SHAPE_JOURNEY, "conditions.value" },
	{ SHAPE_JOURNEY, "actions.id" },
	{ SHAPE_JOURNEY, "actions.type" },
	{ SHAPE_JOURNEY, "actions.values.id" },
	{ SHAPE_JOURNEY, "actions.values.tag" },
	{ SHAPE_JOURNEY, "actions.values.split" },
};

/* Objects whose members can have any name. */
static const char *const open_objects[] = { "customFields.", "data.attributes." };

enum { MEMBER_COUNT = sizeof(top_level_members) / sizeof(*top_level_members) };

static const char *const kind_words[] = {
	[JSON_ABSENT] = "nothing",
	[JSON_NULL] = "null",
	[JSON_BOOL] = "true or false",
	[JSON_NUMBER] = "a number",
	[JSON_STRING] = "a text",
	[JSON_ARRAY] = "an array",
	[JSON_OBJECT] = "an object",
};
_Static_assert(
    sizeof(kind_words) / sizeof(*kind_words) == JSON_KINDS, "every kind needs a row in this table");

void
contract_add_gap(struct buf *lacks, const char *format, ...)
{
	struct buf words = { 0 };
	struct str rest = buf_str(lacks), line;
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	bool there = false;
	while (rest.n && str_next(&rest, '\n', &line))
		there = there || str_eq(line, buf_str(&words));
	if (!there)
		buf_addf(lacks, "%s%s", lacks->n ? "\n" : "", buf_z(&words));
	buf_free(&words);
}

static void
check_members(struct buf *lacks, const struct member_index *o, enum object_shape shape)
{
	for (size_t i = 0; i < MEMBER_COUNT; i++) {
		if (!(top_level_members[i].shape & shape))
			continue;
		enum json_kind kind = value_kind(member_get(o, top_level_members[i].name));
		if (kind <= JSON_NULL && top_level_members[i].required)
			contract_add_gap(lacks, "%s is missing", top_level_members[i].name);
		else if (kind > JSON_NULL && kind != top_level_members[i].kind)
			contract_add_gap(lacks, "%s is %s, not %s", top_level_members[i].name,
			    kind_words[kind], kind_words[top_level_members[i].kind]);
	}
}

static size_t
count_unknown_members(const struct member_index *o, enum object_shape shape)
{
	size_t n = 0;
	for (size_t k = 0; k < o->n; k++) {
		bool known = false;
		for (size_t i = 0; i < MEMBER_COUNT; i++)
			known = known ||
			    ((top_level_members[i].shape & shape) &&
				member_is_named(&o->v[k], str_of(top_level_members[i].name)));
		n += !known;
	}
	return n;
}

static void
check_item(
    struct buf *lacks, size_t *unknown, struct str json, unsigned flags, enum object_shape shape)
{
	struct arena a = { 0 };
	struct member_reader r = { .a = &a, .scratch = &a };
	struct str value = value_of_text(&a, json, flags);
	struct member_index o = read_members(&r, value);
	if (flags & SPAN_DUPLICATE)
		contract_add_gap(lacks, "an item has the same member twice");
	if (flags & (SPAN_BAD_UTF8 | SPAN_NUL | SPAN_SURROGATE))
		contract_add_gap(lacks, "an item has bytes that are not UTF-8");
	if (!json_is_object(value)) {
		contract_add_gap(lacks, "an item is not an object");
	} else {
		check_members(lacks, &o, shape);
		*unknown += count_unknown_members(&o, shape);
	}
	arena_free(&a);
}

/* Checks a catalog list: its paging and its revision. */
static void
check_list(struct buf *lacks, struct str envelope, size_t items, size_t asked)
{
	struct arena a = { 0 };
	struct member_reader r = { .a = &a, .scratch = &a };
	struct member_index o = read_members(&r, envelope);
	struct member_index header = read_members(&r, member_get(&o, "header"));
	struct str more = member_get(&o, "queryMore");
	struct member_index cursor = read_members(&r, more);
	int64_t hits = 0;
	if (items > asked)
		contract_add_gap(lacks, "the page size is ignored");
	if (value_whole_number(member_get(&o, "hits"), &hits) && hits > (int64_t)items &&
	    value_kind(more) <= JSON_NULL)
		contract_add_gap(lacks, "more hits than items, but no queryMore");
	if (value_kind(more) > JSON_NULL &&
	    (!read_text(&r, &cursor, "from").n || !read_text(&r, &cursor, "alias").n))
		contract_add_gap(lacks, "queryMore has no from and alias");
	if (!read_text(&r, &o, "commitId").n && !read_text(&r, &header, "commitId").n)
		contract_add_gap(lacks, "commitId is missing");
	arena_free(&a);
}

static enum object_shape
shape_of(enum endpoint e)
{
	return e == ENDPOINT_BASKETS ? SHAPE_BASKET
	    : e == ENDPOINT_JOURNEYS ? SHAPE_JOURNEY
	    : e == ENDPOINT_AUDIT    ? SHAPE_AUDIT
				     : SHAPE_ITEM;
}

bool
contract_has_member(enum endpoint e, struct str path)
{
	for (size_t i = 0; i < MEMBER_COUNT; i++)
		if (top_level_members[i].shape & shape_of(e) &&
		    str_eqz(path, top_level_members[i].name))
			return true;
	for (size_t i = 0; i < sizeof(nested_objects) / sizeof(*nested_objects); i++)
		if (nested_objects[i].shape & shape_of(e) && str_eqz(path, nested_objects[i].path))
			return true;
	return false;
}

bool
contract_allows_unknown(struct str path)
{
	for (size_t i = 0; i < sizeof(open_objects) / sizeof(*open_objects); i++)
		if (str_starts(path, str_of(open_objects[i])))
			return true;
	return false;
}

void
contract_check(
    struct buf *lacks, size_t *unknown, enum endpoint e, const struct json_scan *page, size_t asked)
{
	struct arena a = { 0 };
	struct str envelope = value_of_text(&a, buf_str(&page->envelope), page->envelope_flags);
	struct member_reader r = { .a = &a, .scratch = &a };
	struct member_index o = read_members(&r, envelope);
	enum object_shape item = shape_of(e);
	enum object_shape around = e == ENDPOINT_BASKETS ? SHAPE_BASKETS_ENVELOPE
	    : e == ENDPOINT_JOURNEYS                     ? SHAPE_JOURNEYS_ENVELOPE
							 : SHAPE_LIST_ENVELOPE;
	if (page->envelope_flags & SPAN_DUPLICATE)
		contract_add_gap(lacks, "the response has the same member twice");
	check_members(lacks, &o, around);
	if (around == SHAPE_LIST_ENVELOPE)
		check_list(lacks, envelope, page->items.n, asked);
	else if (around == SHAPE_BASKETS_ENVELOPE && page->items.n > asked)
		contract_add_gap(lacks, "the page size is ignored");
	for (size_t i = 0; i < page->items.n; i++)
		check_item(lacks, unknown, json_scan_item(page, i), page->items.v[i].flags, item);
	arena_free(&a);
}
