/*
 * basket.h - converts abandoned baskets between JSON and the model.
 */
#ifndef WIRE_BASKET_H
#define WIRE_BASKET_H

#include "base/arena.h"
#include "base/err.h"
#include "model/basket.h"

/* Parses one item; texts point into the arena. Members of a wrong type count as absent and set
 * basket.odd; only a text that is not a JSON object is an error. `flags` are the item's
 * span_flags. */
bool basket_read(
    struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err);
/* Like basket_read() without a copy: texts may point into `json`. */
bool basket_read_in_place(
    struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err);
/* Appends the item in the API's JSON form; absent texts (p NULL) are omitted. */
void basket_write(struct buf *out, const struct basket *b);

#endif
