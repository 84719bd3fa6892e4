#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#define EACH_BYTE(c) (UINT64_C(0x0101010101010101) * (c))

/* Converts capitals among eight ASCII bytes to lower case. The high bits of the sums show which
 * bytes are capitals. */
static uint64_t
lower_eight_bytes(uint64_t x)
{
	uint64_t from_a = x + EACH_BYTE(0x80 - 'A'), beyond_z = x + EACH_BYTE(0x7F - 'Z');
	return x | (from_a & ~beyond_z & EACH_BYTE(0x80)) >> 2;
}

/* Folds ASCII text, eight bytes at a time. Returns false, with nothing appended, if the text is
 * not ASCII. */
static bool
fold_ascii(struct buf *out, struct str s)
{
	char *room = buf_reserve(out, s.n);
	size_t i = 0;
	uint64_t x, all = 0;
	for (; i + sizeof(x) <= s.n; i += sizeof(x)) {
		memcpy(&x, s.p + i, sizeof(x));
		all |= x;
		x = lower_eight_bytes(x);
		memcpy(room + i, &x, sizeof(x));
	}
	for (; i < s.n; i++) {
		char c = s.p[i];
		all |= (unsigned char)c;
		room[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	if (all & EACH_BYTE(0x80))
		return false;
	out->n += s.n;
	return true;
}

/* Letters that are not simply a base letter with a mark: how they are usually typed, and their
 * spelled-out form. All other letters are typed without their marks. */
static const struct {
	uint32_t cp;
	const char *plain, *spelled_out; /* NULL: same as plain */
} letter_spellings[] = {
	{ 0xE4, "a", "ae" },   /* ä */
	{ 0xE5, "a", "aa" },   /* å */
	{ 0xE6, "ae", NULL },  /* æ */
	{ 0xF0, "d", "dh" },   /* ð */
	{ 0xF6, "o", "oe" },   /* ö */
	{ 0xF8, "o", "oe" },   /* ø */
	{ 0xFC, "u", "ue" },   /* ü */
	{ 0xFE, "th", NULL },  /* þ */
	{ 0x111, "d", "dj" },  /* đ */
	{ 0x127, "h", NULL },  /* ħ */
	{ 0x131, "i", NULL },  /* ı */
	{ 0x142, "l", NULL },  /* ł */
	{ 0x153, "oe", NULL }, /* œ */
	{ 0x167, "t", NULL },  /* ŧ */
};

/* True for marks on Latin, Greek and Cyrillic letters. In other scripts marks are letters of
 * their own, and so is the breve of й. */
static bool
is_accent(uint32_t cp, uint32_t before)
{
	return cp >= 0x300 && cp <= 0x36F && before < 0x530 && !(cp == 0x306 && before == 0x438);
}

static bool
add_letter(struct buf *out, uint32_t cp, bool spelled)
{
	for (size_t i = 0; i < sizeof(letter_spellings) / sizeof(*letter_spellings); i++) {
		if (letter_spellings[i].cp != cp)
			continue;
		buf_addz(out,
		    spelled && letter_spellings[i].spelled_out ? letter_spellings[i].spelled_out
							       : letter_spellings[i].plain);
		return true;
	}
	return false;
}

static void
add_unaccented(struct buf *out, uint32_t composed)
{
	utf8proc_int32_t parts[18];
	utf8proc_ssize_t n = utf8proc_decompose_char(
	    (utf8proc_int32_t)composed, parts, 18, UTF8PROC_DECOMPOSE, NULL);
	if (n <= 0 || n > 18 || !is_accent((uint32_t)parts[n > 1], (uint32_t)parts[0]))
		n = 0;
	utf8_encode(out, n ? (uint32_t)parts[0] : composed);
}

/* Appends composed, case-folded text without its accents. */
static void
add_without_accents(struct buf *out, struct str folded, bool spelled)
{
	uint32_t before = 0;
	for (size_t i = 0; i < folded.n;) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(folded, i, UTF8_BYTES_MAX), &cp);
		if (cp < 0x80)
			buf_addc(out, (char)cp);
		else if (!is_accent(cp, before) && !add_letter(out, cp, spelled))
			add_unaccented(out, cp);
		before = cp;
		i += len ? len : 1;
	}
}

/* Folds a run of non-ASCII characters, together with the ASCII character before it, which its
 * marks may belong to. */
static void
fold_run(struct buf *out, struct str s, bool spelled)
{
	struct buf sound = { 0 };
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t len = utf8_decode(str_sub(s, i, UTF8_BYTES_MAX), &cp);
		if (len == 0)
			buf_addz(&sound, "\xEF\xBF\xBD");
		else
			buf_add(&sound, s.p + i, len);
		i += len ? len : 1;
	}
	utf8proc_uint8_t *folded = NULL;
	utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)sound.p,
	    (utf8proc_ssize_t)sound.n, &folded,
	    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
		UTF8PROC_IGNORE);
	if (n >= 0)
		add_without_accents(out, str_from((const char *)folded, (size_t)n), spelled);
	else
		buf_adds(out, buf_str(&sound));
	free(folded);
	buf_free(&sound);
}

static size_t
count_ascii(struct str s)
{
	uint64_t x;
	size_t n = 0;
	for (; n + sizeof(x) <= s.n; n += sizeof(x)) {
		memcpy(&x, s.p + n, sizeof(x));
		if (x & EACH_BYTE(0x80))
			break;
	}
	while (n < s.n && (s.p[n] & 0x80) == 0)
		n++;
	return n;
}

/* Folds text in runs, since an ASCII character never combines with the character before it. */
static void
fold(struct buf *out, struct str s, bool spelled)
{
	while (s.n) {
		size_t ascii = count_ascii(s), run = ascii;
		if (ascii && ascii < s.n)
			ascii--;
		fold_ascii(out, str_sub(s, 0, ascii));
		while (run < s.n && (s.p[run] & 0x80))
			run++;
		if (run > ascii)
			fold_run(out, str_sub(s, ascii, run - ascii), spelled);
		s = str_sub(s, run, s.n);
	}
}

void
text_fold(struct buf *out, struct str s)
{
	fold(out, s, false);
}

/* The folded byte at this index, 0 after the end; -1 if the byte alone is not enough to fold it. */
static int
folded_byte_at(struct str s, size_t at)
{
	int c = at < s.n ? s.p[at] : 0;
	return at < s.n && (c < ' ' || c > '~') ? -1 : c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool
is_digit_at(struct str s, size_t at)
{
	return at < s.n && s.p[at] >= '0' && s.p[at] <= '9';
}

/* Appends a number without leading zeros, after its length: one digit, and for more than eight
 * digits `9` and a byte. */
static void
add_number_key(struct buf *out, struct str digits)
{
	enum { SHORT_MAX = 8, LENGTH_MAX = 255 };
	while (digits.n > 1 && digits.p[0] == '0')
		digits = str_sub(digits, 1, digits.n);
	if (digits.n <= SHORT_MAX) {
		buf_addc(out, (char)('0' + digits.n));
	} else {
		buf_addc(out, '9');
		buf_addc(out, (char)(digits.n < LENGTH_MAX ? digits.n : LENGTH_MAX));
	}
	buf_adds(out, digits);
}

void
text_write_sort_key(struct buf *out, struct str s)
{
	size_t from = out->n, i = 0;
	text_fold(out, s);
	struct str folded = str_sub(buf_str(out), from, out->n);
	while (i < folded.n && !is_digit_at(folded, i))
		i++;
	if (i == folded.n)
		return;
	struct buf key = { 0 };
	for (i = 0; i < folded.n;) {
		size_t end = i;
		while (is_digit_at(folded, end))
			end++;
		if (end > i)
			add_number_key(&key, str_sub(folded, i, end - i));
		else
			buf_addc(&key, folded.p[end++]);
		i = end;
	}
	out->n = from;
	buf_adds(out, buf_str(&key));
	buf_free(&key);
}

/* True if the order is not decided by the first bytes that differ: both are in numbers, or at
 * the end of one. */
static bool
differs_in_number(struct str a, struct str b, size_t at)
{
	return (is_digit_at(a, at) && is_digit_at(b, at)) || (at && is_digit_at(a, at - 1));
}

int
text_compare_folded(struct str a, struct str b)
{
	size_t i = 0;
	while (i < a.n && folded_byte_at(a, i) >= 0 && folded_byte_at(a, i) == folded_byte_at(b, i))
		i++;
	int x_at = folded_byte_at(a, i), y_at = folded_byte_at(b, i);
	if (x_at >= 0 && y_at >= 0 && folded_byte_at(a, i + 1) >= 0 &&
	    folded_byte_at(b, i + 1) >= 0 && !differs_in_number(a, b, i))
		return (x_at > y_at) - (x_at < y_at);
	struct buf x = { 0 }, y = { 0 };
	text_write_sort_key(&x, a);
	text_write_sort_key(&y, b);
	int order = str_cmp(buf_str(&x), buf_str(&y));
	buf_free(&x);
	buf_free(&y);
	return order;
}

void
text_fold_forms(struct buf *out, struct str s)
{
	size_t from = out->n;
	if (fold_ascii(out, s))
		return;
	fold(out, s, false);
	size_t to = out->n;
	buf_addc(out, '\n');
	fold(out, s, true);
	struct str all = buf_str(out), plain = str_sub(all, from, to - from);
	if (str_eq(plain, str_sub(all, to + 1, all.n)))
		out->n = to;
}

bool
text_contains(struct str forms, struct str wanted)
{
	/* Most words have one form: then this is one search. */
	for (size_t n; (n = str_find_char(wanted, '\n')) != SIZE_MAX;) {
		if (str_find(forms, str_sub(wanted, 0, n)) != SIZE_MAX)
			return true;
		wanted = str_sub(wanted, n + 1, wanted.n);
	}
	return wanted.p && str_find(forms, wanted) != SIZE_MAX;
}

bool
text_has_words(struct str text, struct str words)
{
	struct buf forms = { 0 }, wanted = { 0 };
	struct str word;
	bool has = true;
	text_fold_forms(&forms, text);
	while (has && str_next(&words, ' ', &word)) {
		buf_reset(&wanted);
		text_fold_forms(&wanted, word);
		has = word.n == 0 || text_contains(buf_str(&forms), buf_str(&wanted));
	}
	buf_free(&forms);
	buf_free(&wanted);
	return has;
}

/* Finds the first match of any form in plain ASCII, where the indexes are the same before and
 * after folding. */
static bool
find_plain(struct str folded, struct str wanted, size_t *from, size_t *n)
{
	struct str form;
	size_t best = SIZE_MAX;
	while (str_next(&wanted, '\n', &form)) {
		size_t at = str_find(str_sub(folded, *from, folded.n), form);
		if (form.n && at < best) {
			best = at;
			*n = form.n;
		}
	}
	*from += best == SIZE_MAX ? 0 : best;
	return best != SIZE_MAX;
}

/* The number of bytes at the start of the text, in whole characters, that fold to the form; 0 if
 * they do not. */
static size_t
count_bytes_folding_to(struct str clean, struct str form, bool spelled, struct buf *scratch)
{
	size_t n = 0, len;
	buf_reset(scratch);
	while (scratch->n < form.n && (len = text_grapheme_length(str_sub(clean, n, clean.n)))) {
		fold(scratch, str_sub(clean, n, len), spelled);
		n += len;
		size_t least = scratch->n < form.n ? scratch->n : form.n;
		if (!str_eq(str_sub(buf_str(scratch), 0, least), str_sub(form, 0, least)))
			return 0;
	}
	return scratch->n < form.n ? 0 : n;
}

bool
text_find(struct str clean, struct str wanted, size_t *from, size_t *n)
{
	struct buf scratch = { 0 };
	size_t len;
	bool found = false;
	if (fold_ascii(&scratch, clean)) {
		found = find_plain(buf_str(&scratch), wanted, from, n);
		wanted = STR_NONE;
	}
	for (;
	     wanted.n && !found && (len = text_grapheme_length(str_sub(clean, *from, clean.n)));) {
		struct str form, rest = wanted, here = str_sub(clean, *from, clean.n);
		while (!found && str_next(&rest, '\n', &form)) {
			*n = count_bytes_folding_to(here, form, false, &scratch);
			if (!*n)
				*n = count_bytes_folding_to(here, form, true, &scratch);
			found = *n > 0;
		}
		if (!found)
			*from += len;
	}
	buf_free(&scratch);
	return found;
}

void
utf8_casefold(struct buf *out, struct str s)
{
	utf8proc_uint8_t *folded = NULL;
	utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s.p, (utf8proc_ssize_t)s.n,
	    &folded,
	    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
		UTF8PROC_IGNORE);
	if (n < 0)
		buf_adds(out, s);
	else
		buf_add(out, folded, (size_t)n);
	free(folded);
}
