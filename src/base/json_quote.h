/*
 * json_quote.h - a text as JSON has it, for whoever writes JSON without a tree: floors below wire/
 * do, too.
 */
#ifndef BASE_JSON_QUOTE_H
#define BASE_JSON_QUOTE_H

#include "base/buf.h"

/* Appends s as a JSON string with its quotes; bad UTF-8 becomes U+FFFD. */
void json_quote(struct buf *out, struct str s);

#endif
