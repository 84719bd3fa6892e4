/*
 * dialog.h - a box over the dimmed body, with text and buttons; Cancel has the focus. Also used by
 * menus: a box with rows to choose from.
 */
#ifndef UI_KIT_DIALOG_H
#define UI_KIT_DIALOG_H

#include "list/doc.h"
#include "ui/kit/console.h"

/* Called once, after the dialog is closed: with 0 for Cancel (or Esc), 1 for the other button. */
typedef void dialog_fn(struct console *c, void *ctx, int button);

void dialog_ask(struct console *c, const char *title, const char *words, const char *yes,
    dialog_fn *done, void *ctx);
/* Like dialog_ask() with the caller's text on both buttons; Esc passes -1 to `done`. */
void dialog_choose(struct console *c, const char *title, const char *words, const char *first,
    const char *second, dialog_fn *done, void *ctx);

/* Shows a document with one button to close it; takes ownership of the document. */
void dialog_show(struct console *c, const char *title, struct doc *doc);

/* Draws an empty box over the dimmed screen, for `rows` lines of `cols` cells (0: the usual
 * width). Returns the area inside it. */
struct surface dialog_draw_box(const struct surface *screen, const char *title, int rows, int cols);
/* Like dialog_draw_box(), below the row `anchor_y`, or above it if there is more room: the row that
 * the box is about stays visible. In the middle if it fits neither way. */
struct surface dialog_draw_box_at(
    const struct surface *screen, const char *title, int rows, int cols, int anchor_y);
/* Draw one line of a document, or all lines, into a box. */
void dialog_draw_line(const struct surface *s, int y, const struct doc *doc, size_t line);
void dialog_draw_doc(const struct surface *box, const struct doc *doc, int y);
/* Draws the buttons, "  Cancel    Send anyway  ", with the focused one reversed, and puts the
 * cursor on it. */
void dialog_draw_buttons(
    const struct surface *box, int y, const char *const *buttons, int n, int focus);

struct lineedit;
/* Draws a text field, "[id-4f1c…      ]", with `cells` cells for its text. The focused field is
 * filled like the selected row, and has the cursor. */
void dialog_draw_field(const struct surface *s, int y, int x, int cells, const struct lineedit *e,
    bool focused);
/* Draws the question before a write, edge to edge: filled with its colour in production, because
 * that is the last thing the user reads. */
void dialog_draw_question(
    const struct console *c, const struct surface *s, int y, struct str question);

#endif
