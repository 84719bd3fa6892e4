/*
 * speak.h - prints text line by line for a screen reader, a braille display or a slow connection:
 * no escape sequences, carriage returns or box characters.
 *
 * On a terminal, lines are broken between words, not where the terminal would break them. A long
 * text is printed in parts; `more` prints the next part. Texts must already be cleaned
 * (base/utf8.h); any byte that could still control the terminal is made visible here. news.c
 * chooses the texts and the moment.
 */
#ifndef UI_LINEAR_SPEAK_H
#define UI_LINEAR_SPEAK_H

#include "base/buf.h"
#include "list/doc.h"

struct speaker {
	struct buf pending_lines; /* lines that wait for `more` */
	bool ascii;               /* the terminal shows only ASCII */
	int write_errno;          /* errno of the first failed write to stdout, or 0 */
	unsigned line_count;      /* number of lines printed */
	bool after_prompt;        /* the cursor follows a prompt, with no newline yet */
};

enum { SPEAK_LINES_PER_PART = 20 /* lines of a text per part */ };

/* Prints whole lines with their newlines; adds a missing last newline. Blank lines are skipped. */
void speak_text(struct speaker *s, struct str text);
void speak_words(struct speaker *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the first lines of a text; the rest waits for speak_next_part(). */
void speak_first_part(struct speaker *s, struct str text);
/* Prints the next part of the waiting text. Returns false if there is none. */
bool speak_next_part(struct speaker *s);
void speak_discard_pending(struct speaker *s);
/* Prints a prompt without a newline; the user types after it. */
void speak_prompt(struct speaker *s, struct str prompt);
/* Call after a line was typed at the prompt; `newline` if the terminal already moved to the next
 * line. */
void speak_end_prompt(struct speaker *s, bool newline);
void speaker_free(struct speaker *s);

/* Appends a line of a screen or a document in spoken form, with commas between columns and a
 * colon between a label and its value. `labels`: the column where values start, or one of these. */
enum {
	SPEAK_NO_LABELS = 0,
	SPEAK_ANY_LABEL = -1,
	SPEAK_NO_COLUMNS = -2, /* one space per gap */
	SPEAK_EXACT = -3       /* unchanged; only for a document */
};
void append_spoken_line(struct buf *out, struct str line, int labels);
/* Appends a document's line in spoken form, with tree branches replaced by "level 2, ". */
void append_spoken_doc_line(struct buf *out, const struct doc *d, size_t line, int labels);

/*
 * Reads whole lines from standard input: a terminal, a pipe or a file.
 *
 * Reads only when called, so a program that writes faster than the console works waits in its pipe.
 * A line longer than LINES_LINE_BYTES_MAX is dropped to its end and reported as too long.
 */

enum { LINES_LINE_BYTES_MAX = 4 << 20 /* bytes */ };

enum lines_next {
	LINES_NONE, /* no complete line yet: read more */
	LINES_ONE,
	LINES_TOO_LONG, /* the line was too long and was dropped */
	LINES_END,      /* end of input */
};

struct line_reader {
	int fd;
	struct buf bytes; /* read but not returned yet; wiped */
	size_t next_line; /* start of the next line in `bytes` */
	bool skips_line;  /* skipping the rest of a line that was too long */
	bool at_eof;
};

/* Reads the available input. Does not block if the descriptor is ready. */
void lines_read(struct line_reader *l);
/* The next line without its newline; valid until the next call of lines_read() or this function.
 * Text after the last newline is also a line at the end of the input. */
enum lines_next lines_next_line(struct line_reader *l, struct str *line);
/* True if a line is buffered or can be read without blocking. Only for a terminal, which
 * delivers whole lines; other inputs may have only the start of a line. */
bool lines_has_next(const struct line_reader *l);
void lines_free(struct line_reader *l);

#endif
