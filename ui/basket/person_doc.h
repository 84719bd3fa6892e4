/*
 * person_doc.h - all that is known of a person in words: every address, name and sign-in that was
 * ever left, every basket, what was sent and what a link would do. Pure.
 */
#ifndef UI_BASKET_PERSON_DOC_H
#define UI_BASKET_PERSON_DOC_H

#include "app/basket/person_row.h"
#include "ui/basket/basket_doc.h"

void person_doc(
    struct doc *d, const struct person_row *row, const struct basket_doc_context *context);
/* The sign-in that was used last; false when there is none. */
bool person_identity(const struct person_row *row, struct str *iss, struct str *sub);

#endif
