/*
 * email.h - e-mail addresses as shops store them: finds the address in a text, and compares two
 * mailboxes.
 *
 * Pure. Accepts what mail tools accept: the dot-atom form of RFC 5321 with a domain of two or more
 * labels, but no quoted local parts and no address literals.
 */
#ifndef MODEL_EMAIL_H
#define MODEL_EMAIL_H

#include "base/buf.h"

/* The address in a text, as a part of it: without spaces, `mailto:`, `Name <…>` and a final dot.
 * STR_NONE if there is none, more than one, or the address is ambiguous. */
struct str email_extract_address(struct str text);
/* Appends the text in a form that is byte-equal for equal mailboxes: the address with ASCII
 * letters in lower case, and the domain from domain_append_key(). A text that is not an address
 * is trimmed and put in ASCII lower case. */
void email_append_key(struct buf *out, struct str text);
bool email_is_same(struct str a, struct str b);

#endif
