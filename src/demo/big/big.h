/*
 * big.h - the pack `big`: the tour's catalog and owners, and thousands more of each, generated from
 * their numbers alone.
 */
#ifndef DEMO_BIG_BIG_H
#define DEMO_BIG_BIG_H

#include "demo/pack.h"

/* Passes on the items, one kind after the other. Returns false with err set if the callback
 * stopped. */
bool big_make(const struct demo_request *request, struct err *err);

#endif
