/*
 * compare_pane.h - `:diff`: two rows of a list side by side, member by member.
 *
 * With one row marked, it is compared with the selected one; with two, these; without marks, a copy
 * is compared with its original. The pane keeps the two items as they were when it was opened.
 */
#ifndef UI_ROWS_COMPARE_PANE_H
#define UI_ROWS_COMPARE_PANE_H

#include "ui/rows/rows_pane.h"

/* Why the rows of a pane cannot be compared; NULL if they can. */
const char *compare_pane_why_not(const struct rows_pane *r);
bool is_compare_pane(const struct pane *p);
/* Opens the pane above that of the rows. */
void rows_run_compare(struct pane *p);

#endif
