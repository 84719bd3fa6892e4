/*
 * json_quote.h - quotes a text for JSON that is written without a tree, also on floors below wire/.
 */
#ifndef BASE_JSON_QUOTE_H
#define BASE_JSON_QUOTE_H

#include "base/buf.h"

/* Appends s as a JSON string with its quotes; bad UTF-8 becomes U+FFFD. */
void json_quote(struct buf *out, struct str s);

#endif
