/*
 * roots.h - the panes that have a digit. One that is not built yet is absent, not empty.
 */
#ifndef UI_ROOTS_H
#define UI_ROOTS_H

#include "app/actions.h"
#include "base/vec.h"

struct console;
struct pane;

enum root {
	ROOT_BASKETS,
	ROOT_CAMPAIGNS,
	ROOT_OFFERS,
	ROOT_CATALOG,
	ROOT_JOURNEYS,
	ROOT_IDENTITIES,
	ROOT_JOURNAL,
	ROOT_CHECKS,
	ROOTS
};

/* The panes of one root: the last one is seen, the first is the root itself. */
struct pane_stack {
	VEC(struct pane *) panes;
};

struct root_info {
	const char *name;
	struct pane *(*open)(struct console *c);
	int digit;
	enum action action;
};

extern const struct root_info roots[ROOTS];

#endif
