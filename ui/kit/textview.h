/*
 * textview.h - a document on the screen, with scrolling, search and folds. Owns the document.
 */
#ifndef UI_KIT_TEXTVIEW_H
#define UI_KIT_TEXTVIEW_H

#include "app/actions.h"
#include "list/doc.h"
#include "ui/kit/list.h"
#include "ui/term/surface.h"

struct textview {
	struct doc doc;
	struct list list; /* over the visible lines; its cursor is drawn if has_cursor */
	bool has_cursor;
	bool marks_cursor; /* the cursor's line has a mark in its second cell, which is blank */
	VEC(size_t) visible_lines; /* lines not hidden by a fold */
	VEC(bool) folded;          /* parallel to doc.lines */
	struct buf last_search;    /* case-folded text of the last search */
	size_t search_line; /* without a cursor: the line where a search continues, if visible */
	/* Index of the selected link piece; SIZE_MAX: none. Up and down go from link to link,
	 * and scroll if there are none. With a cursor it is the first link of the cursor's line. */
	size_t selected_link;
	bool focused; /* the selected link is drawn as such */
};

/* Call after the document was built: unfolds all lines and keeps the scroll position if
 * possible. */
void textview_on_built(struct textview *t);
void textview_free(struct textview *t);
/* Call before drawing, with the number of rows available. */
void textview_arrange(struct textview *t, int rows);
void textview_draw(const struct textview *t, const struct surface *s);
/* Handles scrolling and folding actions; ignores others. */
void textview_handle_action(struct textview *t, enum action a);
/* The target of the selected link, or NULL. */
const struct doc_target *textview_selected_target(const struct textview *t);
/* Like textview_selected_target(), for the cursor's line and the deeper lines around it. */
const struct doc_target *textview_selected_section_target(const struct textview *t);
/* True if the document has a link. */
bool textview_has_links(const struct textview *t);
/* Selects the first visible link. */
void textview_select_first_link(struct textview *t);
/* Folds every level-1 section except the one that contains the line, and goes to that line. */
void textview_fold_around(struct textview *t, size_t line);
/* Searches for the text from the current line on; with STR_NONE, repeats the last search from
 * the next line. Selects a link in or after the match. Returns false if there is no match. */
bool textview_search(struct textview *t, struct str text, int direction);

#endif
