/*
 * json_doc.h - JSON as a foldable document. Pure.
 */
#ifndef APP_TEXT_JSON_DOC_H
#define APP_TEXT_JSON_DOC_H

#include "app/text/doc.h"

/* Appends the JSON as sent, indented; names, numbers and texts stay byte for byte. */
void json_doc(struct doc *d, struct str json);

#endif
