/*
 * decimal.h - prices and shares as decimal texts ("9.99", "33.33"), without floats.
 */
#ifndef MODEL_DECIMAL_H
#define MODEL_DECIMAL_H

#include "base/buf.h"

#include <stdint.h>

enum { DECIMAL_PLACES = 9 };
#define DECIMAL_ONE INT64_C(1000000000)

/* True for an optional minus, digits, and optionally a point followed by digits. */
bool decimal_is_valid(struct str text);
/* The value in billionths. Returns false if the text is not valid, has non-zero digits after the
 * ninth decimal, or is 10^9 or more. */
bool decimal_read(struct str text, int64_t *out);
/* Like decimal_read(), but rounds extra decimals: for shares, some of which are not exact
 * (100/7). */
bool decimal_read_share(struct str text, int64_t *out);
/* Appends the text in its normal form: no leading zeros, no minus before 0. Text that is not a
 * decimal is unchanged. */
void decimal_write_normalized(struct buf *out, struct str text);
/* The sum, clamped to the range of int64_t. */
int64_t decimal_add(int64_t a, int64_t b);
/* Appends a value in billionths with as few decimals as possible. */
void decimal_write(struct buf *out, int64_t n);
/* Like decimal_write() with at least `places` decimals. */
void decimal_write_places(struct buf *out, int64_t n, int places);
/* The number of decimals in a decimal text. */
int decimal_places(struct str text);

#endif
