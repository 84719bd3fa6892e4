#include "list/html.h"

#include "base/index.h"
#include "list/entity.h"

enum { INDENT = 2, DEPTH_MAX = 64, INDENT_LEVELS_MAX = 6 };

/* The separation between a text and the one before it. */
enum gap { GAP_NONE, GAP_LINE, GAP_PARAGRAPH };

struct html_reader {
	struct doc *d;
	enum role role;
	int column;     /* first column of the whole text */
	bool has_lines; /* a line was written */

	struct str text;
	size_t offset;
	size_t last_tag_end;       /* position after the last > */
	bool comment_end_possible; /* the end of a comment may still follow */
	bool quote_end_possible;   /* the end of a quote may still follow */

	struct buf line;    /* text of the current line: decoded, single spaces */
	bool space_pending; /* a space is pending before the next word */
	enum gap gap;       /* separation before the next line */
	bool heading;
	bool is_list_item;      /* the line starts a list item */
	int depth;              /* nesting of lists */
	int numbers[DEPTH_MAX]; /* number of the next item, per list; 0: not numbered */

	struct arena text_arena;
	struct index *link_numbers; /* link addresses with their numbers */
	VEC(struct str) links;
	size_t link; /* number of the open link; 0: none */
};

/* ---- lines ---- */

static int
indent_line(const struct html_reader *h)
{
	int depth = h->depth < INDENT_LEVELS_MAX ? h->depth : INDENT_LEVELS_MAX;
	int most = h->d->width ? (h->d->width - h->column) / 2 : depth * INDENT;
	return depth * INDENT < most ? depth * INDENT : most;
}

static void
start_line(struct html_reader *h, int column)
{
	int now = h->d->lines.n ? h->d->lines.v[h->d->lines.n - 1].cells : 0;
	if (column > now)
		doc_pad_to_column(h->d, column);
}

/* Writes the marker of a list item, left of its text. */
static void
write_marker(struct html_reader *h)
{
	int *number = h->depth && h->depth <= DEPTH_MAX ? &h->numbers[h->depth - 1] : NULL;
	if (number && *number)
		doc_printf(h->d, h->role, "%d. ", (*number)++);
	else
		doc_printf(h->d, h->role, "- ");
	h->is_list_item = false;
}

/* Appends the link's number after its text. */
static void
close_link(struct html_reader *h)
{
	if (h->link && h->line.n)
		buf_addf(&h->line, " [%zu]", h->link);
	h->link = 0;
}

/* Writes the collected line. */
static void
end_line(struct html_reader *h)
{
	h->space_pending = false;
	if (h->line.n == 0)
		return;
	close_link(h);
	if (h->has_lines && h->gap == GAP_PARAGRAPH)
		doc_line(h->d);
	if (h->has_lines)
		doc_line(h->d);
	int in = indent_line(h);
	start_line(h, h->column + (h->is_list_item && in >= INDENT ? in - INDENT : in));
	if (h->is_list_item)
		write_marker(h);
	doc_value(h->d, h->heading ? ROLE_LEAD : h->role, buf_str(&h->line));
	buf_reset(&h->line);
	h->gap = GAP_NONE;
	h->has_lines = true;
}

static void
end_with(struct html_reader *h, enum gap gap)
{
	end_line(h);
	h->gap = gap > h->gap ? gap : h->gap;
}

/* The length of white space at the start; a no-break space counts. */
static size_t
space_at(struct str text)
{
	if (str_starts(text, STR("\xC2\xA0")))
		return 2;
	return text.n && (text.p[0] == ' ' || (text.p[0] >= '\t' && text.p[0] <= '\r'));
}

static void
append_text(struct html_reader *h, struct str text)
{
	for (size_t i = 0, n; i < text.n; i += n ? n : 1) {
		n = space_at(str_sub(text, i, 2));
		h->space_pending = h->space_pending || n;
		if (n)
			continue;
		if (h->space_pending && h->line.n)
			buf_addc(&h->line, ' ');
		h->space_pending = false;
		buf_addc(&h->line, text.p[i]);
	}
}

/* ---- element handlers ---- */

typedef void element_does(struct html_reader *h, struct str attributes);

static void
begin_paragraph(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	end_with(h, GAP_PARAGRAPH);
}

static void
add_rule_line(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	end_with(h, GAP_LINE);
}

/* Two line breaks in a row make an empty line. */
static void
add_line_break(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	end_line(h);
	h->gap = h->gap == GAP_NONE ? GAP_LINE : GAP_PARAGRAPH;
}

static void
begin_heading(struct html_reader *h, struct str attributes)
{
	begin_paragraph(h, attributes);
	h->heading = true;
}

static void
end_heading(struct html_reader *h, struct str attributes)
{
	begin_paragraph(h, attributes);
	h->heading = false;
}

static void
open_list(struct html_reader *h, int number)
{
	end_with(h, h->depth ? GAP_LINE : GAP_PARAGRAPH);
	h->is_list_item = false;
	if (h->depth < DEPTH_MAX)
		h->numbers[h->depth] = number;
	h->depth++;
}

static void
begin_list(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	open_list(h, 0);
}

static void
begin_numbered_list(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	open_list(h, 1);
}

static void
end_html_list(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	end_line(h);
	h->depth -= h->depth > 0;
	end_with(h, h->depth ? GAP_LINE : GAP_PARAGRAPH);
	h->is_list_item = false;
}

static void
begin_list_item(struct html_reader *h, struct str attributes)
{
	add_rule_line(h, attributes);
	h->is_list_item = true;
}

static void
begin_table_cell(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	if (h->line.n)
		append_text(h, STR(" | "));
}

/* ---- attributes ---- */

struct html_attribute {
	struct str name, value; /* the value as written, without its quotes */
};

static struct str
skip_space(struct str text)
{
	size_t n;
	while ((n = space_at(text)))
		text = str_sub(text, n, text.n);
	return text;
}

/* Takes a word off the front: the bytes up to white space or `stop`. */
static struct str
read_word(struct str *rest, char stop)
{
	size_t n = 0;
	while (n < rest->n && rest->p[n] != stop && !space_at(str_sub(*rest, n, 2)))
		n++;
	struct str word = str_sub(*rest, 0, n);
	*rest = str_sub(*rest, n, rest->n);
	return word;
}

static struct str
read_value(struct str *rest)
{
	char quote = rest->n ? rest->p[0] : '\0';
	if (quote != '"' && quote != '\'')
		return read_word(rest, '\0');
	struct str value = str_sub(*rest, 1, rest->n);
	size_t n = str_find_char(value, quote);
	*rest = n == SIZE_MAX ? STR_NONE : str_sub(value, n + 1, value.n);
	return str_sub(value, 0, n);
}

/* Takes the next attribute off the front; returns false if there is none. */
static bool
next_attribute(struct str *rest, struct html_attribute *a)
{
	*rest = skip_space(*rest);
	if (rest->n == 0)
		return false;
	*a = (struct html_attribute){ .name = read_word(rest, '=') };
	*rest = skip_space(*rest);
	if (rest->n == 0 || rest->p[0] != '=')
		return true;
	*rest = skip_space(str_sub(*rest, 1, rest->n));
	a->value = read_value(rest);
	return true;
}

static void
add_decoded(struct buf *out, struct str text)
{
	for (size_t i = 0, n; i < text.n; i += n ? n : 1) {
		n = entity_decode(out, str_sub(text, i, text.n));
		if (n == 0)
			buf_addc(out, text.p[i]);
	}
}

/* Appends the decoded value of an attribute; nothing if it is missing. */
static void
add_attribute(struct buf *out, struct str attributes, struct str name)
{
	struct html_attribute a;
	while (next_attribute(&attributes, &a))
		if (str_eq_nocase(a.name, name)) {
			add_decoded(out, a.value);
			return;
		}
}

/* ---- links and pictures ---- */

/* The number of an address; a repeated address keeps its number. */
static size_t
number_of(struct html_reader *h, struct str address)
{
	uint32_t number = index_get(h->link_numbers, address);
	if (number != UINT32_MAX)
		return number;
	struct str kept = arena_str(&h->text_arena, address);
	vec_push(&h->links, kept);
	index_put(h->link_numbers, kept, (uint32_t)h->links.n);
	return h->links.n;
}

static void
begin_link(struct html_reader *h, struct str attributes)
{
	struct buf address = { 0 };
	close_link(h);
	add_attribute(&address, attributes, STR("href"));
	if (address.n)
		h->link = number_of(h, buf_str(&address));
	buf_free(&address);
}

static void
end_link(struct html_reader *h, struct str attributes)
{
	(void)attributes;
	close_link(h);
}

/* Appends the alternative text of an image. */
static void
add_picture(struct html_reader *h, struct str attributes)
{
	struct buf words = { 0 };
	add_attribute(&words, attributes, STR("alt"));
	if (words.n) {
		append_text(h, STR("["));
		append_text(h, buf_str(&words));
		append_text(h, STR("]"));
	}
	buf_free(&words);
}

static void
write_links(struct html_reader *h)
{
	for (size_t i = 0; i < h->links.n && h->has_lines; i++) {
		if (i == 0)
			doc_line(h->d);
		doc_line(h->d);
		start_line(h, h->column);
		doc_printf(h->d, ROLE_LABEL, "[%zu] ", i + 1);
		doc_value(h->d, ROLE_REFERENCE, h->links.v[i]);
	}
}

/* ---- table of elements ---- */

/* `is_raw_text`: the content is not text, and ends only at its own end tag. */
static const struct html_element {
	const char *name;
	element_does *on_start, *on_end;
	bool is_raw_text;
} elements[] = {
	{ .name = "a", .on_start = begin_link, .on_end = end_link },
	{ .name = "img", .on_start = add_picture },
	{ .name = "br", .on_start = add_line_break },
	{ .name = "p", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "div", .on_start = add_rule_line, .on_end = add_rule_line },
	{ .name = "li", .on_start = begin_list_item, .on_end = add_rule_line },
	{ .name = "ul", .on_start = begin_list, .on_end = end_html_list },
	{ .name = "ol", .on_start = begin_numbered_list, .on_end = end_html_list },
	{ .name = "td", .on_start = begin_table_cell },
	{ .name = "th", .on_start = begin_table_cell },
	{ .name = "tr", .on_start = add_rule_line, .on_end = add_rule_line },
	{ .name = "table", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "h1", .on_start = begin_heading, .on_end = end_heading },
	{ .name = "h2", .on_start = begin_heading, .on_end = end_heading },
	{ .name = "h3", .on_start = begin_heading, .on_end = end_heading },
	{ .name = "h4", .on_start = begin_heading, .on_end = end_heading },
	{ .name = "h5", .on_start = begin_heading, .on_end = end_heading },
	{ .name = "h6", .on_start = begin_heading, .on_end = end_heading },
	{ .name = "hr", .on_start = begin_paragraph },
	{ .name = "dl", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "dt", .on_start = add_rule_line, .on_end = add_rule_line },
	{ .name = "dd", .on_start = add_rule_line, .on_end = add_rule_line },
	{ .name = "pre", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "blockquote", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "section", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "article", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "header", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "footer", .on_start = begin_paragraph, .on_end = begin_paragraph },
	{ .name = "caption", .on_start = add_rule_line, .on_end = add_rule_line },
	{ .name = "option", .on_start = add_rule_line, .on_end = add_rule_line },
	{ .name = "script", .is_raw_text = true },
	{ .name = "style", .is_raw_text = true },
	{ .name = "title", .is_raw_text = true },
};

static const struct html_element *
element_find(struct str name)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (str_eq_nocase(name, str_of(elements[i].name)))
			return &elements[i];
	return NULL;
}

/* ---- tags ---- */

static struct str
rest_of(const struct html_reader *h)
{
	return str_sub(h->text, h->offset, h->text.n);
}

/* The index of the end of a tag: the first > outside quotes. If there is none, quotes are
 * ignored from here on, so that no text is scanned repeatedly; SIZE_MAX if there is no > at all. */
static size_t
find_tag_end(struct html_reader *h, struct str tag)
{
	char quote = '\0';
	for (size_t i = 0; i < tag.n && h->quote_end_possible; i++) {
		char c = tag.p[i];
		if (c == '>' && !quote)
			return i;
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? '\0' : c;
	}
	h->quote_end_possible = false;
	return str_find_char(tag, '>');
}

/* Skips to the position after </name, or to the end of the text. */
static void
skip_raw(struct html_reader *h, const struct html_element *e)
{
	struct str name = str_of(e->name);
	for (; h->offset < h->text.n; h->offset++) {
		struct str here = rest_of(h);
		if (here.p[0] == '<' && str_starts(here, STR("</")) &&
		    str_eq_nocase(str_sub(here, 2, name.n), name))
			return;
	}
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Handles a tag, "p class=x" or "/p": the text between < and >. */
static void
apply_element(struct html_reader *h, struct str tag)
{
	bool ends = tag.p[0] == '/';
	size_t n = ends;
	while (n < tag.n && (is_letter(tag.p[n]) || (tag.p[n] >= '0' && tag.p[n] <= '9')))
		n++;
	const struct html_element *e = element_find(str_sub(tag, ends, n - ends));
	if (!e)
		return;
	element_does *does = ends ? e->on_end : e->on_start;
	if (does)
		does(h, str_sub(tag, n, tag.n));
	if (e->is_raw_text && !ends)
		skip_raw(h, e);
}

/* Skips a comment, or only the start of one that never ends; returns false if there is none
 * here. */
static bool
skip_comment(struct html_reader *h)
{
	if (!str_starts(rest_of(h), STR("<!--")))
		return false;
	struct str inside = str_sub(h->text, h->offset + 2, h->text.n);
	size_t end = h->comment_end_possible ? str_find(inside, STR("-->")) : SIZE_MAX;
	h->comment_end_possible = end != SIZE_MAX;
	h->offset += h->comment_end_possible ? 2 + end + 3 : 4;
	return true;
}

/* Processes a tag or any other markup between < and >; a < that starts neither is text. */
static void
read_tag(struct html_reader *h)
{
	struct str here = str_sub(rest_of(h), 1, h->text.n);
	char c = here.n ? here.p[0] : '\0';
	bool any = h->offset < h->last_tag_end;
	bool tag = any && (is_letter(c) || (c == '/' && here.n > 1 && is_letter(here.p[1])));
	bool other = any && (c == '!' || c == '?' || c == '/');
	size_t end = tag ? find_tag_end(h, here) : other ? str_find_char(here, '>') : SIZE_MAX;
	if (end == SIZE_MAX) {
		append_text(h, STR("<"));
		h->offset++;
		return;
	}
	h->offset += 1 + end + 1;
	if (tag)
		apply_element(h, str_sub(here, 0, end));
}

static void
read_entity(struct html_reader *h)
{
	struct buf one = { 0 };
	size_t n = entity_decode(&one, rest_of(h));
	append_text(h, n ? buf_str(&one) : STR("&"));
	h->offset += n ? n : 1;
	buf_free(&one);
}

static void
read_text(struct html_reader *h)
{
	size_t n = 0;
	struct str here = rest_of(h);
	while (n < here.n && here.p[n] != '<' && here.p[n] != '&')
		n++;
	append_text(h, str_sub(here, 0, n));
	h->offset += n;
}

static size_t
after_last(struct str text, char c)
{
	size_t n = text.n;
	while (n && text.p[n - 1] != c)
		n--;
	return n;
}

void
html_doc(struct doc *d, enum role role, struct str html)
{
	struct html_reader h = { .d = d,
		.role = role,
		.column = d->lines.n ? d->lines.v[d->lines.n - 1].cells : 0,
		.text = html,
		.last_tag_end = after_last(html, '>'),
		.comment_end_possible = true,
		.quote_end_possible = true,
		.link_numbers = index_new() };
	while (h.offset < html.n) {
		if (html.p[h.offset] == '&')
			read_entity(&h);
		else if (html.p[h.offset] != '<')
			read_text(&h);
		else if (!skip_comment(&h))
			read_tag(&h);
	}
	end_line(&h);
	write_links(&h);
	index_free(h.link_numbers);
	vec_free(&h.links);
	buf_free(&h.line);
	arena_free(&h.text_arena);
}
