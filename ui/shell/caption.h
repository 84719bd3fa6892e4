/*
 * caption.h - the text that a tour or a script shows to an audience: a bar above the message line,
 * so that it hides no row; and the row that the text is about.
 */
#ifndef UI_SHELL_CAPTION_H
#define UI_SHELL_CAPTION_H

#include "ui/rows/rows_pane.h"

/* Shows the text instead of the last one; an empty text hides the bar. */
void caption_set(struct console *c, struct str text);
/* Shows the reason why a step is not as its author wanted it, in the bar's last line. */
void caption_set_problem(struct console *c, struct str text);
/* The index of the first row whose text contains the text; SIZE_MAX if there is none. */
size_t caption_find_row(const struct rows_pane *r, struct str text);
/* Moves the cursor to the first row of a list, or line of a text, that contains the text. Returns
 * false if there is none. */
bool caption_mark(struct console *c, struct str text);
/* The height of the bar on a screen of this size. It is the same in all steps of a tour, so that
 * the rows above it do not move. */
int caption_rows(const struct console *c, int rows, int cols);
/* Draws the bar. */
void caption_draw(const struct console *c, const struct surface *s);

#endif
