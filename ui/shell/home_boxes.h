/*
 * home_boxes.h - the boxes of Today: texts and drawing. All boxes are one document, in the order of Tab,
 * so that it can be searched and spoken: each is a line with its title and then its lines. A number
 * or name that opens its rows is a link.
 */
#ifndef UI_SHELL_HOME_BOXES_H
#define UI_SHELL_HOME_BOXES_H

#include "list/doc.h"
#include "ui/kit/textview.h"
#include "ui/shell/home_facts.h"
#include "ui/shell/home_grid.h"

const char *home_box_title(enum home_box_id id);
/* Places the boxes in a window of that size and writes them; `d` must be empty. */
void home_boxes_write(struct doc *d, struct home_grid *g, int w, int h, const struct home_facts *f,
    const struct console *c);
/* Draws the grid from a row on. Boxes cut by the window are closed there, with the number of rows
 * that are left out. */
void home_boxes_draw(const struct textview *v, const struct home_grid *g, int first_row,
    size_t focused_line, const struct surface *s);

#endif
