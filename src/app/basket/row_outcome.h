/*
 * row_outcome.h - what outcomes and consent say of a basket's person, put into its row.
 */
#ifndef APP_BASKET_ROW_OUTCOME_H
#define APP_BASKET_ROW_OUTCOME_H

#include "app/basket/row.h"
#include "app/outcome/ledger.h"

/* Adds what the row knows its person by; the basket is the first row's. */
void basket_row_who(struct outcome_who *who, const struct basket_row *row);
/* As above, with all rows of the person (kin.h): so an outcome reaches all of a person's
 * addresses. */
void basket_rows_who(
    struct outcome_who *who, const struct basket_row *row, const struct basket_row *rows, size_t n);
/* The contact status of one basket's person. */
void basket_row_state(
    const struct basket_row *row, const struct ledger *l, struct outcome_state *out);
/* As above, for everything basket_rows_who() knows the person by: do not contact recorded for
 * one basket applies to the others, in any order of reading. */
void basket_rows_state(const struct basket_row *row, const struct basket_row *rows, size_t n,
    const struct ledger *l, struct outcome_state *out);
/* Fills in row->outcome, and where json is there row->consent. */
void basket_row_mark(
    struct basket_row *row, const struct ledger *l, const char *consent_field, struct str json);

#endif
