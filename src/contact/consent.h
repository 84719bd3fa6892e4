/*
 * consent.h - a customer's consent to be contacted, from a basket's custom field. Pure.
 *
 * Yes: true, a number other than 0, a list with items, and the texts true, yes, y, 1, on, in any
 * case. No: false, 0, an empty list, and the texts false, no, n, 0, off and the empty one. Any
 * other value (null, absent, a date, an object) is not known.
 */
#ifndef CONTACT_CONSENT_H
#define CONTACT_CONSENT_H

#include "base/str.h"

enum consent { CONSENT_UNKNOWN, CONSENT_YES, CONSENT_NO, CONSENTS };

extern const char *const consent_words[CONSENTS]; /* words for a VIEW's `consent=` */

/* The consent in a basket's JSON. `field` is a dotted path below customFields; NULL or empty:
 * not known. */
enum consent consent_of(struct str basket_json, const char *field);
/* Finds a consent by its `consent=` word; returns false for an unknown word. */
bool consent_by_word(struct str folded, enum consent *out);

#endif
