/*
 * screen_text.h - what a person would see on the console's screen, as lines: where one is, a row as a
 * sentence, a text, a box. Asks panes for their rows and documents; what has none is drawn on a
 * screen without an end, and read from it.
 */
#ifndef UI_LINEAR_SCREEN_TEXT_H
#define UI_LINEAR_SCREEN_TEXT_H

#include "ui/kit/console.h"
#include "ui/rows/rows_pane.h"

/* The pane that is seen where its list is in focus; else NULL. */
struct rows_pane *screen_focused_list(const struct console *c);
/* The text that is in focus, be it a detail or a pane's own; NULL: none that is known as such. */
const struct textview *screen_focused_view(const struct console *c);

/* "Baskets, newest first: 50 read, older exist". */
void screen_append_place(const struct console *c, struct buf *out);
/* The pane alone, in a few words: "baskets", "persons". */
void screen_append_pane_name(const struct console *c, struct buf *out);
/* The warnings of row 2: writes that are not confirmed, a token that expires, a form that waits. */
void screen_append_alarms(const struct console *c, struct buf *out);
/* "Mara Ellison, 18 min ago, reach E+I, items Winback Digital +1". */
void screen_append_row(const struct rows_pane *r, size_t at, struct buf *out);
/* Why there is none. */
void screen_append_no_row(const struct rows_pane *r, struct buf *out);
/* The whole text in focus; of another pane all that it draws. */
void screen_append_text(struct console *c, struct buf *out);
/* The line of it that is selected, or on top; a number that tells it from others goes to *at. */
void screen_append_line(struct console *c, struct buf *out, size_t *at);
/* The meaning of its keys: "r or Enter try again, Esc stop". */
void screen_append_key_bar(const struct modal *m, struct buf *out);
/* All that the modal on top draws, and the line of it that the cursor rests on. */
void screen_append_modal(struct console *c, struct buf *out, struct buf *line);

#endif
