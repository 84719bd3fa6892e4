/*
 * item_story.h - what the detail of a catalog item is told with, and the pieces that all of its
 * parts are made of.
 */
#ifndef APP_ITEM_STORY_H
#define APP_ITEM_STORY_H

#include "app/doc.h"
#include "app/user_row.h"
#include "app/words.h"

/* What a detail is told with. */
struct item_story {
	const struct catalog *catalog;
	const struct baskets *baskets;
	int64_t now;
	enum time_style times;
	int64_t start; /* the day payments are counted from: its first millisecond in UTC */
	int shift;     /* months of the timeline scrolled away */
	bool plain;    /* for an audience: no ids, paths or clocks */
};

/* A label and text, unless the text is empty. */
void item_doc_text(struct doc *d, const char *label, struct str text);
/* A thing of the catalog by its name, to be followed. */
void item_doc_link(struct doc *d, const struct graph_node *n, const struct item_story *story);
/* Such a name alone, said to be missing where it is; and its cells. */
void item_add_name(struct doc *d, struct str name, bool missing, const struct doc_target *target);
int item_name_width(struct str name, bool missing);

#endif
