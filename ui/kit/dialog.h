/*
 * dialog.h - a box over the dimmed body: words, and buttons of which Cancel has the focus. Also
 * menus: a box with rows to choose from.
 */
#ifndef UI_KIT_DIALOG_H
#define UI_KIT_DIALOG_H

#include "app/text/doc.h"
#include "ui/kit/console.h"

/* Called once, after the dialog is gone: 0 for Cancel (or Esc), 1 for the other button. */
typedef void dialog_fn(struct console *c, void *ctx, int button);

void dialog_ask(struct console *c, const char *title, const char *words, const char *yes,
    dialog_fn *done, void *ctx);
/* As above with a given text on the first button; Esc is neither of them: -1. */
void dialog_choose(struct console *c, const char *title, const char *words, const char *first,
    const char *second, dialog_fn *done, void *ctx);

/* Says something, with one button to go back; takes the document. */
void dialog_show(struct console *c, const char *title, struct doc *doc);

/* Draws an empty box for a body of `rows` lines of `cols` cells (0: as wide as boxes are) over the
 * dimmed screen and gives the area inside. */
struct surface dialog_box(const struct surface *screen, const char *title, int rows, int cols);
/* Draws a line of a document; and all of them into a box. */
void dialog_draw_line(const struct surface *s, int y, const struct doc *doc, size_t line);
void dialog_draw_doc(const struct surface *box, const struct doc *doc, int y);
/* "  Cancel    Send anyway  " with the focused one reversed; gives the focus's cell for the
 * cursor. */
void dialog_buttons(const struct surface *box, int y, const char *const *buttons, int n, int focus);

#endif
