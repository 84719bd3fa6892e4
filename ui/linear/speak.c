#include "ui/linear/speak.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINES_PIECE_SIZE = 65536 };

/* Wipes lines that were returned, since they may contain a token. */
static void
drop_consumed(struct line_reader *l)
{
	if (l->next_line == 0)
		return;
	size_t left = l->bytes.n - l->next_line;
	memmove(l->bytes.p, l->bytes.p + l->next_line, left);
	explicit_bzero(l->bytes.p + left, l->next_line);
	l->bytes.n = left;
	l->next_line = 0;
}

void
lines_read(struct line_reader *l)
{
	drop_consumed(l);
	ssize_t n = read(l->fd, buf_reserve(&l->bytes, LINES_PIECE_SIZE), LINES_PIECE_SIZE);
	if (n > 0)
		l->bytes.n += (size_t)n;
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		l->at_eof = true;
}

bool
lines_has_next(const struct line_reader *l)
{
	int waiting = 0; /* FIONREAD: on a terminal, bytes of whole lines; 0 at the end of input */
	struct str rest = str_from(l->bytes.p + l->next_line, l->bytes.n - l->next_line);
	if (rest.n && (l->at_eof || str_find_char(rest, '\n') != SIZE_MAX))
		return true;
	return ioctl(l->fd, FIONREAD, &waiting) == 0 && waiting > 0;
}

/* Returns the next line, which ends before `end`. */
static struct str
cut_line(struct line_reader *l, size_t end)
{
	struct str line = str_from(l->bytes.p + l->next_line, end - l->next_line);
	l->next_line = end < l->bytes.n ? end + 1 : end;
	if (str_ends(line, STR("\r")))
		line.n--;
	return line;
}

enum lines_next
lines_next_line(struct line_reader *l, struct str *line)
{
	struct str rest = str_from(l->bytes.p + l->next_line, l->bytes.n - l->next_line);
	size_t newline = rest.n ? str_find_char(rest, '\n') : SIZE_MAX;
	bool whole = newline != SIZE_MAX || (l->at_eof && rest.n);
	if (!whole && rest.n > LINES_LINE_BYTES_MAX) {
		l->skips_line = true;
		l->next_line = l->bytes.n;
	}
	if (!whole && l->at_eof) {
		bool was_long = l->skips_line;
		l->skips_line = false;
		return was_long ? LINES_TOO_LONG : LINES_END;
	}
	if (!whole)
		return LINES_NONE;
	*line = cut_line(l, newline == SIZE_MAX ? l->bytes.n : l->next_line + newline);
	bool is_rest = l->skips_line || line->n > LINES_LINE_BYTES_MAX;
	l->skips_line = false;
	return is_rest ? LINES_TOO_LONG : LINES_ONE;
}

void
lines_free(struct line_reader *l)
{
	buf_wipe(&l->bytes);
}

/* ---- output ---- */

static bool
is_not_spoken(uint32_t cp)
{
	enum { BOXES_START = 0x2500, BLOCKS_END = 0x25A0 };
	return cp < 32 || (cp >= 127 && cp < 160) || (cp >= BOXES_START && cp < BLOCKS_END);
}

static void
append_ascii(struct buf *out, uint32_t cp)
{
	enum { CP_ELLIPSIS = 0x2026, CP_MIDDLE_DOT = 0xB7 };
	buf_addz(out, cp == CP_ELLIPSIS ? "..." : cp == CP_MIDDLE_DOT ? "." : "?");
}

/* The terminal's width in cells; 0 if stdout is not a terminal. */
static int
cells_of_terminal(void)
{
	struct winsize size;
	bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
	return known ? size.ws_col : 0;
}

/* The bytes of the text for one line: whole words, ending at a comma if most of the line comes
 * before it. A word longer than the line is not broken. */
static size_t
find_line_break(struct str text, int cells)
{
	size_t fits = text_fit(text, cells, NULL), word = 0, part = 0;
	if (fits == text.n)
		return text.n;
	for (size_t i = 1; i <= fits; i++)
		if (text.p[i] == ' ' && text.p[i - 1] != ' ') {
			word = i;
			part = strchr(",;:.", text.p[i - 1]) ? i : part;
		}
	if (part > fits / 2)
		return part;
	return word ? word : str_find_char(text, ' ') < text.n ? str_find_char(text, ' ') : text.n;
}

static void
add_wrapped_lines(struct buf *out, struct str text)
{
	int cells = cells_of_terminal();
	while (cells > 0 && text_width(text) > cells) {
		size_t n = find_line_break(text, cells);
		if (n == text.n)
			break;
		buf_adds(out, str_sub(text, 0, n));
		buf_addc(out, '\n');
		text = str_sub(text, n + 1, text.n);
	}
	buf_adds(out, text);
	buf_addc(out, '\n');
}

static void
record_write_error(struct speaker *s)
{
	if (!s->write_errno)
		s->write_errno = errno ? errno : EIO;
}

static void
print_line(struct speaker *s, struct str line)
{
	struct buf out = { 0 }, lines = { 0 };
	for (size_t i = 0; i < line.n;) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(line, i, UTF8_BYTES_MAX), &cp);
		if (is_not_spoken(cp))
			buf_addf(&out, "\\u{%X}", (unsigned)cp);
		else if (cp > 127 && s->ascii)
			append_ascii(&out, cp);
		else
			utf8_encode(&out, cp);
		i += len ? len : 1;
	}
	add_wrapped_lines(&lines, buf_str(&out));
	if (fwrite(lines.p, 1, lines.n, stdout) != lines.n)
		record_write_error(s);
	s->line_count++;
	buf_free(&out);
	buf_free(&lines);
}

static void
flush_stdout(struct speaker *s)
{
	if (fflush(stdout) != 0)
		record_write_error(s);
}

static void
end_prompt_line(struct speaker *s)
{
	if (s->after_prompt)
		fputc('\n', stdout);
	s->after_prompt = false;
}

void
speak_text(struct speaker *s, struct str text)
{
	struct str line;
	end_prompt_line(s);
	while (text.n && str_next(&text, '\n', &line))
		if (str_trim(line).n)
			print_line(s, line);
	flush_stdout(s);
}

void
speak_words(struct speaker *s, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	speak_text(s, buf_str(&words));
	buf_free(&words);
}

void
speak_prompt(struct speaker *s, struct str prompt)
{
	end_prompt_line(s);
	fwrite(prompt.p, 1, prompt.n, stdout);
	s->after_prompt = true;
	flush_stdout(s);
}

void
speak_end_prompt(struct speaker *s, bool newline)
{
	if (newline)
		s->after_prompt = false;
	else
		end_prompt_line(s);
}

/* ---- parts ---- */

static size_t
count_text_lines(struct str text)
{
	size_t n = 0;
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		n += str_trim(line).n > 0;
	return n;
}

void
speak_first_part(struct speaker *s, struct str text)
{
	struct str rest = text, line;
	struct buf part = { 0 }, left = { 0 };
	for (size_t n = 0; n < SPEAK_LINES_PER_PART && rest.n && str_next(&rest, '\n', &line);) {
		if (!str_trim(line).n)
			continue;
		buf_adds(&part, line);
		buf_addc(&part, '\n');
		n++;
	}
	buf_adds(&left, rest); /* the text may be part of s->rest */
	buf_reset(&s->pending_lines);
	buf_adds(&s->pending_lines, buf_str(&left));
	speak_text(s, buf_str(&part));
	size_t more = count_text_lines(buf_str(&s->pending_lines));
	if (more)
		speak_words(s, "%zu more %s; more continues", more, more == 1 ? "line" : "lines");
	else
		buf_reset(&s->pending_lines);
	buf_free(&part);
	buf_free(&left);
}

bool
speak_next_part(struct speaker *s)
{
	struct buf rest = { 0 };
	if (!s->pending_lines.n)
		return false;
	buf_adds(&rest, buf_str(&s->pending_lines));
	speak_first_part(s, buf_str(&rest));
	buf_free(&rest);
	return true;
}

void
speak_discard_pending(struct speaker *s)
{
	buf_reset(&s->pending_lines);
}

void
speaker_free(struct speaker *s)
{
	buf_free(&s->pending_lines);
}

/* ---- columns ---- */

static void
add_separator(struct buf *out, bool label, size_t from)
{
	bool ends = out->n > from && strchr(":;,.?!", out->p[out->n - 1]);
	buf_addz(out, ends ? " " : label ? ": " : ", ");
}

/* The bytes of a gap at the start of the text: several spaces between columns, or " · " between
 * parts; 0 if there is none. */
static size_t
gap_length(struct str text)
{
	struct str point = STR(" \xC2\xB7 ");
	size_t n = 0;
	if (str_starts(text, point))
		return point.n;
	while (n < text.n && text.p[n] == ' ')
		n++;
	return n;
}

void
append_spoken_line(struct buf *out, struct str line, int labels)
{
	size_t from = out->n;
	struct str text = str_trim(line);
	size_t indent = text.n ? (size_t)(text.p - line.p) : 0;
	bool first = labels == SPEAK_ANY_LABEL || (labels > 0 && indent <= 1);
	for (size_t i = 0; i < text.n;) {
		size_t gap = gap_length(str_sub(text, i, text.n));
		i += gap;
		if (gap == 1 || (gap && labels == SPEAK_NO_COLUMNS))
			buf_addc(out, ' ');
		else if (gap)
			add_separator(out,
			    first &&
				(labels == SPEAK_ANY_LABEL ||
				    text_width(str_sub(line, 0, indent + i)) == labels),
			    from);
		first = first && gap < 2;
		if (i < text.n)
			buf_addc(out, text.p[i++]);
	}
}

/* Appends a document's line with its columns; pieces that are drawn become blanks. */
static void
add_columns(struct buf *out, const struct doc *d, const struct doc_line *l, bool exact)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &d->pieces.v[l->first_piece + i];
		int used = text_width(buf_str(out));
		buf_pad(out, ' ', p->column > used ? (size_t)(p->column - used) : 0);
		if (p->is_drawing && !exact)
			buf_pad(out, ' ', (size_t)p->cell_count);
		else
			buf_adds(out, p->text);
	}
}

/* The level of "|  |- charge monthly" is 2, counted by the branches before the text; 0 for a
 * rule, which starts at the left edge. */
static int
level_of(const struct doc *d, const struct doc_line *l)
{
	enum { CELLS_PER_LEVEL = 3 };
	int drawn = 0;
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &d->pieces.v[l->first_piece + i];
		if (p->is_drawing && p->column > 0)
			drawn += p->cell_count;
		else if (!p->is_drawing && str_trim(p->text).n)
			return drawn / CELLS_PER_LEVEL;
	}
	return 0;
}

/* The label at the start of a line. Its value may follow after a single space, or be drawn. A
 * label that ends in its own space is part of a sentence. */
static struct str
label_of(const struct doc *d, const struct doc_line *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &d->pieces.v[l->first_piece + i];
		struct str word = str_trim(p->text);
		bool is_one = p->role == ROLE_LABEL && p->column == 1 &&
		    p->cell_count < DOC_VALUE_COLUMN - 1;
		if (word.n)
			return is_one && word.n == p->text.n ? word : STR_NONE;
	}
	return STR_NONE;
}

static void
add_spoken_line(
    struct buf *out, const struct doc *d, const struct doc_line *l, struct str text, int labels)
{
	struct str label = label_of(d, l), value = STR_NONE;
	int level = level_of(d, l);
	if (label.n)
		value = str_trim(str_sub(text, 1 + label.n, text.n));
	if (level > 0)
		buf_addf(out, "level %d, ", level);
	if (!value.n) {
		append_spoken_line(out, text, labels);
		return;
	}
	buf_adds(out, label);
	add_separator(out, true, out->n - label.n);
	append_spoken_line(out, value, SPEAK_NO_LABELS);
}

void
append_spoken_doc_line(struct buf *out, const struct doc *d, size_t line, int labels)
{
	const struct doc_line *l = &d->lines.v[line];
	struct buf text = { 0 };
	add_columns(&text, d, l, labels == SPEAK_EXACT);
	if (labels == SPEAK_EXACT)
		buf_adds(out, buf_str(&text));
	else
		add_spoken_line(out, d, l, buf_str(&text), labels);
	buf_addc(out, '\n');
	buf_wipe(&text); /* it may hold a link */
}
