/*
 * domain.h - domain names as they are compared: one name however its letters were typed or encoded.
 *
 * Pure. Sources: RFC 3492 (Punycode), RFC 5891 (IDNA); letters by Unicode's NFKC_Casefold.
 */
#ifndef BASE_DOMAIN_H
#define BASE_DOMAIN_H

#include "base/buf.h"

/* Appends the domain, with its port if it has one, in a form in which equal domains have equal
 * bytes: lower case, and each `xn--` label decoded. A label that cannot be decoded is appended
 * in lower case. */
void domain_append_key(struct buf *out, struct str domain);
bool domain_is_same(struct str a, struct str b);

#endif
