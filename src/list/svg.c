#include "list/svg.h"

#include "base/utf8.h"
#include "list/markup.h"

/*
 * Texts: b bold, c small, m muted, r missing, w on a filled node; e ends at x, i has x in its
 * middle. Shapes: k card, p pill, x missing, l line, n filled node; s1 to s5 series, s0 the rest.
 * The selectors have no ancestors, since <use> would hide them.
 */
const char svg_style[] =
    "text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "fill:#1b1f24}"
    "text.b{font-weight:600}text.c{font-size:12px}text.m{fill:#4a525b}text.r{fill:#8c1414}"
    "text.w{fill:#fff}text.e{text-anchor:end}text.i{text-anchor:middle}"
    ".k{fill:#fff;stroke:#c9ced4}.p{fill:#eef2f6;stroke:#8a949e}"
    ".x{fill:#fff;stroke:#9b1c1c;stroke-dasharray:4 3}"
    ".l{fill:none;stroke:#6a747e;stroke-width:1.5}.n{fill:#23445f}"
    ".s0{fill:#fff;stroke:#5b636b;stroke-dasharray:3 2}"
    ".s1{fill:#1f66a0}.s2{fill:#a14a00}.s3{fill:#23723a}.s4{fill:#73399b}.s5{fill:#9b1c4d}"
    "@media screen and (prefers-color-scheme:dark){"
    "text{fill:#e9ecef}text.m{fill:#b6bec7}text.r{fill:#ffb3b3}text.w{fill:#14171a}"
    ".k{fill:#1d2126;stroke:#454d56}.p{fill:#272d34;stroke:#7b8691}"
    ".x{fill:#1d2126;stroke:#ff9c9c}.l{stroke:#98a2ac}.n{fill:#a9cdea}"
    ".s0{fill:#1d2126;stroke:#a8b1ba}"
    ".s1{fill:#6cb3ea}.s2{fill:#eda05c}.s3{fill:#77cb8b}.s4{fill:#c8a1ea}.s5{fill:#f08db1}}";

void
svg_begin(struct buf *out, const struct svg_head *head)
{
	bool is_file = head->number == 0;
	if (is_file)
		buf_addz(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	buf_addz(out, "<svg ");
	if (is_file)
		buf_addf(out, "xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ",
		    head->width, head->height);
	buf_addf(out,
	    "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t%zu\" "
	    "aria-describedby=\"d%zu\"><title id=\"t%zu\">",
	    head->width, head->height, head->number, head->number, head->number);
	markup_escape(out, head->title);
	buf_addf(out, "</title><desc id=\"d%zu\">", head->number);
	markup_escape(out, head->description);
	buf_addz(out, "</desc>");
	if (is_file) {
		buf_addf(out, "<style>%s", svg_style);
		buf_addz(out,
		    ".g{fill:#fbfaf8}"
		    "@media screen and (prefers-color-scheme:dark){.g{fill:#14171a}}</style>\n"
		    "<rect class=\"g\" width=\"100%\" height=\"100%\"/>\n");
	}
}

void
svg_end(struct buf *out)
{
	buf_addz(out, "</svg>\n");
}

/* ---- widths ---- */

/* True for letters of full width: Hangul, ideographs, emoji. */
static bool
is_wide(uint32_t cp)
{
	return (cp >= 0x1100 && cp <= 0x115F) || (cp >= 0x2E80 && cp <= 0xA4CF) ||
	    (cp >= 0xAC00 && cp <= 0xD7A3) || (cp >= 0xF900 && cp <= 0xFAFF) ||
	    (cp >= 0xFE30 && cp <= 0xFE6F) || (cp >= 0xFF00 && cp <= 0xFF60) || cp >= 0x1F000;
}

/* The width of a character in hundredths of the font size. */
static int
character_width(uint32_t cp)
{
	if (cp < 0x80 && str_find_char(STR(" !'(),-./:;I[\\]`fijlrt{|}"), (char)cp) != SIZE_MAX)
		return 38;
	if (cp < 0x80 && str_find_char(STR("%@MWmw"), (char)cp) != SIZE_MAX)
		return 94;
	if (cp >= 'A' && cp <= 'Z')
		return 72;
	return is_wide(cp) ? 105 : 62;
}

/* The width of a text in hundredths of the font size. */
static int
measure(struct str clean)
{
	int hundredths = 0;
	uint32_t cp;
	while (clean.n) {
		size_t n = utf8_decode(clean, &cp);
		hundredths += character_width(n ? cp : 0xFFFD);
		clean = str_sub(clean, n ? n : 1, clean.n);
	}
	return hundredths;
}

int
svg_text_width(struct str clean, int size)
{
	return (measure(clean) * size + 99) / 100;
}

/* The bytes of the longest prefix that fits, cut between graphemes. */
static size_t
fitting_bytes(struct str clean, int size, int width)
{
	size_t n = 0;
	int used = 0;
	while (n < clean.n) {
		size_t more = text_grapheme_length(str_sub(clean, n, clean.n));
		more = more ? more : 1;
		used += measure(str_sub(clean, n, more));
		if (used * size > width * 100)
			break;
		n += more;
	}
	return n;
}

void
svg_fit(struct buf *out, struct str clean, int size, int width)
{
	size_t n = fitting_bytes(clean, size, width);
	if (n < clean.n)
		n = fitting_bytes(clean, size, width - size);
	buf_adds(out, str_trim(str_sub(clean, 0, n)));
	buf_addz(out, n < clean.n ? "\xE2\x80\xA6" : "");
}

bool
svg_next_line(struct buf *out, struct str *rest, int size, int width)
{
	struct str text = str_trim(*rest);
	size_t n = fitting_bytes(text, size, width), at = n;
	if (text.n == 0)
		return false;
	while (at > 0 && at < text.n && text.p[at] != ' ')
		at--;
	n = at ? at : n ? n : text_grapheme_length(text);
	n = n ? n : 1;
	buf_adds(out, str_trim(str_sub(text, 0, n)));
	*rest = str_sub(text, n, text.n);
	return true;
}

/* ---- shapes ---- */

void
svg_add_text(struct buf *out, int x, int y, const char *classes, struct str clean)
{
	buf_addf(out, "<text x=\"%d\" y=\"%d\"", x, y);
	if (*classes)
		buf_addf(out, " class=\"%s\"", classes);
	buf_addc(out, '>');
	markup_escape(out, clean);
	buf_addz(out, "</text>");
}

void
svg_add_cut_text(
    struct buf *out, int x, int y, int width, const char *classes, int size, struct str clean)
{
	struct buf text = { 0 };
	svg_fit(&text, clean, size, width);
	svg_add_text(out, x, y, classes, buf_str(&text));
	buf_free(&text);
}

void
svg_add_box(struct buf *out, int x, int y, int width, int height, int radius, const char *classes)
{
	buf_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>",
	    classes, x, y, width, height, radius);
}
