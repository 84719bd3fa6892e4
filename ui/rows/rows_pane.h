/*
 * rows_pane.h - a list of rows and the detail of the selected one: the base of most panes.
 *
 * A `struct rows_kind` provides the rows and their texts. Cursor, marks and detail refer to row
 * ids, so rows may move and disappear. Opening a row opens another pane above it, or the detail.
 */
#ifndef UI_ROWS_ROWS_PANE_H
#define UI_ROWS_ROWS_PANE_H

#include "list/suggestion.h"
#include "ui/kit/console.h"
#include "ui/kit/textview.h"
#include "ui/rows/history.h"
#include "ui/rows/rows_kind.h"

struct rows_cell {
	struct str text;
	struct cell_style style;
};

enum { ROWS_DIGITS_MAX = 24 };

/* Aligns the decimal points in a column of amounts. */
struct rows_digit_counts {
	uint32_t amount_counts[ROWS_DIGITS_MAX], total_count; /* by digits before the point */
	int digit_room;                                       /* digits that have room */
	bool has_points;                                      /* an amount has decimals */
};

struct rows_pane {
	struct pane pane;
	const struct rows_kind *kind;
	void *kind_data;       /* the kind's data */
	struct pane *part;     /* a part besides list and detail; or NULL */
	bool opened_from_row;  /* opened by the selected row of the pane below */
	bool is_short;         /* few rows: the detail is below them even in wide windows */
	bool has_short_detail; /* a detail below the list gets less room */
	struct table table;
	struct list pos;
	struct buf selected_id, range_start_id; /* ids of rows */
	VEC(char *) marked_ids;                 /* ids */
	bool in_detail, detail_is_step, detail_covers_list, part_focused;
	bool shows_detail_only; /* shows only one row's detail: leaving it closes the pane */
	struct textview detail;
	struct buf detail_row_id;
	size_t detail_row;
	int detail_width;
	unsigned detail_timer; /* timer that delays the detail until the cursor rests */
	int column_shift;      /* columns scrolled off to the left */
	struct column_widths widths;
	struct rows_digit_counts digit_counts[COLUMNS_MAX];
	size_t measured_rows;
	const struct view_resource *measured_resource;
	enum time_style measured_time_style;
	struct arena cell_texts;
	VEC(struct rows_cell) cells; /* the visible ones, row by row */
	struct placed_column columns[COLUMNS_MAX];
	size_t columns_n;
	uint32_t empty_columns;         /* as bits */
	bool empty_columns_known;
	/* As bits: columns without useful content here; those only exported and spoken. */
	uint32_t hidden_columns, needless_columns;
	struct suggestions suggestions; /* similar spellings if nothing matches */
	size_t suggestion_rows_read;    /* rows searched for suggestions */
	bool view_confirmed;            /* the user has confirmed the VIEW, not only typed it */
	struct history *history;
	struct pending_export *pending_export; /* waits for all rows (export_menu.h); or NULL */
	struct undo *undo;                     /* undo.h; NULL: nothing to undo */
	struct view saved_view;                /* its columns apply to views that name none */
	struct layout layout;                  /* of the last frame */
};

struct rows_pane *rows_pane_of(const struct pane *p);
/* Like rows_pane_of() for any pane: NULL if it is not a row pane. */
struct rows_pane *rows_pane_or_null(const struct pane *p);
bool rows_pane_has_kind(const struct pane *p, const struct rows_kind *kind);
/* Makes a pane of a kind and loads its rows; `of` is the kind's data, freed by its close(). */
struct rows_pane *rows_pane_new(struct console *c, const struct rows_kind *kind,
    const struct view_resource *resource, void *of);
struct shown_rows rows_pane_shown_rows(const struct rows_pane *r);
/* Shows another VIEW; takes ownership. `jump`: add the previous place to the history. Returns
 * false and sets err if the VIEW is invalid. */
bool rows_pane_show_view(struct rows_pane *r, struct view *view, bool jump, struct err *err);
/* Call when the user has confirmed the VIEW, not only typed it. */
void rows_pane_on_view_accepted(struct rows_pane *r);
/* Selects a row by its id. Returns false if it is not shown. */
bool rows_pane_select(struct rows_pane *r, struct str id);
const void *rows_pane_selected_row(const struct rows_pane *r); /* the selected row, or NULL */
/* Call after rows have moved: keeps the cursor on its row. */
void rows_pane_restore_cursor(struct rows_pane *r);
/* Loads the rows, and keeps the cursor on its row. */
void rows_pane_load(struct rows_pane *r);
void rows_pane_on_change(struct pane *p);
/* Rebuilds the detail after its data has changed. */
void rows_pane_rebuild(struct rows_pane *r);
/* Moves the cursor by rows; 0 if it was already moved. Returns false at the ends. */
bool rows_pane_move_cursor(struct rows_pane *r, int by);
/* The current place for the history; its texts are in the two buffers. */
struct bookmark rows_pane_bookmark(const struct rows_pane *r, struct buf *view, struct buf *id);
/* Appends the note that sorting, marking or exporting adds if not all rows were read. */
void rows_pane_append_unread(struct buf *out, const struct rows_pane *r, enum action a);
/* The selected row's JSON as the service sent it, and its title. Returns false if there is none. */
bool rows_pane_read_source(const struct rows_pane *r, struct buf *name, struct str *json);
/* Shows only the detail of the selected row, over the whole pane. */
void rows_pane_open_detail_only(struct rows_pane *r);
/* The index of an id among the marks; SIZE_MAX if it is not marked. */
size_t rows_pane_find_mark(const struct rows_pane *r, struct str id);
bool rows_pane_is_marked(const struct rows_pane *r, struct str id);
/* Switches to the rows of another resource (Tab in the catalog pane). */
void rows_pane_set_resource(struct rows_pane *r, const struct view_resource *resource);

/* rows_ops.c: the pane vtable of all row panes, which call the kind's hooks. */
/* All common actions except filter and open, which belong to the kind. */
extern const struct pane_action rows_actions[];

void rows_pane_arrange(struct pane *p, const struct layout *shell);
void rows_pane_draw(const struct pane *p, const struct surface *screen, const struct layout *shell);
/* Explains why no row is shown, and which keys help. */
void rows_pane_describe_empty(const struct rows_pane *r, struct doc *d);
const char *rows_pane_why_not(const struct pane *p, enum action a);
void rows_pane_write_title(const struct pane *p, struct title *out);
bool rows_pane_cancel(struct pane *p);
void rows_pane_close(struct pane *p);
void rows_pane_on_jump(struct pane *p, unsigned number);

/* rows_act.c: the actions that all row panes have. rows_sort_by() turns the current order. */
void rows_sort_by(struct rows_pane *r, const char *column);
/* rows_view.c: applies the saved columns of the pane's resource. */
void rows_view_restore(struct rows_pane *r);
void rows_run_move(struct pane *p);
void rows_run_open(struct pane *p);
void rows_run_follow(struct pane *p); /* opens the row, or in a detail the selected link */
void rows_run_back(struct pane *p);
void rows_run_other_part(struct pane *p);
void rows_run_full_size(struct pane *p);
void rows_run_sibling(struct pane *p);
void rows_run_filter(struct pane *p);
void rows_run_match(struct pane *p);
void rows_run_mark(struct pane *p);
void rows_run_sort(struct pane *p);
void rows_run_reverse_sort(struct pane *p);
void rows_run_columns(struct pane *p);
void rows_run_export(struct pane *p);
void rows_run_save_view(struct pane *p);
void rows_run_scroll_columns(struct pane *p);
/* Like rows_run_scroll_columns(); in a detail, scrolls the months of a timeline. */
void rows_run_scroll(struct pane *p);
void rows_run_history(struct pane *p);

#endif
