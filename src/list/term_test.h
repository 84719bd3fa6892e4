/*
 * term_test.h - terms that compare and terms with a pattern: due>50, age<2h, person~^M. Used by
 * rows.c.
 *
 * A comparison takes a time, or an amount with or without its currency. A row without a value, or
 * with a value of another type, does not match. For ages, less means later. A pattern is an
 * extended regular expression of POSIX; it is matched without case, against a text as sent and
 * folded, and sees the first TERM_PATTERN_TEXT_MAX bytes.
 */
#ifndef LIST_TERM_TEST_H
#define LIST_TERM_TEST_H

#include "list/rows.h"

/* Longer texts and patterns would let a hostile value or a slip of the user stop the console. */
enum { TERM_PATTERN_MAX = 200, TERM_PATTERN_TEXT_MAX = 4096, TERM_PATTERN_REPEATS_MAX = 1000 };

/* True for <, <=, > and >=. */
bool term_compares(const struct view_term *t);
/* Prepares a comparison or a pattern. Returns false and sets err for an invalid value. */
bool term_test_prepare(struct row_term *t, struct err *err);
void term_test_free(struct row_term *t);
/* True if one of the row's values for the term's key compares as the term asks. */
bool term_test_compare(
    const struct row_term *t, const struct row_ops *ops, const void *row, struct str json);
/* True if the pattern matches in a text; ^ and $ are the ends of its lines. */
bool term_test_pattern(const struct row_term *t, struct str text);
/* Parses an amount "9.99", "gbp 9.99" or "9.99 gbp", in billionths; currency is empty if there is
 * none. Returns false for anything else. */
bool term_parse_amount(struct str typed, struct str *currency, int64_t *amount);

#endif
