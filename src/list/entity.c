#include "list/entity.h"

#include "base/utf8.h"

enum { NAME_MAX_BYTES = 10, REPLACEMENT_CHARACTER = 0xFFFD };

/* Names of U+00A0 to U+00FF, in order. */
static const char *const latin1_entity_names[] = { "nbsp", "iexcl", "cent", "pound", "curren",
	"yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy", "reg", "macr", "deg",
	"plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1", "ordm",
	"raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde",
	"Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute",
	"Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times",
	"Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig", "agrave",
	"aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute",
	"ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute",
	"ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml",
	"yacute", "thorn", "yuml" };

_Static_assert(
    sizeof(latin1_entity_names) / sizeof(*latin1_entity_names) == 96, "U+00A0 to U+00FF");

static const struct {
	const char *name;
	uint32_t code_point;
} entities_beyond_latin1[] = {
	{ "amp", '&' },
	{ "lt", '<' },
	{ "gt", '>' },
	{ "quot", '"' },
	{ "apos", '\'' },
	{ "OElig", 0x152 },
	{ "oelig", 0x153 },
	{ "Scaron", 0x160 },
	{ "scaron", 0x161 },
	{ "Yuml", 0x178 },
	{ "fnof", 0x192 },
	{ "circ", 0x2C6 },
	{ "tilde", 0x2DC },
	{ "ensp", 0x2002 },
	{ "emsp", 0x2003 },
	{ "thinsp", 0x2009 },
	{ "zwnj", 0x200C },
	{ "zwj", 0x200D },
	{ "ndash", 0x2013 },
	{ "mdash", 0x2014 },
	{ "lsquo", 0x2018 },
	{ "rsquo", 0x2019 },
	{ "sbquo", 0x201A },
	{ "ldquo", 0x201C },
	{ "rdquo", 0x201D },
	{ "bdquo", 0x201E },
	{ "dagger", 0x2020 },
	{ "Dagger", 0x2021 },
	{ "bull", 0x2022 },
	{ "hellip", 0x2026 },
	{ "permil", 0x2030 },
	{ "prime", 0x2032 },
	{ "Prime", 0x2033 },
	{ "lsaquo", 0x2039 },
	{ "rsaquo", 0x203A },
	{ "euro", 0x20AC },
	{ "trade", 0x2122 },
	{ "larr", 0x2190 },
	{ "uarr", 0x2191 },
	{ "rarr", 0x2192 },
	{ "darr", 0x2193 },
	{ "minus", 0x2212 },
	{ "infin", 0x221E },
	{ "asymp", 0x2248 },
	{ "ne", 0x2260 },
	{ "le", 0x2264 },
	{ "ge", 0x2265 },
	{ "hearts", 0x2665 },
};

/* The usual meaning of numbers in the C1 range: Windows code page 1252. */
static const uint32_t windows_1252[] = { 0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020,
	0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019,
	0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
	0x178 };

static uint32_t
find_entity_by_name(struct str name)
{
	for (size_t i = 0; i < sizeof(entities_beyond_latin1) / sizeof(*entities_beyond_latin1);
	     i++)
		if (str_eqz(name, entities_beyond_latin1[i].name))
			return entities_beyond_latin1[i].code_point;
	for (size_t i = 0; i < sizeof(latin1_entity_names) / sizeof(*latin1_entity_names); i++)
		if (str_eqz(name, latin1_entity_names[i]))
			return 0xA0 + (uint32_t)i;
	return 0;
}

/* The value of a digit, or 16. */
static uint32_t
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (uint32_t)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10 : 16;
}

/* Parses "65" or "x41"; 0 if it is not a number. */
static uint32_t
parse_numeric_entity(struct str number)
{
	bool hex = number.n && (number.p[0] | 0x20) == 'x';
	uint32_t base = hex ? 16 : 10, cp = 0;
	struct str digits = str_sub(number, hex, number.n);
	for (size_t i = 0; i < digits.n; i++) {
		uint32_t d = digit_of(digits.p[i]);
		if (d >= base)
			return 0;
		cp = cp > 0x10FFFF ? cp : cp * base + d;
	}
	if (digits.n == 0)
		return 0;
	if (cp >= 0x80 && cp < 0xA0)
		return windows_1252[cp - 0x80];
	bool none = cp == 0 || cp > 0x10FFFF || (cp >= 0xD800 && cp < 0xE000);
	return none ? REPLACEMENT_CHARACTER : cp;
}

size_t
entity_decode(struct buf *out, struct str text)
{
	struct str head = str_sub(text, 0, NAME_MAX_BYTES);
	size_t end = str_find_char(head, ';');
	if (end == SIZE_MAX || end < 2 || head.p[0] != '&')
		return 0;
	struct str name = str_sub(head, 1, end - 1);
	uint32_t cp = name.p[0] == '#' ? parse_numeric_entity(str_sub(name, 1, name.n))
				       : find_entity_by_name(name);
	if (cp == 0)
		return 0;
	utf8_encode(out, cp);
	return end + 1;
}

bool
entity_decode_all(struct buf *out, struct str text)
{
	size_t before = out->n;
	bool any = false;
	for (size_t at; (at = str_find_char(text, '&')) != SIZE_MAX;) {
		buf_adds(out, str_sub(text, 0, at));
		text = str_sub(text, at, text.n);
		size_t n = entity_decode(out, text);
		any = any || n;
		if (!n)
			buf_addc(out, '&');
		text = str_sub(text, n ? n : 1, text.n);
	}
	if (any)
		buf_adds(out, text);
	else
		out->n = before;
	return any;
}

void
entity_fold_forms(struct buf *out, struct str text)
{
	struct buf decoded = { 0 };
	text_fold_forms(out, text);
	if (entity_decode_all(&decoded, text)) {
		buf_addc(out, '\n');
		text_fold_forms(out, buf_str(&decoded));
	}
	buf_free(&decoded);
}
