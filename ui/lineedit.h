/*
 * lineedit.h - one line of text being typed: UTF-8, moved over by graphemes, scrolled sideways.
 *
 * ncurses' form library is not used: it shows ^@ cells and loses combining marks of UTF-8 text.
 * Bytes come out as they were typed. Pure.
 */
#ifndef UI_LINEEDIT_H
#define UI_LINEEDIT_H

#include "base/buf.h"

#include <stdint.h>

struct lineedit {
	struct buf text;
	size_t at; /* byte of the cursor, always at a grapheme's begin */
};

/* Takes a key that edits (characters, arrows, Backspace, Home …, Ctrl-A E K U W). False when
 * the key does nothing here. */
bool lineedit_key(struct lineedit *e, uint32_t key);
/* Inserts pasted text: one newline at its end is dropped, other control bytes refuse it whole. */
bool lineedit_paste(struct lineedit *e, struct str text);
void lineedit_set(struct lineedit *e, struct str text);
void lineedit_free(struct lineedit *e);
/* The part that fits into `cells` with the cursor in sight: appended cleaned, and the cursor's
 * cell in it. */
int lineedit_window(struct buf *out, const struct lineedit *e, int cells);

#endif
