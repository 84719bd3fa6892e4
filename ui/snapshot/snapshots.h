/*
 * snapshots.h - saves the catalog to a snapshot file, and compares the catalog with one. Both
 * prompt for the file name, starting with the last one.
 */
#ifndef UI_SNAPSHOT_SNAPSHOTS_H
#define UI_SNAPSHOT_SNAPSHOTS_H

#include "ui/kit/console.h"

struct console;

/* Asks before replacing an existing file. */
void snapshots_save(struct console *c);
/* Keeps the snapshot in console.baseline until the next one. */
void snapshots_compare(struct console *c);

/*
 * The differences between the last compared snapshot and the current catalog; each
 * row opens its item.
 */

/* Opens the pane above the visible one, unless it is already visible. */
void changes_pane_show(struct console *c);

#endif
