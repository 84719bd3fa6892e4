/*
 * roff.h - builds a manual page. Text is escaped, so that none of it becomes a roff request or
 * escape.
 */
#ifndef BASE_ROFF_H
#define BASE_ROFF_H

#include "base/buf.h"

/* Appends text within a line, or whole lines. */
void roff_add_text(struct buf *out, const char *text);
void roff_add_paragraph(struct buf *out, const char *text);
/* Appends a heading in bold with an indented text below it. */
void roff_add_item(struct buf *out, const char *head, const char *text);

#endif
