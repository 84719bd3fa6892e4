/*
 * qr_box.h - an address as a QR code for a phone's camera: drawn into a box, or alone on the
 * screen.
 */
#ifndef UI_KIT_QR_BOX_H
#define UI_KIT_QR_BOX_H

#include "ui/kit/console.h"

/* Appends the code's lines as this terminal can show them. Returns their number; 0 if they do
 * not fit or the screen is ASCII only. */
int qr_box_write(struct buf *out, const struct console *c, struct str text, int cols, int rows);
/* Draws the lines of a code. */
void qr_box_draw(const struct surface *s, int y, int x, enum role role, const struct buf *lines);

/* Shows only the code on the screen, under `words`, until a key is pressed; copies both. If it
 * does not fit, or in linear mode, shows a message with the required size instead. */
void qr_box_open(struct console *c, const char *words, struct str address);
/* True if qr_box_open() can show the code. */
bool qr_box_fits(const struct console *c, struct str address);

#endif
