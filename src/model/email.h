/*
 * email.h - e-mail addresses as shops store them: the address in a text, and whether two are one
 * mailbox.
 *
 * Pure. Mail tools accept the dot-atom form of RFC 5321 with a domain of two labels or more; they
 * do not read quoted local parts and address literals.
 */
#ifndef MODEL_EMAIL_H
#define MODEL_EMAIL_H

#include "base/buf.h"

/* The address in a text, a piece of it: without blanks, `mailto:`, `Name <…>` and a dot at its end.
 * STR_NONE when there is none, or more than one, or it is not certain which it is. */
struct str email_address(struct str text);
/* Appends the text in a form in which equal mailboxes have equal bytes: its address with ASCII
 * letters in lower case and the domain as domain_append_key() has it. A text that is not an address
 * is trimmed, with ASCII letters in lower case. */
void email_append_key(struct buf *out, struct str text);
bool email_is_same(struct str a, struct str b);

#endif
