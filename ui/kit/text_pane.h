/*
 * text_pane.h - panes that show text over the whole body: a row's source, the messages, the help.
 */
#ifndef UI_KIT_TEXT_PANE_H
#define UI_KIT_TEXT_PANE_H

#include "ui/kit/console.h"
#include "ui/kit/textview.h"

/* A pane that shows a document, with `title` in row 2. The caller fills the document of
 * text_pane_view() and then calls text_pane_on_filled(). */
struct pane *text_pane_new(struct console *c, const char *title, enum scope scope);
/* True if the pane was made by text_pane_new(). */
bool is_text_pane(const struct pane *p);
struct textview *text_pane_view(struct pane *p);
void text_pane_on_filled(struct pane *p);
/* Adds a cursor, and makes `y` send the request id of the message at the cursor. */
void text_pane_mark_as_messages(struct pane *p);

/* Rebuilds the text whenever the data or the width changes. */
typedef void text_write_fn(struct doc *d, const struct console *c);
void text_pane_rebuild_on_change(struct pane *p, text_write_fn *write);

/* Provides the JSON to show: that of the selected row in another pane. */
struct text_source {
	/* Moves to the next or previous row. Returns false at the ends. */
	bool (*move_row)(struct pane *of, int by);
	/* The JSON as the service sent it, and its title. Returns false if there is none. */
	bool (*read)(const struct pane *of, struct buf *name, struct str *json);
};
struct pane *source_pane_new(const struct text_source *source, struct pane *of);

/* Actions of any pane that shows a text (its hook get_textview): moving, at the end of its tables;
 * folding, searching, and going to a match. */
extern const struct pane_action text_move_actions[];
void text_run_view_action(struct pane *p);
void text_run_search(struct pane *p);
void text_run_match(struct pane *p);
/* Goes to the next or previous match, as the running action says, or says that there is none. */
void text_go_to_match(struct pane *p, struct textview *t);

#endif
