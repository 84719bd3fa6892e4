#include "wire/value.h"

#include "base/utf8.h"
#include "wire/json_scan.h"

#include <stdlib.h>
#include <string.h>

enum { EXPONENT_MAX = 1000000 };

#define WHOLE_MAX (INT64_C(1) << 53)

/* Appends a copy with only valid characters: \u0000 and lone surrogates become \ufffd, invalid
 * bytes U+FFFD. They can occur only in strings. */
static void
repair_text(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t len = utf8_decode(str_sub(s, i, UTF8_BYTES_MAX), &cp);
		if (len == 0 || (len == 1 && cp < 32)) {
			buf_addz(out, len ? " " : "\xEF\xBF\xBD");
			i++;
			continue;
		}
		if (s.p[i] != '\\' || i + 1 >= s.n) {
			buf_add(out, s.p + i, len);
			i += len;
			continue;
		}
		if (s.p[i + 1] != 'u' || i + 6 > s.n) {
			buf_add(out, s.p + i, 2);
			i += 2;
			continue;
		}
		unsigned long high = strtoul(
		    (char[]){ s.p[i + 2], s.p[i + 3], s.p[i + 4], s.p[i + 5], 0 }, NULL, 16);
		bool pair = high >= 0xD800 && high < 0xDC00 && i + 12 <= s.n &&
		    s.p[i + 6] == '\\' && s.p[i + 7] == 'u' && (s.p[i + 8] | 32) == 'd' &&
		    str_find_char(STR("cdefCDEF"), s.p[i + 9]) != SIZE_MAX;
		size_t take = pair ? 12 : 6;
		if (high == 0 || (high >= 0xD800 && high < 0xE000 && !pair))
			buf_addz(out, "\\ufffd");
		else
			buf_add(out, s.p + i, take);
		i += take;
	}
}

struct str
value_of_text(struct arena *a, struct str text, unsigned flags)
{
	struct buf sound = { 0 };
	if (flags & (unsigned)~SPAN_DUPLICATE) {
		repair_text(&sound, text);
		text = arena_move_buf(a, &sound);
		buf_free(&sound);
	}
	/* Nothing reads what follows an object, so its last bytes need not be in the cache yet. */
	return json_is_object(text) ? text : str_trim(text);
}

enum json_kind
value_kind(struct str value)
{
	switch (value.n ? value.p[0] : '\0') {
	case '\0':
		return JSON_ABSENT;
	case 'n':
		return JSON_NULL;
	case 't':
	case 'f':
		return JSON_BOOL;
	case '"':
		return JSON_STRING;
	case '[':
		return JSON_ARRAY;
	case '{':
		return JSON_OBJECT;
	default:
		return JSON_NUMBER;
	}
}

struct str
value_text(struct arena *a, struct str value)
{
	if (!json_is_string(value) || value.n < 2)
		return STR_NONE;
	struct str inside = { value.p + 1, value.n - 2 };
	if (!memchr(inside.p, '\\', inside.n))
		return inside;
	struct buf text = { 0 };
	json_lex_unquote(&text, value);
	inside = arena_str(a, buf_str(&text));
	buf_free(&text);
	return inside;
}

/* Splits a number into digits, without trailing zeros, and a power of ten. Returns false if it
 * has more digits than a double can hold: it is then too large, or not whole. */
static bool
read_digits(struct str number, int64_t *digits, int64_t *power)
{
	int64_t behind_point = 0, zeros = 0;
	bool fraction = false;
	*digits = 0;
	for (size_t i = 0; i < number.n; i++) {
		char c = number.p[i];
		if (c == '.')
			fraction = true;
		if (c < '0' || c > '9')
			continue;
		behind_point += fraction;
		if (c == '0') {
			zeros++;
			continue;
		}
		for (; zeros >= 0; zeros--)
			if ((*digits *= 10) > WHOLE_MAX)
				return false;
		*digits += c - '0';
		zeros = 0;
	}
	*power = zeros - behind_point;
	return *digits <= WHOLE_MAX;
}

bool
value_whole_number(struct str value, int64_t *out)
{
	int64_t n, power, exponent = 0;
	size_t e = 0;
	if (value_kind(value) != JSON_NUMBER)
		return false;
	while (e < value.n && (value.p[e] | 32) != 'e')
		e++;
	if (!read_digits(str_sub(value, 0, e), &n, &power))
		return false;
	struct str rest = str_sub(value, e + 1, value.n);
	if (rest.n && rest.p[0] == '+')
		rest = str_sub(rest, 1, rest.n);
	if (n && rest.n &&
	    (!str_to_int64(rest, &exponent) || exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX))
		return false;
	for (power += exponent; n && power > 0 && n <= WHOLE_MAX; power--)
		n *= 10;
	if (n > WHOLE_MAX || (n && power < 0))
		return false;
	*out = value.p[0] == '-' ? -n : n;
	return true;
}

bool
value_whole_part(struct str value, int64_t *out)
{
	char text[64];
	/* strtod() rounds digits that a double cannot hold. A number too long for the buffer is
	 * refused, so that its exponent is not cut off. */
	if (value_kind(value) != JSON_NUMBER || value.n >= sizeof(text))
		return false;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	char *end;
	double n = strtod(text, &end);
	if (*end || !(n >= -(double)WHOLE_MAX && n <= (double)WHOLE_MAX))
		return false;
	*out = (int64_t)n - (n < (double)(int64_t)n);
	return true;
}

/* ---- members ---- */

/* Makes room for more members, after the n that were just added. */
static void
add_member_block(struct member_reader *r, size_t n)
{
	enum { BLOCK_MEMBERS = 32 };
	struct member *block = arena_array(r->scratch, struct member, 2 * n + BLOCK_MEMBERS);
	if (n)
		memcpy(block, r->free_members, n * sizeof(*block));
	r->free_members = block;
	r->free_count = 2 * n + BLOCK_MEMBERS;
}

struct member_index
read_members(struct member_reader *r, struct str container)
{
	struct member_walk w;
	size_t n = 0;
	member_start(&w, container);
	do {
		if (n == r->free_count)
			add_member_block(r, n);
	} while (member_next(&w, &r->free_members[n]) && ++n);
	struct member_index members = { r->free_members, n };
	r->free_members += n;
	r->free_count -= n;
	return members;
}

struct str
member_get_named(const struct member_index *members, struct str name)
{
	for (size_t i = 0; i < members->n; i++) {
		const struct member *m = &members->v[i];
		if (m->name_has_escapes
			? member_is_named(m, name)
			: m->name.n == name.n + 2 && !memcmp(m->name.p + 1, name.p, name.n))
			return m->value;
	}
	return STR_NONE;
}

/* ---- members of the API ---- */

struct str
read_value_of_kind(struct member_reader *r, struct str value, enum json_kind want)
{
	enum json_kind kind = value_kind(value);
	if (kind == want)
		return value;
	if (kind != JSON_ABSENT && kind != JSON_NULL)
		r->malformed = r->ambiguous = true;
	return STR_NONE;
}

struct member_index
read_object(struct member_reader *r, struct str value)
{
	struct member_index members = read_members(r, value);
	if (!json_is_array(value) || members.n > 1 ||
	    (members.n == 1 && !json_is_object(members.v[0].value)))
		return read_value_of_kind(r, value, JSON_OBJECT).p ? members
								   : (struct member_index){ 0 };
	r->malformed = true;
	return read_members(r, members.n ? members.v[0].value : STR_NONE);
}

/* True for an object with only numbers as names, {"0":…,"1":…}; also for an empty one. */
static bool
has_numeric_names(const struct member_index *object)
{
	int64_t number;
	for (size_t i = 0; i < object->n; i++)
		if (!str_to_int64(
			str_sub(object->v[i].name, 1, object->v[i].name.n - 2), &number) ||
		    number < 0)
			return false;
	return true;
}

struct member_index
read_list(struct member_reader *r, struct str value, enum json_kind element)
{
	enum json_kind kind = value_kind(value);
	struct member_index list = read_members(r, value);
	if (kind == JSON_ARRAY || (kind == JSON_OBJECT && has_numeric_names(&list))) {
		r->malformed = r->malformed || kind == JSON_OBJECT;
		r->ambiguous = r->ambiguous || (kind == JSON_OBJECT && list.n == 0);
		return list;
	}
	if (kind != element) {
		read_value_of_kind(r, value, JSON_ARRAY);
		return (struct member_index){ 0 };
	}
	r->malformed = true;
	struct member *only = arena_new(r->scratch, struct member);
	only->value = value;
	return (struct member_index){ only, 1 };
}

struct member_index
read_element(struct member_reader *r, struct str element)
{
	if (!json_is_object(element))
		r->malformed = r->ambiguous = true;
	return read_members(r, element);
}

struct str
read_string(struct member_reader *r, struct str value)
{
	return value_text(r->a, read_value_of_kind(r, value, JSON_STRING));
}

struct str
read_id(struct member_reader *r, struct str value)
{
	if (value_kind(value) != JSON_NUMBER)
		return read_string(r, value);
	r->malformed = true;
	return value;
}

struct str
read_text(struct member_reader *r, const struct member_index *o, const char *name)
{
	return read_string(r, member_get(o, name));
}
