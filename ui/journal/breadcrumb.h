/*
 * breadcrumb.h - draws row 2: the path, the counts, and warnings about unconfirmed writes. Also the
 * colour of an environment.
 */
#ifndef UI_JOURNAL_BREADCRUMB_H
#define UI_JOURNAL_BREADCRUMB_H

#include "ui/kit/console.h"
#include "ui/kit/pane.h"

/* Appends "unlocked until 18:12 (INC-4711)" while writes are unlocked. */
void breadcrumb_append_unlocked(const struct console *c, struct buf *out);
/* Draws row 2 and frees the title. A path that is too long is cut at its left end. */
void breadcrumb_draw(const struct console *c, const struct surface *s, struct title *t);

#endif
