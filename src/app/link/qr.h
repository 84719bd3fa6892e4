/*
 * qr.h - an address as a code for a telephone's camera, two dots in a cell, over libqrencode.
 */
#ifndef APP_LINK_QR_H
#define APP_LINK_QR_H

#include "base/buf.h"

/* So large is the code of a text, in cells and lines. False: it is too long for one. */
bool qr_measure(struct str text, int *cols, int *rows);
/* Appends lines of half blocks, each ended by a newline, at most so wide and high. On a dark
 * background the light dots are drawn, on a light one the dark ones: both are a code. False, and
 * nothing appended, when it does not fit. */
bool qr_write(struct buf *out, struct str text, bool light_background, int cols, int rows);

#endif
