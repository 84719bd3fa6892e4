/*
 * big.h - the pack `big`: the tour's catalog and owners, and thousands more of each, made from
 * their numbers alone.
 */
#ifndef DEMO_BIG_BIG_H
#define DEMO_BIG_BIG_H

#include "demo/pack.h"

/* Hands on the items kind by kind; false when the taker stopped, with err set. */
bool big_make(const struct demo_request *request, struct err *err);

#endif
