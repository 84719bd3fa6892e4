#include "wire/mask.h"

#include "base/json_quote.h"
#include "wire/member.h"

#include <string.h>

/* Members, and keys of a VIEW, with names. */
static const struct {
	const char *name;
	enum mask_kind kind;
} kinds_of_members[] = {
	{ "firstName", MASK_GIVEN },
	{ "lastName", MASK_FAMILY },
	{ "companyName", MASK_COMPANY },
	{ "email", MASK_PERSON },
	{ "givenName", MASK_GIVEN },
	{ "familyName", MASK_FAMILY },
	{ "name", MASK_PERSON },
	{ "fullName", MASK_PERSON },
	{ "customer", MASK_PERSON },
	{ "person", MASK_PERSON },
	{ "user", MASK_PERSON },
	{ "subject", MASK_PERSON }, /* the user of an audit entry */
	{ "company", MASK_COMPANY },
	{ "street", MASK_STREET },
	{ "city", MASK_TOWN },
	{ "town", MASK_TOWN },
};

static bool
has_name(const struct json_lex_token *t, const char *name)
{
	return member_is_named(&(struct member){ .name = t->name }, str_of(name));
}

enum mask_kind
mask_kind_of_key(struct str key)
{
	for (size_t i = 0; i < sizeof(kinds_of_members) / sizeof(*kinds_of_members); i++)
		if (str_eqz(key, kinds_of_members[i].name))
			return kinds_of_members[i].kind;
	return MASK_TEXT;
}

static enum mask_kind
find_kind(const struct json_lex_token *t)
{
	for (size_t i = 0; i < sizeof(kinds_of_members) / sizeof(*kinds_of_members); i++)
		if (has_name(t, kinds_of_members[i].name))
			return kinds_of_members[i].kind;
	return MASK_TEXT;
}

/* Top-level members of an item that contain personal data, with everything below them. */
static const char *const personal_members[] = { "customerDetails", "identities", "customFields",
	"entry", "recoveryLink", "user", "owner", "iss", "sub", "subject", "detail" };

/* Members inside personal ones that are not masked, by depth. */
static const struct {
	const char *parent, *name;
	int depth;
} unmasked_members[] = {
	{ "identities", "service", 3 },
	{ "identities", "type", 3 },
	{ "customFields", "checkoutKind", 2 },
	{ "customFields", "billingCountry", 2 },
	{ "customFields", "country", 2 },
};

/* Members of an audit entry's detail without personal data, with everything below them. */
static const char *const allowed_details[] = { "applied", "failed", "items", "objects", "baskets",
	"completed-baskets", "before", "links", "owners", "responses", "entries", "lanes", "done",
	"unchanged", "skipped", "refused", "first", "last", "erased" };
enum { ALLOWED_DETAILS_COUNT = sizeof(allowed_details) / sizeof(*allowed_details) };

/* The personal member with this name, or NULL. */
static const char *
find_personal_member(const struct json_lex_token *t)
{
	for (size_t i = 0; i < sizeof(personal_members) / sizeof(*personal_members); i++)
		if (has_name(t, personal_members[i]))
			return personal_members[i];
	return NULL;
}

static bool
is_unmasked(const struct json_lex_token *t, const char *below)
{
	for (size_t i = 0; i < sizeof(unmasked_members) / sizeof(*unmasked_members); i++)
		if (t->depth == unmasked_members[i].depth &&
		    strcmp(below, unmasked_members[i].parent) == 0 &&
		    has_name(t, unmasked_members[i].name))
			return true;
	return false;
}

/* Members of a basket without personal data. Any other member may be personal. */
static const char *const allowed_members[] = { "id", "created", "completed", "orderItems",
	"tracking" };
static const char *const known_basket_members[] = { "orderItems", "tracking", "customerDetails",
	"recoveryLink" };

enum {
	ALLOWED_MEMBERS_COUNT = sizeof(allowed_members) / sizeof(*allowed_members),
	BASKET_MEMBERS_COUNT = sizeof(known_basket_members) / sizeof(*known_basket_members)
};

static bool
is_named_one_of(const struct json_lex_token *t, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (has_name(t, names[i]))
			return true;
	return false;
}

static bool
is_basket(struct str json)
{
	struct json_lex walk;
	struct json_lex_token t;
	json_lex_start(&walk, json);
	while (json_lex_next(&walk, &t))
		if (t.depth == 1 && t.name.p &&
		    is_named_one_of(&t, known_basket_members, BASKET_MEMBERS_COUNT))
			return true;
	return false;
}

static bool
is_allowed_detail(const struct json_lex_token *t)
{
	return is_named_one_of(t, allowed_details, ALLOWED_DETAILS_COUNT);
}

/* A name for the personal top-level member, or NULL if it is not personal. */
static const char *
find_personal_top_member(const struct json_lex_token *t, bool basket)
{
	const char *member = find_personal_member(t);
	if (!member && basket && !is_named_one_of(t, allowed_members, ALLOWED_MEMBERS_COUNT))
		return "a member of its own";
	return member;
}

static void
add_masked_string(struct buf *out, const struct mask *m, enum mask_kind kind, struct str quoted)
{
	struct buf text = { 0 }, other = { 0 };
	json_lex_unquote(&text, quoted);
	mask_text(&other, m, kind, buf_str(&text));
	json_quote(out, buf_str(&other));
	buf_wipe(&text);
	buf_free(&other);
}

/* Masks a value; true, false and null contain no personal data. */
static void
add_masked_value(struct buf *out, const struct mask *m, const struct json_lex_token *t)
{
	struct str value = t->text;
	char c = value.n ? value.p[0] : '\0';
	if (c == '"')
		add_masked_string(out, m, find_kind(t), value);
	else if (c == '-' || (c >= '0' && c <= '9'))
		mask_number(out, m, value);
	else
		buf_adds(out, value);
}

void
mask_item(struct buf *out, const struct mask *m, struct str json)
{
	struct json_lex walk;
	struct json_lex_token t;
	const char *inside = NULL;
	bool in_detail = false;
	const char *copied = json.p;
	bool basket = is_basket(json);
	json_lex_start(&walk, json);
	while (json_lex_next(&walk, &t)) {
		if (t.depth == 1 && t.name.p)
			inside = find_personal_top_member(&t, basket);
		if (t.depth == 1 && t.name.p)
			in_detail = !basket && has_name(&t, "detail");
		if (in_detail && t.depth == 2 && t.name.p)
			inside = is_allowed_detail(&t) ? NULL : "detail";
		if (!inside || t.kind != JSON_LEX_VALUE || is_unmasked(&t, inside))
			continue;
		buf_add(out, copied, (size_t)(t.text.p - copied));
		add_masked_value(out, m, &t);
		copied = t.text.p + t.text.n;
	}
	buf_add(out, copied, (size_t)(json.p + json.n - copied));
}

/* Appends the text around the items, unchanged. */
static void
add_unmasked_bytes(struct buf *out, const struct json_scan *page, size_t from, size_t to)
{
	buf_adds(out, str_sub(buf_str(&page->body), from, to - from));
}

void
mask_page(struct json_scan *page, const struct mask *m, enum mask_envelope envelope_mode)
{
	struct buf body = { 0 };
	size_t copied = 0;
	for (size_t i = 0; i < page->items.n; i++) {
		struct span *span = &page->items.v[i];
		const struct span was = *span;
		if (envelope_mode == MASK_KEEP_ENVELOPE)
			add_unmasked_bytes(&body, page, copied, was.offset);
		span->offset = body.n;
		mask_item(&body, m, str_sub(buf_str(&page->body), was.offset, was.len));
		span->len = body.n - span->offset;
		copied = was.offset + was.len;
	}
	if (envelope_mode == MASK_KEEP_ENVELOPE)
		add_unmasked_bytes(&body, page, copied, page->body.n);
	buf_wipe(&page->body);
	page->body = body;
}
