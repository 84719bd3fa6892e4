/*
 * saved_views.h - VIEWs under names of people's own, in the file `views` beside config.conf: a line
 * for each, "NAME VIEW". Where a VIEW is taken, @NAME stands for it, and what follows is added.
 */
#ifndef APP_CONFIG_SAVED_VIEWS_H
#define APP_CONFIG_SAVED_VIEWS_H

#include "base/buf.h"
#include "base/err.h"

/* Appends all lines; nothing where there are none. False when the file cannot be read. */
bool saved_views_read(struct buf *out, struct err *err);
/* Takes a line under a name, in place of what was saved so. ERR_USAGE: it is no name. */
bool saved_view_put(struct str name, struct str line, struct err *err);
/* Forgets the line under a name, which is appended to `line`. ERR_USAGE names those that there are. */
bool saved_view_drop(struct buf *line, struct str name, struct err *err);
/* Appends the line with @NAME at its front replaced; any other line as it is. ERR_USAGE names those
 * that there are. */
bool saved_view_expand(struct buf *out, struct str line, struct err *err);

#endif
