/*
 * roots.h - the panes that have a digit. One that is not built yet is absent, not empty.
 */
#ifndef UI_ROOTS_H
#define UI_ROOTS_H

#include "app/actions.h"

struct console;
struct pane;

enum root {
	ROOT_BASKETS,
	ROOT_CAMPAIGNS,
	ROOT_OFFERS,
	ROOT_CATALOG,
	ROOT_JOURNEYS,
	ROOT_CHECKS,
	ROOTS
};

struct root_info {
	const char *name;
	struct pane *(*open)(struct console *c);
	int digit;
	enum action action;
};

extern const struct root_info roots[ROOTS];

#endif
