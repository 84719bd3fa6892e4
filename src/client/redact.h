/*
 * redact.h - words of other programs and servers without what looks like a secret in them.
 */
#ifndef CLIENT_REDACT_H
#define CLIENT_REDACT_H

#include "base/buf.h"

/* Appends the text with every long run of a token's characters replaced: what begins as a JWT does,
 * and what mixes letters and digits over 32 characters. */
void redact_secrets(struct buf *out, struct str text);
/* Is this secret in the text, or a piece of it that is long enough to be no chance? */
bool redact_text_has_secret(struct str secret, struct str text);

#endif
