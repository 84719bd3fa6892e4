/*
 * screen_text.h - the content of the console's screen as lines of text: the current place, a row as
 * a sentence, a document, a box. All of it comes from the rows and documents of panes and modals,
 * nothing from a drawing.
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
/* The warnings in row 2: unconfirmed writes, unlocked writes, an expiring token, an unsent form. */
void screen_append_alarms(const struct console *c, struct buf *out);
/* Appends a row as a sentence: "Mara Ellison, 18 min ago, reach E+I, items Winback Digital +1". */
void screen_append_row(const struct rows_pane *r, size_t at, struct buf *out);
/* Appends why no row is selected. */
void screen_append_no_row(const struct rows_pane *r, struct buf *out);
/* Appends the whole focused text. */
void screen_append_text(const struct console *c, struct buf *out);
/* Appends the selected or topmost line of the focused text. *at is set to a number that
 * identifies the line. */
void screen_append_line(const struct console *c, struct buf *out, size_t *at);
/* Appends the modal's key bar: "r or Enter try again, Esc stop". */
void screen_append_key_bar(const struct modal *m, struct buf *out);
/* Appends the text of the topmost modal, and to `line` the line of its focused field. Either may be
 * NULL. */
void screen_append_modal(const struct console *c, struct buf *out, struct buf *line);

#endif
