/*
 * rows_pane.h - a list of rows and the detail of the selected one: what most panes are.
 *
 * What is listed, and what is said of it, a `struct rows_kind` knows. The cursor, marks and the
 * detail keep to ids, so rows may move, come and go. Opening a row is another pane above this
 * one, or the detail.
 */
#ifndef UI_ROWS_ROWS_PANE_H
#define UI_ROWS_ROWS_PANE_H

#include "ui/kit/console.h"
#include "ui/kit/textview.h"
#include "ui/rows/history.h"
#include "ui/rows/rows_kind.h"

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
	struct placed_column columns[COLUMNS_MAX];
	size_t columns_n;
	uint32_t empty_columns; /* by bit */
	bool columns_known;     /* which are empty */
	uint32_t hide;          /* columns that say nothing here, by bit */
	struct history *history;
	struct layout layout; /* of the last frame */
};

struct rows_pane *rows_pane_of(const struct pane *p);
/* A pane of a kind; `of` is the kind's and is closed with it. load() is called at once. */
struct rows_pane *rows_pane_new(struct console *c, const struct rows_kind *kind,
    const struct view_resource *resource, void *of);
struct listed rows_pane_listed(const struct rows_pane *r);
/* Selects a row by its id; false when it is not shown. */
bool rows_pane_select(struct rows_pane *r, struct str id);
/* The row under the cursor, or NULL. */
const void *rows_pane_row(const struct rows_pane *r);
/* The rows moved: the cursor stays on its row. */
void rows_pane_settle(struct rows_pane *r);
/* The same, and the rows are loaded and the detail is made again. */
void rows_pane_changed(struct pane *p);
/* The detail again: something it says was changed. */
void rows_pane_rebuild(struct rows_pane *r);
/* Moves the cursor; false at the ends. By 0: it was moved already. */
bool rows_pane_step(struct rows_pane *r, int by);
/* Where one is, for the history; its texts live in the bufs. */
struct place rows_pane_place(const struct rows_pane *r, struct buf *view, struct buf *selected);
/* What an action adds to its words where not all rows were read; "" where they are. */
const char *rows_pane_unread(const struct rows_pane *r, enum action a);
/* The detail is in focus and covers the pane, as if nothing but this row were here. */
void rows_pane_open_alone(struct rows_pane *r);
bool rows_pane_is_marked(const struct rows_pane *r, struct str id);
/* Another resource's rows (Tab in the catalog pane). */
void rows_pane_turn(struct rows_pane *r, const struct view_resource *resource);

/* For pane_ops of the kinds: what all have, and what those of the catalog have besides. */
#define ROWS_PANE_OPS                                                                  \
	.arrange = rows_pane_arrange, .draw = rows_pane_draw, .rows = &rows_pane_rows, \
	.close = rows_pane_close
extern const struct pane_rows rows_pane_rows;
enum scope rows_pane_scope(const struct pane *p);
void rows_pane_arrange(struct pane *p, const struct layout *shell);
void rows_pane_draw(const struct pane *p, const struct surface *screen,
    const struct layout *shell); /* rows_draw.c */
const char *rows_pane_refuse(const struct pane *p, enum action a);
void rows_pane_title(const struct pane *p, struct buf *left, struct buf *right);
bool rows_pane_cancel(struct pane *p);
void rows_pane_close(struct pane *p);

/* rows_act.c: what every such pane does with a key. */
void rows_run_move(struct pane *p);
void rows_run_in(struct pane *p);
void rows_run_out(struct pane *p);
void rows_run_other_part(struct pane *p);
void rows_run_full(struct pane *p);
void rows_run_sibling(struct pane *p);
void rows_run_filter(struct pane *p);
void rows_run_match(struct pane *p);
void rows_run_mark(struct pane *p);
void rows_run_sort(struct pane *p);
void rows_run_sort_turn(struct pane *p);
void rows_run_columns(struct pane *p);
void rows_run_scroll_columns(struct pane *p);
/* The same; in a detail the months of a timeline. */
void rows_run_scroll(struct pane *p);
void rows_run_travel(struct pane *p);

/* For tables of actions. clang-format would take the last braces apart. */
/* clang-format off */
#define ROWS_MOVES \
	{ ACT_DOWN, rows_run_move }, { ACT_UP, rows_run_move }, \
	{ ACT_PAGE_DOWN, rows_run_move }, { ACT_PAGE_UP, rows_run_move }, \
	{ ACT_HALF_DOWN, rows_run_move }, { ACT_HALF_UP, rows_run_move }, \
	{ ACT_TOP, rows_run_move }

#define ROWS_ACTIONS { ACT_FILTER, rows_run_filter }, ROWS_ACTIONS_BUT_FILTER

#define ROWS_ACTIONS_BUT_FILTER \
	{ ACT_OUT, rows_run_out }, { ACT_SORT, rows_run_sort }, \
	{ ACT_SORT_TURN, rows_run_sort_turn }, { ACT_COLUMNS, rows_run_columns }, \
	{ ACT_MARK, rows_run_mark }, { ACT_MARK_RANGE, rows_run_mark }, \
	{ ACT_MARK_ALL, rows_run_mark }, { ACT_SCROLL_LEFT, rows_run_scroll }, \
	{ ACT_SCROLL_RIGHT, rows_run_scroll }, { ACT_PREV_SIBLING, rows_run_sibling }, \
	{ ACT_OTHER_PART, rows_run_other_part }, { ACT_FULL_SIZE, rows_run_full }, \
	{ ACT_NEXT_MATCH, rows_run_match }, { ACT_PREV_MATCH, rows_run_match }, \
	ROWS_MOVES, { ACT_BOTTOM, rows_run_move }, \
	{ ACT_BACK, rows_run_travel }, { ACT_FORWARD, rows_run_travel }
/* clang-format on */

#endif
