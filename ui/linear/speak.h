/*
 * speak.h - prints text line by line: for a screen reader, a braille display or a slow connection. No
 * escape, no carriage return, no box character.
 *
 * On a terminal lines end between words, not where it would break them. A long text comes in parts:
 * the rest waits for `more`. Texts were cleaned before (base/utf8.h); a byte that could still
 * command a terminal is made visible here.
 */
#ifndef UI_LINEAR_SPEAK_H
#define UI_LINEAR_SPEAK_H

#include "app/text/doc.h"

struct speaker {
	struct buf rest; /* lines that wait for `more` */
	bool ascii;      /* nothing else is shown there */
	int failed;      /* errno of the first line that stdout did not take, or 0 */
	unsigned lines;  /* so many were said */
	bool in_line;    /* after a prompt, without a newline */
};

enum { SPEAK_LINES = 20 /* of a text at a time */ };

/* Lines, whole, with their newlines; one that is missing is added. Blank ones are left out. */
void speak_text(struct speaker *s, struct str text);
void speak_words(struct speaker *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first lines of a text; the rest waits. */
void speak_part(struct speaker *s, struct str text);
/* The next of them; false when none wait. */
bool speak_more(struct speaker *s);
void speak_discard_rest(struct speaker *s);
/* The answer is typed after it. */
void speak_prompt(struct speaker *s, struct str prompt);
/* A line was typed after the prompt, with its newline or without. */
void speak_end_prompt(struct speaker *s, bool newline);
void speaker_free(struct speaker *s);

/* Appends a line of a screen or a document in spoken form: columns are separated by commas, a
 * label from its value by a colon. `labels`: the column of values, or one of these. */
enum { SPEAK_NO_LABELS = 0, SPEAK_ANY_LABEL = -1, SPEAK_NO_COLUMNS = -2 /* one blank, no comma */ };
void append_spoken(struct buf *out, struct str line, int labels);
/* Appends a document's line so, without what is drawn: what hangs from branches is on a level. Or,
 * where `exact`, as it is. */
void append_spoken_doc_line(struct buf *out, const struct doc *d, size_t line, bool exact);

#endif
