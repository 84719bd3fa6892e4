/*
 * big.h - the pack `big`: the tour multiplied. Its catalog is the tour's and copies of it for
 * invented towns; its baskets are copies of the tour's, spread over 400 days.
 */
#ifndef DEMO_BIG_BIG_H
#define DEMO_BIG_BIG_H

#include "demo/pack.h"

/* Like demo_make(). */
bool big_make_items(const struct demo_request *request, struct err *err);

#endif
