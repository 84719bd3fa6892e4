/*
 * rows_pane.h - a list of rows and the detail of the selected one: the base of most panes.
 *
 * A `struct rows_kind` provides the rows and their texts. The cursor, marks and the detail are kept
 * by id, so rows may move, appear and disappear. Opening a row opens another pane above this one,
 * or the detail.
 */
#ifndef UI_ROWS_ROWS_PANE_H
#define UI_ROWS_ROWS_PANE_H

#include "app/list/suggestion.h"
#include "ui/kit/console.h"
#include "ui/kit/textview.h"
#include "ui/rows/history.h"
#include "ui/rows/rows_kind.h"

/* rows_cells.h */
struct rows_cell {
	struct str text;
	const char *end; /* text at the cell's right end; or NULL */
};

enum { ROWS_DIGITS = 24 };

/* The alignment of the points in a column of amounts. */
struct rows_points {
	uint32_t n[ROWS_DIGITS], all; /* so many amounts have so many digits before theirs */
	int at;                       /* so many have room there */
};

struct rows_pane {
	struct pane pane;
	const struct rows_kind *kind;
	void *of;    /* the kind's own */
	bool opened; /* by the row under the cursor of the pane below */
	struct table table;
	struct list pos;
	struct buf selected; /* id of the row under the cursor */
	VEC(char *) marks;   /* ids */
	struct buf range_from;
	bool in_detail, full;
	bool alone; /* one row's detail and nothing else: out leaves the pane */
	struct textview detail;
	struct buf detail_of;
	size_t detail_at;
	int detail_width;
	unsigned follow; /* timer: the detail waits for the cursor to rest */
	int shift;       /* columns scrolled away */
	struct column_widths widths;
	struct rows_points points[COLUMNS_MAX];
	size_t measured; /* rows */
	const struct view_resource *measured_of;
	enum time_style measured_times;
	struct arena cell_texts;
	VEC(struct rows_cell) cells; /* those that are seen, row after row */
	struct placed_column columns[COLUMNS_MAX];
	size_t columns_n;
	uint32_t empty_columns; /* by bit */
	bool columns_known;     /* which are empty */
	uint32_t hide;          /* columns that say nothing here, by bit */
	struct suggestions suggestions; /* where nothing matches: what is spelled alike */
	size_t suggestion_rows_read;    /* so many rows were looked at for it */
	bool decided;           /* the VIEW is not only being typed at */
	struct history *history;
	struct view saved_view; /* its columns are those of views that name none */
	struct layout layout; /* of the last frame */
};

struct rows_pane *rows_pane_of(const struct pane *p);
/* As above for any pane: NULL if it is not one of rows. */
struct rows_pane *rows_pane_if(const struct pane *p);
bool rows_pane_is(const struct pane *p, const struct rows_kind *kind);
/* A pane of a kind; `of` is the kind's and is closed with it. load() is called at once. */
struct rows_pane *rows_pane_new(struct console *c, const struct rows_kind *kind,
    const struct view_resource *resource, void *of);
struct shown_rows rows_pane_shown_rows(const struct rows_pane *r);
/* Another VIEW; takes it. `jump`: the place before can be gone back to. False says why. */
bool rows_pane_show(struct rows_pane *r, struct view *view, bool jump, struct err *err);
/* The VIEW was decided on, not only typed at. */
void rows_pane_on_view_accepted(struct rows_pane *r);
/* Selects a row by its id; false when it is not shown. */
bool rows_pane_select(struct rows_pane *r, struct str id);
/* The row under the cursor, or NULL. */
const void *rows_pane_row(const struct rows_pane *r);
/* The rows moved: the cursor stays on its row. */
void rows_pane_restore_cursor(struct rows_pane *r);
/* As above, after loading the rows; and the detail is built again. */
void rows_pane_load(struct rows_pane *r);
void rows_pane_changed(struct pane *p);
/* The detail again: something it says was changed. */
void rows_pane_rebuild(struct rows_pane *r);
/* Moves the cursor; false at the ends. By 0: it was moved already. */
bool rows_pane_step(struct rows_pane *r, int by);
/* The current place, for the history; its texts are in the bufs. */
struct bookmark rows_pane_place(const struct rows_pane *r, struct buf *view, struct buf *selected);
/* The words that an action adds if not all rows were read; "" if they were. */
const char *rows_pane_unread(const struct rows_pane *r, enum action a);
/* JSON of the selected row as sent, and what it is called; false when there is none. */
bool rows_pane_source(const struct rows_pane *r, struct buf *name, struct str *json);
/* The detail is in focus and covers the pane, as if nothing but this row were here. */
void rows_pane_open_alone(struct rows_pane *r);
/* The index of a mark among the marks; SIZE_MAX: not marked. */
size_t rows_pane_mark_at(const struct rows_pane *r, struct str id);
bool rows_pane_is_marked(const struct rows_pane *r, struct str id);
/* Another resource's rows (Tab in the catalog pane). */
void rows_pane_set_resource(struct rows_pane *r, const struct view_resource *resource);

/* rows_ops.c: what every such pane is to the console; a kind adds to it. */
extern const struct pane_action
    rows_actions[]; /* all but the filter and the way in, which are the kind's */

/* rows_pane.c, rows_draw.c, rows_act.c: parts of it. */
void rows_pane_arrange(struct pane *p, const struct layout *shell);
void rows_pane_draw(const struct pane *p, const struct surface *screen, const struct layout *shell);
/* Why no row is shown, and the keys that lead on. */
void rows_pane_describe_empty(const struct rows_pane *r, struct doc *d);
const char *rows_pane_why_not(const struct pane *p, enum action a);
void rows_pane_title(const struct pane *p, struct title *out);
bool rows_pane_cancel(struct pane *p);
void rows_pane_close(struct pane *p);
void rows_pane_jumped(struct pane *p, unsigned number);

/* rows_act.c: what every such pane does with a key. */
/* Newest first where the column is one of times. */
void rows_sort_by(struct rows_pane *r, const char *column);
/* rows_view.c: begins with the columns that are kept for what is listed now. */
void rows_view_restore(struct rows_pane *r);
/* rows_mouse.c */
void rows_pane_mouse(struct pane *p, int y, int x, enum mouse mouse);
void rows_run_move(struct pane *p);
void rows_run_open(struct pane *p);
void rows_run_follow(struct pane *p); /* in, or in a detail to what is selected there */
void rows_run_back(struct pane *p);
void rows_run_other_part(struct pane *p);
void rows_run_full(struct pane *p);
void rows_run_sibling(struct pane *p);
void rows_run_filter(struct pane *p);
void rows_run_match(struct pane *p);
void rows_run_mark(struct pane *p);
void rows_run_sort(struct pane *p);
void rows_run_sort_turn(struct pane *p);
void rows_run_columns(struct pane *p);
void rows_run_export(struct pane *p);
void rows_run_save_view(struct pane *p);
void rows_run_scroll_columns(struct pane *p);
/* As above; in a detail it scrolls the months of a timeline. */
void rows_run_scroll(struct pane *p);
void rows_run_history(struct pane *p);

#endif
