/*
 * email.h - e-mail addresses as shops store them: which address a text is, and which two are one
 * mailbox.
 *
 * Pure. What a mail tool takes is the dot-atom form of RFC 5321 with a domain of two labels or more;
 * quoted local parts and address literals are in no list that such tools read.
 */
#ifndef MODEL_EMAIL_H
#define MODEL_EMAIL_H

#include "base/buf.h"

/* The address in a text, a piece of it: without blanks, `mailto:`, `Name <…>` and a dot at its end.
 * STR_NONE when there is none, or more than one, or it is not certain which it is. */
struct str email_address(struct str text);
/* Appends the text in the form in which equal mailboxes are equal bytes: its address with ASCII
 * letters small and the domain as domain_key() has it. Of a text that is no address, all of it
 * trimmed, with ASCII letters small. */
void email_key(struct buf *out, struct str text);
bool email_same(struct str a, struct str b);

#endif
