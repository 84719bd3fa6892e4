#include "list/html.h"

#include "base/index.h"
#include "list/entity.h"

#include <ctype.h>

enum { INDENT = 2, INDENT_LEVELS_MAX = 6, LIST_DEPTH_MAX = 64 };

/* The kinds from BREAK on end a line. */
enum element { UNKNOWN, LINK, PICTURE, HIDDEN, CELL, BREAK, LINE, PARAGRAPH, HEADING, ITEM, LIST };

static const char *const element_names[] = {
	[LINK] = "a",
	[PICTURE] = "img",
	[HIDDEN] = "script style title",
	[CELL] = "td th",
	[BREAK] = "br",
	[LINE] = "div tr dt dd caption option",
	[PARAGRAPH] = "p table hr dl pre blockquote section article header footer",
	[HEADING] = "h1 h2 h3 h4 h5 h6",
	[ITEM] = "li",
	[LIST] = "ul ol",
};

struct html_reader {
	struct doc *d;
	enum role role;
	int column;                        /* first column of the whole text */
	struct str unread;                 /* the HTML that is not read yet */
	bool no_comment_end, no_quote_end; /* in the rest: not searched again, to stay linear */
	struct buf line, decoded_text;     /* the current line; the last text that had entities */
	bool space_pending, gap_pending;   /* a space or an empty line is due before more text */
	bool has_lines, is_heading, is_item;
	int list_depth, next_numbers[LIST_DEPTH_MAX + 1]; /* of items in open lists; 0: bullets */
	struct index *link_numbers; /* the numbers of the addresses in links */
	VEC(struct str) links;
	size_t open_link_number; /* number of the open link; 0: none */
};

static void
start_line(struct html_reader *h, int indent)
{
	for (int breaks = h->has_lines ? 1 + h->gap_pending : 0; breaks > 0; breaks--)
		doc_begin_line(h->d);
	if (indent || (h->has_lines && h->column))
		doc_pad_to_column(h->d, h->column + indent);
	h->has_lines = true;
	h->gap_pending = false;
}

static void
end_link(struct html_reader *h)
{
	if (h->open_link_number && h->line.n)
		buf_addf(&h->line, " [%zu]", h->open_link_number);
	h->open_link_number = 0;
}

/* Writes the current line; the marker of a list item is left of its text. */
static void
end_line(struct html_reader *h)
{
	int level = h->list_depth < INDENT_LEVELS_MAX ? h->list_depth : INDENT_LEVELS_MAX;
	if (h->line.n == 0)
		return;
	end_link(h);
	start_line(h, INDENT * (h->is_item && level ? level - 1 : level));
	if (h->is_item && h->next_numbers[h->list_depth])
		doc_printf(h->d, h->role, "%d. ", h->next_numbers[h->list_depth]++);
	else if (h->is_item)
		doc_printf(h->d, h->role, "- ");
	doc_add_value(h->d, h->is_heading ? ROLE_LEAD : h->role, buf_str(&h->line));
	buf_reset(&h->line);
	h->is_item = false;
}

/* Appends text to the line. A no-break space counts as white space. */
static void
append_text(struct html_reader *h, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		bool is_no_break = str_starts(str_sub(text, i, 2), STR("\xC2\xA0"));
		bool is_white = is_no_break || isspace((unsigned char)text.p[i]);
		if (!is_white && h->space_pending && h->line.n)
			buf_addc(&h->line, ' ');
		if (!is_white)
			buf_addc(&h->line, text.p[i]);
		h->space_pending = is_white;
		i += is_no_break;
	}
}

/* The text with its entities decoded, valid until the next call. */
static struct str
decode_entities(struct html_reader *h, struct str text)
{
	buf_reset(&h->decoded_text);
	return entity_decode_all(&h->decoded_text, text) ? buf_str(&h->decoded_text) : text;
}

static struct str
cut_off_front(struct str *rest, size_t n)
{
	struct str taken = str_sub(*rest, 0, n);
	*rest = str_sub(*rest, taken.n, rest->n);
	return taken;
}

/* The index after a byte or after the quoted text that begins there; SIZE_MAX if it never ends. */
static size_t
skip_byte_or_quoted_text(struct str tag, size_t i)
{
	bool is_quote = tag.p[i] == '"' || tag.p[i] == '\'';
	size_t n = is_quote ? str_find_char(str_sub(tag, i + 1, tag.n), tag.p[i]) : 0;
	return n == SIZE_MAX ? n : i + 1 + (is_quote ? n + 1 : 0);
}

/* Takes a word off the front: at least a byte, up to white space or `end` outside of quotes. */
static struct str
next_word(struct str *tag, char end)
{
	size_t n = tag->n ? skip_byte_or_quoted_text(*tag, 0) : 0;
	while (n < tag->n && !isspace((unsigned char)tag->p[n]) && tag->p[n] != end)
		n = skip_byte_or_quoted_text(*tag, n);
	struct str word = cut_off_front(tag, n);
	*tag = str_trim(*tag);
	return word;
}

/* The decoded value of an attribute; empty if it is missing. */
static struct str
find_attribute(struct html_reader *h, struct str tag, struct str name)
{
	struct str value = STR_NONE;
	for (bool found = false; tag.n && !found;) {
		found = str_eq_nocase(next_word(&tag, '='), name);
		bool has_value = str_starts(tag, STR("="));
		tag = str_trim(str_sub(tag, has_value, tag.n));
		struct str word = has_value ? next_word(&tag, ' ') : STR_NONE;
		value = found ? word : STR_NONE;
	}
	size_t n = value.n ? skip_byte_or_quoted_text(value, 0) : 0;
	return decode_entities(h, n > 1 ? str_sub(value, 1, n - 2) : value);
}

/* Starts a link; a repeated address keeps its number. */
static void
start_link(struct html_reader *h, struct str address)
{
	if (h->d->omits_addresses)
		return;
	uint32_t next = (uint32_t)h->links.n + 1;
	uint32_t earlier = address.n ? index_add(h->link_numbers, address, next) : 0;
	h->open_link_number = earlier == UINT32_MAX ? next : earlier;
	if (earlier == UINT32_MAX)
		vec_push(&h->links, arena_str(&h->d->text_arena, address));
}

static void
add_picture(struct html_reader *h, struct str text)
{
	append_text(h, text.n ? STR("[") : STR_NONE);
	append_text(h, text);
	append_text(h, text.n ? STR("]") : STR_NONE);
}

/* Skips the content of an element up to its end tag, or the whole rest if there is none. */
static void
skip_content(struct html_reader *h, struct str name)
{
	cut_off_front(&h->unread, str_find(h->unread, STR("</")));
	while (h->unread.n && !str_eq_nocase(str_sub(h->unread, 2, name.n), name)) {
		cut_off_front(&h->unread, 2);
		cut_off_front(&h->unread, str_find(h->unread, STR("</")));
	}
}

static void
apply_block(struct html_reader *h, enum element kind, struct str name, bool starts)
{
	bool is_list = kind == LIST, is_outermost = h->list_depth <= !starts;
	bool is_second_break = kind == BREAK && h->line.n == 0;
	end_line(h);
	if (kind == PARAGRAPH || kind == HEADING || (is_list && is_outermost) || is_second_break)
		h->gap_pending = true;
	if (kind == HEADING)
		h->is_heading = starts;
	if (kind == ITEM || is_list)
		h->is_item = kind == ITEM && starts;
	if (is_list && starts && h->list_depth < LIST_DEPTH_MAX)
		h->next_numbers[++h->list_depth] = str_eq_nocase(name, STR("ol"));
	else if (is_list && !starts && h->list_depth > 0)
		h->list_depth--;
}

static enum element
find_kind(struct str name)
{
	for (enum element kind = LINK; kind <= LIST; kind++) {
		struct str names = str_of(element_names[kind]), one;
		while (str_next(&names, ' ', &one))
			if (str_eq_nocase(one, name))
				return kind;
	}
	return UNKNOWN;
}

/* Applies a tag, "p class=x" or "/p". */
static void
apply_tag(struct html_reader *h, struct str tag)
{
	struct str name = next_word(&tag, '/');
	bool starts = !str_starts(name, STR("/"));
	name = str_sub(name, !starts, name.n);
	enum element kind = find_kind(name);
	if (kind == LINK)
		end_link(h);
	if (kind >= BREAK)
		apply_block(h, kind, name, starts);
	else if (kind == LINK && starts)
		start_link(h, find_attribute(h, tag, STR("href")));
	else if (kind == PICTURE)
		add_picture(h, find_attribute(h, tag, STR("alt")));
	else if (kind == CELL && starts && h->line.n)
		append_text(h, STR(" | "));
	else if (kind == HIDDEN && starts)
		skip_content(h, name);
}

/* The index of the > that ends a tag or a comment, or SIZE_MAX. If quotes hide every >, they no
 * longer count; if a comment has no end, only its start is skipped. */
static size_t
find_tag_end(struct html_reader *h, struct str tag)
{
	if (str_starts(tag, STR("!--"))) {
		size_t end = h->no_comment_end ? SIZE_MAX : str_find(tag, STR("-->"));
		h->no_comment_end = end == SIZE_MAX;
		return (h->no_comment_end ? 0 : end) + 2;
	}
	size_t i = h->no_quote_end ? tag.n : 0;
	while (i < tag.n && tag.p[i] != '>')
		i = skip_byte_or_quoted_text(tag, i);
	h->no_quote_end = i >= tag.n;
	return h->no_quote_end ? str_find_char(tag, '>') : i;
}

/* Reads a tag or a comment. A < that starts neither is text; so is all the rest without a >. */
static void
read_tag(struct html_reader *h)
{
	struct str tag = str_sub(h->unread, 1, h->unread.n);
	bool is_letter = tag.n && isalpha((unsigned char)tag.p[0]);
	bool is_tag = is_letter || (tag.n && str_find_char(STR("/!?"), tag.p[0]) != SIZE_MAX);
	size_t end = is_tag ? find_tag_end(h, tag) : 0;
	if (is_tag && end != SIZE_MAX) {
		cut_off_front(&h->unread, 1 + end + 1);
		apply_tag(h, str_sub(tag, 0, end));
	} else {
		append_text(
		    h, decode_entities(h, cut_off_front(&h->unread, is_tag ? SIZE_MAX : 1)));
	}
}

void
html_add_to_doc(struct doc *d, enum role role, struct str html)
{
	int column = d->lines.n ? d->lines.v[d->lines.n - 1].cell_count : 0;
	struct html_reader h = { .d = d, .role = role, .column = column, .unread = html };
	h.link_numbers = index_new();
	while (h.unread.n) {
		append_text(&h,
		    decode_entities(&h, cut_off_front(&h.unread, str_find_char(h.unread, '<'))));
		if (h.unread.n)
			read_tag(&h);
	}
	end_line(&h);
	h.gap_pending = true;
	for (size_t i = 0; i < h.links.n && h.has_lines; i++) {
		start_line(&h, 0);
		doc_printf(d, ROLE_LABEL, "[%zu] ", i + 1);
		doc_add_value(d, ROLE_TEXT, h.links.v[i]);
	}
	index_free(h.link_numbers);
	vec_free(&h.links);
	buf_free(&h.line);
	buf_free(&h.decoded_text);
}
