#include "wire/mask.h"

#include "base/json_quote.h"
#include "base/utf8.h"
#include "wire/member.h"

#include <string.h>

void
mask_init(struct mask *m, struct str seed)
{
	digest_sha256(seed, m->key);
}

/* ---- masking texts ---- */

/* Letters and digits are replaced by others of the same group, so that names stay pronounceable. */
static const char *const character_groups[] = { "aeiou", "bcdfghjklmnpqrstvwxyz", "AEIOU",
	"BCDFGHJKLMNPQRSTVWXYZ", "0123456789" };

/* Scripts whose letters are replaced within a range, with a separate range for capitals. Letters
 * of other scripts become x or X. */
static const struct {
	uint32_t from, to;
} script_ranges[] = {
	{ 0x00C0, 0x00D6 }, /* Latin with marks */
	{ 0x00D8, 0x00DE }, /* without the multiplication sign */
	{ 0x00DF, 0x00F6 }, /* lower case */
	{ 0x0391, 0x03A1 }, /* Greek */
	{ 0x03B1, 0x03C9 }, /* lower case */
	{ 0x0410, 0x042F }, /* Cyrillic */
	{ 0x0430, 0x044F }, /* lower case */
	{ 0x05D0, 0x05EA }, /* Hebrew */
	{ 0x0628, 0x063A }, /* Arabic */
	{ 0x0905, 0x0939 }, /* Devanagari */
	{ 0x0E01, 0x0E2E }, /* Thai */
	{ 0x3042, 0x3093 }, /* Hiragana */
	{ 0x30A2, 0x30F3 }, /* Katakana */
	{ 0x4E00, 0x9FA5 }, /* Han */
	{ 0xAC00, 0xD7A3 }, /* Hangul */
};

/* An endless stream of bytes, derived from the key and a text. */
struct mask_stream {
	const struct mask *mask;
	struct buf seed;
	unsigned char bytes[DIGEST_SIZE];
	size_t offset;
	uint32_t next_block;
};

static void
mask_stream_open(struct mask_stream *s, const struct mask *m, struct str text)
{
	*s = (struct mask_stream){ .mask = m, .offset = DIGEST_SIZE };
	text_fold(&s->seed, text);
}

static unsigned
mask_stream_next(struct mask_stream *s, unsigned below)
{
	if (s->offset + 2 > DIGEST_SIZE) {
		size_t n = s->seed.n;
		buf_addf(&s->seed, "#%u", s->next_block++);
		digest_hmac(str_from((const char *)s->mask->key, sizeof(s->mask->key)),
		    buf_str(&s->seed), s->bytes);
		s->seed.n = n;
		s->offset = 0;
	}
	unsigned value = s->bytes[s->offset] * 256u + s->bytes[s->offset + 1];
	s->offset += 2;
	return value % below;
}

static void
add_masked_ascii(struct buf *out, struct mask_stream *s, char c)
{
	for (size_t i = 0; i < sizeof(character_groups) / sizeof(*character_groups); i++) {
		if (!strchr(character_groups[i], c))
			continue;
		buf_addc(out,
		    character_groups[i]
				    [mask_stream_next(s, (unsigned)strlen(character_groups[i]))]);
		return;
	}
	buf_addc(out, c); /* separators are unchanged */
}

static void
add_masked_code_point(struct buf *out, struct mask_stream *s, uint32_t cp)
{
	for (size_t i = 0; i < sizeof(script_ranges) / sizeof(*script_ranges); i++) {
		if (cp < script_ranges[i].from || cp > script_ranges[i].to)
			continue;
		unsigned n = script_ranges[i].to - script_ranges[i].from + 1;
		utf8_encode(out, script_ranges[i].from + mask_stream_next(s, n));
		return;
	}
	buf_addc(out, utf8_is_capital(cp) ? 'X' : 'x');
}

static void
add_masked_letters(struct buf *out, const struct mask *m, struct str text)
{
	struct mask_stream s;
	mask_stream_open(&s, m, text);
	while (text.n) {
		uint32_t cp;
		size_t n = utf8_decode(text, &cp);
		if (n == 1 && text.p[0])
			add_masked_ascii(out, &s, text.p[0]);
		else
			add_masked_code_point(out, &s, n ? cp : 0);
		text = str_sub(text, n ? n : 1, text.n);
	}
	buf_free(&s.seed);
}

/* Masks both halves of an e-mail address separately, so that colleagues still share a domain. */
static void
add_masked_email(struct buf *out, const struct mask *m, struct str local, struct str host)
{
	add_masked_letters(out, m, local);
	buf_addc(out, '@');
	add_masked_letters(out, m, host);
}

/* The length of a URL's scheme, http or https. Any other word before "://" may be a name or a
 * remark about a person, and is masked. */
static size_t
scheme_length(struct str text)
{
	size_t colon = str_find(text, STR("://"));
	struct str scheme = str_sub(text, 0, colon == SIZE_MAX ? 0 : colon);
	bool web = str_eq_nocase(scheme, STR("https")) || str_eq_nocase(scheme, STR("http"));
	return web ? colon + strlen("://") : 0;
}

void
mask_text(struct buf *out, const struct mask *m, struct str text)
{
	size_t at = str_find_char(text, '@'), scheme = scheme_length(text);
	if (scheme) {
		buf_adds(out, str_sub(text, 0, scheme));
		add_masked_letters(out, m, str_sub(text, scheme, text.n));
	} else if (at != SIZE_MAX) {
		add_masked_email(out, m, str_sub(text, 0, at), str_sub(text, at + 1, text.n));
	} else {
		add_masked_letters(out, m, text);
	}
}

/* ---- items ---- */

/* Top-level members of an item that contain personal data, with everything below them. */
static const char *const personal_members[] = { "customerDetails", "identities", "customFields",
	"entry", "recoveryLink", "user", "owner", "iss", "sub" };

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

static bool
has_name(const struct json_lex_token *t, const char *name)
{
	return member_is_named(&(struct member){ .name = t->name }, str_of(name));
}

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
add_masked_string(struct buf *out, const struct mask *m, struct str quoted)
{
	struct buf text = { 0 }, other = { 0 };
	json_lex_unquote(&text, quoted);
	mask_text(&other, m, buf_str(&text));
	json_quote(out, buf_str(&other));
	buf_wipe(&text);
	buf_free(&other);
}

/* Masks a number, which may be a phone or customer number. The first digit is never 0, which
 * JSON does not allow. */
static void
add_masked_number(struct buf *out, const struct mask *m, struct str number)
{
	struct mask_stream s;
	mask_stream_open(&s, m, number);
	for (size_t i = 0; i < number.n; i++) {
		char c = number.p[i];
		bool digit = c >= '0' && c <= '9', first = i == 0 || number.p[i - 1] == '-';
		if (digit && !(first && c == '0'))
			buf_addc(out, (char)('0' + first + (char)mask_stream_next(&s, 10 - first)));
		else
			buf_addc(out, c);
	}
	buf_free(&s.seed);
}

/* Masks a value; true, false and null contain no personal data. */
static void
add_masked_value(struct buf *out, const struct mask *m, struct str value)
{
	char c = value.n ? value.p[0] : '\0';
	if (c == '"')
		add_masked_string(out, m, value);
	else if (c == '-' || (c >= '0' && c <= '9'))
		add_masked_number(out, m, value);
	else
		buf_adds(out, value);
}

void
mask_item(struct buf *out, const struct mask *m, struct str json)
{
	struct json_lex walk;
	struct json_lex_token t;
	const char *inside = NULL;
	const char *copied = json.p;
	bool basket = is_basket(json);
	json_lex_start(&walk, json);
	while (json_lex_next(&walk, &t)) {
		if (t.depth == 1 && t.name.p)
			inside = find_personal_top_member(&t, basket);
		if (!inside || t.kind != JSON_LEX_VALUE || is_unmasked(&t, inside))
			continue;
		buf_add(out, copied, (size_t)(t.text.p - copied));
		add_masked_value(out, m, t.text);
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
