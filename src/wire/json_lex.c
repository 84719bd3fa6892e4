#include "wire/json_lex.h"

#include "base/json_quote.h"
#include "base/utf8.h"
#include "wire/plain.h"

#include <stdlib.h>
#include <string.h>

void
json_lex_start(struct json_lex *w, struct str checked_text)
{
	*w = (struct json_lex){ .text = checked_text };
}

static bool
is_space_or_punctuation(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':';
}

static void
skip_punctuation(struct json_lex *w)
{
	while (w->offset < w->text.n && is_space_or_punctuation(w->text.p[w->offset]))
		w->offset++;
}

/* Adds a bracket to the depth; returns true if it closes the outermost container. */
static inline bool
closes_container(char c, int *depth)
{
	*depth += (c == '{' || c == '[') - (c == '}' || c == ']');
	return *depth == 0;
}

#ifdef __SSE2__
/* Finds the end of a container in whole steps of bytes without a backslash. Starts at *at, and
 * moves *at to the end, or to the byte from which on bytes must be read one by one. */
static bool
find_container_end(struct str text, size_t *at, int *depth, bool *in_string)
{
	for (; *at + PLAIN_STEP_BYTES <= text.n; *at += PLAIN_STEP_BYTES) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)(text.p + *at));
		__m128i folded = _mm_or_si128(x, _mm_set1_epi8(0x20)); /* [ becomes {, ] } */
		unsigned quotes = (unsigned)_mm_movemask_epi8(
		    _mm_cmpeq_epi8(x, _mm_set1_epi8('"')));
		unsigned brackets = (unsigned)_mm_movemask_epi8(
		    _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')),
			_mm_cmpeq_epi8(folded, _mm_set1_epi8('}'))));
		if (_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('\\'))))
			return false;
		/* Each quote inverts its own bit and all higher ones. */
		unsigned inside = quotes ^ quotes << 1;
		inside ^= inside << 2;
		inside ^= inside << 4;
		inside ^= inside << 8;
		inside ^= *in_string ? 0xFFFF : 0;
		for (brackets &= ~inside; brackets; brackets &= brackets - 1)
			if (closes_container(text.p[*at + first_bit(brackets)], depth)) {
				*at += first_bit(brackets) + 1;
				return true;
			}
		*in_string = inside >> (PLAIN_STEP_BYTES - 1) & 1;
	}
	return false;
}
#else
static bool
find_container_end(struct str text, size_t *at, int *depth, bool *in_string)
{
	(void)text;
	(void)at;
	(void)depth;
	(void)in_string;
	return false;
}
#endif

/* The length of the container that the text starts with. */
static size_t
container_length(struct str text)
{
	size_t at = 0;
	int depth = 0;
	bool in_string = false, is_escaped = false;
	while (at < text.n) {
		if (!is_escaped && find_container_end(text, &at, &depth, &in_string))
			return at;
		if (at == text.n)
			break;
		char c = text.p[at++];
		if (c == '"' && !is_escaped)
			in_string = !in_string;
		else if (!in_string && closes_container(c, &depth))
			return at;
		is_escaped = c == '\\' && !is_escaped;
	}
	return text.n;
}

size_t
json_lex_value_length(struct str text)
{
	size_t n = 0;
	bool ignored;
	char first = text.n ? text.p[0] : '\0';
	if (first == '"')
		return quoted_length(text.p, text.n, &ignored);
	if (first == '{' || first == '[')
		return container_length(text);
	while (n < text.n && !is_space_or_punctuation(text.p[n]) && text.p[n] != ']' &&
	    text.p[n] != '}')
		n++;
	return n;
}

static struct str
consume_value(struct json_lex *w)
{
	struct str rest = str_sub(w->text, w->offset, w->text.n);
	rest.n = json_lex_value_length(rest);
	w->offset += rest.n;
	return rest;
}

/* True if a colon follows the string, which is then a member's name. */
static bool
colon_follows(const struct json_lex *w)
{
	size_t i = w->offset;
	while (i < w->text.n && is_space_or_punctuation(w->text.p[i]) && w->text.p[i] != ':' &&
	    w->text.p[i] != ',')
		i++;
	return i < w->text.n && w->text.p[i] == ':';
}

bool
json_lex_next(struct json_lex *w, struct json_lex_token *t)
{
	*t = (struct json_lex_token){ .kind = JSON_LEX_END };
	skip_punctuation(w);
	if (w->offset >= w->text.n)
		return false;
	if (w->text.p[w->offset] == '"') {
		struct str string = consume_value(w);
		if (!colon_follows(w)) {
			*t = (struct json_lex_token){
				.kind = JSON_LEX_VALUE, .text = string, .depth = w->depth
			};
			return true;
		}
		t->name = string;
		skip_punctuation(w);
	}
	char c = w->offset < w->text.n ? w->text.p[w->offset] : '\0';
	if (c == '}' || c == ']') {
		w->depth--;
		*t = (struct json_lex_token){ .kind = JSON_LEX_CLOSE,
			.text = str_sub(w->text, w->offset++, 1),
			.depth = w->depth };
		return true;
	}
	t->depth = w->depth;
	if (c == '{' || c == '[') {
		t->kind = JSON_LEX_OPEN;
		t->text = str_sub(w->text, w->offset++, 1);
		w->depth++;
		return true;
	}
	t->kind = JSON_LEX_VALUE;
	t->text = consume_value(w);
	if (t->text.n == 0)
		w->offset++; /* in case the text was not checked: always advance */
	return true;
}

struct str
json_lex_skip(struct json_lex *w, const struct json_lex_token *open)
{
	w->offset = (size_t)(open->text.p - w->text.p);
	w->depth = open->depth;
	return consume_value(w);
}

/* The value of four hex digits. */
static uint32_t
parse_hex4(const char *p)
{
	return (uint32_t)strtoul((char[]){ p[0], p[1], p[2], p[3], 0 }, NULL, 16);
}

/* Decodes an escape after its backslash; returns its bytes. */
static size_t
unquote_escape(struct buf *out, struct str s)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	size_t known = str_find_char(str_of(from), s.p[0]), taken = 5;
	if (known != SIZE_MAX)
		buf_addc(out, to[known]);
	if (known != SIZE_MAX || s.p[0] != 'u' || s.n < 5)
		return 1;
	uint32_t cp = parse_hex4(s.p + 1);
	if (cp >= 0xD800 && cp < 0xDC00 && s.n >= 11 && s.p[5] == '\\' && s.p[6] == 'u') {
		uint32_t low = parse_hex4(s.p + 7);
		if (low >= 0xDC00 && low < 0xE000) {
			cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
			taken = 11;
		}
	}
	utf8_encode(out, (cp >= 0xD800 && cp < 0xE000) || cp == 0 ? 0xFFFD : cp);
	return taken;
}

/* Counts the bytes before the first backslash or invalid UTF-8 byte. */
static size_t
count_unescaped_bytes(struct str s)
{
	size_t i = 0, len;
	uint32_t cp;
	while (i < s.n && s.p[i] != '\\') {
		len = (s.p[i] & 0x80) ? utf8_decode(str_sub(s, i, UTF8_BYTES_MAX), &cp) : 1;
		if (len == 0)
			break;
		i += len;
	}
	return i;
}

void
json_lex_unquote(struct buf *out, struct str s)
{
	if (s.n >= 2 && s.p[0] == '"')
		s = str_sub(s, 1, s.n - 2);
	while (s.n) {
		size_t plain = count_unescaped_bytes(s), taken = 1;
		buf_adds(out, str_sub(s, 0, plain));
		s = str_sub(s, plain, s.n);
		if (s.n == 0)
			break;
		if (s.p[0] != '\\')
			buf_addz(out, "\xEF\xBF\xBD");
		else if (s.n > 1)
			taken = 1 + unquote_escape(out, str_sub(s, 1, s.n));
		else
			buf_addc(out, '\\');
		s = str_sub(s, taken, s.n);
	}
}

/* The length of a string including its quotes; 0 if it is not closed. */
static size_t
string_length(struct str text)
{
	size_t i = 1;
	while (i < text.n && text.p[i] != '"')
		i += text.p[i] == '\\' ? 2 : 1;
	return i < text.n ? i + 1 : 0;
}

size_t
json_lex_step_length(struct str path)
{
	size_t quoted = path.n && path.p[0] == '"' ? string_length(path) : 0;
	size_t dot = str_find_char(path, '.');
	return quoted ? quoted : dot == SIZE_MAX ? path.n : dot;
}

/* False for names with characters that end a step in a path, a VIEW or a list. */
static bool
is_unquoted_step(struct str name)
{
	static const char signs[] = " .,:=~<>\"\\[]()";
	for (size_t i = 0; i < name.n; i++)
		if ((unsigned char)name.p[i] < ' ' || strchr(signs, name.p[i]))
			return false;
	return name.n;
}

void
json_lex_add_step(struct buf *path, struct str name)
{
	buf_addz(path, path->n && path->p[path->n - 1] != '.' ? "." : "");
	if (is_unquoted_step(name))
		buf_adds(path, name);
	else
		json_quote(path, name);
}

bool
json_lex_next_step(struct str *path, struct str *step)
{
	if (!path->p)
		return false;
	size_t n = json_lex_step_length(*path);
	*step = str_sub(*path, 0, n);
	*path = n < path->n ? str_sub(*path, n + 1, path->n) : STR_NONE;
	return true;
}

static bool
is_quoted_step(struct str step)
{
	return step.n > 1 && step.p[0] == '"' && string_length(step) == step.n;
}

/* True if a quoted member name equals the step. */
static bool
is_name_equal(struct str quoted, struct str step)
{
	struct buf name = { 0 }, wanted = { 0 };
	if (!is_quoted_step(step) && str_find_char(quoted, '\\') == SIZE_MAX)
		return quoted.n >= 2 && str_eq(str_sub(quoted, 1, quoted.n - 2), step);
	json_lex_unquote(&name, quoted);
	if (is_quoted_step(step))
		json_lex_unquote(&wanted, step);
	else
		buf_adds(&wanted, step);
	bool same = str_eq(buf_str(&name), buf_str(&wanted));
	buf_free(&name);
	buf_free(&wanted);
	return same;
}

/* The child of a container with the step's name or index. */
static struct str
find_child(struct str container, struct str step)
{
	struct json_lex w;
	struct json_lex_token t;
	int64_t index = -1, at = 0;
	json_lex_start(&w, container);
	if (!json_lex_next(&w, &t) || t.kind != JSON_LEX_OPEN)
		return STR_NONE;
	bool array = t.text.p[0] == '[';
	if (array && (!str_to_int64(step, &index) || index < 0))
		return STR_NONE;
	while (json_lex_next(&w, &t) && t.kind != JSON_LEX_CLOSE) {
		bool hit = array ? at++ == index : is_name_equal(t.name, step);
		struct str text = t.kind == JSON_LEX_OPEN ? json_lex_skip(&w, &t) : t.text;
		if (hit)
			return text;
	}
	return STR_NONE;
}

struct str
json_lex_find(struct str checked_text, struct str path)
{
	struct str step;
	struct str here = str_trim(checked_text);
	while (json_lex_next_step(&path, &step)) {
		here = find_child(here, step);
		if (!here.p)
			return STR_NONE;
	}
	return here;
}

static bool
for_each_element(struct str array, struct str path, json_lex_fn *take, void *ctx)
{
	struct json_lex w;
	struct json_lex_token t;
	json_lex_start(&w, array);
	json_lex_next(&w, &t);
	while (json_lex_next(&w, &t) && t.kind != JSON_LEX_CLOSE)
		json_lex_for_each(
		    t.kind == JSON_LEX_OPEN ? json_lex_skip(&w, &t) : t.text, path, take, ctx);
	return true;
}

bool
json_lex_for_each(struct str checked_text, struct str path, json_lex_fn *take, void *ctx)
{
	struct str here = str_trim(checked_text), rest = path, step;
	int64_t index;
	if (!json_lex_next_step(&rest, &step)) {
		take(ctx, here);
		return false;
	}
	bool array = here.n && here.p[0] == '[', all = str_eqz(step, "[]");
	if (array && (all || !str_to_int64(step, &index)))
		return for_each_element(here, all ? rest : path, take, ctx);
	here = find_child(here, step);
	return here.p && json_lex_for_each(here, rest, take, ctx);
}
