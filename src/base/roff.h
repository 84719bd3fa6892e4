/*
 * roff.h - builds a manual page. Added text is escaped: no letter of it becomes a request or an
 * escape.
 */
#ifndef BASE_ROFF_H
#define BASE_ROFF_H

#include "base/buf.h"

/* Words within a line, or lines. */
void roff_text(struct buf *out, const char *text);
void roff_paragraph(struct buf *out, const char *text);
/* A head in bold, its text set in below. */
void roff_item(struct buf *out, const char *head, const char *text);

#endif
