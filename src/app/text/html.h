/*
 * html.h - HTML that somebody wrote into a description, as text one can read.
 *
 * Paragraphs, headings, tables' rows and lists stay apart, nested lists are set in; links are
 * numbered and their addresses listed below; entities are decoded; scripts, styles and comments
 * are left out. Nothing is believed: tags may be unclosed, wrongly nested or none. A comment that
 * is never closed is none, so that what stands behind is not lost. The time it takes grows with the
 * text's length, whatever is in it.
 */
#ifndef APP_TEXT_HTML_H
#define APP_TEXT_HTML_H

#include "app/text/doc.h"

/* Adds it where the last line stands, wrapped to d->width below itself, as doc_value() does.
 * Cleaned there, too. Adds nothing where there is no text. */
void html_doc(struct doc *d, enum role role, struct str html);

#endif
