/*
 * changes_pane.h - the differences between the last compared snapshot and the current catalog; each
 * row opens its item.
 */
#ifndef UI_SNAPSHOT_CHANGES_PANE_H
#define UI_SNAPSHOT_CHANGES_PANE_H

#include "ui/kit/console.h"

/* Opens the pane above the visible one, unless it is already visible. */
void changes_pane_show(struct console *c);

#endif
