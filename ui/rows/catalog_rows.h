/*
 * catalog_rows.h - actions of rows that are, or refer to, catalog items: open the item, list its
 * users, show its source, send it.
 */
#ifndef UI_ROWS_CATALOG_ROWS_H
#define UI_ROWS_CATALOG_ROWS_H

#include "ui/rows/rows_pane.h"

/*
 * How catalog panes show the state of the catalog: counts, revision, failures,
 * and why there are no rows.
 */

/* The right end of row 2: "6 of 42 offers · catalog e44d07a · read 14:03". */
void catalog_append_counts(
    const struct rows_pane *r, struct buf *out, const char *one, const char *many);
/* Only the revision: " · catalog e44d07a · read 14:03". */
void catalog_append_revision(const struct console *c, struct buf *out);
/* Only the time or the progress: " · read 14:03". */
void catalog_append_read_time(const struct console *c, struct buf *out);
/* Appends the state of reading the catalog. Returns false if there is nothing to report. */
bool catalog_append_status(const struct pane *p, struct buf *out, enum role *role);
/* Appends which lists could not be read to the end because the service's cursors loop. */
void catalog_append_cursor_loop(struct buf *out, const struct catalog *c);
/* Esc: stops reading the catalog. Returns false if it is not being read. */
bool catalog_stop_reading(struct pane *p);
/* Explains missing rows by the state of reading the catalog. Returns false if that does not
 * explain it. */
bool catalog_describe_unread(const struct console *c, struct doc *d);

void catalog_run_send(struct pane *p);
void catalog_run_send_menu(struct pane *p);
void catalog_run_source(struct pane *p);
void catalog_run_used_by(struct pane *p);
void catalog_run_tree(struct pane *p);
void catalog_run_refresh(struct pane *p);
void catalog_run_open(struct pane *p);
/* Like rows_pane_why_not(), and also refuses to open a row that has no target. */
const char *catalog_why_not(const struct pane *p, enum action a);

/* For lists whose rows refer to items: users, findings, changes. Such a kind uses these two
 * tables together with rows_actions, catalog_why_not, catalog_pointer_words, and
 * catalog_append_status and catalog_stop_reading. */
extern const struct pane_action catalog_pointer_actions[], catalog_tree_action[];
const char *catalog_pointer_words(const struct pane *p, enum action a, struct buf *room);

#endif
