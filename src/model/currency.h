/*
 * currency.h - currency codes of ISO 4217 that money is spent in, and their decimals.
 */
#ifndef MODEL_CURRENCY_H
#define MODEL_CURRENCY_H

#include "base/str.h"

/* In capitals, as the standard has them. */
bool currency_is_known(struct str code);
/* Decimals of its amounts: 2 unless the standard has 0, 3 or 4; of an unknown one, too. */
int currency_places(struct str code);

#endif
