/*
 * xdg.h - folders of this user (XDG base directories), and how a path to one is written.
 */
#ifndef BASE_XDG_H
#define BASE_XDG_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the path of a file in $XDG_STATE_HOME/backroom or $XDG_DATA_HOME/backroom and makes
 * the folders on the way, private. ERR_IO when that fails or when there is no home. */
bool xdg_append_state_path(struct buf *out, const char *file, struct err *err);
bool xdg_append_data_path(struct buf *out, const char *file, struct err *err);

/* Makes the folders on the way to a file, private; those that exist stay as they are. The path is
 * written to meanwhile, and whole again afterwards. */
bool xdg_make_folders(char *path, struct err *err);
/* Appends a path as people write it: a leading ~ is the home folder. */
void xdg_append_expanded(struct buf *out, struct str path);

#endif
