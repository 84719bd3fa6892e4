#include "list/doc.h"

#include "base/utf8.h"
#include "list/entity.h"
#include "list/hide_private.h"

#include <stdarg.h>
#include <string.h>

void
doc_clear(struct doc *d)
{
	arena_reset(&d->text_arena);
	d->pieces.n = d->lines.n = d->targets.n = 0;
}

void
doc_free(struct doc *d)
{
	arena_free(&d->text_arena);
	vec_free(&d->pieces);
	vec_free(&d->lines);
	vec_free(&d->targets);
}

void
doc_begin_line(struct doc *d)
{
	struct doc_line line = { .first_piece = d->pieces.n };
	vec_push(&d->lines, line);
}

static struct doc_line *
last_line(struct doc *d)
{
	if (d->lines.n == 0)
		doc_begin_line(d);
	return &d->lines.v[d->lines.n - 1];
}

static void
add_shown_piece(struct doc *d, enum role role, struct str clean)
{
	struct doc_line *line = last_line(d);
	struct doc_piece piece = { .text = arena_str(&d->text_arena, clean),
		.role = role,
		.cell_count = text_width(clean),
		.column = line->cell_count };
	if (clean.n == 0)
		return;
	vec_push(&d->pieces, piece);
	line->n++;
	line->cell_count += piece.cell_count;
}

static void
add_piece(struct doc *d, enum role role, struct str clean)
{
	struct buf shown = { 0 };
	if (!d->hides_private) {
		add_shown_piece(d, role, clean);
		return;
	}
	hide_private(&shown, clean, d->ascii);
	add_shown_piece(d, role, buf_str(&shown));
	buf_free(&shown);
}

void
doc_add_text(struct doc *d, enum role role, struct str text)
{
	struct buf clean = { 0 };
	unsigned flags = text_clean(&clean, text, d->ascii);
	if (text_is_suspicious(flags, false))
		add_piece(d, ROLE_WARN, STR("! "));
	add_piece(d, role, buf_str(&clean));
	buf_free(&clean);
}

/* Sets the link target of the last piece. */
static void
add_target(struct doc *d, const struct doc_target *target)
{
	const struct doc_target own = { target->kind, arena_str(&d->text_arena, target->path) };
	vec_push(&d->targets, own);
	d->pieces.v[d->pieces.n - 1].target_number = (uint32_t)d->targets.n;
}

void
doc_add_link(struct doc *d, enum role role, struct str text, const struct doc_target *target)
{
	size_t before = d->pieces.n;
	doc_add_text(d, role, text);
	if (d->pieces.n > before)
		add_target(d, target);
}

void
doc_add_cut_link(
    struct doc *d, enum role role, struct str text, const struct doc_target *target, int cells)
{
	struct buf clean = { 0 }, cut = { 0 };
	unsigned flags = text_clean(&clean, text, d->ascii);
	if (text_is_suspicious(flags, false)) {
		add_piece(d, ROLE_WARN, STR("! "));
		cells -= 2;
	}
	if (d->hides_private)
		hide_private_from(&clean, 0, d->ascii);
	text_cut(&cut, buf_str(&clean), cells, d->ascii);
	size_t before = d->pieces.n;
	add_piece(d, role, buf_str(&cut));
	if (d->pieces.n > before)
		add_target(d, target);
	buf_free(&clean);
	buf_free(&cut);
}

static void
add_formatted(struct doc *d, enum role role, const char *format, va_list args)
{
	struct buf words = { 0 };
	buf_addv(&words, format, args);
	add_piece(d, role, buf_str(&words));
	buf_free(&words);
}

void
doc_printf(struct doc *d, enum role role, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add_formatted(d, role, format, args);
	va_end(args);
}

void
doc_add_drawing(struct doc *d, enum role role, const char *format, ...)
{
	size_t before = d->pieces.n;
	va_list args;
	va_start(args, format);
	add_formatted(d, role, format, args);
	va_end(args);
	if (d->pieces.n > before)
		d->pieces.v[before].is_drawing = true;
}

void
doc_add_repeated(struct doc *d, enum role role, const char *format, ...)
{
	size_t before = d->pieces.n;
	va_list args;
	va_start(args, format);
	add_formatted(d, role, format, args);
	va_end(args);
	if (d->pieces.n > before)
		d->pieces.v[before].is_repeated = true;
}

void
doc_pad_to_column(struct doc *d, int column)
{
	int now = last_line(d)->cell_count;
	doc_printf(d, ROLE_TEXT, "%*s", column > now ? column - now : 1, "");
}

void
doc_add_label(struct doc *d, const char *label)
{
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_printf(d, ROLE_LABEL, "%s", label);
	doc_pad_to_column(d, doc_value_column(d));
}

void
doc_wrap(struct doc *d, int column, int cells)
{
	int used = last_line(d)->cell_count;
	if (!d->width || used + cells < d->width || used <= column)
		return;
	doc_begin_line(d);
	doc_pad_to_column(d, column);
}

/* The number of bytes that fit, preferably up to a space. */
static size_t
find_line_break(struct str text, int cells)
{
	size_t fits = text_fit(text, cells, NULL);
	if (fits == text.n)
		return fits;
	for (size_t i = fits; i > fits / 3; i--)
		if (text.p[i - 1] == ' ')
			return i;
	return fits ? fits : text_grapheme_length(text);
}

static void
add_marked_value(struct doc *d, enum role role, struct str text, bool marked)
{
	struct buf clean = { 0 };
	unsigned flags = text_clean(&clean, text, d->ascii);
	if (d->hides_private)
		hide_private_from(&clean, 0, d->ascii);
	struct str rest = buf_str(&clean);
	if (marked || text_is_suspicious(flags, false))
		add_piece(d, ROLE_WARN, STR("! "));
	int from = last_line(d)->cell_count;
	for (bool first = true; rest.n || first; first = false) {
		int room = d->width ? d->width - from - 1 : 1 << 20;
		if (!first) {
			doc_begin_line(d);
			if (from)
				doc_pad_to_column(d, from);
		}
		size_t n = find_line_break(rest, room < 8 ? 8 : room);
		add_piece(d, role, str_sub(rest, 0, n));
		rest = str_sub(rest, n, rest.n);
	}
	buf_free(&clean);
}

void
doc_add_value(struct doc *d, enum role role, struct str text)
{
	add_marked_value(d, role, text, false);
}

void
doc_add_name(struct doc *d, enum role role, struct str name)
{
	struct buf decoded = { 0 };
	bool is_decoded = entity_decode_all(&decoded, name);
	add_marked_value(d, role, is_decoded ? buf_str(&decoded) : name, is_decoded);
	buf_free(&decoded);
}

void
doc_add_labelled(struct doc *d, const char *label, struct str text)
{
	if (!text.n)
		return;
	doc_add_label(d, label);
	doc_add_value(d, ROLE_TEXT, text);
}

struct number_cells
number_cells_of(struct str number)
{
	struct str whole = str_sub(number, 0, str_find_char(number, '.'));
	int cells = text_width(whole);
	return (struct number_cells){ cells, text_width(number) - cells };
}

void
number_cells_add(struct number_cells *cells, struct number_cells more)
{
	cells->integer = more.integer > cells->integer ? more.integer : cells->integer;
	cells->fraction = more.fraction > cells->fraction ? more.fraction : cells->fraction;
}

void
doc_add_aligned_number(struct doc *d, int column, enum role role, struct str number)
{
	doc_pad_to_column(d, column - number_cells_of(number).integer);
	add_piece(d, role, number);
}

/* Appends the link targets of another document. Returns the number of those before. */
static uint32_t
copy_targets(struct doc *d, const struct doc *from)
{
	uint32_t before = (uint32_t)d->targets.n;
	for (size_t i = 0; i < from->targets.n; i++) {
		const struct doc_target *t = &from->targets.v[i];
		const struct doc_target own = { t->kind, arena_str(&d->text_arena, t->path) };
		vec_push(&d->targets, own);
	}
	return before;
}

/* Appends a line of another document to the last line. `targets`: the number of link targets before
 * those of the other document. */
static void
copy_line(struct doc *d, const struct doc *from, size_t line, uint32_t targets)
{
	const struct doc_line *l = line < from->lines.n ? &from->lines.v[line] : NULL;
	int base = last_line(d)->cell_count;
	for (size_t i = 0; l && i < l->n; i++) {
		const struct doc_piece *p = &from->pieces.v[l->first_piece + i];
		if (base + p->column > last_line(d)->cell_count)
			doc_pad_to_column(d, base + p->column);
		add_shown_piece(d, p->role, p->text);
		struct doc_piece *own = &d->pieces.v[d->pieces.n - 1];
		own->is_drawing = p->is_drawing;
		own->is_repeated = p->is_repeated;
		own->target_number = p->target_number ? targets + p->target_number : 0;
	}
}

struct price_parts
price_parts_of(struct str text)
{
	enum { CODE = 3 };
	struct price_parts parts = { .rest = text };
	size_t end = CODE + 1;
	if (text.n < CODE + 2 || text.p[CODE] != ' ' || text.p[end] < '0' || text.p[end] > '9')
		return parts;
	for (size_t i = 0; i < CODE; i++)
		if (text.p[i] < 'A' || text.p[i] > 'Z')
			return parts;
	while (end < text.n && (strchr("0123456789.", text.p[end]) ||
		   (text.p[end] == ',' && end + 1 < text.n && text.p[end + 1] != ' ')))
		end++;
	parts.currency = str_sub(text, 0, CODE);
	parts.amount = str_sub(text, CODE + 1, end - CODE - 1);
	parts.rest = str_sub(text, end, text.n);
	return parts;
}

void
doc_append(struct doc *d, const struct doc *from)
{
	uint32_t targets = copy_targets(d, from);
	for (size_t i = 0; i < from->lines.n; i++) {
		doc_begin_line(d);
		copy_line(d, from, i, targets);
	}
}

void
doc_add_side_by_side(struct doc *d, struct doc *left, struct doc *right, int column, bool divided)
{
	int room = d->width - column - divided - 1;
	if (right->width && right->width > room && room > 0)
		right->width = room;
	doc_reflow(left);
	doc_reflow(right);
	size_t n = left->lines.n > right->lines.n ? left->lines.n : right->lines.n;
	uint32_t of_left = copy_targets(d, left), of_right = copy_targets(d, right);
	for (size_t i = 0; i < n; i++) {
		bool any = i < right->lines.n && right->lines.v[i].n;
		doc_begin_line(d);
		copy_line(d, left, i, of_left);
		if (any || divided)
			doc_pad_to_column(d, column);
		if (divided)
			doc_add_drawing(d, doc_frame(d), "%s", d->ascii ? "|" : "\xE2\x94\x82");
		copy_line(d, right, i, of_right);
	}
}

void
doc_columns_start(struct doc_columns *columns, const struct doc *d, int left_percent)
{
	int column = d->width * left_percent / 100;
	struct doc part = { .width = column - 1,
		.ascii = d->ascii,
		.hides_private = d->hides_private,
		.frame = d->frame };
	*columns = (struct doc_columns){ .left = part, .right = part, .column = column };
	columns->right.width = d->width - column - 2;
}

void
doc_columns_end(struct doc_columns *columns, struct doc *d)
{
	if (columns->left.lines.n && columns->right.lines.n)
		doc_add_side_by_side(d, &columns->left, &columns->right, columns->column, true);
	else
		doc_append(d, columns->left.lines.n ? &columns->left : &columns->right);
	doc_free(&columns->left);
	doc_free(&columns->right);
}

/* ---- line wrapping ---- */

static bool
is_blank(struct str text)
{
	return str_trim(text).n == 0;
}

static int
count_leading_blanks(struct str text)
{
	int n = 0;
	while ((size_t)n < text.n && text.p[n] == ' ')
		n++;
	return n;
}

/* The column at which a long line continues: that of the value after a label, otherwise that of
 * its first word. */
static int
column_of_value(const struct doc *d, const struct doc_line *l)
{
	int first = -1;
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &d->pieces.v[l->first_piece + i];
		if (is_blank(p->text))
			continue;
		if (first >= 0 || p->role != ROLE_LABEL || p->column != 1)
			return first < 0 ? p->column + count_leading_blanks(p->text)
			    : p->column == doc_value_column(d) ? p->column
							       : first;
		first = p->column;
	}
	return first < 0 ? 0 : first;
}

/* The number of bytes that stay on the line: up to a space or the `/` of a path within `cells`;
 * a word longer than a whole line is split. */
static size_t
count_bytes_on_line(struct str text, int cells, bool fresh)
{
	size_t fits = cells > 0 ? text_fit(text, cells, NULL) : 0;
	if (fits == text.n || (fits < text.n && text.p[fits] == ' '))
		return fits;
	for (size_t i = fits; i > 0; i--)
		if (text.p[i - 1] == ' ')
			return i;
	for (size_t i = fits; i > 1; i--)
		if (text.p[i - 1] == '/' && text.p[i] != '/')
			return i;
	return !fresh ? 0 : fits ? fits : text_grapheme_length(text);
}

struct doc_reflow_state {
	struct doc *d;
	struct doc result; /* the new lines and pieces */
	int indent;
};

static void
begin_continuation_line(struct doc_reflow_state *f, const struct doc_line *from)
{
	doc_begin_line(&f->result);
	struct doc_line *l = &f->result.lines.v[f->result.lines.n - 1];
	l->fold_level = from->fold_level + from->is_foldable;
	l->cell_count = f->indent;
}

static void
append_piece(struct doc_reflow_state *f, const struct doc_piece *from, struct str text)
{
	struct doc_line *l = &f->result.lines.v[f->result.lines.n - 1];
	struct doc_piece p = *from;
	p.text = text;
	p.cell_count = text_width(text);
	p.column = l->cell_count;
	vec_push(&f->result.pieces, p);
	l->n++;
	l->cell_count += p.cell_count;
}

static void
reflow_piece(struct doc_reflow_state *f, const struct doc_line *line, const struct doc_piece *p)
{
	struct str rest = p->text;
	while (rest.n) {
		int used = f->result.lines.v[f->result.lines.n - 1].cell_count;
		size_t n = count_bytes_on_line(rest, f->d->width - used, used <= f->indent);
		if (n)
			append_piece(f, p, str_sub(rest, 0, n));
		rest = str_sub(rest, n, rest.n);
		if (!rest.n)
			return;
		begin_continuation_line(f, line);
		while (rest.n && rest.p[0] == ' ')
			rest = str_sub(rest, 1, rest.n);
	}
}

/* The width of a line without a blank last piece, which draws a head up to the edge. */
static int
text_cells(const struct doc *d, const struct doc_line *l)
{
	const struct doc_piece *last = l->n ? &d->pieces.v[l->first_piece + l->n - 1] : NULL;
	return last && is_blank(last->text) ? last->column : l->cell_count;
}

static void
reflow_line(struct doc_reflow_state *f, const struct doc_line *line)
{
	struct doc_line same = *line;
	same.first_piece = f->result.pieces.n;
	same.n = 0;
	same.cell_count = 0;
	vec_push(&f->result.lines, same);
	f->indent = column_of_value(f->d, line);
	for (size_t i = 0; i < line->n; i++) {
		const struct doc_piece *p = &f->d->pieces.v[line->first_piece + i];
		if (text_cells(f->d, line) > f->d->width)
			reflow_piece(f, line, p);
		else
			append_piece(f, p, p->text);
	}
}

void
doc_reflow(struct doc *d)
{
	struct doc_reflow_state f = { .d = d };
	bool any = false;
	for (size_t i = 0; i < d->lines.n; i++)
		any = any || text_cells(d, &d->lines.v[i]) > d->width;
	if (!any || !d->width)
		return;
	for (size_t i = 0; i < d->lines.n; i++)
		reflow_line(&f, &d->lines.v[i]);
	vec_free(&d->lines);
	vec_free(&d->pieces);
	memcpy(&d->lines, &f.result.lines, sizeof(d->lines));
	memcpy(&d->pieces, &f.result.pieces, sizeof(d->pieces));
}

void
doc_write_line(struct buf *out, const struct doc *d, size_t line)
{
	const struct doc_line *l = &d->lines.v[line];
	for (size_t i = 0; i < l->n; i++)
		buf_adds(out, d->pieces.v[l->first_piece + i].text);
}

size_t
doc_search(const struct doc *d, struct str folded, size_t from, int direction)
{
	struct buf text = { 0 }, line = { 0 };
	size_t n = d->lines.n, found = SIZE_MAX;
	for (size_t step = 1; step <= n && found == SIZE_MAX && folded.n; step++) {
		size_t at = (direction > 0 ? from + step : from + 2 * n - step) % n;
		buf_reset(&text);
		buf_reset(&line);
		doc_write_line(&line, d, at);
		text_fold_forms(&text, buf_str(&line));
		if (text_contains(buf_str(&text), folded))
			found = at;
	}
	buf_free(&text);
	buf_free(&line);
	return found;
}
