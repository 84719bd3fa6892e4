/*
 * places.h - the files of this user that the service makes by itself (XDG base directories).
 */
#ifndef SERVICE_PLACES_H
#define SERVICE_PLACES_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the path of a file in $XDG_STATE_HOME/backroom or $XDG_DATA_HOME/backroom and makes
 * the folders on the way, private. ERR_IO when that fails or when there is no home. */
bool place_of_state(struct buf *out, const char *file, struct err *err);
bool place_of_data(struct buf *out, const char *file, struct err *err);

#endif
