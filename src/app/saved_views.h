/*
 * saved_views.h - the user's saved views, in the file `views` next to config.conf: one line "NAME
 * VIEW" each. A VIEW may begin with @NAME, and further terms are added.
 */
#ifndef APP_SAVED_VIEWS_H
#define APP_SAVED_VIEWS_H

#include "base/buf.h"
#include "base/err.h"

/* Appends all lines; nothing if the file is missing. Returns false if the file cannot be read. */
bool saved_views_read(struct buf *out, struct err *err);
/* Saves a VIEW line under a name, replacing an earlier one. Returns false with ERR_USAGE if the
 * name is invalid. */
bool saved_view_save(struct str name, struct str line, struct err *err);
/* Deletes a saved view and appends its line to `line`. ERR_USAGE lists the existing names. */
bool saved_view_delete(struct buf *line, struct str name, struct err *err);
/* Appends the line with @NAME at its start replaced by the saved view; other lines unchanged.
 * ERR_USAGE lists the existing names. */
bool saved_view_expand(struct buf *out, struct str line, struct err *err);

#endif
