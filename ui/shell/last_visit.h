/*
 * last_visit.h - when this account looked last at a service, and what was newest then: what came since
 * is told once, and shown by :since. One private file, a line a console's end. Nothing is kept of a
 * script or the demo.
 */
#ifndef UI_SHELL_LAST_VISIT_H
#define UI_SHELL_LAST_VISIT_H

#include "ui/kit/console.h"

struct last_visit {
	int64_t at, newest;      /* WHEN_NONE: never */
	char commit[64];         /* of the catalog; empty: it was not read */
	bool baskets_shown, catalog_shown; /* what came since was said */
};

/* Reads the time of the last visit; an unreadable file counts as none. */
void last_visit_read(struct last_visit *l, const struct console *c);
/* Notes that it is now. */
void last_visit_write(const struct console *c);
/* Baskets or catalog were read: says once what came since. */
void last_visit_show_news(struct last_visit *l, struct console *c);
/* How many of the baskets read came since; `more`: all that were read did. */
size_t last_visit_count_new(const struct last_visit *l, const struct console *c, bool *more);
/* The VIEW of them; empty when it is not known. */
void last_visit_append_view(struct buf *out, const struct last_visit *l);
/* :since */
void last_visit_show(struct console *c);

#endif
