/*
 * xdg.h - this user's folders (XDG base directories), and `~` in paths.
 */
#ifndef BASE_XDG_H
#define BASE_XDG_H

#include "base/buf.h"
#include "base/err.h"

/* Append the path of a file in $XDG_STATE_HOME/backroom or $XDG_DATA_HOME/backroom, and create
 * missing folders as private ones. Return false and set err (ERR_IO) if that fails or there is
 * no home folder. */
bool xdg_append_state_path(struct buf *out, const char *file, struct err *err);
bool xdg_append_data_path(struct buf *out, const char *file, struct err *err);

/* Creates the missing folders on the way to a file as private ones; existing folders are
 * unchanged. Modifies `path` while running, and restores it. */
bool xdg_make_folders(char *path, struct err *err);
/* Appends a path as typed by a user: a leading ~ becomes the home folder. */
void xdg_append_expanded(struct buf *out, struct str path);

#endif
