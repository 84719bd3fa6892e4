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

struct command_variables;
struct rows_pane;

struct row_target {
	int link_kind;   /* enum graph_kind, or one of the LINK_ kinds */
	struct str path; /* the path to send, open and look up users for */
	struct str id;   /* sent if there is no path */
	struct str name;
	struct str link_path; /* the link's target if it differs from the path */
	struct str json;      /* JSON as the service sent it; or STR_NONE */
};

/* How a cell is drawn. */
struct cell_style {
	const char *right_text; /* text at the cell's right end ("sent"); or NULL */
	enum role role;         /* ROLE_TEXT: plain text */
	enum role mark_role;    /* of the bytes before `mark_end`: a mark before the text */
	size_t mark_end;
	size_t label_start; /* the text from this byte on is drawn as a label; 0: none of it */
};

struct rows_kind {
	const struct pane_action *actions[PANE_ACTION_TABLES]; /* like struct pane's */
	enum scope list_scope, detail_scope;

	/* Called after any change, also of the time format. Passes the rows to table_set_rows(),
	 * in the order used without `sort=`, unless get_shown_rows() provides them. Data that is
	 * costly to collect is cached by revision. */
	void (*load_rows)(struct rows_pane *r);
	/* Writes the detail of the row at an index of the shown rows. */
	void (*describe_row)(const struct rows_pane *r, size_t at, struct doc *d);
	/* The text on the rule above the detail: "Digital Monthly GBP · offer of Winback 2026". */
	void (*write_headline)(const struct rows_pane *r, size_t at, struct buf *out);
	/* The pane's own part of the path in row 2, and the counts at its right end. */
	void (*write_title)(const struct rows_pane *r, struct title *out);
	/* Explains why there are no rows, and what to do; appends nothing while they are being
	 * read. If a filter matches nothing, the pane itself says so. */
	void (*describe_empty)(const struct rows_pane *r, struct doc *d);
	/* The target of a row: for opening it, sending it, its source and its users. Returns
	 * false if it has none; Enter then opens the detail. */
	bool (*get_target)(const struct rows_pane *r, size_t at, struct row_target *out);
	/* Frees the kind's data, `kind_data`. */
	void (*close)(struct rows_pane *r);

	/* The remaining hooks may be NULL. */
	/* Replaces rows_pane_why_not(), which it calls for the common actions. */
	const char *(*why_unavailable)(const struct pane *p, enum action a);
	const char *(*label_action)(const struct pane *p, enum action a, struct buf *room);
	bool (*write_status)(const struct pane *p, struct buf *out, enum role *role);
	bool (*cancel)(struct pane *p); /* handles Esc before the detail and the filter do */
	void (*on_enter)(struct pane *p);
	/* The style of a cell that is not plain text; may also add to its text. `column` is NULL
	 * for a member by its path. Colours highlight single words; a whole row is at most shown
	 * as a label. */
	void (*style_cell)(const struct rows_pane *r, const struct column *column, const void *row,
	    struct buf *text, struct cell_style *style);
	/* Opens a pane for the row at an index above this one; NULL: the detail is opened. With
	 * `above`, an earlier result: shows the row there instead, and returns it. */
	struct pane *(*open_row)(struct rows_pane *r, size_t at, struct pane *above);
	/* Applies a VIEW; like table_set_view(). NULL: the user has now confirmed the VIEW that
	 * was applied last, which was only typed before. */
	bool (*set_view)(struct rows_pane *r, struct view *view, struct err *err);
	/* For rows that are filtered and sorted by other code; like table_shown_rows(), which is
	 * then not used. */
	struct shown_rows (*get_shown_rows)(const struct rows_pane *r);
	/* The cursor moved: this many rows should be read soon. */
	void (*request_rows)(struct rows_pane *r, size_t rows);
	/* True if rows were not read yet. Appends the reason to the line below the last row if
	 * they could not be read. */
	bool (*has_unread)(const struct rows_pane *r, struct buf *problem);

	/* Adds the variables of a row for a user command, besides those of its target. */
	void (*add_variables)(const struct rows_pane *r, size_t at, struct command_variables *v);
	/* The list's name in `panes` (app/user_command.h) if it is not its resource's; without it
	 * and add_variables, no command runs on its rows. */
	const char *command_pane;

	/* A further entry of the export menu, and its action; NULL: none. */
	const char *export_label;
	enum action export_action;
	const char
	    *default_order_text;     /* sort order in row 2 if the VIEW has none: "newest first" */
	const char *deep_search_key; /* filter key that searches more than plain words do: "text" */
	const char *noun;            /* noun before the title of a source: "basket" */
	const char *newest_first_column; /* column of the default order, newest first */
	/* Columns to hide, in this order, while another one is cut; NULL: none. */
	const char *yielding_columns, *whole_column;
	const char *time_column; /* column that needs more room when full times are shown */
	bool starts_breadcrumb;  /* row 2 starts with it, whichever pane it was opened from */
	bool checks_drawn_text;  /* decide by the drawn text whether a column is empty */
};

#endif
