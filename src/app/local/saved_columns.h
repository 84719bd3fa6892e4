/*
 * saved_columns.h - which columns were chosen for the lists of an environment, over restarts: the
 * private file `columns` of state.h, a line for each choice, of which the last counts.
 */
#ifndef APP_LOCAL_SAVED_COLUMNS_H
#define APP_LOCAL_SAVED_COLUMNS_H

#include "base/buf.h"
#include "base/err.h"

/* Appends them as they were given; nothing where none were chosen, or the file cannot be read. */
void saved_columns_read(struct buf *out, const char *environment, const char *resource);
/* Keeps them: a text without newlines; empty where none are chosen any more. */
bool saved_columns_write(
    const char *environment, const char *resource, struct str columns, struct err *err);

#endif
