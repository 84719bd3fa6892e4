/*
 * rows.h - what every list does with its rows, whatever resource they are of: the terms of a VIEW
 * asked of many rows, and their order. A row is the resource's own struct; its texts live in the
 * arena it was filled into.
 */
#ifndef APP_LIST_ROWS_H
#define APP_LIST_ROWS_H

#include "app/list/view.h"
#include "base/clock.h"

/* A term, made ready to be asked often. */
struct row_term {
	const struct view_term *term; /* of the view */
	struct str folded;            /* its value, in the forms that are looked for */
	uint64_t mark;                /* of that, for search_values_contain() */
	int64_t time;                 /* of keys that take one */
	int64_t now;                  /* when the term was made ready */
	const struct column *column;  /* of the same name, or NULL */
	bool asked;                   /* of the service, too */
	bool answered;                /* by the service: every row that came meets it */
};

/* The order if the column's value is not known for one of the rows: that row comes last in both
 * directions. */
enum { ROW_UNKNOWN = 2 };

/* Rows are put in order by the text as row_text_order() does; where texts are alike, the later
 * comes first, and where that is the same or not known, the resource's own order decides. */
struct row_text {
	struct str text;
	int64_t then; /* ms, or WHEN_NONE */
};

struct row_ops {
	size_t size; /* of a row */
	/* Fills a row from an item as sent; what cannot be read leaves it without texts. */
	void (*fill)(void *row, struct arena *a, struct str json, unsigned flags);
	/* Does the row meet the term, its `!` aside? `json` is there when the filter needs it. */
	bool (*match)(const struct row_term *t, const void *row, struct str json);
	/* The resource's own order: -1, 0 or 1. It decides where a column does not. */
	int (*compare)(const void *a, const void *b);
	/* The text that a column sorts by; false if it does not sort by a text. `scratch` is
	 * empty, for a text that has to be built. NULL: no column does. */
	bool (*text)(const void *row, const struct column *column, struct buf *scratch,
	    struct row_text *text);
	/* The id of a row, which does not change when rows move. NULL if no table holds such
	 * rows. */
	struct str (*id)(const void *row);
	/* Offset of the struct str that bare words are looked for in, folded; 0: they are not
	 * looked for in one text. */
	size_t search_text;
	/* Was some member of the item of another kind than the contract's? NULL: of none. */
	bool (*is_odd)(const void *row);
	/* Can the term's value be what its key takes? NULL: always. */
	bool (*check)(const struct row_term *t, struct err *err);
};

/* Borrows the view. */
struct row_filter {
	const struct row_ops *ops;
	struct arena texts;
	VEC(struct row_term) terms;
	bool needs_json; /* some term looks at what rows do not keep */
};

bool row_filter_init(struct row_filter *f, const struct view *view, int64_t now, struct err *err);
void row_filter_free(struct row_filter *f);
/* `json` is the item's text; only looked at when needs_json. */
bool row_filter_match(const struct row_filter *f, const void *row, struct str json);

/* Does no row match it that does not match the other one, whose view is still there? As a word that
 * is typed letter by letter; false where that is not plain. */
bool row_filter_is_narrower(const struct row_filter *f, const struct row_filter *than);

/* The `sort=` of a view. */
struct row_sort {
	const struct row_ops *ops;
	const struct column *column; /* NULL: the resource's own order */
	bool descending;
};

struct row_sort row_sort_of(const struct view *view);
/* By the column's own order, else by the resource's text of it, else by what it shows; rows that
 * are alike there are in the resource's own order. */
int row_sort_compare(const struct row_sort *s, const void *a, const void *b);
/* An order the other way around, but for what is not known. */
int row_order_reversed(int order);

/* An amount to be put in order; not known when there is none. */
struct row_money {
	struct str currency;
	int64_t amount; /* as decimal_read() has it */
	bool known;
};

/* For the resources' own match and compare. */
bool row_term_has_key(const struct row_term *t, const char *key);
/* Does its key take a time, as since= does? */
bool row_term_has_time(const struct row_term *t);
/* Equal or contained, as the term says; case and accents are alike. */
bool row_term_matches_text(const struct row_term *t, struct str text);
/* Does the term ask for what has no such text: `tag=""`? */
bool row_term_is_none(const struct row_term *t);
/* Is it so for one of the lines? */
bool row_term_matches_lines(const struct row_term *t, struct str lines);
/* As above for lines that are folded already. */
bool row_term_matches_folded(const struct row_term *t, struct str lines);
/* As above for the row's column with the term's key as its name; false if there is none. */
bool row_term_matches_column(const struct row_term *t, const void *row);
/* A JSON value: a text without its quotes, an element of an array at any depth, else as written;
 * an empty text counts as none. */
bool row_term_matches_json(const struct row_term *t, struct str value);
/* The row's own texts, whatever the key is: is the term in one of them? Folded. */
bool row_term_matches_any(const struct row_term *t, struct str search_text);
/* 0 when both are known or neither is, else plus or minus ROW_UNKNOWN. */
int row_known_order(bool a, bool b);
/* Folded order, with empty texts last. */
int row_text_order(struct str a, struct str b);
/* By currency, then by amount; not known last. */
int row_money_order(const struct row_money *a, const struct row_money *b);
/* As above for times, oldest first; WHEN_NONE is not known. */
int row_time_order(int64_t a, int64_t b);
/* Appends the folded text in its forms and a newline, unless it is empty. */
void row_fold_line(struct buf *out, struct str text);

#endif
