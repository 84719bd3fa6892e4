/*
 * catalog_rows.h - actions of rows that are, or refer to, catalog items: open the item, list its
 * users, show its source, send it.
 */
#ifndef UI_ROWS_CATALOG_ROWS_H
#define UI_ROWS_CATALOG_ROWS_H

#include "ui/rows/catalog_status.h"
#include "ui/rows/rows_pane.h"

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
 * tables together with rows_actions, catalog_why_not, catalog_pointer_words, and catalog_status
 * and catalog_stop_reading of catalog_status.h. */
extern const struct pane_action catalog_pointer_actions[], catalog_tree_action[];
const char *catalog_pointer_words(const struct pane *p, enum action a, struct buf *room);

#endif
