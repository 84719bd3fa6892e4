/*
 * entity.h - what `&amp;` and its kin stand for in HTML. Pure.
 */
#ifndef APP_TEXT_ENTITY_H
#define APP_TEXT_ENTITY_H

#include "base/buf.h"

/* Appends the character that the entity at the beginning of `text` stands for, in UTF-8, and gives
 * the entity's bytes. 0, and nothing added, when none stands there: no name that is known, no
 * number, or no semicolon. A number that is no character is U+FFFD. */
size_t entity_decode(struct buf *out, struct str text);
/* Appends the text with each of its entities decoded, once. False, and nothing added, when it has
 * none. */
bool entity_decode_all(struct buf *out, struct str text);
/* Appends the folded forms of a text for searching, and those of the decoded text if it has entities. */
void entity_fold_forms(struct buf *out, struct str text);

#endif
