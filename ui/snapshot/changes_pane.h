/*
 * changes_pane.h - what differs between the snapshot that was compared last and the catalog that
 * is seen: a list, each of whose rows leads to its item.
 */
#ifndef UI_SNAPSHOT_CHANGES_PANE_H
#define UI_SNAPSHOT_CHANGES_PANE_H

#include "ui/kit/console.h"

/* On top of what is seen, unless it is seen already. */
void changes_pane_show(struct console *c);

#endif
