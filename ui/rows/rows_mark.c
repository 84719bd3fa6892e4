/* Actions that mark rows: one row, a range, all rows, or the unmarked ones. */
#include "base/index.h"
#include "ui/rows/undo.h"

static void
set_mark(struct rows_pane *r, struct str id, bool on)
{
	size_t at = rows_pane_find_mark(r, id);
	if (on && at == SIZE_MAX) {
		char *own = str_dup(id);
		vec_push(&r->marked_ids, own);
	} else if (!on && at != SIZE_MAX) {
		x_free(r->marked_ids.v[at]);
		vec_remove(&r->marked_ids, at);
	}
}

void
rows_mark_toggle(struct rows_pane *r, struct str id)
{
	set_mark(r, id, rows_pane_find_mark(r, id) == SIZE_MAX);
}

static void
toggle_row_mark(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	struct str id = shown_rows_id(&s, r->pos.cursor);
	undo_remember_marks(r, id);
	rows_mark_toggle(r, id);
	buf_reset(&r->range_start_id);
	buf_adds(&r->range_start_id, id);
	rows_pane_move_cursor(r, 1);
}

/* The row of the last mark, if it is shown; SIZE_MAX otherwise. */
static size_t
find_range_start(const struct rows_pane *r, const struct shown_rows *s)
{
	struct str from = buf_str(&r->range_start_id);
	if (from.n && rows_pane_find_mark(r, from) != SIZE_MAX)
		return shown_rows_find(s, from);
	return r->marked_ids.n ? shown_rows_find(s, str_of(r->marked_ids.v[r->marked_ids.n - 1]))
			       : SIZE_MAX;
}

static void
mark_range(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	size_t from = find_range_start(r, &s), to = r->pos.cursor;
	from = from == SIZE_MAX ? to : from;
	for (size_t i = from < to ? from : to; i <= (from < to ? to : from); i++)
		set_mark(r, shown_rows_id(&s, i), true);
}

/* Marks all rows shown; removes the marks if all were already marked. */
static void
toggle_all_marks(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	bool all = r->marked_ids.n == s.n;
	for (size_t i = 0; all && i < s.n; i++)
		all = str_eqz(shown_rows_id(&s, i), r->marked_ids.v[i]);
	while (r->marked_ids.n)
		x_free(r->marked_ids.v[--r->marked_ids.n]);
	buf_reset(&r->range_start_id);
	for (size_t i = 0; !all && i < s.n; i++) {
		char *own = str_dup(shown_rows_id(&s, i));
		vec_push(&r->marked_ids, own);
	}
}

/* Removes the marks at the indexes in `gone`, and keeps the order of the others. */
static void
drop_marks(struct rows_pane *r, const bool *gone, size_t n)
{
	size_t left = 0;
	for (size_t i = 0; i < r->marked_ids.n; i++)
		if (i < n && gone[i])
			x_free(r->marked_ids.v[i]);
		else
			r->marked_ids.v[left++] = r->marked_ids.v[i];
	r->marked_ids.n = left;
}

/* Inverts the marks of the rows shown. Rows hidden by a filter are unchanged. */
static void
invert_marks(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	struct index *marked = index_new(); /* an index, because there may be a million marks */
	size_t before = r->marked_ids.n;
	bool *gone = x_new_array(bool, before + 1);
	for (size_t i = 0; i < before; i++)
		index_put(marked, str_of(r->marked_ids.v[i]), (uint32_t)i);
	for (size_t i = 0; i < s.n; i++) {
		uint32_t at = index_get(marked, shown_rows_id(&s, i));
		char *own = at == UINT32_MAX ? str_dup(shown_rows_id(&s, i)) : NULL;
		if (own)
			vec_push(&r->marked_ids, own);
		else
			gone[at] = true;
	}
	index_free(marked);
	drop_marks(r, gone, before);
	x_free(gone);
	buf_reset(&r->range_start_id);
}

void
rows_run_mark(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (p->running_action == ACT_MARK) {
		toggle_row_mark(r);
		return;
	}
	undo_remember_marks(r, STR_NONE);
	if (p->running_action == ACT_MARK_RANGE)
		mark_range(r);
	else if (p->running_action == ACT_MARK_INVERT)
		invert_marks(r);
	else
		toggle_all_marks(r);
	struct buf words = { 0 };
	if (r->marked_ids.n)
		buf_addf(&words, "%zu marked", r->marked_ids.n);
	else
		buf_addz(&words, "No rows marked");
	if (r->marked_ids.n)
		rows_pane_append_unread(&words, r, p->running_action);
	undo_append_hint(&words, p->console);
	console_show(p->console, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&words);
}
