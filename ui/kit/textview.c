#include "ui/kit/textview.h"

#include "base/utf8.h"

static void
find_visible_lines(struct textview *t)
{
	int hidden_above = -1; /* hides lines deeper than this level */
	t->visible_lines.n = 0;
	for (size_t i = 0; i < t->doc.lines.n; i++) {
		const struct doc_line *line = &t->doc.lines.v[i];
		if (hidden_above >= 0 && line->fold_level > hidden_above)
			continue;
		hidden_above = -1;
		vec_push(&t->visible_lines, i);
		if (t->folded.v[i])
			hidden_above = line->fold_level;
	}
	textview_arrange(t, (int)t->list.visible_rows);
}

void
textview_on_built(struct textview *t)
{
	t->folded.n = 0;
	for (size_t i = 0; i < t->doc.lines.n; i++)
		vec_push(&t->folded, false);
	find_visible_lines(t);
	t->selected_link = SIZE_MAX;
	t->search_line = 0;
}

void
textview_free(struct textview *t)
{
	doc_free(&t->doc);
	vec_free(&t->visible_lines);
	vec_free(&t->folded);
	buf_free(&t->last_search);
}

/* Highlights the matches of the last search in a line. */
static void
mark_matches(const struct textview *t, const struct surface *s, int y, size_t line)
{
	struct buf text = { 0 };
	if (t->last_search.n)
		doc_write_line(&text, &t->doc, line);
	surface_mark_words(s, y, 0, buf_str(&text), buf_str(&t->last_search));
	buf_free(&text);
}

/* Draws "+" over the fold sign of a folded line, or dots after a line without a sign. */
static void
draw_fold_mark(const struct surface *s, int y, const struct doc_line *l, bool selected)
{
	const char *dots = s->look->ascii_lines ? "..." : "\xE2\x80\xA6";
	int column = l->fold_column ? l->fold_column : l->cell_count + 1;
	enum role role = l->fold_column ? ROLE_TEXT : ROLE_LABEL;
	surface_print(
	    s, y, column, selected ? ROLE_SELECTED : role, "%s", l->fold_column ? "+" : dots);
}

/* Repeated words are left out, except in the topmost row and while they may be found. */
static void
draw_line(const struct textview *t, const struct surface *s, int y, size_t line, bool selected)
{
	const struct doc_line *l = &t->doc.lines.v[line];
	uint32_t target = t->focused && t->selected_link != SIZE_MAX
	    ? t->doc.pieces.v[t->selected_link].target_number
	    : 0;
	if (selected)
		surface_fill(s, y, 0, s->w, ROLE_SELECTED);
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &t->doc.pieces.v[l->first_piece + i];
		bool here = selected || (target && p->target_number == target);
		if (p->is_repeated && y > 0 && !t->last_search.n)
			continue;
		surface_draw_text(s, y, p->column, here ? ROLE_SELECTED : p->role, p->text);
	}
	if (selected && t->marks_cursor)
		surface_print(
		    s, y, 1, ROLE_SELECTED, "%s", s->look->ascii_lines ? ">" : "\xE2\x96\xB8");
	if (l->cell_count > s->w)
		surface_print(s, y, s->w - 1, selected ? ROLE_SELECTED : ROLE_LABEL, "%s",
		    s->look->ascii_lines ? "~" : "\xE2\x80\xA6");
	if (t->folded.n > line && t->folded.v[line])
		draw_fold_mark(s, y, l, selected);
	if (t->last_search.n)
		mark_matches(t, s, y, line);
}

void
textview_arrange(struct textview *t, int rows)
{
	size_t top = t->list.first_visible_row;
	list_set_size(&t->list, t->visible_lines.n, rows > 0 ? (size_t)rows : 0);
	if (t->has_cursor)
		return;
	t->list.first_visible_row = top;
	list_scroll(&t->list, 0);
	t->list.cursor = t->list.first_visible_row;
}

/* The index among the visible lines of the line that contains the piece. */
static size_t
row_of_link(const struct textview *t, size_t piece)
{
	for (size_t i = 0; i < t->visible_lines.n; i++) {
		const struct doc_line *l = &t->doc.lines.v[t->visible_lines.v[i]];
		if (piece >= l->first_piece && piece < l->first_piece + l->n)
			return i;
	}
	return SIZE_MAX;
}

void
textview_draw(const struct textview *t, const struct surface *s)
{
	for (int y = 0; y < s->h && t->list.first_visible_row + (size_t)y < t->visible_lines.n;
	     y++) {
		size_t at = t->list.first_visible_row + (size_t)y;
		bool selected = t->has_cursor && at == t->list.cursor;
		draw_line(t, s, y, t->visible_lines.v[at], selected);
	}
	int y = t->has_cursor ? (int)(t->list.cursor - t->list.first_visible_row) : 0, x = 1;
	if (!t->has_cursor && t->focused && t->selected_link != SIZE_MAX) {
		y = (int)(row_of_link(t, t->selected_link) - t->list.first_visible_row);
		x = t->doc.pieces.v[t->selected_link].column;
	}
	surface_set_cursor(s, y, x);
}

/* ---- links ---- */

static size_t
link_at_cursor(const struct textview *t)
{
	if (t->list.cursor >= t->visible_lines.n)
		return SIZE_MAX;
	const struct doc_line *l = &t->doc.lines.v[t->visible_lines.v[t->list.cursor]];
	size_t at = l->first_piece;
	while (at < l->first_piece + l->n && !t->doc.pieces.v[at].target_number)
		at++;
	return at < l->first_piece + l->n ? at : SIZE_MAX;
}

static const struct doc_target *
target_on_line(const struct doc *d, size_t line)
{
	const struct doc_line *l = &d->lines.v[line];
	for (size_t i = l->first_piece; i < l->first_piece + l->n; i++)
		if (d->pieces.v[i].target_number)
			return &d->targets.v[d->pieces.v[i].target_number - 1];
	return NULL;
}

const struct doc_target *
textview_selected_section_target(const struct textview *t)
{
	const struct doc *d = &t->doc;
	const struct doc_target *target;
	if (!t->has_cursor || t->list.cursor >= t->visible_lines.n)
		return NULL;
	size_t line = t->visible_lines.v[t->list.cursor];
	while (line > 0 && d->lines.v[line].fold_level > 0)
		line--;
	do
		target = target_on_line(d, line++);
	while (!target && line < d->lines.n && d->lines.v[line].fold_level > 0);
	return target;
}

const struct doc_target *
textview_selected_target(const struct textview *t)
{
	size_t piece = t->has_cursor ? link_at_cursor(t) : t->selected_link;
	if (piece >= t->doc.pieces.n || !t->doc.pieces.v[piece].target_number)
		return NULL;
	return &t->doc.targets.v[t->doc.pieces.v[piece].target_number - 1];
}

bool
textview_has_links(const struct textview *t)
{
	return t->doc.targets.n > 0;
}

/* False if the piece is on a line that is folded or scrolled away. */
static bool
is_link_in_sight(const struct textview *t, size_t piece)
{
	size_t row = row_of_link(t, piece);
	return row >= t->list.first_visible_row &&
	    row < t->list.first_visible_row + t->list.visible_rows;
}

/* True if a link starts at this piece. A wrapped link has several pieces. */
static bool
begins_link(const struct textview *t, size_t piece)
{
	const struct doc_piece *p = &t->doc.pieces.v[piece];
	return p->target_number && (piece == 0 || p[-1].target_number != p->target_number);
}

/* The next start of a link among the pieces, in a direction; SIZE_MAX if there is none. */
static size_t
find_link_from(const struct textview *t, size_t piece, int by)
{
	size_t n = t->doc.pieces.n, at = piece + (size_t)by;
	while (at < n && !begins_link(t, at))
		at += (size_t)by;
	return at < n ? at : SIZE_MAX;
}

/* The next start of a link in reading order, in a direction; from the first or last if `piece` is
 * SIZE_MAX. SIZE_MAX if there is none. */
static size_t
find_link_in_order(const struct textview *t, size_t piece, int by)
{
	const struct doc *d = &t->doc;
	size_t number = piece != SIZE_MAX ? d->pieces.v[piece].target_number
	    : by > 0                      ? 0
					  : d->targets.n + 1;
	for (number += (size_t)by; number >= 1 && number <= d->targets.n; number += (size_t)by)
		for (size_t at = 0; at < d->pieces.n; at++)
			if (d->pieces.v[at].target_number == number)
				return at;
	return SIZE_MAX;
}

void
textview_select_first_link(struct textview *t)
{
	t->selected_link = find_link_in_order(t, SIZE_MAX, 1);
	/* before the first frame nothing is visible yet, but keys may already arrive */
	while (t->selected_link != SIZE_MAX && t->list.visible_rows &&
	    !is_link_in_sight(t, t->selected_link))
		t->selected_link = find_link_in_order(t, t->selected_link, 1);
}

/* The next link in a direction. If none is selected, searches from the edge of the visible
 * lines. */
static size_t
next_link(const struct textview *t, int by)
{
	size_t next = t->doc.pieces.n ? find_link_in_order(t, t->selected_link, by) : SIZE_MAX;
	size_t bottom = t->list.first_visible_row + t->list.visible_rows;
	if (t->selected_link != SIZE_MAX)
		return next;
	while (next != SIZE_MAX &&
	    (by > 0 ? row_of_link(t, next) < t->list.first_visible_row
		    : row_of_link(t, next) >= bottom))
		next = find_link_in_order(t, next, by);
	return next;
}

static void
go_to_link(struct textview *t, size_t piece)
{
	t->selected_link = piece;
	t->search_line = t->visible_lines.v[row_of_link(t, piece)];
}

/* Goes to the next link if it is visible, or becomes visible by scrolling one line, or is in the
 * next column, further up; else scrolls one line. */
static void
move_by_links(struct textview *t, int by)
{
	size_t next = next_link(t, by), row = next == SIZE_MAX ? SIZE_MAX : row_of_link(t, next);
	if (next != SIZE_MAX && is_link_in_sight(t, next)) {
		go_to_link(t, next);
		return;
	}
	bool is_in_next_column = row != SIZE_MAX &&
	    (by > 0 ? row < t->list.first_visible_row : row > t->list.first_visible_row);
	list_scroll(&t->list,
	    is_in_next_column && t->selected_link != SIZE_MAX
		? (long)row - (long)t->list.first_visible_row
		: by);
	if (next != SIZE_MAX && is_link_in_sight(t, next))
		go_to_link(t, next);
	if (t->selected_link != SIZE_MAX && !is_link_in_sight(t, t->selected_link))
		t->selected_link = SIZE_MAX;
}

static void
move_by_rows(struct textview *t, long rows)
{
	if (t->has_cursor) {
		list_move(&t->list, rows);
	} else if (t->doc.targets.n && (rows == 1 || rows == -1)) {
		move_by_links(t, (int)rows);
	} else {
		list_scroll(&t->list, rows);
		if (t->doc.targets.n)
			textview_select_first_link(t);
	}
}

static void
go_to_line(struct textview *t, size_t line)
{
	for (size_t i = 0; i < t->visible_lines.n; i++) {
		if (t->visible_lines.v[i] != line)
			continue;
		t->list.cursor = i;
		if (!t->has_cursor)
			t->list.first_visible_row = i;
		textview_arrange(t, (int)t->list.visible_rows);
		return;
	}
}

/* ---- search ---- */

/* The line where a search continues: the cursor's line; without a cursor, the line of the last
 * match or of a link selected since, while that is visible. */
static size_t
current_line(const struct textview *t)
{
	size_t top = t->list.first_visible_row, end = top + t->list.visible_rows;
	if (t->has_cursor)
		return t->visible_lines.n ? t->visible_lines.v[t->list.cursor] : 0;
	for (size_t i = top; i < t->visible_lines.n && i < end; i++)
		if (t->visible_lines.v[i] == t->search_line)
			return t->search_line;
	return top < t->visible_lines.n ? t->visible_lines.v[top] : 0;
}

static bool
line_matches_search(const struct textview *t, const struct doc_piece *p)
{
	struct buf forms = { 0 };
	text_fold_forms(&forms, p->text);
	bool holds = text_contains(buf_str(&forms), buf_str(&t->last_search));
	buf_free(&forms);
	return holds;
}

/* The first link in the line at or after the match; else the last one before it. */
static size_t
link_on_line(const struct textview *t, size_t line)
{
	const struct doc_line *l = &t->doc.lines.v[line];
	size_t before = SIZE_MAX;
	bool found = false;
	for (size_t at = l->first_piece; at < l->first_piece + l->n; at++) {
		const struct doc_piece *p = &t->doc.pieces.v[at];
		found = found || line_matches_search(t, p);
		if (p->target_number && found)
			return at;
		if (p->target_number && before == SIZE_MAX)
			before = at;
	}
	return before;
}

/* Selects the link closest to the match, so that Enter opens it. At the end of the text that may
 * be an earlier link. */
static void
select_link_near(struct textview *t, size_t line)
{
	const struct doc_line *l = &t->doc.lines.v[line];
	if (!t->doc.pieces.n || !t->doc.targets.n)
		return;
	t->selected_link = link_on_line(t, line);
	if (t->selected_link == SIZE_MAX)
		t->selected_link = find_link_from(t, l->first_piece + l->n - 1, 1);
	if (t->selected_link == SIZE_MAX ||
	    (t->list.visible_rows && !is_link_in_sight(t, t->selected_link)))
		t->selected_link = find_link_from(t, l->first_piece, -1);
	if (t->selected_link != SIZE_MAX && t->list.visible_rows &&
	    !is_link_in_sight(t, t->selected_link))
		t->selected_link = SIZE_MAX;
}

bool
textview_search(struct textview *t, struct str text, int direction)
{
	size_t n = t->doc.lines.n, from = current_line(t);
	if (text.p) {
		buf_reset(&t->last_search);
		text_fold_forms(&t->last_search, text);
		from = n ? (from + n - 1) % n : 0;
	}
	size_t hit = doc_search(&t->doc, buf_str(&t->last_search), from, direction);
	if (hit == SIZE_MAX)
		return false;
	for (size_t i = 0; i < t->folded.n; i++)
		t->folded.v[i] = false;
	find_visible_lines(t);
	go_to_line(t, hit);
	t->search_line = hit;
	if (!t->has_cursor)
		select_link_near(t, hit);
	return true;
}

static void
fold_current_line(struct textview *t)
{
	if (!t->visible_lines.n)
		return;
	size_t line = t->visible_lines.v[t->list.cursor];
	/* on a line that cannot be folded, fold the enclosing branch */
	while (line > 0 && !t->doc.lines.v[line].is_foldable) {
		int level = t->doc.lines.v[line].fold_level;
		while (line > 0 && t->doc.lines.v[line].fold_level >= level)
			line--;
	}
	t->folded.v[line] = t->doc.lines.v[line].is_foldable && !t->folded.v[line];
	find_visible_lines(t);
	go_to_line(t, line);
}

/* Folds everything on level 1 except one line. */
static void
fold_top_level_except(struct textview *t, size_t but)
{
	for (size_t i = 0; i < t->folded.n; i++)
		t->folded.v[i] = i != but && t->doc.lines.v[i].is_foldable &&
		    t->doc.lines.v[i].fold_level == 1;
	find_visible_lines(t);
}

void
textview_fold_around(struct textview *t, size_t line)
{
	size_t above = line;
	while (above > 0 && t->doc.lines.v[above].fold_level > 1)
		above--;
	fold_top_level_except(t, above);
	go_to_line(t, line);
}

static void
toggle_fold_all(struct textview *t)
{
	bool any = false;
	for (size_t i = 0; i < t->folded.n; i++)
		any = any || t->folded.v[i];
	if (!any) {
		fold_top_level_except(t, SIZE_MAX);
		return;
	}
	for (size_t i = 0; i < t->folded.n; i++)
		t->folded.v[i] = false;
	find_visible_lines(t);
}

void
textview_handle_action(struct textview *t, enum action a)
{
	long page = t->list.visible_rows > 1 ? (long)t->list.visible_rows - 1 : 1;
	switch (a) {
	case ACT_DOWN:
		move_by_rows(t, 1);
		break;
	case ACT_UP:
		move_by_rows(t, -1);
		break;
	case ACT_PAGE_DOWN:
		move_by_rows(t, page);
		break;
	case ACT_PAGE_UP:
		move_by_rows(t, -page);
		break;
	case ACT_HALF_DOWN:
		move_by_rows(t, page / 2);
		break;
	case ACT_HALF_UP:
		move_by_rows(t, -page / 2);
		break;
	case ACT_TOP:
		move_by_rows(t, -(long)t->visible_lines.n);
		break;
	case ACT_BOTTOM:
		move_by_rows(t, (long)t->visible_lines.n);
		break;
	case ACT_FOLD:
		fold_current_line(t);
		break;
	case ACT_FOLD_ALL:
		toggle_fold_all(t);
		break;
	default:
		break;
	}
}
