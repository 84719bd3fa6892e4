/*
 * offers_svg.h - campaigns and offers drawn as a tree: campaign, offers with their price, products,
 * segments and tags. Pure.
 */
#ifndef CATALOG_OFFERS_SVG_H
#define CATALOG_OFFERS_SVG_H

#include "base/buf.h"
#include "model/check.h"
#include "model/graph.h"

/* Appends a drawing of these nodes: campaigns, or offers without their campaigns. `offers` are
 * those of the catalog, sorted by path. */
void offers_svg_write(struct buf *out, const struct graph *g, const struct check_items *offers,
    const uint32_t *nodes, size_t n);

#endif
