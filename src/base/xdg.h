/*
 * xdg.h - the files of this user that the service makes by itself (XDG base directories).
 */
#ifndef BASE_XDG_H
#define BASE_XDG_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the path of a file in $XDG_STATE_HOME/backroom or $XDG_DATA_HOME/backroom and makes
 * the folders on the way, private. ERR_IO when that fails or when there is no home. */
bool xdg_state(struct buf *out, const char *file, struct err *err);
bool xdg_data(struct buf *out, const char *file, struct err *err);

#endif
