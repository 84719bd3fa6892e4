/*
 * html.h - HTML of a description as readable text.
 *
 * Paragraphs, headings, table rows and lists are separated, nested lists are indented; links are
 * numbered and their addresses listed at the end; entities are decoded; scripts, styles and
 * comments are left out. Tags may be unclosed, wrongly nested or malformed. A comment that is never
 * closed does not count as one, so that the text after it is not lost. The time is linear in the
 * text's length, whatever the content.
 */
#ifndef LIST_HTML_H
#define LIST_HTML_H

#include "list/doc.h"

/* Appends the text at the last line, cleaned and wrapped to d->width at its own indentation,
 * like doc_value(). Appends nothing if there is no text. */
void html_doc(struct doc *d, enum role role, struct str html);

#endif
