/*
 * lineedit.h - a one-line UTF-8 text editor: moves by graphemes, scrolls sideways.
 *
 * ncurses' form library is not used: it shows ^@ cells and loses combining marks of UTF-8 text.
 * Bytes are kept exactly as typed. A line has a maximum size in bytes; a paste that does not fit is
 * rejected as a whole, which also bounds the cost of a frame. Pure.
 */
#ifndef UI_KIT_LINEEDIT_H
#define UI_KIT_LINEEDIT_H

#include "base/buf.h"

#include <stdint.h>

/* Default maximum in bytes: long enough for a token that arrives as single keys. */
enum { LINEEDIT_SIZE_MAX = 8192 };

struct lineedit {
	struct buf text;
	size_t cursor;     /* byte offset of the cursor, always at the start of a grapheme */
	size_t max_bytes;  /* maximum size in bytes; 0: LINEEDIT_SIZE_MAX */
	bool all_selected; /* all text is selected: see lineedit_select_all() */
};

enum lineedit_result {
	LINEEDIT_IGNORED, /* the key does nothing here */
	LINEEDIT_HANDLED,
	LINEEDIT_INVALID, /* several lines, control bytes, or invalid UTF-8 */
	LINEEDIT_FULL,    /* too long: nothing was inserted */
};

/* Handles an editing key (characters, arrows, Backspace, Home …, Ctrl-A E K U W). */
enum lineedit_result lineedit_press_key(struct lineedit *e, uint32_t key);
/* Inserts pasted text; one newline at its end is removed. */
enum lineedit_result lineedit_paste(struct lineedit *e, struct str text);
/* Replaces the whole text. Returns false, with the line empty, if it does not fit. */
bool lineedit_set(struct lineedit *e, struct str text);
/* Selects the whole text: the next letter or paste replaces it, a space is appended to it, and
 * any other key keeps it for editing. */
void lineedit_select_all(struct lineedit *e);
/* The maximum size in bytes. */
size_t lineedit_max_bytes(const struct lineedit *e);
/* Appends why a text of `bytes` bytes was rejected, as a sentence without a full stop. */
void lineedit_append_rejection(
    struct buf *out, const struct lineedit *e, enum lineedit_result why, size_t bytes);
void lineedit_free(struct lineedit *e);
/* Appends the part of the line that fits into `cells` around the cursor, cleaned. Returns the
 * cursor's cell in it. */
int lineedit_write_visible(struct buf *out, const struct lineedit *e, int cells);

#endif
