/*
 * flow_svg.h - journeys drawn as a flow from the start page to the fallback: conditions, splits,
 * destinations. Pure.
 */
#ifndef JOURNEY_FLOW_SVG_H
#define JOURNEY_FLOW_SVG_H

#include "base/buf.h"
#include "journey/flow.h"

/* Widths: a card of a page, and a drawing of its own. */
enum { FLOW_CARD_WIDTH = 340, FLOW_DRAWING_WIDTH = 780 };

/* The journeys to draw, as indexes in ascending order. */
struct flow_choice {
	const size_t *v;
	size_t n;
};

/* Appends a drawing. `number`: see struct svg_head. A choice of one journey says which journeys
 * come before and after it. */
void flow_svg_write(struct buf *out, const struct flow_doc_context *context,
    struct flow_choice chosen, int width, size_t number);

#endif
