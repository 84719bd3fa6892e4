/*
 * doc.h - a document of lines of styled pieces: details, sources, help and messages before they are
 * drawn. Pure. Texts are copied, and cleaned only by doc_add_text().
 */
#ifndef LIST_DOC_H
#define LIST_DOC_H

#include "app/role.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

struct doc_piece {
	struct str text; /* cleaned */
	enum role role;
	int cell_count;
	int column;      /* its first cell in the line */
	bool is_drawing; /* added by doc_add_drawing() */
	bool is_repeated; /* added by doc_add_repeated() */
	uint32_t
	    target_number; /* index of its link target plus one; 0: no link. In reading order */
};

/* The link target of a piece of text; the caller defines the kinds. */
struct doc_target {
	int kind;
	struct str path;
};

struct doc_line {
	size_t first_piece, n; /* pieces */
	int cell_count;
	int fold_level;   /* nesting, for folds */
	bool is_foldable; /* deeper lines after it can be folded */
	int fold_column;  /* the cell of its fold sign; 0: folded lines end in dots */
};

struct doc {
	struct arena text_arena;
	VEC(struct doc_piece) pieces;
	VEC(struct doc_line) lines;
	VEC(struct doc_target) targets;
	bool ascii;
	bool hides_private; /* for an audience: see hide_private.h */
	bool omits_addresses; /* html_add_to_doc() writes the texts of links, but not their targets */
	enum role frame; /* role of rules and dividers; ROLE_TEXT, when not set, means faint */
	int width;        /* wrap width; 0: no wrapping */
	int value_column; /* of the values after labels; 0: DOC_VALUE_COLUMN */
};

enum { DOC_VALUE_COLUMN = 11 };

static inline int
doc_value_column(const struct doc *d)
{
	return d->value_column ? d->value_column : DOC_VALUE_COLUMN;
}

static inline enum role
doc_frame(const struct doc *d)
{
	return d->frame ? d->frame : ROLE_FAINT;
}

void doc_free(struct doc *d);
void doc_clear(struct doc *d);
/* Starts a new, empty line. */
void doc_begin_line(struct doc *d);
/* Appends foreign text to the last line. It is cleaned here; suspicious text gets `!` before it. */
void doc_add_text(struct doc *d, enum role role, struct str text);
/* Appends the program's own words: not cleaned, so they must not contain foreign text. */
void doc_printf(struct doc *d, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* As doc_printf(), for visual parts such as lines, branches and bars: linear mode skips them. */
void doc_add_drawing(struct doc *d, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* As doc_printf(), for words that a reader of the line above knows already: a screen may leave
 * them blank, linear mode does not. */
void doc_add_repeated(struct doc *d, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Appends foreign text with a link, on one line. The target's path is copied. */
void doc_add_link(struct doc *d, enum role role, struct str text, const struct doc_target *target);
/* As doc_add_link(), cut to `cells` cells. */
void doc_add_cut_link(
    struct doc *d, enum role role, struct str text, const struct doc_target *target, int cells);
/* Appends spaces up to a column, at least one. */
void doc_pad_to_column(struct doc *d, int column);
/* Starts a new line " Label     " with the value at doc_value_column(). */
void doc_add_label(struct doc *d, const char *label);
/* Starts a new line at a column if `cells` more do not fit on this one and it is longer. */
void doc_wrap(struct doc *d, int column, int cells);
/* Appends the value after a label, wrapped to the label's indentation. */
void doc_add_value(struct doc *d, enum role role, struct str text);
/* As doc_add_value() for a name: decodes HTML entities, and puts `!` before the name if there were
 * any. */
void doc_add_name(struct doc *d, enum role role, struct str name);
/* The widths needed to align numbers by their decimal points. */
struct number_cells {
	int integer, fraction; /* cells before the point; cells from the point on */
};
struct number_cells number_cells_of(struct str number); /* `number` must be clean */
/* Grows *cells to fit both. */
void number_cells_add(struct number_cells *cells, struct number_cells more);
/* Appends a number with its decimal point at a column, or its end if it has none; must be clean. */
void doc_add_aligned_number(struct doc *d, int column, enum role role, struct str number);
/* The parts of "GBP 9.99 monthly" for columns; all of it is the rest if it does not begin with a
 * currency code and an amount. */
struct price_parts {
	struct str currency, amount, rest;
};
struct price_parts price_parts_of(struct str text);
/* Appends the lines of another document. */
void doc_append(struct doc *d, const struct doc *from);
/* Appends two texts side by side as new lines: the right one begins at a column, after a
 * vertical line if `divided`. Both are reflowed to their widths; link targets are kept, those of
 * the left text first. */
void doc_add_side_by_side(
    struct doc *d, struct doc *left, struct doc *right, int column, bool divided);
enum { DOC_FACTS_PERCENT = 60 }; /* of the width, for facts with their context on the right */
/* Two parts of a document that go side by side. */
struct doc_columns {
	struct doc left, right;
	int column; /* of the line between them */
};
void doc_columns_start(struct doc_columns *columns, const struct doc *d, int left_percent);
/* Appends both parts and frees them; an empty one leaves the whole width to the other. */
void doc_columns_end(struct doc_columns *columns, struct doc *d);
/* Appends a label and a value, unless the value is empty. */
void doc_add_labelled(struct doc *d, const char *label, struct str text);
/* Breaks lines longer than the width, between words or in a path after a `/`, and continues at
 * the indentation of their value. Link targets and folding are kept. */
void doc_reflow(struct doc *d);
/* Appends a line as plain text. */
void doc_write_line(struct buf *out, const struct doc *d, size_t line);
/* The next line from `from` (in a direction, around the end) that holds the folded text;
 * SIZE_MAX when none does. */
size_t doc_search(const struct doc *d, struct str folded, size_t from, int direction);

#endif
