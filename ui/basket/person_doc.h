/*
 * person_doc.h - everything known about a person, as text: all addresses, names and sign-ins, all
 * baskets, all contacts, and what a link would change. Pure.
 */
#ifndef UI_BASKET_PERSON_DOC_H
#define UI_BASKET_PERSON_DOC_H

#include "basket/person_row.h"
#include "ui/basket/basket_doc.h"

void person_doc(
    struct doc *d, const struct person_row *row, const struct basket_doc_context *context);
/* The sign-in that was used last. Returns false if there is none. */
bool person_identity(const struct person_row *row, struct str *iss, struct str *sub);

#endif
