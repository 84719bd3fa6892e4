/*
 * rows_pane.h - a list of rows and the detail of the selected one: what most panes are.
 *
 * What is listed, and what is said of it, a `struct rows_kind` knows. The cursor, marks and the
 * detail keep to ids, so rows may move, come and go. Opening a row is another pane above this
 * one, or the detail.
 */
#ifndef UI_ROWS_PANE_H
#define UI_ROWS_PANE_H

#include "app/columns.h"
#include "app/table.h"
#include "ui/console.h"
#include "ui/textview.h"

struct rows_pane;

struct row_what {
	int link; /* enum graph_kind, or one of the LINK_ kinds */
	struct str path, id, name;
	struct str json; /* as sent; STR_NONE where there is none */
};

struct rows_kind {
	const struct pane_ops *ops;
	/* The rows are (still) there: hands them over by table_set_rows(). */
	void (*load)(struct rows_pane *r);
	/* The detail of the row at a place of what is shown. */
	void (*describe)(const struct rows_pane *r, size_t at, struct doc *d);
	/* What stands on the line above the detail: "Digital Monthly GBP · legacy offer". */
	void (*headline)(const struct rows_pane *r, size_t at, struct buf *out);
	/* The counts at the right end of row 2, and what follows them. */
	void (*counts)(const struct rows_pane *r, struct buf *out);
	/* Why no row is seen, and what to do; nothing while it is being read. */
	void (*say_empty)(const struct rows_pane *r, struct buf *out);
	/* What the row at a place is: for sending, its source and its users. False: none of these.
	 */
	bool (*what)(const struct rows_pane *r, size_t at, struct row_what *out);
	/* The row in another role than text: dim, bad. May be NULL. */
	enum role (*role)(const struct rows_pane *r, const void *row);
	/* Opens the row at a place in a pane above; NULL (or NULL given): its detail is opened. */
	struct pane *(*open)(struct rows_pane *r, size_t at);
	/* Shows what the pane below has under its cursor now: siblings without going up. May be
	 * NULL. */
	void (*reopen)(struct rows_pane *r, struct rows_pane *below);
	/* The VIEW was decided on. May be NULL. */
	void (*decided)(struct rows_pane *r);
	/* Frees `of`. */
	void (*close)(struct rows_pane *r);
};

struct rows_pane {
	struct pane pane;
	const struct rows_kind *kind;
	void *of; /* the kind's own */
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
	uint32_t hide;          /* columns that say nothing here, by bit */
	struct history *history;
	struct layout layout; /* of the last frame */
};

struct rows_pane *rows_pane_of(const struct pane *p);
/* A pane of a kind; `of` is the kind's and is closed with it. load() is called at once. */
struct rows_pane *rows_pane_new(struct console *c, const struct rows_kind *kind,
    const struct view_resource *resource, void *of);
/* Selects a row by its id; false when it is not shown. */
bool rows_pane_select(struct rows_pane *r, struct str id);
/* The row under the cursor, or NULL. */
const void *rows_pane_row(const struct rows_pane *r);
/* The rows moved: the cursor stays on its row. */
void rows_pane_changed(struct pane *p);
/* The detail again: something it says was changed. */
void rows_pane_rebuild(struct rows_pane *r);
/* Moves the cursor; false at the ends. By 0: it was moved already. */
bool rows_pane_step(struct rows_pane *r, int by);
/* The detail is in focus and covers the pane, as if nothing but this row were here. */
void rows_pane_open_alone(struct rows_pane *r);
bool rows_pane_is_marked(const struct rows_pane *r, struct str id);
/* Another resource's rows (Tab in the catalog pane). */
void rows_pane_turn(struct rows_pane *r, const struct view_resource *resource);

/* For pane_ops of the kinds. */
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
void rows_run_travel(struct pane *p);

#define ROWS_ACTIONS                                                                               \
	{ ACT_OUT, rows_run_out }, { ACT_FILTER, rows_run_filter }, { ACT_SORT, rows_run_sort },   \
	    { ACT_SORT_TURN, rows_run_sort_turn }, { ACT_COLUMNS, rows_run_columns },              \
	    { ACT_MARK, rows_run_mark }, { ACT_MARK_RANGE, rows_run_mark },                        \
	    { ACT_MARK_ALL, rows_run_mark }, { ACT_SCROLL_LEFT, rows_run_scroll_columns },         \
	    { ACT_SCROLL_RIGHT, rows_run_scroll_columns }, { ACT_PREV_SIBLING, rows_run_sibling }, \
	    { ACT_OTHER_PART, rows_run_other_part }, { ACT_FULL_SIZE, rows_run_full },             \
	    { ACT_NEXT_MATCH, rows_run_match }, { ACT_PREV_MATCH, rows_run_match },                \
	    { ACT_DOWN, rows_run_move }, { ACT_UP, rows_run_move },                                \
	    { ACT_PAGE_DOWN, rows_run_move }, { ACT_PAGE_UP, rows_run_move },                      \
	    { ACT_HALF_DOWN, rows_run_move }, { ACT_HALF_UP, rows_run_move },                      \
	    { ACT_TOP, rows_run_move }, { ACT_BOTTOM, rows_run_move },                             \
	    { ACT_BACK, rows_run_travel },                                                         \
	{                                                                                          \
		ACT_FORWARD, rows_run_travel                                                       \
	}

#endif
