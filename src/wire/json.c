#include "wire/json.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"
#include "wire/plain.h"

#include <stdlib.h>
#include <string.h>

struct str
read_copy(const struct member_reader *r, struct str text)
{
	struct str last = r->borrowed_range;
	if (!last.p || !text.p || (text.p >= last.p && text.p < last.p + last.n))
		return text;
	return arena_str(r->a, text);
}

/* The value if it has this kind, else NULL. A kind other than absent or null sets `malformed`. */
static const struct json_value *
read_of_kind(struct member_reader *r, const struct json_value *value, enum json_kind want)
{
	enum json_kind kind = json_kind(value);
	if (kind == want)
		return value;
	if (kind != JSON_ABSENT && kind != JSON_NULL)
		r->malformed = r->ambiguous = true;
	return NULL;
}

const struct json_value *
read_object(struct member_reader *r, const struct json_value *value)
{
	const struct json_value *first = json_first(value);
	if (json_kind(value) != JSON_ARRAY || (first && json_kind(first) != JSON_OBJECT) ||
	    (first && json_next(first)))
		return read_of_kind(r, value, JSON_OBJECT);
	r->malformed = true;
	return first;
}

/* True for an object with only numbers as names, {"0":…,"1":…}; also for an empty one. */
static bool
is_numbered(const struct json_value *object)
{
	int64_t number;
	for (const struct json_value *v = json_first(object); v; v = json_next(v))
		if (!str_to_int64(json_name(v), &number) || number < 0)
			return false;
	return true;
}

void
read_list(struct member_reader *r, struct read_list *l, const struct json_value *value,
    enum json_kind element)
{
	enum json_kind kind = json_kind(value);
	*l = (struct read_list){ 0 };
	if (kind == JSON_ARRAY || (kind == JSON_OBJECT && is_numbered(value))) {
		l->current = json_first(value);
		l->n = json_count(value);
		r->malformed = r->malformed || kind == JSON_OBJECT;
		r->ambiguous = r->ambiguous || (kind == JSON_OBJECT && l->n == 0);
	} else if (kind == element) {
		*l = (struct read_list){ .current = value, .n = 1, .is_single_value = true };
		r->malformed = true;
	} else {
		read_of_kind(r, value, JSON_ARRAY);
	}
}

const struct json_value *
read_next(struct read_list *l)
{
	const struct json_value *at = l->current;
	l->current = at && !l->is_single_value ? json_next(at) : NULL;
	return at;
}

struct str
read_id(struct member_reader *r, const struct json_value *value)
{
	if (json_kind(value) != JSON_NUMBER)
		return read_string(r, value);
	r->malformed = true;
	return read_copy(r, json_source(value));
}

struct str
read_string(struct member_reader *r, const struct json_value *value)
{
	return read_copy(r, json_text(read_of_kind(r, value, JSON_STRING)));
}

const struct json_value *
read_member(
    struct member_reader *r, const struct json_value *object, const char *name, enum json_kind want)
{
	return read_of_kind(r, json_get(object, name), want);
}

struct str
read_text(struct member_reader *r, const struct json_value *object, const char *name)
{
	return read_string(r, json_get(object, name));
}

void
read_element(struct member_reader *r, const struct json_value *element)
{
	if (json_kind(element) != JSON_OBJECT)
		r->malformed = r->ambiguous = true;
}

enum { JSON_STACK_MAX = 2 * JSON_SCAN_DEPTH_MAX, JSON_BLOCK_VALUES = 24, EXPONENT_MAX = 1000000 };

#define WHOLE_MAX (INT64_C(1) << 53)

struct json_value {
	struct json_value *next, *child;
	struct str name; /* name of a member */
	struct str text; /* a string without quotes and escapes; else as written */
	struct str source;
	enum json_kind kind;
	bool is_true;
};

/* Appends a copy with only valid characters: \u0000 and lone surrogates become \ufffd, invalid
 * bytes U+FFFD. They can occur only in strings. */
static void
repair(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t len = utf8_decode(str_sub(s, i, UTF8_MAX), &cp);
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

/* ---- the tree ---- */

struct parse {
	struct arena *a;
	const char *position, *end;
	struct json_value *free_values; /* unused values of the last allocated block */
	size_t free_value_count;
	unsigned depth;
};

static bool parse_value(struct parse *p, struct json_value *v);

static struct str
str_between(const char *start, const char *end)
{
	return (struct str){ start, (size_t)(end - start) };
}

static struct json_value *
next_value(struct parse *p)
{
	if (!p->free_value_count) {
		p->free_values = arena_array(p->a, struct json_value, JSON_BLOCK_VALUES);
		p->free_value_count = JSON_BLOCK_VALUES;
	}
	p->free_value_count--;
	return p->free_values++;
}

static void
skip_space(struct parse *p)
{
	while (p->position < p->end &&
	    (*p->position == ' ' || *p->position == '\n' || *p->position == '\t' ||
		*p->position == '\r'))
		p->position++;
}

/* Skips c if it is next. Most texts have no spaces before it. */
static inline bool
accept_punctuation(struct parse *p, char c)
{
	if (p->position < p->end && *p->position <= ' ')
		skip_space(p);
	if (p->position == p->end || *p->position != c)
		return false;
	p->position++;
	return true;
}

static struct str
without_escapes(struct parse *p, struct str quoted)
{
	struct buf text = { 0 };
	json_lex_unquote(&text, quoted);
	struct str kept = arena_str(p->a, buf_str(&text));
	buf_free(&text);
	return kept;
}

/* Parses a string after its opening quote. */
static bool
parse_string(struct parse *p, struct str *text)
{
	const char *start = p->position;
	bool escaped = false;
	for (;;) {
		p->position += string_run(p->position, (size_t)(p->end - p->position));
		if (p->position == p->end)
			return false;
		if (*p->position == '"')
			break;
		escaped = true;
		if (p->end - p->position < 2)
			return false;
		p->position += 2;
	}
	*text = str_between(start, p->position++);
	if (escaped)
		*text = without_escapes(p, str_between(start - 1, p->position));
	return true;
}

/* Parses elements up to the closing bracket. */
static bool
parse_elements(struct parse *p, struct json_value *v)
{
	struct json_value **last = &v->child;
	bool object = v->kind == JSON_OBJECT;
	char close = object ? '}' : ']';
	if (accept_punctuation(p, close))
		return true;
	do {
		*last = next_value(p);
		if (object &&
		    (!accept_punctuation(p, '"') || !parse_string(p, &(*last)->name) ||
			!accept_punctuation(p, ':')))
			return false;
		if (!parse_value(p, *last))
			return false;
		last = &(*last)->next;
	} while (accept_punctuation(p, ','));
	return accept_punctuation(p, close);
}

static bool
parse_container(struct parse *p, struct json_value *v, enum json_kind kind)
{
	v->kind = kind;
	p->position++;
	if (p->depth == JSON_STACK_MAX)
		return false;
	p->depth++;
	bool ok = parse_elements(p, v);
	p->depth--;
	return ok;
}

static bool
belongs_to_word(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '+' ||
	    c == '-' || c == '.';
}

/* Parses a number, true, false or null. */
static bool
parse_word(struct parse *p, struct json_value *v)
{
	const char *start = p->position;
	while (p->position < p->end && belongs_to_word(*p->position))
		p->position++;
	v->text = str_between(start, p->position);
	if (!v->text.n)
		return false;
	if (*start == '-' || (*start >= '0' && *start <= '9')) {
		v->kind = JSON_NUMBER;
		return true;
	}
	v->is_true = str_eqz(v->text, "true");
	v->kind = str_eqz(v->text, "null") ? JSON_NULL : JSON_BOOL;
	return v->kind == JSON_NULL || v->is_true || str_eqz(v->text, "false");
}

static bool
parse_value(struct parse *p, struct json_value *v)
{
	if (p->position < p->end && *p->position <= ' ')
		skip_space(p);
	const char *start = p->position;
	bool ok;
	if (p->position == p->end)
		return false;
	switch (*p->position) {
	case '{':
		ok = parse_container(p, v, JSON_OBJECT);
		break;
	case '[':
		ok = parse_container(p, v, JSON_ARRAY);
		break;
	case '"':
		p->position++;
		v->kind = JSON_STRING;
		ok = parse_string(p, &v->text);
		break;
	default:
		ok = parse_word(p, v);
	}
	v->source = str_between(start, p->position);
	return ok;
}

const struct json_value *
json_parse_in_place(struct arena *a, struct str text, unsigned flags, struct err *err)
{
	if (flags & (unsigned)~SPAN_DUPLICATE) {
		struct buf sound = { 0 };
		repair(&sound, text);
		text = arena_str(a, buf_str(&sound));
		buf_free(&sound);
	}
	struct parse p = { .a = a, .position = text.p, .end = text.p + text.n };
	struct json_value *tree = next_value(&p);
	if (text.n && parse_value(&p, tree))
		return tree;
	err_set(err, ERR_PROTOCOL, "the JSON could not be read near byte %zu",
	    text.n ? (size_t)(p.position - text.p) : (size_t)0);
	return NULL;
}

const struct json_value *
json_parse(struct arena *a, struct str text, unsigned flags, struct err *err)
{
	bool copied = flags & (unsigned)~SPAN_DUPLICATE;
	return json_parse_in_place(a, copied ? text : arena_str(a, text), flags, err);
}

/* ---- reading values ---- */

enum json_kind
json_kind(const struct json_value *value)
{
	return value ? value->kind : JSON_ABSENT;
}

/* Most names differ in the first byte, so comparing here is faster than a function call. */
static inline bool
is_named(const struct json_value *v, const char *name)
{
	size_t i = 0;
	while (i < v->name.n && name[i] && v->name.p[i] == name[i])
		i++;
	return i == v->name.n && !name[i];
}

const struct json_value *
json_get(const struct json_value *object, const char *name)
{
	if (json_kind(object) != JSON_OBJECT)
		return NULL;
	for (const struct json_value *v = object->child; v; v = v->next)
		if (is_named(v, name))
			return v;
	return NULL;
}

void
json_pick(const struct json_value *object, const char *const *names, size_t n,
    const struct json_value **found)
{
	size_t next = 0;
	for (size_t i = 0; i < n; i++)
		found[i] = NULL;
	if (json_kind(object) != JSON_OBJECT)
		return;
	for (const struct json_value *v = object->child; v; v = v->next) {
		size_t i = 0;
		while (i < n && !is_named(v, names[(next + i) % n]))
			i++;
		if (i == n)
			continue;
		next = (next + i) % n;
		if (!found[next])
			found[next] = v;
		next++;
	}
}

struct str
json_text(const struct json_value *value)
{
	return json_kind(value) == JSON_STRING ? value->text : STR_NONE;
}

struct str
json_get_text(const struct json_value *object, const char *name)
{
	return json_text(json_get(object, name));
}

struct str
json_source(const struct json_value *value)
{
	return value ? value->source : STR_NONE;
}

bool
json_is_true(const struct json_value *value)
{
	return json_kind(value) == JSON_BOOL && value->is_true;
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
json_whole_number(const struct json_value *value, int64_t *out)
{
	int64_t n, power, exponent = 0;
	if (json_kind(value) != JSON_NUMBER)
		return false;
	struct str rest = value->text, digits = rest;
	size_t e = 0;
	while (e < rest.n && (rest.p[e] | 32) != 'e')
		e++;
	digits.n = e;
	if (!read_digits(digits, &n, &power))
		return false;
	rest = str_sub(rest, e + 1, rest.n);
	if (rest.n && rest.p[0] == '+')
		rest = str_sub(rest, 1, rest.n);
	if (n && rest.n &&
	    (!str_to_int64(rest, &exponent) || exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX))
		return false;
	for (power += exponent; n && power > 0 && n <= WHOLE_MAX; power--)
		n *= 10;
	if (n > WHOLE_MAX || (n && power < 0))
		return false;
	*out = value->text.p[0] == '-' ? -n : n;
	return true;
}

bool
json_whole_part_of(struct str number, int64_t *out)
{
	char text[64];
	/* strtod() rounds digits that a double cannot hold. A number too long for the buffer is
	 * refused, so that its exponent is not cut off. */
	if (!number.n || number.n >= sizeof(text))
		return false;
	memcpy(text, number.p, number.n);
	text[number.n] = '\0';
	char *end;
	double n = strtod(text, &end);
	if (*end || !(n >= -(double)WHOLE_MAX && n <= (double)WHOLE_MAX))
		return false;
	*out = (int64_t)n - (n < (double)(int64_t)n);
	return true;
}

bool
json_whole_part(const struct json_value *value, int64_t *out)
{
	return json_kind(value) == JSON_NUMBER && json_whole_part_of(value->text, out);
}

size_t
json_count(const struct json_value *array)
{
	size_t n = 0;
	for (const struct json_value *v = json_first(array); v; v = json_next(v))
		n++;
	return n;
}

const struct json_value *
json_first(const struct json_value *container)
{
	return container ? container->child : NULL;
}

const struct json_value *
json_next(const struct json_value *value)
{
	return value->next;
}

struct str
json_name(const struct json_value *member)
{
	return member->name;
}
