/*
 * saved_views.h - the user's saved views, in the file `views` next to config.conf: one line "NAME
 * VIEW" each. A VIEW may begin with @NAME, and further terms are added.
 */
#ifndef APP_CONFIG_SAVED_VIEWS_H
#define APP_CONFIG_SAVED_VIEWS_H

#include "base/buf.h"
#include "base/err.h"

/* Appends all lines; nothing where there are none. False when the file cannot be read. */
bool saved_views_read(struct buf *out, struct err *err);
/* Saves a line under a name, replacing an earlier one. ERR_USAGE: invalid name. */
bool saved_view_save(struct str name, struct str line, struct err *err);
/* Forgets the line under a name, which is appended to `line`. ERR_USAGE names those that there are. */
bool saved_view_delete(struct buf *line, struct str name, struct err *err);
/* Appends the line with @NAME at its front replaced; any other line as it is. ERR_USAGE names those
 * that there are. */
bool saved_view_expand(struct buf *out, struct str line, struct err *err);

#endif
