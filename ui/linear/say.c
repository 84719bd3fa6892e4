#include "ui/linear/say.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- what goes out ---- */

static bool
is_unfit(uint32_t cp)
{
	enum { BOXES = 0x2500, BEHIND_BLOCKS = 0x25A0 };
	return cp < 32 || (cp >= 127 && cp < 160) || (cp >= BOXES && cp < BEHIND_BLOCKS);
}

static void
put_in_ascii(struct buf *out, uint32_t cp)
{
	enum { DOTS = 0x2026, POINT = 0xB7 };
	buf_addz(out, cp == DOTS ? "..." : cp == POINT ? "-" : "?");
}

static void
put_line_out(struct say *s, struct str line)
{
	struct buf out = { 0 };
	for (size_t i = 0; i < line.n;) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(line, i, UTF8_MAX), &cp);
		if (is_unfit(cp))
			buf_addf(&out, "\\u{%X}", (unsigned)cp);
		else if (cp > 127 && s->ascii)
			put_in_ascii(&out, cp);
		else
			utf8_encode(&out, cp);
		i += len ? len : 1;
	}
	buf_addc(&out, '\n');
	if (fwrite(out.p, 1, out.n, stdout) != out.n)
		s->failed = true;
	s->lines++;
	buf_free(&out);
}

static void
flush(struct say *s)
{
	if (fflush(stdout) != 0)
		s->failed = true;
}

static void
end_prompt_line(struct say *s)
{
	if (s->in_line)
		fputc('\n', stdout);
	s->in_line = false;
}

void
say_text(struct say *s, struct str text)
{
	struct str line;
	end_prompt_line(s);
	while (text.n && str_next(&text, '\n', &line))
		if (str_trim(line).n)
			put_line_out(s, line);
	flush(s);
}

void
say_words(struct say *s, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	say_text(s, buf_str(&words));
	buf_free(&words);
}

void
say_prompt(struct say *s, struct str prompt)
{
	end_prompt_line(s);
	fwrite(prompt.p, 1, prompt.n, stdout);
	s->in_line = true;
	flush(s);
}

void
say_prompt_ends(struct say *s, bool newline)
{
	if (newline)
		s->in_line = false;
	else
		end_prompt_line(s);
}

/* ---- parts ---- */

static size_t
lines_in(struct str text)
{
	size_t n = 0;
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		n += str_trim(line).n > 0;
	return n;
}

void
say_part(struct say *s, struct str text)
{
	struct str rest = text, line;
	struct buf part = { 0 }, left = { 0 };
	for (size_t n = 0; n < SAY_LINES && rest.n && str_next(&rest, '\n', &line);) {
		if (!str_trim(line).n)
			continue;
		buf_adds(&part, line);
		buf_addc(&part, '\n');
		n++;
	}
	buf_adds(&left, rest); /* it may be a part of what waits */
	buf_reset(&s->rest);
	buf_adds(&s->rest, buf_str(&left));
	say_text(s, buf_str(&part));
	size_t more = lines_in(buf_str(&s->rest));
	if (more)
		say_words(s, "%zu more %s; more goes on", more, more == 1 ? "line" : "lines");
	else
		buf_reset(&s->rest);
	buf_free(&part);
	buf_free(&left);
}

bool
say_more(struct say *s)
{
	struct buf rest = { 0 };
	if (!s->rest.n)
		return false;
	buf_adds(&rest, buf_str(&s->rest));
	say_part(s, buf_str(&rest));
	buf_free(&rest);
	return true;
}

void
say_forget_rest(struct say *s)
{
	buf_reset(&s->rest);
}

void
say_free(struct say *s)
{
	buf_free(&s->rest);
}

/* ---- columns in words ---- */

static void
add_gap(struct buf *out, bool label, size_t from)
{
	bool ends = out->n > from && strchr(":;,.?!", out->p[out->n - 1]);
	buf_addz(out, ends ? " " : label ? ": " : ", ");
}

/* "-- Known from your journal -----" */
static struct str
without_rules(struct str text)
{
	enum { LEAST = 4 };
	size_t end = text.n;
	while (end > 0 && text.p[end - 1] == '-')
		end--;
	if (text.n - end >= LEAST)
		text = str_sub(text, 0, end);
	if (str_starts(text, STR("-- ")))
		text = str_sub(text, 3, text.n);
	return str_trim(text);
}

/* Does a sign at the front hang something, or go on below, and is not the first letter of a text,
 * as that of a telephone number? */
static bool
is_branch(struct str text)
{
	return text.n && strchr("|`+", text.p[0]) && (text.n == 1 || strchr("|`+- ", text.p[1]));
}

/* "|  |- charge monthly": on the second level. Of lines alone nothing is left. */
static struct str
without_branches(struct str text, size_t before, size_t *level)
{
	enum { STEP = 3 };
	size_t at = 0;
	bool any = false;
	while (at < text.n && (strchr("- ", text.p[at]) || is_branch(str_sub(text, at, text.n)))) {
		any = any || is_branch(str_sub(text, at, text.n));
		at++;
	}
	*level = any ? (before + at) / STEP : 0;
	return any ? str_sub(text, at, text.n) : text;
}

/* "######....": a bar, beside which the number stands, and the blanks behind it. */
static size_t
bar_at(struct str text)
{
	enum { LEAST = 6 };
	size_t n = 0;
	while (n < text.n && strchr("#=.+-", text.p[n]))
		n++;
	if (n < LEAST || (n < text.n && text.p[n] != ' '))
		return 0;
	while (n < text.n && text.p[n] == ' ')
		n++;
	return n;
}

/* Blanks between two columns, or our own point between two parts, as bytes; 0: neither is here. */
static size_t
gap_at(struct str text)
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
say_add_spoken(struct buf *out, struct str line, int labels)
{
	size_t level, from = out->n;
	struct str text = without_rules(str_trim(line));
	text = without_branches(text, text.n ? (size_t)(text.p - line.p) : 0, &level);
	size_t indent = text.n ? (size_t)(text.p - line.p) : 0;
	bool first = labels == SAY_ANY_LABEL || (labels > 0 && indent <= 1);
	if (level > 0 && text.n && labels != SAY_NO_COLUMNS)
		buf_addf(out, "level %zu, ", level);
	for (size_t i = 0; i < text.n;) {
		size_t gap = gap_at(str_sub(text, i, text.n));
		i += gap;
		if (gap == 1 || (gap && labels == SAY_NO_COLUMNS))
			buf_addc(out, ' ');
		else if (gap)
			add_gap(out,
			    first &&
				(labels == SAY_ANY_LABEL ||
				    text_width(str_sub(line, 0, indent + i)) == labels),
			    from);
		first = first && gap < 2;
		i += gap ? bar_at(str_sub(text, i, text.n)) : 0;
		if (i < text.n)
			buf_addc(out, text.p[i++]);
	}
}

void
say_add_line(struct buf *out, const struct doc *d, size_t line, bool exact)
{
	const struct doc_line *l = &d->lines.v[line];
	struct buf text = { 0 };
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &d->pieces.v[l->first + i];
		int used = text_width(buf_str(&text));
		buf_pad(&text, ' ', p->column > used ? (size_t)(p->column - used) : 0);
		buf_adds(&text, p->text);
	}
	if (exact)
		buf_adds(out, buf_str(&text));
	else
		say_add_spoken(out, buf_str(&text), DOC_INDENT);
	buf_addc(out, '\n');
	buf_free(&text);
}
