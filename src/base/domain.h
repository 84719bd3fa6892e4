/*
 * domain.h - compares domain names regardless of letter case and encoding.
 *
 * Pure. Sources: RFC 3492 (Punycode), RFC 5891 (IDNA); letters by Unicode's NFKC_Casefold.
 */
#ifndef BASE_DOMAIN_H
#define BASE_DOMAIN_H

#include "base/buf.h"

/* Appends the domain, with its port if any, in a form that is byte-equal for equal domains:
 * lower case, with each `xn--` label decoded. A label that cannot be decoded is only put in
 * lower case. */
void domain_append_key(struct buf *out, struct str domain);
bool domain_is_same(struct str a, struct str b);

#endif
