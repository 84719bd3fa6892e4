#include "list/hide_private.h"

#include <string.h>

static bool
is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	    (c & 0x80) != 0;
}

/* The bytes of the root of a catalog path at the start of the text: 8 of "/offers/Winback"; 1 of
 * "/offers", which is a word. 0: not a path of the catalog. */
static size_t
path_root_length(struct str text)
{
	static const char *const roots[] = { "/offers", "/offers2", "/segments", "/products",
		"/assets", "/tags", "/campaigns", "/config/templates" };
	for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++) {
		struct str root = str_of(roots[i]);
		if (!str_starts(text, root))
			continue;
		if (text.n == root.n || !is_word(text.p[root.n]))
			return text.n > root.n && text.p[root.n] == '/' ? root.n + 1 : 1;
	}
	return 0;
}

/* The bytes of an id at the start of a word: a UUID or its beginning, 16 hexadecimal digits and
 * more, or as many letters with digits among them, as in masked ids; with the kind before it:
 * "basket-5f0c2b1e-7a4d". 0: not an id. */
static size_t
id_length(struct str text)
{
	enum {
		PART = 8,
		LONG = 16,
		DIGITS_MIN = 4,
		UUID = 36,
		LAST_PART = 12,
		UUID_DIGITS_MIN = 8
	};
	size_t n = 0, digits = 0, hex = 0, run = 0, longest = 0;
	bool has_parts = false;
	for (; n < text.n && (is_word(text.p[n]) || strchr("-|", text.p[n])) && !(text.p[n] & 0x80);
	     n++) {
		has_parts = has_parts || (text.p[n] == '-' && hex == PART && digits);
		digits += is_digit(text.p[n]);
		hex = is_hex(text.p[n]) ? hex + 1 : 0;
		run = is_word(text.p[n]) && text.p[n] != '_' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	/* An id that was shortened ends in its first eight digits. */
	has_parts = has_parts || (hex == PART && n < text.n && digits && (text.p[n] & 0x80));
	bool uuid = n >= UUID && longest >= LAST_PART && digits >= UUID_DIGITS_MIN;
	return has_parts || uuid || (longest >= LONG && digits >= DIGITS_MIN) ? n : 0;
}

/* The bytes of the end of an id after the mark of its cut: the "8841" of "identity …8841". 0: it is
 * not such an end. */
static size_t
id_end_length(struct str text, bool ascii)
{
	enum { END = 4 };
	struct str mark = ascii ? STR("~") : STR("\xE2\x80\xA6");
	size_t n = 0, digits = 0;
	if (!str_starts(text, mark))
		return 0;
	for (text = str_sub(text, mark.n, text.n); n < text.n && is_word(text.p[n]); n++)
		digits += is_digit(text.p[n]);
	return n == END && digits ? mark.n + n : 0;
}

/* The bytes of a clock time at the start of the text: "10:42", "10:42:07 UTC", "10:42:07.348Z". 0:
 * not a time. */
static size_t
clock_length(struct str text)
{
	size_t n = 5;
	if (text.n < n || !is_digit(text.p[0]) || !is_digit(text.p[1]) || text.p[2] != ':' ||
	    !is_digit(text.p[3]) || !is_digit(text.p[4]))
		return 0;
	if (text.n >= n + 3 && text.p[n] == ':' && is_digit(text.p[n + 1]))
		n += 3;
	size_t fraction = n + 1;
	while (fraction < text.n && is_digit(text.p[fraction]))
		fraction++;
	if (fraction > n + 1 && text.p[n] == '.')
		n = fraction;
	if (text.n > n && text.p[n] == 'Z')
		n++;
	if (str_starts(str_sub(text, n, text.n), STR(" UTC")))
		n += 4;
	return n < text.n && is_word(text.p[n]) ? 0 : n;
}

/* The bytes of the name of a field at the start of a word: "checkoutKind". 0: not such a name. */
static size_t
field_name_length(struct str text)
{
	enum { FIRST_WORD_MIN = 4 }; /* shorter are brands: "iPhone", "eBook" */
	size_t n = 0, first = 0, capitals = 0;
	while (first < text.n && text.p[first] >= 'a' && text.p[first] <= 'z')
		first++;
	for (n = first; n < text.n && is_word(text.p[n]) && !(text.p[n] & 0x80); n++)
		capitals += text.p[n] >= 'A' && text.p[n] <= 'Z';
	return first >= FIRST_WORD_MIN && capitals ? n : 0;
}

/* The bytes of a name with "_" between its words at the start of a word: "repeat_interval". 0: not
 * such a name. */
static size_t
underscored_name_length(struct str text)
{
	size_t n = 0, joints = 0;
	for (; n < text.n && ((text.p[n] >= 'a' && text.p[n] <= 'z') || text.p[n] == '_'); n++) {
		bool joint = text.p[n] == '_';
		if (joint && (n == 0 || text.p[n - 1] == '_'))
			return 0;
		joints += joint;
	}
	bool ends = n == text.n || !is_word(text.p[n]);
	return joints && ends && text.p[n - 1] != '_' ? n : 0;
}

/* Appends the words of a field's name: "checkoutKind" and "checkout_kind" become "checkout kind".
 */
static void
add_field_words(struct buf *out, struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		bool capital = name.p[i] >= 'A' && name.p[i] <= 'Z';
		if (capital)
			buf_addc(out, ' ');
		buf_addc(out,
		    name.p[i] == '_' ? ' '
			: capital    ? (char)(name.p[i] - 'A' + 'a')
				     : name.p[i]);
	}
}

static bool
ends_with(const struct buf *out, size_t start, struct str end)
{
	return str_ends(str_sub(buf_str(out), start, out->n), end);
}

/* Removes the words that lead to a time: " at 10:42" is left out with its "at". */
static void
drop_words_before_clock(struct buf *out, size_t start)
{
	if (ends_with(out, start, STR(" at ")))
		out->n -= 4;
	else if (ends_with(out, start, STR(" ")) || ends_with(out, start, STR("T")))
		out->n--;
}

void
hide_private(struct buf *out, struct str text, bool ascii)
{
	const size_t start = out->n;
	for (size_t i = 0, n; i < text.n; i += n) {
		struct str rest = str_sub(text, i, text.n);
		char before = i ? text.p[i - 1] : ' ';
		bool starts_word = !is_word(before) || (before & 0x80);
		n = 0;
		if (text.p[i] == '/' && !is_word(before) && before != '/' && before != ':')
			n = path_root_length(rest);
		else if ((starts_word && (n = id_length(rest))) || (n = id_end_length(rest, ascii)))
			buf_addz(out, ascii ? "~" : "\xE2\x80\xA6");
		else if ((starts_word || before == 'T') && (n = clock_length(rest)))
			drop_words_before_clock(out, start);
		else if (starts_word && before != '/' &&
		    ((n = field_name_length(rest)) || (n = underscored_name_length(rest))))
			add_field_words(out, str_sub(rest, 0, n));
		else if (i && is_word(before) && str_starts(rest, STR("__")))
			while (n < rest.n && is_word(rest.p[n]) && !(rest.p[n] & 0x80))
				n++;
		if (n == 0) {
			n = 1;
			buf_addc(out, text.p[i]);
		}
	}
}

void
hide_private_from(struct buf *text, size_t from, bool ascii)
{
	struct buf shown = { 0 };
	hide_private(&shown, str_sub(buf_str(text), from, text->n), ascii);
	text->n = from;
	buf_adds(text, buf_str(&shown));
	buf_free(&shown);
}
