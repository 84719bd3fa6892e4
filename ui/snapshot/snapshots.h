/*
 * snapshots.h - saves the catalog to a file, and compares it with one. Both prompt for the file's
 * name, starting with the last one.
 */
#ifndef UI_SNAPSHOT_SNAPSHOTS_H
#define UI_SNAPSHOT_SNAPSHOTS_H

struct console;

/* Asks before a file is replaced. */
void snapshots_save(struct console *c);
/* Keeps the snapshot in console.baseline until the next one. */
void snapshots_compare(struct console *c);

#endif
