/*
 * rows_kind.h - the properties of one kind of row pane: its rows, its texts and its additional
 * actions. rows_pane.h implements the rest.
 */
#ifndef UI_ROWS_ROWS_KIND_H
#define UI_ROWS_ROWS_KIND_H

#include "list/columns.h"
#include "list/doc.h"
#include "list/table.h"
#include "ui/kit/pane.h"

struct rows_pane;

struct row_target {
	int link_kind;   /* enum graph_kind, or one of the LINK_ kinds */
	struct str path; /* the path to send, open and look up users for */
	struct str id;   /* sent if there is no path */
	struct str name;
	struct str link_path; /* the link's target if it differs from the path */
	struct str json;      /* JSON as the service sent it; or STR_NONE */
};

/* Hooks of a kind whose rows are filtered, sorted or read by other code. Each may be NULL. */
struct rows_source {
	/* Like table_shown_rows(), which is then not used. */
	struct shown_rows (*shown_rows)(const struct rows_pane *r);
	/* Applies a VIEW; like table_set_view(). */
	bool (*set_view)(struct rows_pane *r, struct view *view, struct err *err);
	/* The user has confirmed the VIEW, not only typed it. */
	void (*on_view_confirmed)(struct rows_pane *r);
	/* Rows or VIEW changed: shows a message if needed. The cursor is updated afterwards. */
	void (*show_new_rows)(struct rows_pane *r);
	/* The cursor moved: this many rows should be read soon. */
	void (*request_rows)(struct rows_pane *r, size_t rows);
	/* A note that an action must add because not all rows were read; or NULL. */
	const char *(*why_unread)(const struct rows_pane *r, enum action a);
	/* Appends the missing data to the line below the last row. Returns false if nothing is
	 * missing. */
	bool (*write_gap_note)(const struct rows_pane *r, struct buf *out);
};

/* A part of the pane besides the list and the detail. */
struct rows_part {
	/* Called after the layout was made: takes its area from it. */
	void (*arrange)(struct rows_pane *r);
	void (*draw)(const struct rows_pane *r, const struct surface *screen);
	bool (*focused)(const struct rows_pane *r);
	/* Handles an action while the part has the focus: moving, leaving, switching parts.
	 * Returns false for any other action. */
	bool (*handle_action)(struct rows_pane *r, enum action a);
	enum scope scope; /* of the part's keys */
};

struct rows_kind {
	const struct pane_action *actions[PANE_TABLES]; /* like struct pane's */
	enum scope list_scope, detail_scope;

	/* Called after any change, also of the time format. Passes the rows to table_set_rows(),
	 * in the order used without `sort=`. Data that is costly to collect is cached by
	 * revision. NULL if `source` provides the rows. */
	void (*load)(struct rows_pane *r);
	/* Writes the detail of the row at an index of the shown rows. */
	void (*describe)(const struct rows_pane *r, size_t at, struct doc *d);
	/* The text on the rule above the detail: "Digital Monthly GBP · legacy offer". */
	void (*headline)(const struct rows_pane *r, size_t at, struct buf *out);
	/* The counts at the right end of row 2, and the text after them. */
	void (*counts)(const struct rows_pane *r, struct buf *out);
	/* Explains why there are no rows, and what to do; appends nothing while they are being
	 * read. If a filter matches nothing, the pane itself says so. */
	void (*describe_empty)(const struct rows_pane *r, struct doc *d);
	/* The target of a row: for opening it, sending it, its source and its users. Returns
	 * false if it has none; Enter then opens the detail. */
	bool (*target)(const struct rows_pane *r, size_t at, struct row_target *out);
	/* Appends its part of the path in row 2. */
	void (*write_breadcrumb)(const struct rows_pane *r, struct buf *out);
	/* Frees the kind's data, `kind_data`. */
	void (*close)(struct rows_pane *r);

	/* The remaining hooks may be NULL. */
	/* Replaces rows_pane_why_not(), which it calls for the common actions. */
	const char *(*why_not)(const struct pane *p, enum action a);
	const char *(*label_action)(const struct pane *p, enum action a, struct buf *room);
	bool (*status)(const struct pane *p, struct buf *out, enum role *role);
	bool (*cancel)(struct pane *p); /* handles Esc before the detail and the filter do */
	void (*on_enter)(struct pane *p);
	/* The role of a cell if it is not plain text. Colours highlight single words; a whole
	 * row is at most shown as a label. */
	enum role (*role)(const struct rows_pane *r, const struct column *column, const void *row);
	/* True if the list is short: its detail is below it even in wide windows. */
	bool (*is_short)(const struct rows_pane *r);
	/* Adds text before or after a cell's value. Returns the text for the cell's right end,
	 * or NULL. */
	const char *(*cell_suffix)(const struct rows_pane *r, const struct column *column,
	    const void *row, struct buf *text);
	/* A pane for the row at an index, opened above this one. NULL: the detail is opened. */
	struct pane *(*open)(struct rows_pane *r, size_t at);
	/* Shows the row that is now selected in the pane below, for moving to siblings without
	 * going back. */
	void (*reopen)(struct rows_pane *r, struct rows_pane *below);

	/* An extra entry for the export menu, and the function it calls; NULL: none. */
	const char *export_label;
	void (*export_other_formats)(struct rows_pane *r);

	struct rows_source source;
	const struct rows_part *part;

	const char
	    *default_order_text;     /* sort order in row 2 if the VIEW has none: "newest first" */
	const char *deep_search_key; /* filter key that searches more than plain words do: "text" */
	const char *noun;            /* noun before the title of a source: "basket" */
	const char *newest_first_column; /* column of the default order, newest first */
	const char *time_column;         /* column that needs more room when full times are shown */
	bool checks_drawn_text;          /* decide by the drawn text whether a column is empty */
};

#endif
