/*
 * row_command.h - user commands (user_command.h) on the rows of any list but those of baskets,
 * which have their own checks. A command gets the rows as they were when it was chosen.
 */
#ifndef UI_ROWS_ROW_COMMAND_H
#define UI_ROWS_ROW_COMMAND_H

#include "ui/rows/rows_pane.h"
#include "ui/rows/user_command.h"

enum { COMMAND_ROWS_MAX = 10000 };

/* Runs a command on the marked rows that are shown, or on the selected one. */
void row_command_run(struct pane *p);
/* Why no command can run on the list's rows now; NULL if one can. */
const char *row_command_why_not(const struct rows_pane *r);
/* The list's name in `panes`; NULL if no command runs on its rows. */
const char *row_command_pane_name(const struct rows_pane *r);

#endif
