/*
 * tabs.h - tabs: the panes that are opened by a digit. The shell defines the table of tabs.
 */
#ifndef UI_KIT_TABS_H
#define UI_KIT_TABS_H

#include "app/actions.h"
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

/* The panes of one tab: the last is visible, the first is the tab's base pane. */
struct pane_stack {
	VEC(struct pane *) panes;
};

struct tab_info {
	const char *name, *short_name; /* brief: used in narrow windows; NULL: same as name */
	struct pane *(*open)(struct console *c);
	int digit;
	enum action action;
};

#endif
