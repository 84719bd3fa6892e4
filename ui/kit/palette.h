/*
 * palette.h - the candidates of `:` for a text: actions by their words and synonyms and, after an
 * action's name, its arguments; lists, catalog items, people; lists and recent lines for an empty
 * text; and last, never selected by itself, a search for baskets.
 */
#ifndef UI_KIT_PALETTE_H
#define UI_KIT_PALETTE_H

#include "ui/kit/console.h"

enum { PALETTE_MAX = 8 };

enum offer_kind { OFFER_ACTION, OFFER_LINE, OFFER_VIEW, OFFER_THING, OFFER_PERSON, OFFER_SEARCH };

struct palette_entry {
	enum offer_kind kind;
	enum action action; /* of an action */
	int link;           /* of a thing: an enum graph_kind */
	char *name;         /* cleaned */
	char *about;        /* cleaned; the description after the name */
	char *go;           /* a line, a path, a basket's id, words */
};

struct palette {
	struct palette_entry entries[PALETTE_MAX];
	int n, chosen; /* -1: none */
};

/* The matches for the text, best first. The first one is selected, unless it is a search or the
 * text is empty. */
void palette_find(struct palette *p, struct console *c, struct str typed);
void palette_clear(struct palette *p);
/* Chooses the next or the one before, around the ends. */
void palette_move(struct palette *p, int by);
/* Does what an entry says. It is freed on the way: the prompt is closed before. */
void palette_run(struct console *c, const struct palette_entry *e);
/* Draws the rows above the message line. */
void palette_draw(const struct palette *p, const struct console *c, const struct surface *s);
/* The name of an action, or another one that it has, that the text is near to; STR_NONE. */
struct str palette_suggest(struct str typed);
/* Appends why a text that nothing is called cannot be run, and what may be meant. */
void palette_append_unknown(struct buf *out, const struct console *c, struct str typed);

#endif
