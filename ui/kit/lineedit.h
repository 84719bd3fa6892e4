/*
 * lineedit.h - one line of text being typed: UTF-8, moved over by graphemes, scrolled sideways.
 *
 * ncurses' form library is not used: it shows ^@ cells and loses combining marks of UTF-8 text.
 * Bytes come out as they were typed. A line has room for so many bytes and takes what fits whole or
 * not at all: whatever is pasted, a frame costs no more than that. Pure.
 */
#ifndef UI_KIT_LINEEDIT_H
#define UI_KIT_LINEEDIT_H

#include "base/buf.h"

#include <stdint.h>

/* Bytes of a line that sets no other bound: a token fits, where pastes come as keys. */
enum { LINEEDIT_MAX = 8192 };

struct lineedit {
	struct buf text;
	size_t at;   /* byte of the cursor, always at a grapheme's begin */
	size_t most; /* bytes it has room for; 0: LINEEDIT_MAX */
	bool whole;  /* all is selected: see lineedit_select() */
};

enum lineedit_result {
	LINEEDIT_IGNORED, /* the key does nothing here */
	LINEEDIT_TAKEN,
	LINEEDIT_UNFIT, /* several lines, control bytes, or no UTF-8 */
	LINEEDIT_FULL,  /* it does not fit: nothing of it was taken */
};

/* Takes a key that edits (characters, arrows, Backspace, Home …, Ctrl-A E K U W). */
enum lineedit_result lineedit_key(struct lineedit *e, uint32_t key);
/* Inserts pasted text; one newline at its end is dropped. */
enum lineedit_result lineedit_paste(struct lineedit *e, struct str text);
/* Replaces the whole text. False when it does not fit: the line is empty then. */
bool lineedit_set(struct lineedit *e, struct str text);
/* Selects all of it: a letter or a paste replaces it, and any other key keeps it for editing; a
 * space is appended. */
void lineedit_select(struct lineedit *e);
/* How many bytes it has room for in all. */
size_t lineedit_most(const struct lineedit *e);
/* Appends why a text of so many bytes was not taken, as a sentence without a full stop. */
void lineedit_append_rejection(
    struct buf *out, const struct lineedit *e, enum lineedit_result why, size_t bytes);
void lineedit_free(struct lineedit *e);
/* The part that fits into `cells` with the cursor in sight: appended cleaned, and the cursor's
 * cell in it. */
int lineedit_window(struct buf *out, const struct lineedit *e, int cells);

#endif
