/*
 * html.h - HTML of a description as readable text. Blocks become lines, nested lists are indented,
 * links are numbered and listed at the end. Text in unclosed or malformed markup is kept. The time
 * is linear in the length, whatever the content.
 */
#ifndef LIST_HTML_H
#define LIST_HTML_H

#include "list/doc.h"

/* Appends the text at the last line, cleaned and wrapped to d->width, like doc_add_value(). */
void html_add_to_doc(struct doc *d, enum role role, struct str html);

#endif
