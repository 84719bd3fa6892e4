/*
 * decimal.h - decimal texts as prices and shares are written ("9.99", "33.33"), without floats.
 */
#ifndef MODEL_DECIMAL_H
#define MODEL_DECIMAL_H

#include "base/buf.h"

#include <stdint.h>

enum { DECIMAL_PLACES = 9 };
#define DECIMAL_ONE INT64_C(1000000000)

/* Is it an optional minus, digits, and maybe a point with digits behind it? */
bool decimal_is(struct str text);
/* In thousand-millionths. False where decimal_is() is, and for what has more places or is 10^9 and
 * more. */
bool decimal_read(struct str text, int64_t *out);
/* Their sum; what does not fit is the most that does, or the least. */
int64_t decimal_add(int64_t a, int64_t b);
/* Appends such a number with no more places than it needs. */
void decimal_write(struct buf *out, int64_t n);
/* The same with at least so many. */
void decimal_write_places(struct buf *out, int64_t n, int places);
/* Digits behind the point of a decimal text. */
int decimal_places(struct str text);

#endif
