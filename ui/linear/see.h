/*
 * see.h - what a person would see on the console's screen, as lines: where one is, a row as a
 * sentence, a text, a box. Asks panes for their rows and documents; what has none is drawn on a
 * screen without an end, and read from it.
 */
#ifndef UI_LINEAR_SEE_H
#define UI_LINEAR_SEE_H

#include "ui/kit/console.h"
#include "ui/rows/rows_pane.h"

/* The pane that is seen where its list is in focus; else NULL. */
struct rows_pane *see_list(const struct console *c);
/* The text that is in focus, be it a detail or a pane's own; NULL: none that is known as such. */
const struct textview *see_view(const struct console *c);

/* "Baskets, newest first: 50 read, older exist". */
void see_place(const struct console *c, struct buf *out);
/* The pane alone, in a few words: "baskets", "persons". */
void see_pane_name(const struct console *c, struct buf *out);
/* The warnings of row 2: writes that are not confirmed, a token that expires, a form that waits. */
void see_alarms(const struct console *c, struct buf *out);
/* "Mara Ellison, 18 min ago, reach E+I, items Winback Digital +1". */
void see_row(const struct rows_pane *r, size_t at, struct buf *out);
/* Why there is none. */
void see_no_row(const struct rows_pane *r, struct buf *out);
/* The whole text in focus; of another pane all that it draws. */
void see_text(struct console *c, struct buf *out);
/* The line of it that is selected, or on top; a number that tells it from others goes to *at. */
void see_line(struct console *c, struct buf *out, size_t *at);
/* The meaning of its keys: "r or Enter try again, Esc stop". */
void see_bar(const struct modal *m, struct buf *out);
/* All that the modal on top draws, and the line of it that the cursor rests on. */
void see_modal(struct console *c, struct buf *out, struct buf *line);

#endif
