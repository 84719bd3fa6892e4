/*
 * palette.h - the list of everything that can be done, as `:` and `?` show it: recent lines, the
 * actions of the visible pane by task, places, and the actions that cannot run now with the
 * reason. A typed text narrows it to matching actions, the arguments of an action, lists, catalog
 * items and people. `:` shows some rows above the prompt, `?` the same rows on the whole body.
 */
#ifndef UI_KIT_PALETTE_H
#define UI_KIT_PALETTE_H

#include "ui/kit/console.h"

enum palette_entry_kind {
	PALETTE_ACTION,
	PALETTE_LINE,
	PALETTE_VIEW,
	PALETTE_ITEM,
	PALETTE_PERSON,
	PALETTE_SEARCH
};

enum palette_group {
	GROUP_RECENT,
	GROUP_SEND, /* the tasks of actions.h, in their order */
	GROUP_DO,
	GROUP_LOOK,
	GROUP_MOVE,
	GROUP_GO,
	GROUP_MORE,
	GROUP_NOT_HERE,
	GROUP_FOUND, /* found by the typed text; the label is the entry's own */
};

struct palette_entry {
	enum palette_entry_kind kind;
	enum palette_group group;
	enum action action; /* for PALETTE_ACTION */
	int link_kind;      /* for PALETTE_ITEM: an enum graph_kind */
	const char *label;  /* for GROUP_FOUND: "offer", "person" */
	char *name;         /* cleaned */
	char *description;  /* cleaned; for an entry that cannot run, the reason */
	char *target;       /* target: a line, a path, a basket's id, or search words */
	char *key;          /* of a user command; or NULL */
	bool unavailable;   /* the action cannot run now */
};

struct palette {
	VEC(struct palette_entry) entries;
	int chosen;       /* index of the selected entry; -1: none */
	int top;          /* index of the first visible entry above the prompt */
	int page_rows;    /* number of entries on the screen, at the last palette_arrange() */
	bool is_whole;    /* covers the body, for `?` */
	bool is_narrowed; /* made for a typed text, which is kept in `typed` */
	struct buf typed;
};

/* Finds the entries for the text, in the order of the groups, or best first if there is a text.
 * The first one is selected, unless it is a search; without a text it is the first action of the
 * pane. */
void palette_find(struct palette *p, struct console *c, struct str typed);
void palette_clear(struct palette *p);
void palette_free(struct palette *p);
/* Selects an entry further on or back, and wraps around at the ends. */
void palette_move(struct palette *p, int by);
/* Selects an entry one screen further on or back, and stops at the ends. */
void palette_move_page(struct palette *p, int by);
/* Appends the line that runs the entry at `:`, for the history. Empty: the typed text does. */
void palette_append_line(struct buf *out, const struct palette_entry *e);
/* Runs an entry. The entry is freed meanwhile, because the prompt is closed first. */
void palette_run(struct console *c, const struct palette_entry *e);
/* The action's name or synonym that is spelled most like the text; STR_NONE if none is close. */
struct str palette_suggest_action(struct str typed);
/* Appends why a text that matches nothing cannot be run, and the closest name. */
void palette_append_unknown(struct buf *out, const struct console *c, struct str typed);

/* Scrolls to the selected entry on a screen of this height and width. */
void palette_arrange(struct palette *p, int rows, int cols);
/* Draws the entries above the message line, or on the whole body. */
void palette_draw(const struct palette *p, const struct console *c, const struct surface *s);
/* Appends all entries by group, for linear mode. */
void palette_write_doc(const struct palette *p, const struct console *c, struct doc *d);

#endif
