/*
 * charges_doc.h - an offer's charges in words: each with its name, amount, schedule and label.
 * Pure. Nothing is appended without charges, nor for those after the hundredth.
 */
#ifndef UI_CATALOG_CHARGES_DOC_H
#define UI_CATALOG_CHARGES_DOC_H

#include "app/text/doc.h"
#include "model/catalog.h"

void charges_doc(struct doc *d, const struct charge *v, size_t n);

#endif
