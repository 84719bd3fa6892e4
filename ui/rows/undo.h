/*
 * undo.h - U in a list: takes back the last small change made in the pane: marks, filter, order,
 * columns, and changes that only its kind can take back, such as a dropped plan row. Each pane has
 * its own steps, which are lost when it closes.
 */
#ifndef UI_ROWS_UNDO_H
#define UI_ROWS_UNDO_H

#include "ui/rows/rows_pane.h"

/* A change that only its maker can take back. `take_back` shows the message; it returns false if
 * the change can no longer be taken back, and the step before is tried. */
struct undo_change {
	bool (*take_back)(struct rows_pane *r, void *ctx);
	void (*free)(void *ctx); /* or NULL */
	void *ctx;
};

enum undo_kind { UNDO_VIEW, UNDO_ONE_MARK, UNDO_ALL_MARKS, UNDO_CHANGE };

struct undo_step {
	enum undo_kind kind;
	/* The VIEW line, the id of the row, or the ids of the marks, each ending in a NUL. */
	struct buf text;
	struct undo_change change;
};

/* Call these before the change. `view_line` is the VIEW before it. */
void undo_remember_view(struct rows_pane *r, struct str view_line);
static inline void
undo_remember_shown_view(struct rows_pane *r)
{
	struct buf line = { 0 };
	view_write(&line, rows_pane_shown_rows(r).view);
	undo_remember_view(r, buf_str(&line));
	buf_free(&line);
}
/* STR_NONE: the marks of several rows change. */
void undo_remember_marks(struct rows_pane *r, struct str id);
void undo_remember_change(struct rows_pane *r, const struct undo_change *change);

/* Appends ". U undoes" if the message then still fits on its line. */
void undo_append_hint(struct buf *message, const struct console *c);
bool undo_has_steps(const struct rows_pane *r);
void undo_clear(struct rows_pane *r);
/* Removes the last step, which the caller frees. Returns false if there is none. */
bool undo_pop(struct rows_pane *r, struct undo_step *step);
void undo_step_free(struct undo_step *step);

/* rows_undo.c */
void rows_run_undo(struct pane *p);
/* rows_mark.c: marks the row, or removes its mark. */
void rows_mark_toggle(struct rows_pane *r, struct str id);

#endif
