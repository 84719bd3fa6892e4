/*
 * currency.h - ISO 4217 codes of currencies used for payments, and their number of decimals.
 */
#ifndef MODEL_CURRENCY_H
#define MODEL_CURRENCY_H

#include "base/str.h"

/* True if the code, in capitals, is in the standard. */
bool currency_is_known(struct str code);
/* The number of decimals: 0, 3 or 4 if the standard says so, else 2; also 2 for an unknown
 * currency. */
int currency_places(struct str code);

#endif
