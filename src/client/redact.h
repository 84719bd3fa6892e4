/*
 * redact.h - removes secrets from messages of other programs and servers.
 */
#ifndef CLIENT_REDACT_H
#define CLIENT_REDACT_H

#include "base/buf.h"

/* Appends the text and replaces every long run of token characters: one that begins like a JWT,
 * or one of more than 32 characters with both letters and digits. */
void redact_secrets(struct buf *out, struct str text);
/* True if the text contains the secret, or a piece of it too long to be a coincidence. */
bool redact_text_has_secret(struct str secret, struct str text);

#endif
