/*
 * qr.h - an address as a QR code for a phone camera, two dots per cell, using libqrencode.
 */
#ifndef LIST_QR_H
#define LIST_QR_H

#include "base/buf.h"

/* Computes the size of a text's code, in cells and lines. Returns false if the text is too long. */
bool qr_measure(struct str text, int *cols, int *rows);
/* Appends the code as lines of half blocks, each ended by a newline, within `cols` and `rows`.
 * The light dots are drawn on a dark background, the dark ones on a light one. Returns false,
 * with nothing appended, if it does not fit. */
bool qr_write(struct buf *out, struct str text, bool light_background, int cols, int rows);

/* The version of libqrencode that this program runs with. */
const char *qr_library_version(void);

#endif
