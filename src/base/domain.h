/*
 * domain.h - domain names as they are compared: one name however its letters were typed or encoded.
 *
 * Pure. Sources: RFC 3492 (Punycode), RFC 5891 (IDNA); letters by Unicode's NFKC_Casefold.
 */
#ifndef BASE_DOMAIN_H
#define BASE_DOMAIN_H

#include "base/buf.h"

/* Appends the domain, with its port if it has one, in the form in which equal domains are equal
 * bytes: small letters, and each `xn--` label as the letters it stands for. A label that cannot be
 * decoded is appended in small letters. */
void domain_key(struct buf *out, struct str domain);
bool domain_same(struct str a, struct str b);

#endif
