/*
 * qr_box.h - an address as a code for a telephone's camera: drawn into a box, or alone on the screen.
 */
#ifndef UI_KIT_QR_BOX_H
#define UI_KIT_QR_BOX_H

#include "ui/kit/console.h"

/* Appends the code's lines as this terminal shows them, where they fit; gives their number, 0 where
 * they do not, or where only ASCII is drawn. */
int qr_box_write(struct buf *out, const struct console *c, struct str text, int cols, int rows);
/* Draws lines of it. */
void qr_box_draw(const struct surface *s, int y, int x, enum role role, const struct buf *lines);

/* Shows the code alone on the screen, under `words`, until a key; both are copied. Without room
 * for it, or without a screen, shows a message with the required size instead. */
void qr_box_open(struct console *c, const char *words, struct str address);
/* Would it be shown? */
bool qr_box_fits(const struct console *c, struct str address);

#endif
