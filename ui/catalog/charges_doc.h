/*
 * charges_doc.h - an offer's charges as text: name, amount, schedule and label of each. Pure.
 * Appends nothing if there are no charges, and at most the first hundred.
 */
#ifndef UI_CATALOG_CHARGES_DOC_H
#define UI_CATALOG_CHARGES_DOC_H

#include "list/doc.h"
#include "model/catalog.h"

void charges_doc(struct doc *d, const struct charge *v, size_t n);

#endif
