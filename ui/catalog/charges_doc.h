/*
 * charges_doc.h - an offer's charges in words: each by its name, what it asks, how often, what it is
 * called. Pure. Nothing is appended for no charges, nor of those behind the hundredth.
 */
#ifndef UI_CATALOG_CHARGES_DOC_H
#define UI_CATALOG_CHARGES_DOC_H

#include "app/text/doc.h"
#include "model/catalog.h"

void charges_doc(struct doc *d, const struct charge *v, size_t n);

#endif
