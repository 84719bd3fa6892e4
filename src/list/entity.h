/*
 * entity.h - HTML character references such as `&amp;`. Pure.
 */
#ifndef LIST_ENTITY_H
#define LIST_ENTITY_H

#include "base/buf.h"

/* Appends the character of the entity at the beginning of `text`, in UTF-8, and returns the
 * entity's length. Returns 0 and appends nothing if there is none: an unknown name, not a
 * number, or no semicolon. A number that is not a character gives U+FFFD. */
size_t entity_decode(struct buf *out, struct str text);
/* Appends the text with its entities decoded, once. Returns false, and appends nothing, if it
 * has none. */
bool entity_decode_all(struct buf *out, struct str text);
/* Appends the folded forms of a text for searching, and those of the decoded text if it has
 * entities. */
void entity_fold_forms(struct buf *out, struct str text);

#endif
