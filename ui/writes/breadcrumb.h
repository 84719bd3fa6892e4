/*
 * breadcrumb.h - row 2: where this is, what is known of it, and what is not known of writes; and the
 * colour of an environment. Draws only.
 */
#ifndef UI_WRITES_BREADCRUMB_H
#define UI_WRITES_BREADCRUMB_H

#include "ui/kit/console.h"
#include "ui/kit/pane.h"

/* The colour of an environment of this role: demo, test, prod. */
enum role badge_role_of(const char *role);
/* The breadcrumb is cut from the left. Frees the title. */
void breadcrumb_draw(const struct console *c, const struct surface *s, struct title *t);

#endif
