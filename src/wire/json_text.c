#include "wire/json_text.h"

#include "base/utf8.h"
#include "wire/plain.h"

#include <string.h>

static void
add_utf16_escape(struct buf *out, uint32_t unit)
{
	buf_addf(out, "\\u%04x", (unsigned)unit);
}

static void
add_escape(struct buf *out, uint32_t cp)
{
	if (cp < 0x10000) {
		add_utf16_escape(out, cp);
		return;
	}
	cp -= 0x10000;
	add_utf16_escape(out, 0xD800 + (cp >> 10));
	add_utf16_escape(out, 0xDC00 + (cp & 0x3FF));
}

/* True if the character would affect a terminal, or be invisible. */
static bool
is_unsafe(struct str bytes)
{
	struct buf clean = { 0 };
	bool unsafe = text_clean(&clean, bytes, false) != 0;
	/* A combining mark is judged after a base character, as it would be shown. */
	if (unsafe) {
		struct buf based = { 0 };
		buf_reset(&clean);
		buf_addc(&based, 'a');
		buf_adds(&based, bytes);
		unsafe = text_clean(&clean, buf_str(&based), false) != 0;
		buf_free(&based);
	}
	buf_free(&clean);
	return unsafe;
}

/* Appends one character of a string; returns its length. */
static size_t
add_character(struct buf *out, struct str rest, unsigned how)
{
	uint32_t cp = 0xFFFD;
	size_t len = utf8_decode(str_sub(rest, 0, UTF8_BYTES_MAX), &cp);
	bool fix = how & (JSON_REPAIR | JSON_TERMINAL_SAFE);
	if (len == 0) {
		if (fix)
			buf_addz(out, "\xEF\xBF\xBD");
		else
			buf_addc(out, rest.p[0]);
		return 1;
	}
	if (cp < 32 ? fix || (how & JSON_ONE_LINE)
		    : (how & JSON_TERMINAL_SAFE) && cp >= 127 && is_unsafe(str_sub(rest, 0, len)))
		add_escape(out, cp);
	else
		buf_add(out, rest.p, len);
	return len;
}

/* Appends the characters of a string that never need a change; returns their length. */
static size_t
add_unchanged_chars(struct buf *out, struct str rest)
{
	size_t n = plain_run_length(rest.p, rest.n);
	const char *rubout = n ? memchr(rest.p, 0x7F, n) : NULL;
	if (rubout)
		n = (size_t)(rubout - rest.p);
	buf_add(out, rest.p, n);
	return n;
}

/* Appends the part between strings and spaces; returns its length. */
static size_t
add_part_outside_strings(struct buf *out, struct str rest)
{
	size_t n = 0;
	while (n < rest.n && rest.p[n] != '"' && (unsigned char)rest.p[n] > ' ')
		n++;
	buf_add(out, rest.p, n);
	return n;
}

/* Appends the space between values, unless it has a newline and JSON_ONE_LINE is set. */
static size_t
add_space(struct buf *out, struct str rest, unsigned how)
{
	size_t n = 0;
	bool newline = false;
	while (n < rest.n &&
	    (rest.p[n] == ' ' || rest.p[n] == '\t' || rest.p[n] == '\n' || rest.p[n] == '\r')) {
		newline = newline || rest.p[n] == '\n' || rest.p[n] == '\r';
		n++;
	}
	if (!newline || !(how & JSON_ONE_LINE))
		buf_add(out, rest.p, n);
	return n;
}

/* True for printable ASCII only, as most items are; tests eight bytes at a time. */
static bool
is_plain_line(struct str json)
{
	const uint64_t highs = 0x8080808080808080u, spaces = 0x2020202020202020u;
	uint64_t word, odd = 0;
	size_t i = 0;
	for (; i + sizeof(word) <= json.n; i += sizeof(word)) {
		memcpy(&word, json.p + i, sizeof(word));
		odd |= (word | (word - spaces)) & highs;
	}
	for (; i < json.n; i++)
		odd |= (unsigned char)json.p[i] < ' ' || (unsigned char)json.p[i] >= 0x80;
	return !odd;
}

void
json_text_add(struct buf *out, struct str json, unsigned how)
{
	bool in_string = false;
	if (how == 0 || (!(how & JSON_TERMINAL_SAFE) && is_plain_line(json))) {
		buf_adds(out, json);
		return;
	}
	for (size_t i = 0; i < json.n;) {
		struct str rest = str_sub(json, i, json.n);
		char c = json.p[i];
		if (!in_string) {
			size_t space = add_space(out, rest, how);
			i += space;
			if (space)
				continue;
			size_t values = add_part_outside_strings(out, rest);
			i += values;
			if (values)
				continue;
			in_string = c == '"';
			buf_addc(out, c);
			i++;
		} else if (c == '\\' && rest.n > 1) {
			buf_add(out, rest.p, 2);
			i += 2;
		} else {
			size_t plain = add_unchanged_chars(out, rest);
			in_string = plain || c != '"';
			i += plain ? plain : add_character(out, rest, how);
		}
	}
}
