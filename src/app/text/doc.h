/*
 * doc.h - a text made of lines of styled pieces: what details, sources, help and messages are
 * before they are drawn. Pure. Texts are copied in and cleaned by doc_text(), and only there.
 */
#ifndef APP_TEXT_DOC_H
#define APP_TEXT_DOC_H

#include "app/text/role.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

struct doc_piece {
	struct str text; /* cleaned */
	enum role role;
	int cells;
	int column;      /* where it begins */
	bool drawn;      /* by doc_drawn() */
	uint32_t target; /* what it leads to: one more than its number; 0: nothing */
};

/* The link target of a piece of text; the caller defines the kinds. */
struct doc_target {
	int kind;
	struct str path;
};

struct doc_line {
	size_t first, n; /* pieces */
	int cells;
	int level;  /* nesting, for folds */
	bool folds; /* what follows deeper can be folded away */
};

struct doc {
	struct arena texts;
	VEC(struct doc_piece) pieces;
	VEC(struct doc_line) lines;
	VEC(struct doc_target) targets;
	bool ascii;
	int width; /* for wrapping; 0: lines are as long as they are */
};

void doc_free(struct doc *d);
void doc_clear(struct doc *d);
/* A new, empty line. */
void doc_line(struct doc *d);
/* Adds to the last line. Foreign text: cleaned here; a flagged one gets `!` before it. */
void doc_text(struct doc *d, enum role role, struct str text);
/* Our own words: not cleaned, may not hold foreign text. */
void doc_words(struct doc *d, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* As above for visual parts such as lines, branches and bars: linear mode skips them. */
void doc_drawn(struct doc *d, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Foreign text that leads somewhere; on one line. The target's path is copied. */
void doc_link(struct doc *d, enum role role, struct str text, const struct doc_target *target);
/* The same within so many cells: cut where it is longer. */
void doc_link_cut(
    struct doc *d, enum role role, struct str text, const struct doc_target *target, int cells);
/* Spaces up to a column, at least one. */
void doc_tab(struct doc *d, int column);
/* A new line " Label     " with the value's column at DOC_INDENT. */
void doc_label(struct doc *d, const char *label);
/* Begins a new line at a column when `cells` more do not fit on this one. */
void doc_wrap(struct doc *d, int column, int cells);
/* Appends the value after a label, wrapped to the label's indentation. */
void doc_value(struct doc *d, enum role role, struct str text);
/* doc_value() for a name: HTML entities are decoded, and then `!` is put before it. */
void doc_name(struct doc *d, enum role role, struct str name);
/* The widths needed to align numbers by their decimal points. */
struct number_cells {
	int whole, part; /* cells before the point; cells from the point on */
};
struct number_cells number_cells_of(struct str number); /* clean */
/* Makes room for what another needs. */
void number_cells_add(struct number_cells *cells, struct number_cells more);
/* Appends a number with its point, or its end without one, at a column; clean. */
void doc_number(struct doc *d, int column, enum role role, struct str number);
/* Appends two texts side by side as new lines: the right one begins at a column, after a
 * vertical line if `divided`. Both are reflowed to their widths; link targets are kept. */
void doc_beside(struct doc *d, struct doc *left, struct doc *right, int column, bool divided);
/* Both, unless the text is empty. */
void doc_named(struct doc *d, const char *label, struct str text);
/* Breaks lines longer than the width, between words or in a path after a `/`, and continues at
 * the indentation of their value. Link targets and folding are kept. */
void doc_reflow(struct doc *d);
/* All of a line as plain text. */
void doc_write_line(struct buf *out, const struct doc *d, size_t line);
/* The next line from `from` (in a direction, around the end) that holds the folded text;
 * SIZE_MAX when none does. */
size_t doc_search(const struct doc *d, struct str folded, size_t from, int direction);

enum { DOC_INDENT = 11 };

#endif
