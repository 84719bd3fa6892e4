/*
 * palette.h - the suggestions for a text typed at `:`. They are actions, found by their words and
 * synonyms; the arguments of an action; lists, catalog items and people; and for an empty text,
 * lists and recent lines. The last suggestion is a search for baskets, which is never preselected.
 */
#ifndef UI_KIT_PALETTE_H
#define UI_KIT_PALETTE_H

#include "ui/kit/console.h"

enum { PALETTE_ENTRIES_MAX = 8 };

enum palette_entry_kind {
	PALETTE_ACTION,
	PALETTE_LINE,
	PALETTE_VIEW,
	PALETTE_ITEM,
	PALETTE_PERSON,
	PALETTE_SEARCH
};

struct palette_entry {
	enum palette_entry_kind kind;
	enum action action; /* for PALETTE_ACTION */
	int link_kind;      /* for PALETTE_ITEM: an enum graph_kind */
	char *name;         /* cleaned */
	char *description;  /* cleaned; the description shown after the name */
	char *target;       /* target: a line, a path, a basket's id, or search words */
};

struct palette {
	struct palette_entry entries[PALETTE_ENTRIES_MAX];
	int n, chosen; /* index of the selected entry; -1: none */
};

/* Finds the suggestions for the text, best first. The first one is selected, unless it is a
 * search or the text is empty. */
void palette_find(struct palette *p, struct console *c, struct str typed);
void palette_clear(struct palette *p);
/* Selects the next or previous entry, and wraps around at the ends. */
void palette_move(struct palette *p, int by);
/* Runs an entry. The entry is freed meanwhile, because the prompt is closed first. */
void palette_run(struct console *c, const struct palette_entry *e);
/* Draws the entries above the message line. */
void palette_draw(const struct palette *p, const struct console *c, const struct surface *s);
/* The action's name or synonym that is spelled most like the text; STR_NONE if none is close. */
struct str palette_suggest_action(struct str typed);
/* Appends why a text that matches nothing cannot be run, and the closest name. */
void palette_append_unknown(struct buf *out, const struct console *c, struct str typed);

#endif
