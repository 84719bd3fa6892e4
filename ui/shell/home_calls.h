/*
 * home_calls.h - the persons to call first: a line each, with the age of their newest basket and
 * the amount due for it. The names are links to these baskets.
 */
#ifndef UI_SHELL_HOME_CALLS_H
#define UI_SHELL_HOME_CALLS_H

#include "list/doc.h"
#include "ui/kit/console.h"

/* A person to call: reachable by mail, not contacted, and did not buy since. */
struct home_call {
	struct str name, total, basket_id; /* of the newest basket; not cleaned */
	int64_t created;
};

/* Appends the lines in columns, cut to the document's width. */
void home_calls_write(
    struct doc *d, const struct console *c, const struct home_call *calls, size_t n);

#endif
