/*
 * screen_text.h - the content of the console's screen as lines of text: the current place, a row as
 * a sentence, a document, a box. Uses the panes' rows and documents. Any other content is drawn to
 * an off-screen surface of unlimited height and read from there.
 */
#ifndef UI_LINEAR_SCREEN_TEXT_H
#define UI_LINEAR_SCREEN_TEXT_H

#include "ui/kit/console.h"
#include "ui/rows/rows_pane.h"

/* The visible pane if its list has the focus; else NULL. */
struct rows_pane *screen_focused_list(const struct console *c);

/* Appends the current place: "Baskets, newest first: 50 read, older exist". */
void screen_append_place(const struct console *c, struct buf *out);
/* A short name of the pane: "baskets", "persons". */
void screen_append_pane_name(const struct console *c, struct buf *out);
/* The warnings in row 2: unconfirmed writes, an expiring token, an unsent form. */
void screen_append_alarms(const struct console *c, struct buf *out);
/* Appends a row as a sentence: "Mara Ellison, 18 min ago, reach E+I, items Winback Digital +1". */
void screen_append_row(const struct rows_pane *r, size_t at, struct buf *out);
/* Appends why no row is selected. */
void screen_append_no_row(const struct rows_pane *r, struct buf *out);
/* Appends the whole focused text; for any other pane, everything it draws. */
void screen_append_text(struct console *c, struct buf *out);
/* Appends the selected or topmost line of the focused text. *at is set to a number that
 * identifies the line. */
void screen_append_line(struct console *c, struct buf *out, size_t *at);
/* Appends the modal's key bar: "r or Enter try again, Esc stop". */
void screen_append_key_bar(const struct modal *m, struct buf *out);
/* Appends everything that the topmost modal draws, and to `line` the line with the cursor. */
void screen_append_modal(struct console *c, struct buf *out, struct buf *line);

#endif
