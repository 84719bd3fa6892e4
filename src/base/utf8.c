#include "base/utf8.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include <wchar.h>

enum { COMBINING_MARKS_MAX = 2, NO_BREAK_SPACE = 0xA0 };
/* A cut text shows the number of omitted characters if there are at least MUCH and the width is
 * at least ROOM. */
enum { OMITTED_COUNT_MIN = 100, OMITTED_COUNT_CELLS_MIN = 16 };

bool
utf8_set_locale(void)
{
	const char *set = setlocale(LC_CTYPE, "");
	const char *chosen = getenv("LC_ALL");
	if (!chosen || !*chosen)
		chosen = getenv("LC_CTYPE");
	if (!chosen || !*chosen)
		chosen = getenv("LANG");
	bool utf8 = set && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	if (!utf8 && !setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "en_US.UTF-8");
	bool on_purpose = set && chosen && *chosen;
	return utf8 || !on_purpose;
}

void
text_set_ascii_only(void)
{
	setlocale(LC_CTYPE, "C");
}

bool
text_is_ascii_only(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

bool
text_lift_ascii_only(void)
{
	bool was_set = text_is_ascii_only();
	if (was_set)
		utf8_set_locale();
	return was_set;
}

size_t
utf8_decode(struct str s, uint32_t *cp)
{
	const unsigned char *p = (const unsigned char *)s.p;
	if (s.n == 0)
		return 0;
	if (p[0] < 0x80) {
		*cp = p[0];
		return 1;
	}
	size_t len = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	if (p[0] < 0xC2 || p[0] > 0xF4 || s.n < len)
		return 0;
	uint32_t v = p[0] & (0xFFu >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
		v = v << 6 | (p[i] & 0x3F);
	}
	if (v < smallest[len] || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF))
		return 0;
	*cp = v;
	return len;
}

void
utf8_encode(struct buf *out, uint32_t cp)
{
	utf8proc_uint8_t bytes[4];
	utf8proc_ssize_t n = utf8proc_encode_char((utf8proc_int32_t)cp, bytes);
	if (n > 0)
		buf_add(out, bytes, (size_t)n);
}

bool
utf8_is_capital(uint32_t cp)
{
	return utf8proc_category((utf8proc_int32_t)cp) == UTF8PROC_CATEGORY_LU;
}

uint32_t
utf8_to_lower(uint32_t cp)
{
	return (uint32_t)utf8proc_tolower((utf8proc_int32_t)cp);
}

uint32_t
utf8_to_upper(uint32_t cp)
{
	return (uint32_t)utf8proc_toupper((utf8proc_int32_t)cp);
}

bool
utf8_valid(struct str s)
{
	uint32_t cp;
	for (size_t i = 0; i < s.n;) {
		size_t len = utf8_decode(str_sub(s, i, UTF8_BYTES_MAX), &cp);
		if (len == 0)
			return false;
		i += len;
	}
	return true;
}

/* True for characters that have no shape of their own but change how others look: they are
 * dropped. */
static bool
is_dropped(uint32_t cp)
{
	return (cp >= 0xFE00 && cp <= 0xFE0F) || cp == 0x200C || cp == 0x200D || cp == 0xAD ||
	    cp == 0x20E3 || (cp >= 0x1F3FB && cp <= 0x1F3FF);
}

/* The dropped characters that would be invisible in an address. */
static bool
is_invisible(uint32_t cp)
{
	return cp == 0x200C || cp == 0x200D || cp == 0xAD;
}

static bool
is_mark(uint32_t cp)
{
	utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)cp);
	return c == UTF8PROC_CATEGORY_MN || c == UTF8PROC_CATEGORY_ME;
}

static bool
is_drawable(uint32_t cp)
{
	switch (utf8proc_category((utf8proc_int32_t)cp)) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_CO:
	case UTF8PROC_CATEGORY_CN:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return false;
	default:
		break;
	}
	/* Conjoining Hangul and the like: libraries disagree about their width, so they are not
	 * left to wcwidth(). */
	return cp < 0x1160 || cp > 0x11FF;
}

static void
add_escaped(struct buf *out, uint32_t cp)
{
	if (cp == 0x1B)
		buf_addz(out, "\\e");
	else if (cp == '\n')
		buf_addz(out, "\\n");
	else if (cp == '\r')
		buf_addz(out, "\\r");
	else if (cp == '\t')
		buf_addz(out, "\\t");
	else if (cp < 0xA0)
		buf_addf(out, "\\x%02X", (unsigned)cp);
	else
		buf_addf(out, "\\u{%04X}", (unsigned)cp);
}

/* Counts the bytes of printable ASCII at the start: the fast path for most text. */
static size_t
count_plain_bytes(struct str s, size_t from)
{
	size_t i = from;
	while (i < s.n && s.p[i] > ' ' && s.p[i] < 127)
		i++;
	return i - from;
}

struct text_cleaner {
	struct buf *out;
	bool ascii;
	unsigned flags;
	int mark_count; /* combining marks on the current base */
	bool has_base;
	bool has_text;         /* a character other than a space was written */
	size_t pending_spaces; /* not written yet: inner or trailing is unknown */
};

static void
add_marked_space(struct text_cleaner *c)
{
	buf_addz(c->out, c->ascii || text_is_ascii_only() ? "_" : "\xE2\x90\xA0");
}

/* Writes the pending spaces. Spaces at the start or end of the text are marked, since they would
 * be invisible, even if dropped characters follow or precede them. */
static void
add_pending_spaces(struct text_cleaner *c, bool edge)
{
	if (edge && c->pending_spaces)
		c->flags |= TEXT_ESCAPED;
	for (; c->pending_spaces; c->pending_spaces--)
		if (edge)
			add_marked_space(c);
		else
			buf_addc(c->out, ' ');
}

/* Call before writing a base character to *out. */
static void
begin_base_character(struct text_cleaner *c)
{
	add_pending_spaces(c, !c->has_text);
	c->has_text = c->has_base = true;
	c->mark_count = 0;
}

static void
add_character(struct text_cleaner *c, uint32_t cp)
{
	if (cp < 0x80 || wcwidth((wchar_t)cp) >= 0) {
		utf8_encode(c->out, cp);
		return;
	}
	add_escaped(c->out, cp);
	c->flags |= TEXT_TRANSLITERATED;
}

static void
clean_code_point(struct text_cleaner *c, uint32_t cp)
{
	if (is_dropped(cp)) {
		if (is_invisible(cp))
			c->flags |= TEXT_INVISIBLE;
		return;
	}
	if (cp == NO_BREAK_SPACE) {
		begin_base_character(c);
		add_marked_space(c);
		c->flags |= TEXT_ESCAPED;
		return;
	}
	if (!is_drawable(cp)) {
		begin_base_character(c);
		add_escaped(c->out, cp);
		c->flags |= TEXT_ESCAPED;
		return;
	}
	if (is_mark(cp) || wcwidth((wchar_t)cp) == 0) {
		if (!c->has_base) {
			begin_base_character(c);
			add_escaped(c->out, cp);
			c->flags |= TEXT_ESCAPED;
		} else if (c->mark_count++ < COMBINING_MARKS_MAX) {
			add_pending_spaces(c, !c->has_text);
			c->has_text = true;
			add_character(c, cp);
		} else {
			c->flags |= TEXT_ESCAPED;
		}
		return;
	}
	begin_base_character(c);
	add_character(c, cp);
}

/* Handles the next character or run of s; returns its bytes. */
static size_t
clean_next_run(struct text_cleaner *c, struct str s)
{
	uint32_t cp;
	size_t run = count_plain_bytes(s, 0);
	if (run) {
		begin_base_character(c);
		buf_add(c->out, s.p, run);
		return run;
	}
	if (s.p[0] == ' ') {
		c->pending_spaces++;
		c->has_base = true;
		c->mark_count = 0;
		return 1;
	}
	size_t len = utf8_decode(str_sub(s, 0, UTF8_BYTES_MAX), &cp);
	if (len) {
		clean_code_point(c, cp);
		return len;
	}
	begin_base_character(c);
	add_character(c, 0xFFFD);
	c->flags |= TEXT_ESCAPED;
	return 1;
}

unsigned
text_clean(struct buf *out, struct str s, bool ascii)
{
	struct text_cleaner c = { .out = out, .ascii = ascii };
	while (s.n)
		s = str_sub(s, clean_next_run(&c, s), s.n);
	add_pending_spaces(&c, true);
	return c.flags;
}

bool
text_is_plain(struct str s)
{
	bool plain = true;
	for (size_t i = 0; i < s.n; i++)
		plain = plain && s.p[i] >= ' ' && s.p[i] <= '~';
	return plain && (s.n == 0 || (s.p[0] != ' ' && s.p[s.n - 1] != ' '));
}

bool
text_is_suspicious(unsigned flags, bool strict)
{
	return (flags & TEXT_ESCAPED) || (strict && (flags & TEXT_INVISIBLE));
}

/* Counts the bytes of one-cell ASCII at the start, at most `most`; most text is like that. Looks
 * at eight bytes together: a byte above '~' has its high bit set, or gets it when one is added. */
static size_t
count_one_cell_bytes(struct str s, size_t most)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), high = ones * 0x80;
	size_t n = s.n < most ? s.n : most, i = 0;
	uint64_t x;
	for (; i + sizeof(x) <= n; i += sizeof(x)) {
		memcpy(&x, s.p + i, sizeof(x));
		if ((x | ((x & ~high) + ones)) & high)
			break;
	}
	while (i < n && (unsigned char)s.p[i] < 127)
		i++;
	return i;
}

static int
cells_of(uint32_t cp)
{
	if (cp < 127)
		return 1;
	int w = wcwidth((wchar_t)cp);
	return w < 0 ? 1 : w;
}

int
text_width(struct str clean)
{
	int used;
	text_fit(clean, 1 << 24, &used);
	return used;
}

size_t
text_fit(struct str clean, int cells, int *used)
{
	int total = 0;
	size_t i = 0;
	while (i < clean.n) {
		uint32_t cp = 0xFFFD;
		size_t run = total < cells
		    ? count_one_cell_bytes(str_sub(clean, i, clean.n), (size_t)(cells - total))
		    : 0;
		total += (int)run;
		i += run;
		if (i == clean.n)
			break;
		size_t len = utf8_decode(str_sub(clean, i, UTF8_BYTES_MAX), &cp);
		int w = cells_of(cp);
		if (total + w > cells)
			break;
		total += w;
		i += len ? len : 1;
	}
	if (used)
		*used = total;
	return i;
}

size_t
text_grapheme_length(struct str clean)
{
	size_t i = 0;
	while (i < clean.n) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(clean, i, UTF8_BYTES_MAX), &cp);
		if (i > 0 && cells_of(cp) != 0)
			break;
		i += len ? len : 1;
	}
	return i;
}

static size_t
count_characters(struct str clean)
{
	size_t n = 0, len;
	for (; (len = text_grapheme_length(clean)); n++)
		clean = str_sub(clean, len, clean.n);
	return n;
}

/* The number of omitted characters if it is to be shown, else 0. */
static size_t
count_omitted_characters(struct str clean, size_t fits, int cells)
{
	size_t n = cells < OMITTED_COUNT_CELLS_MIN
	    ? 0
	    : count_characters(str_sub(clean, fits, clean.n));
	return n < OMITTED_COUNT_MIN ? 0 : n;
}

static int
count_digits(size_t n)
{
	int digits = 1;
	for (; n > 9; n /= 10)
		digits++;
	return digits;
}

int
text_cut(struct buf *out, struct str clean, int cells, bool ascii)
{
	int used;
	size_t fits = text_fit(clean, cells, &used);
	if (fits == clean.n) {
		buf_adds(out, clean);
		return used;
	}
	if (cells <= 0)
		return 0;
	size_t rest = count_omitted_characters(clean, fits, cells);
	int count = rest ? count_digits(rest + (size_t)cells) + 1 : 0;
	fits = text_fit(clean, cells - 1 - count, &used);
	buf_add(out, clean.p, fits);
	buf_addz(out, ascii ? "~" : "\xE2\x80\xA6");
	if (!rest)
		return used + 1;
	rest = count_characters(str_sub(clean, fits, clean.n));
	buf_addf(out, "+%zu", rest);
	return used + 1 + 1 + count_digits(rest);
}

const char *
utf8_library_version(void)
{
	return utf8proc_version();
}
