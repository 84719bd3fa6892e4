/*
 * rows_kind.h - what tells one pane of rows from another: what is listed there, what is said of
 * it, and what its keys do besides. rows_pane.h does the rest.
 */
#ifndef UI_ROWS_ROWS_KIND_H
#define UI_ROWS_ROWS_KIND_H

#include "app/list/columns.h"
#include "app/list/table.h"
#include "app/text/doc.h"
#include "ui/kit/pane.h"

struct rows_pane;

struct row_target {
	int link;        /* enum graph_kind, or one of the LINK_ kinds */
	struct str path; /* what is sent, followed, and asked for users */
	struct str id;   /* what is sent where there is no path */
	struct str name;
	struct str to;   /* what the link leads to, where that is not the path */
	struct str json; /* as sent; STR_NONE where there is none */
};

/* Hooks of a kind whose rows are filtered, sorted or read by other code. Each may be NULL. */
struct rows_source {
	/* As table_shown_rows(): then the table stays empty. */
	struct shown_rows (*shown_rows)(const struct rows_pane *r);
	/* A VIEW is taken; as table_set_view(). */
	bool (*set_view)(struct rows_pane *r, struct view *view, struct err *err);
	/* The VIEW was decided on, not only typed at. */
	void (*decided)(struct rows_pane *r);
	/* Rows or VIEW changed: says what there is to say. The cursor follows afterwards. */
	void (*news)(struct rows_pane *r);
	/* The cursor moved: so many rows should be there soon. */
	void (*request_rows)(struct rows_pane *r, size_t rows);
	/* The words that an action must add because not all rows were read; or NULL. */
	const char *(*unread)(const struct rows_pane *r, enum action a);
	/* Says below the last row what is missing there; false when nothing is. */
	bool (*gap)(const struct rows_pane *r, struct buf *out);
};

/* An additional part of the kind, besides the list and the detail. */
struct rows_part {
	/* After the layout was made: takes its part of it. */
	void (*place)(struct rows_pane *r);
	void (*draw)(const struct rows_pane *r, const struct surface *screen);
	bool (*focused)(const struct rows_pane *r);
	/* It is in focus and takes the action: moving, out, the other part. False: it does not. */
	bool (*handle_action)(struct rows_pane *r, enum action a);
	enum scope scope; /* of its keys */
};

struct rows_kind {
	const struct pane_action *actions[PANE_TABLES]; /* as a pane's */
	enum scope list_scope, detail_scope;

	/* After any change, even of the time format: passes the rows to table_set_rows(), in
	 * their order without `sort=`. Data that is costly to collect is cached by its revision.
	 * NULL: a source does it. */
	void (*load)(struct rows_pane *r);
	/* The detail of the row at a place of what is shown. */
	void (*describe)(const struct rows_pane *r, size_t at, struct doc *d);
	/* The text on the line above the detail: "Digital Monthly GBP · legacy offer". */
	void (*headline)(const struct rows_pane *r, size_t at, struct buf *out);
	/* The counts at the right end of row 2, and what follows them. */
	void (*counts)(const struct rows_pane *r, struct buf *out);
	/* Why there is no row, and what to do; nothing while it is being read. That none of the
	 * table's matches is said without it. */
	void (*describe_empty)(const struct rows_pane *r, struct doc *d);
	/* The target of a row: for opening, sending, its source and its users. False: it has
	 * none, and Enter opens the detail. */
	bool (*target)(const struct rows_pane *r, size_t at, struct row_target *out);
	/* Appends its part of row 2's path. */
	void (*crumb)(const struct rows_pane *r, struct buf *out);
	/* Frees `of`. */
	void (*close)(struct rows_pane *r);

	/* The rest may be NULL. */
	/* As a pane's, in place of rows_pane_why_not(), which it asks of what all panes do. */
	const char *(*why_not)(const struct pane *p, enum action a);
	const char *(*words)(const struct pane *p, enum action a, struct buf *room);
	bool (*status)(const struct pane *p, struct buf *out, enum role *role);
	bool (*cancel)(struct pane *p); /* what Esc takes away before a detail and a filter */
	void (*on_enter)(struct pane *p);
	/* The role of a cell other than text. Colours mark a word: a whole row is a label at
	 * most. */
	enum role (*role)(
	    const struct rows_pane *r, const struct column *column, const void *row);
	/* Is the list a short one, with its detail below it in wide windows, too? */
	bool (*is_short)(const struct rows_pane *r);
	/* Adds text before or after a cell's value; returns words for the cell's right end, or
	 * NULL. */
	const char *(*more)(const struct rows_pane *r, const struct column *column, const void *row,
	    struct buf *text);
	/* Opens the row at a place in a pane above; without it the detail is opened. */
	struct pane *(*open)(struct rows_pane *r, size_t at);
	/* Shows what the pane below has under its cursor now: siblings without going up. */
	void (*reopen)(struct rows_pane *r, struct rows_pane *below);

	/* One more entry of the export menu, and what it opens; NULL: none. */
	const char *export_words;
	void (*export_more)(struct rows_pane *r);

	struct rows_source source;
	const struct rows_part *part;

	const char *unsorted; /* what row 2 says where nothing is asked: "newest first" */
	const char *further;  /* a key that looks further than words do: "text" */
	const char *noun;     /* before the name of a source: "basket" */
	const char *newest;   /* the column by which rows come, newest first */
	const char *timed;    /* the column that needs room where times are said in full */
	bool looks_at_drawn;  /* to find empty columns: what is drawn, not what the data is */
};

#endif
