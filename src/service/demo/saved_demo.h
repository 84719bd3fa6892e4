/*
 * saved_demo.h - the demo's data, kept under a name for a later demo: a SQLite file in
 * $XDG_STATE_HOME/backroom/demos, with the time of the data.
 */
#ifndef SERVICE_DEMO_SAVED_DEMO_H
#define SERVICE_DEMO_SAVED_DEMO_H

#include "store/store.h"

/* True if the name can be a file's: letters, digits, - and _, 1 to 40 of them. */
bool saved_demo_is_name(struct str name);
/* Saves the data that the transaction sees, and its time. Replaces a saved demo of this name.
 * Returns false and sets err to an error of the store if it fails; what had this name is then
 * unchanged. */
bool saved_demo_write(struct store_tx *from, struct str name, int64_t now, struct err *err);
/* Replaces the data by the saved one, and sets *now to its time. Returns false and sets err:
 * ERR_NOT_FOUND if nothing has this name, ERR_INVALID and *now WHEN_NONE if it is not complete,
 * else an error of the store. */
bool saved_demo_read(struct store_tx *to, struct str name, int64_t *now, struct err *err);
/* Appends the names, separated by ", ". */
void saved_demo_list(struct buf *out);

#endif
