/*
 * looked.h - when this account looked last at a service, and what was newest then: what came since
 * is told once, and shown by :since. One private file, a line a console's end. Nothing is kept of a
 * script or the demo.
 */
#ifndef UI_SHELL_LOOKED_H
#define UI_SHELL_LOOKED_H

#include "ui/kit/console.h"

struct looked {
	int64_t at, newest;      /* WHEN_NONE: never */
	char commit[64];         /* of the catalog; empty: it was not read */
	bool told, told_catalog; /* what came since was said */
};

/* Reads the time of the last visit; an unreadable file counts as none. */
void looked_read(struct looked *l, const struct console *c);
/* Notes that it is now. */
void looked_write(const struct console *c);
/* Baskets or catalog were read: says once what came since. */
void looked_tell(struct looked *l, struct console *c);
/* How many of the baskets read came since; `more`: all that were read did. */
size_t looked_count(const struct looked *l, const struct console *c, bool *more);
/* The VIEW of them; empty when it is not known. */
void looked_view(struct buf *out, const struct looked *l);
/* :since */
void looked_show(struct console *c);

#endif
