/*
 * journey_context.h - the surroundings of a journey: its segments, the open baskets of its channels,
 * the campaigns of the offers that it leads to, the journey that is tried next, and those offers.
 */
#ifndef UI_JOURNEY_JOURNEY_CONTEXT_H
#define UI_JOURNEY_JOURNEY_CONTEXT_H

#include "basket/baskets.h"
#include "journey/flow.h"
#include "model/check.h"

/* Needs the graph. Segments, channels, campaigns and journeys are links. */
void journey_context_doc(struct doc *d, const struct flow_doc_context *context,
    const struct baskets *baskets, size_t at);
/* The offers of each channel that the journey leads to, with their prices; two channels side by
 * side if there is room. */
void journey_offers_doc(struct doc *d, const struct flow_doc_context *context,
    const struct check_items *offers, size_t at);

#endif
