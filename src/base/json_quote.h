/*
 * json_quote.h - quotes a text for JSON; in base so that folders below wire/ can use it.
 */
#ifndef BASE_JSON_QUOTE_H
#define BASE_JSON_QUOTE_H

#include "base/buf.h"

/* Appends s as a quoted JSON string; invalid UTF-8 becomes U+FFFD. */
void json_quote(struct buf *out, struct str s);

#endif
