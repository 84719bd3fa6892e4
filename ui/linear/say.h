/*
 * say.h - prints text line by line: for a screen reader, a braille display or a slow connection. No
 * escape, no carriage return, no box character.
 *
 * On a terminal lines end between words, not where it would break them. A long text comes in parts:
 * the rest waits for `more`. Texts were cleaned before (base/utf8.h); a byte that could still
 * command a terminal is made visible here.
 */
#ifndef UI_LINEAR_SAY_H
#define UI_LINEAR_SAY_H

#include "app/text/doc.h"

struct say {
	struct buf rest; /* lines that wait for `more` */
	bool ascii;      /* nothing else is shown there */
	int failed;      /* errno of the first line that stdout did not take, or 0 */
	unsigned lines;  /* so many were said */
	bool in_line;    /* after a prompt, without a newline */
};

enum { SAY_LINES = 20 /* of a text at a time */ };

/* Lines, whole, with their newlines; one that is missing is added. Blank ones are left out. */
void say_text(struct say *s, struct str text);
void say_words(struct say *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first lines of a text; the rest waits. */
void say_part(struct say *s, struct str text);
/* The next of them; false when none wait. */
bool say_more(struct say *s);
void say_forget_rest(struct say *s);
/* The answer is typed after it. */
void say_prompt(struct say *s, struct str prompt);
/* A line was typed after the prompt, with its newline or without. */
void say_prompt_ends(struct say *s, bool newline);
void say_free(struct say *s);

/* Appends a line of a screen or a document in spoken form: columns are separated by commas, a
 * label from its value by a colon. `labels`: the column of values, or one of these. */
enum { SAY_NO_LABELS = 0, SAY_ANY_LABEL = -1, SAY_NO_COLUMNS = -2 /* one blank, no comma */ };
void say_add_spoken(struct buf *out, struct str line, int labels);
/* Appends a document's line so, without what is drawn: what hangs from branches is on a level. Or,
 * where `exact`, as it is. */
void say_add_line(struct buf *out, const struct doc *d, size_t line, bool exact);

#endif
