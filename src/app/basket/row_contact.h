/*
 * row_contact.h - what outcomes and consent say of a basket's person, put into its row.
 */
#ifndef APP_BASKET_ROW_CONTACT_H
#define APP_BASKET_ROW_CONTACT_H

#include "app/basket/row.h"
#include "app/contact/contact_log.h"

/* Adds what the row knows its person by; the basket is the first row's. */
void basket_row_add_identifiers(struct contact_identifiers *who, const struct basket_row *row);
/* As above, with all rows of the person (same_person.h): so an outcome reaches all of a person's
 * addresses. */
void basket_rows_add_identifiers(
    struct contact_identifiers *who, const struct basket_row *row, const struct basket_row *rows, size_t n);
/* The contact status of one basket's person. */
void basket_row_contact_summary(
    const struct basket_row *row, const struct contact_log *l, struct contact_summary *out);
/* As above, for everything basket_rows_add_identifiers() knows the person by: do not contact recorded for
 * one basket applies to the others, in any order of reading. */
void basket_rows_contact_summary(const struct basket_row *row, const struct basket_row *rows, size_t n,
    const struct contact_log *l, struct contact_summary *out);
/* Fills in row->outcome, and where json is there row->consent. */
void basket_row_set_contact(
    struct basket_row *row, const struct contact_log *l, const char *consent_field, struct str json);

#endif
