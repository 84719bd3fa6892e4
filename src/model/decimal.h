/*
 * decimal.h - decimal texts as prices and shares are written ("9.99", "33.33"), without floats.
 */
#ifndef MODEL_DECIMAL_H
#define MODEL_DECIMAL_H

#include "base/buf.h"

#include <stdint.h>

enum { DECIMAL_PLACES = 9 };
#define DECIMAL_ONE INT64_C(1000000000)

/* Is it an optional minus, digits, and optionally a point followed by digits? */
bool decimal_is_valid(struct str text);
/* In thousand-millionths. False where decimal_is_valid() is, and for what has more places that are
 * not 0, or is 10^9 and more. */
bool decimal_read(struct str text, int64_t *out);
/* As above, rounded if it has more places: for shares, some of which are not decimals (100/7). */
bool decimal_read_share(struct str text, int64_t *out);
/* Appends the text in its usual form: without leading zeros, and without a minus before 0. Text
 * that is not a decimal is unchanged. */
void decimal_write_normalized(struct buf *out, struct str text);
/* Their sum; what does not fit is the most that does, or the least. */
int64_t decimal_add(int64_t a, int64_t b);
/* Appends such a number with no more places than it needs. */
void decimal_write(struct buf *out, int64_t n);
/* As above with at least that many. */
void decimal_write_places(struct buf *out, int64_t n, int places);
/* Digits after the point of a decimal text. */
int decimal_places(struct str text);

#endif
