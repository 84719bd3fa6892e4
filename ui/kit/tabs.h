/*
 * tabs.h - the panes that have a digit: a tab each. The table of them is the shell's.
 */
#ifndef UI_KIT_TABS_H
#define UI_KIT_TABS_H

#include "app/config/actions.h"
#include "base/vec.h"

struct console;
struct pane;

enum tab {
	TAB_BASKETS,
	TAB_CAMPAIGNS,
	TAB_OFFERS,
	TAB_CATALOG,
	TAB_JOURNEYS,
	TAB_IDENTITIES,
	TAB_JOURNAL,
	TAB_CHECKS,
	TABS
};

/* The panes of one tab: the last one is seen, the first is the tab's own. */
struct pane_stack {
	VEC(struct pane *) panes;
};

struct tab_info {
	const char *name, *brief; /* the second where there is little room; NULL: the same */
	struct pane *(*open)(struct console *c);
	int digit;
	enum action action;
};

#endif
