/*
 * rows.h - rows of any resource, and the terms of a VIEW that they match. A row is the resource's
 * own struct; its texts live in the arena it was filled into.
 */
#ifndef LIST_ROWS_H
#define LIST_ROWS_H

#include "base/clock.h"
#include "list/row_order.h"
#include "model/age_groups.h"

#include <regex.h>

/* A term, prepared for matching many rows. */
struct row_term {
	const struct view_term *term; /* the term in the view */
	struct str folded_value;      /* its value, in the forms to search for */
	uint64_t value_hash;          /* hash of `folded_value`, for search_values_contain() */
	int64_t time;                 /* its value, for keys with a time */
	struct age_context ages;      /* at the time of preparation */
	/* For a comparison: its limit, as an amount (in billionths, in any currency if that is
	 * empty) or as `time`; an age is compared as a time, the other way round. */
	enum view_op comparison;
	bool has_time, has_amount;
	struct str currency;
	int64_t amount;
	regex_t *pattern;            /* compiled, for ~; owned */
	const struct column *column; /* the column with the key's name, or NULL */
	bool sent_to_service;        /* sent to the service, too */
	bool applied_by_service;     /* the service applied it: every row matches */
};

struct search_values;

/* Receives a value that a row has for a term's key. */
typedef void row_value_fn(void *ctx, struct str value);

struct row_ops {
	size_t size; /* size of a row */
	/* Fills a row from an item as sent; an item that cannot be read leaves the texts empty. */
	void (*fill_row)(void *row, struct arena *a, struct str json, unsigned flags);
	/* True if the row matches the term, without its `!`. `json` is set if the filter needs
	 * it. Not called for comparisons. */
	bool (*match_term)(const struct row_term *t, const void *row, struct str json);
	/* The resource's own order: -1, 0 or 1. It decides between rows with equal columns. */
	int (*compare)(const void *a, const void *b);
	/* The text that a column sorts by; returns false if it does not sort by a text.
	 * `scratch` is an empty buffer for building a text. NULL: no column sorts by a text. */
	bool (*get_text)(const void *row, const struct column *column, struct buf *scratch,
	    struct row_text *text);
	/* Offset of the struct str with the id of a row, which does not change when rows move; not
	 * used if there is a function for the id, or such rows are never in a table. */
	size_t id_offset;
	struct str (*get_id)(const void *row);
	/* Offset of the struct str with the folded text that words are searched in; 0: there is
	 * no such text. */
	size_t search_text_offset;
	/* True if a member of the item had another type than in the contract. NULL: never. */
	bool (*is_malformed)(const void *row);
	/* Returns false and sets err if the term's value is invalid for its key. NULL: any value
	 * is valid. */
	bool (*check_term)(const struct row_term *t, struct err *err);
	/* True if rows match this word as a whole, so that they may not match its start. NULL: no
	 * such words. */
	bool (*matches_whole_word)(struct str folded);
	/* Other keys than columns of amounts, numbers and times whose values can be compared,
	 * NULL-terminated; or NULL. */
	const char *const *compared_keys;
	/* Calls `take` with the row's values for the key of a term, as they can be typed. NULL, or
	 * if it returns false: those of the column with the key's name. */
	bool (*for_each_value)(const struct row_term *t, const void *row, struct str json,
	    row_value_fn *take, void *ctx);
};

struct str row_id(const struct row_ops *ops, const void *row);

/* A prepared filter. Borrows the view. */
struct row_filter {
	const struct row_ops *ops;
	struct arena text_arena;
	VEC(struct row_term) terms;
	bool needs_json; /* a term needs values that rows do not store */
};

bool row_filter_init(
    struct row_filter *f, const struct view *view, struct age_context ages, struct err *err);
void row_filter_free(struct row_filter *f);
/* True if a row matches all terms. `json` is the item's text, used only if needs_json. */
bool row_filter_match(const struct row_filter *f, const void *row, struct str json);
/* True if a row matches one term, without its `!`. */
bool row_term_match(
    const struct row_term *t, const struct row_ops *ops, const void *row, struct str json);

/* True if the filter certainly matches no rows beyond those of the other, as when a word is
 * typed letter by letter. The view of `than` must still exist. */
bool row_filter_is_narrower(const struct row_filter *f, const struct row_filter *than);

/* Helpers for a resource's match and compare. True if the term has this key. */
bool row_term_has_key(const struct row_term *t, const char *key);
/* True for a word or a pattern without a key, which may be in any text. */
bool row_term_is_word(const struct row_term *t);
/* True if the key's value is a time, as for since=. */
bool row_term_has_time(const struct row_term *t);
/* True if the text equals or contains the value, depending on the term; case and accents are
 * ignored. */
bool row_term_matches_text(const struct row_term *t, struct str text);
/* True if the term matches rows without a value: `tag=""`. */
bool row_term_is_none(const struct row_term *t);
/* True if one of the lines matches, as in row_term_matches_text(). */
bool row_term_matches_lines(const struct row_term *t, struct str lines);
/* As row_term_matches_lines(), for lines that are folded already. */
bool row_term_matches_folded(const struct row_term *t, struct str lines);
/* As row_term_matches_text(), for the column with the key's name; false if there is none. */
bool row_term_matches_column(const struct row_term *t, const void *row);
/* Matches a JSON value: a text without its quotes, an element of an array at any depth,
 * otherwise the source text; an empty text counts as no value. */
bool row_term_matches_json(const struct row_term *t, struct str value);
/* Calls `take` with a JSON value: a text without its quotes, otherwise the source text; for an
 * array with each element, at any depth. */
void row_emit_json_values(struct str value, row_value_fn *take, void *ctx);
/* True if the row's folded text contains the value, whatever the term's key. */
bool row_term_matches_any(const struct row_term *t, struct str search_text);
/* As row_term_matches_any(), for values that rows share. */
bool row_term_matches_values(const struct row_term *t, const struct search_values *values);
/* Appends the folded forms of a text and a newline; nothing for an empty text. */
void row_fold_line(struct buf *out, struct str text);

#endif
