/*
 * basket.h - abandoned baskets between JSON and model.
 */
#ifndef WIRE_BASKET_H
#define WIRE_BASKET_H

#include "base/arena.h"
#include "base/err.h"
#include "model/basket.h"

/* Parses one item; texts point into the arena. Members of a wrong type count as absent and set
 * basket.odd; only a text that is not an object is an error. `flags` are its span_flags. */
bool basket_read(
    struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err);
/* The same without the copy: texts may point into `json`. */
bool basket_read_in_place(
    struct basket *b, struct arena *a, struct str json, unsigned flags, struct err *err);
/* Appends the item as the contract spells it; absent (p NULL) texts are left out. */
void basket_write(struct buf *out, const struct basket *b);

#endif
