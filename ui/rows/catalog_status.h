/*
 * catalog_status.h - how catalog panes show the state of the catalog: counts, revision, failures,
 * and why there are no rows.
 */
#ifndef UI_ROWS_CATALOG_STATUS_H
#define UI_ROWS_CATALOG_STATUS_H

#include "ui/rows/rows_pane.h"

/* The right end of row 2: "6 of 42 offers · catalog e44d07a · read 14:03". */
void catalog_append_counts(
    const struct rows_pane *r, struct buf *out, const char *one, const char *many);
/* Only the revision: " · catalog e44d07a · read 14:03". */
void catalog_append_revision(const struct console *c, struct buf *out);
/* Appends the state of reading the catalog. Returns false if there is nothing to report. */
bool catalog_status(const struct pane *p, struct buf *out, enum role *role);
/* Appends which lists could not be read to the end because the service's cursors loop. */
void catalog_append_cursor_loop(struct buf *out, const struct catalog *c);
/* Esc: stops reading the catalog. Returns false if it is not being read. */
bool catalog_stop_reading(struct pane *p);
/* Explains missing rows by the state of reading the catalog. Returns false if that does not
 * explain it. */
bool catalog_describe_unread(const struct console *c, struct doc *d);

#endif
