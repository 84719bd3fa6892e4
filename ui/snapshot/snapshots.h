/*
 * snapshots.h - the catalog that is seen goes into a file, and is compared with one. Both ask for
 * the file's name; the one that was typed last stands there.
 */
#ifndef UI_SNAPSHOT_SNAPSHOTS_H
#define UI_SNAPSHOT_SNAPSHOTS_H

struct console;

/* Asks before a file is replaced. */
void snapshots_save(struct console *c);
/* Keeps the snapshot in console.baseline until the next one. */
void snapshots_compare(struct console *c);

#endif
