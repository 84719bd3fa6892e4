/*
 * catalog_status.h - what panes of the catalog say of its reading: counts, which revision, what
 * failed, and why nothing is there.
 */
#ifndef UI_ROWS_CATALOG_STATUS_H
#define UI_ROWS_CATALOG_STATUS_H

#include "ui/rows/rows_pane.h"

/* Row 2 at the right: "6 of 42 offers · catalog e44d07a · read 14:03". */
void catalog_append_counts(
    const struct rows_pane *r, struct buf *out, const char *one, const char *many);
/* Its end, which revision is seen: " · catalog e44d07a · read 14:03". */
void catalog_append_revision(const struct console *c, struct buf *out);
/* The state of reading, if there is something to report. */
bool catalog_status(const struct pane *p, struct buf *out, enum role *role);
/* Appends which lists the service did not lead to the end of. */
void catalog_append_cursor_loop(struct buf *out, const struct catalog *c);
/* Runs the status line's offer while the catalog is read: stops that. False if it is not being
 * read. */
bool catalog_stop_reading(struct pane *p);
/* Nothing to be seen yet, or anything that the reading explains; false: the rows are there. */
bool catalog_describe_unread(const struct console *c, struct doc *d);

#endif
