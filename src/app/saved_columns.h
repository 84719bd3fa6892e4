/*
 * saved_columns.h - the columns chosen for the lists of an environment, saved across restarts in
 * the private file `columns` (state.h): one line per choice, and the last one counts.
 */
#ifndef APP_SAVED_COLUMNS_H
#define APP_SAVED_COLUMNS_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the saved columns as they were passed; nothing if there are none, or if the file
 * cannot be read. */
void saved_columns_read(struct buf *out, const char *environment, const char *resource);
/* Saves the columns: a text without newlines; empty if none are chosen any more. */
bool saved_columns_write(
    const char *environment, const char *resource, struct str columns, struct err *err);

#endif
