/*
 * textview.h - a document one reads: scrolling, search, folds. Owns the document.
 */
#ifndef UI_KIT_TEXTVIEW_H
#define UI_KIT_TEXTVIEW_H

#include "app/config/actions.h"
#include "app/text/doc.h"
#include "ui/kit/list.h"
#include "ui/term/surface.h"

struct textview {
	struct doc doc;
	struct list list; /* over the visible lines; its cursor is drawn when has_cursor */
	bool has_cursor;
	VEC(size_t) visible; /* lines that no fold hides */
	VEC(bool) folded;    /* parallel to doc.lines */
	struct buf last_search; /* folded text of the last search */
	size_t
	    here; /* without a cursor: the line that a search goes on from, while it is in sight */
	/* The piece that is selected among those that lead somewhere; SIZE_MAX: none. Up and down
	 * go from one to the next, and scroll where there is none. With a cursor it is the first
	 * one of its line. */
	size_t link;
	bool focused; /* the link is drawn as selected */
};

/* After the document was built: unfolds all, keeps the scroll where it can. */
void textview_on_built(struct textview *t);
void textview_free(struct textview *t);
/* Before drawing: the rows there are. */
void textview_arrange(struct textview *t, int rows);
void textview_draw(const struct textview *t, const struct surface *s);
/* The scrolling and fold actions; any other does nothing. */
void textview_act(struct textview *t, enum action a);
/* The selected piece's target, or NULL. */
const struct doc_target *textview_target(const struct textview *t);
/* Does any piece lead somewhere? */
bool textview_has_links(const struct textview *t);
/* Selects the first piece in sight that leads somewhere. */
void textview_first_link(struct textview *t);
/* Folds away all of level 1 but what a line is in, and goes to that line. */
void textview_fold_around(struct textview *t, size_t line);
/* Searches for a text from here on, including this line; for STR_NONE searches the next line
 * with the previous text. Selects a link there, or after it. False if there is no match. */
bool textview_search(struct textview *t, struct str text, int direction);

#endif
