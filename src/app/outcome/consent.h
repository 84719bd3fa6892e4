/*
 * consent.h - whether somebody agreed to be written to, as a basket's custom field says it. Pure.
 *
 * Yes: true, a number other than 0, a list with something in it, and the texts true, yes, y, 1, on,
 * in any case. No: false, 0, an empty list, and the texts false, no, n, 0, off and the empty one.
 * Anything else (null, absent, a date, an object) says neither.
 */
#ifndef APP_OUTCOME_CONSENT_H
#define APP_OUTCOME_CONSENT_H

#include "base/str.h"

enum consent { CONSENT_UNKNOWN, CONSENT_YES, CONSENT_NO, CONSENTS };

extern const char *const consent_words[CONSENTS]; /* as a VIEW's `consent=` has them */

/* `field` is a dotted path below customFields; NULL or empty: not known. */
enum consent consent_of(struct str basket_json, const char *field);
/* False for a word that `consent=` does not take. */
bool consent_named(struct str folded, enum consent *out);

#endif
