/*
 * row_contact.h - the contact status and consent of a basket's person, stored in its row.
 */
#ifndef BASKET_ROW_CONTACT_H
#define BASKET_ROW_CONTACT_H

#include "basket/row.h"
#include "contact/contact_log.h"

/* Adds the identifiers of the row's person; the basket is that of the first row added. */
void basket_row_add_identifiers(struct contact_identifiers *who, const struct basket_row *row);
/* Adds the identifiers from all rows of the person (same_person.h), so that a contact status
 * covers all of the person's addresses. */
void basket_rows_add_identifiers(struct contact_identifiers *who, const struct basket_row *row,
    const struct basket_row *rows, size_t n);
/* Looks up the contact status of the person of one basket. */
void basket_row_summarize_contacts(
    const struct basket_row *row, const struct contact_log *l, struct contact_summary *out);
/* As basket_row_summarize_contacts(), with the identifiers from all rows of the person: do not
 * contact, recorded for one basket, applies to the others, whatever the order of reading. */
void basket_rows_summarize_contacts(const struct basket_row *row, const struct basket_row *rows,
    size_t n, const struct contact_log *l, struct contact_summary *out);
/* Sets the row's contact status, and its consent if json is given. */
void basket_row_set_contact(struct basket_row *row, const struct contact_log *l,
    const char *consent_field, struct str json);
/* The outcome that CONTACT_UNDO takes back; CONTACT_NONE if there is none. A link that was sent stays
 * sent. */
enum contact_status basket_row_outcome_to_undo(
    const struct basket_row *row, const struct contact_log *log);

#endif
