/*
 * script_file.h - reads the file of a script or of a tour: one word and its text per line.
 * ui/shell/script.h runs the lines.
 *
 * A tour is a file of steps for an audience. Three tours are compiled in (ui/tours).
 */
#ifndef APP_SCRIPT_FILE_H
#define APP_SCRIPT_FILE_H

#include "base/buf.h"
#include "base/embedded.h"
#include "base/err.h"
#include "base/vec.h"

enum script_word {
#define W(id, word, text, where) SCRIPT_##id,
#include "app/script_words.def"
#undef W
	SCRIPT_WORDS
};

enum { CAPTION_BYTES_MAX = 600 };

struct script_line {
	enum script_word word;
	struct str text;
	int number; /* from 1 */
};

/* Owns its name and its text, in which the lines are. */
struct script_file {
	char *name; /* for errors: a path, or the name of a compiled-in tour */
	struct buf text;
	VEC(struct script_line) lines;
};

extern const struct embedded embedded_tours[]; /* ends with a NULL name */

/* Reads a script. Sets err (ERR_USAGE) to the wrong lines with their numbers, one line each. Free
 * the file in any case. */
bool script_file_read(struct script_file *f, const char *path, struct err *err);
/* Like script_file_read() for a tour: a compiled-in one, or a file. */
bool tour_file_read(struct script_file *f, const char *name, struct err *err);
void script_file_free(struct script_file *f);
/* The text of the first line with the word, from line index `from` until `end`; STR_NONE if there
 * is none. */
struct str script_file_find(
    const struct script_file *f, enum script_word word, size_t from, size_t end);
/* The title of a tour, else its name. */
struct str tour_file_title(const struct script_file *f);
/* Appends a line for each compiled-in tour: its name, a tab, its title. */
void tour_append_names(struct buf *out);

#endif
