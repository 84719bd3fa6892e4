/*
 * text_pane.h - panes of text over the whole body: the source of a row, the messages, the help.
 */
#ifndef UI_KIT_TEXT_PANE_H
#define UI_KIT_TEXT_PANE_H

#include "ui/kit/console.h"
#include "ui/kit/textview.h"

/* A pane that shows a document; `title` is in row 2. The caller fills text_pane_view()'s
 * document and then calls text_pane_on_filled(). */
struct pane *text_pane_new(struct console *c, const char *title, enum scope scope);
/* Is it one of these? */
bool text_pane_is(const struct pane *p);
struct textview *text_pane_view(struct pane *p);
void text_pane_on_filled(struct pane *p);
/* Its links are request ids: the keys go from one to the next, and send it. */
void text_pane_list_requests(struct pane *p);

/* Its text is written again whenever its data or the width changes. */
typedef void text_write_fn(struct doc *d, const struct console *c);
void text_pane_rebuild_on_change(struct pane *p, text_write_fn *write);
/* As above for a text with the baskets' totals, once they are read; with links to follow. */
void text_pane_rebuild_on_read(struct pane *p, text_write_fn *write);
/* Is it the pane of that? */
bool text_pane_is_written_by(const struct pane *p, text_write_fn *write);

/* The source of the JSON: the selected row of another pane. */
struct text_source {
	/* To the neighbour of the row; false at the ends. */
	bool (*step)(struct pane *of, int by);
	/* As sent, and what it is called; false when there is none. */
	bool (*read)(const struct pane *of, struct buf *name, struct str *json);
};
struct pane *source_pane_new(const struct text_source *source, struct pane *of);

#endif
