/*
 * currency.h - currency codes of ISO 4217 that money is spent in.
 */
#ifndef MODEL_CURRENCY_H
#define MODEL_CURRENCY_H

#include "base/str.h"

/* In capitals, as the standard has them. */
bool currency_is_known(struct str code);

#endif
