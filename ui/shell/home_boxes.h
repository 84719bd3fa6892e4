/*
 * home_boxes.h - the texts of the boxes of Today. All boxes are one document, in the order of Tab,
 * so that it can be searched and spoken: each is a line with its title and then its lines. A number
 * or name that opens its rows is a link.
 */
#ifndef UI_SHELL_HOME_BOXES_H
#define UI_SHELL_HOME_BOXES_H

#include "list/doc.h"
#include "ui/shell/home_facts.h"
#include "ui/shell/home_grid.h"

const char *home_box_title(enum home_box_id id);
/* Places the boxes in a window of that size and writes them; `d` must be empty. */
void home_boxes_write(struct doc *d, struct home_grid *g, int w, int h, const struct home_facts *f,
    const struct console *c);

#endif
