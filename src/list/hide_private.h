/*
 * hide_private.h - hides what an audience should not see in a text of the screen: the roots of
 * catalog paths, ids, the suffix of attribute names, and clock times. Names, dates and amounts
 * stay; the names of fields become words: "checkoutKind" and "checkout_kind" are "checkout kind".
 * Pure.
 */
#ifndef LIST_HIDE_PRIVATE_H
#define LIST_HIDE_PRIVATE_H

#include "base/buf.h"

/* Appends a cleaned text without its private parts. Hiding twice changes nothing more. */
void hide_private(struct buf *out, struct str text, bool ascii);
/* Hides the private parts of the text from byte `from` on. */
void hide_private_from(struct buf *text, size_t from, bool ascii);

#endif
