/*
 * json_doc.h - JSON as a foldable document. Pure.
 */
#ifndef LIST_JSON_DOC_H
#define LIST_JSON_DOC_H

#include "list/doc.h"

/* Appends the JSON as sent, indented; names, numbers and texts stay byte for byte. */
void json_add_to_doc(struct doc *d, struct str json);

#endif
