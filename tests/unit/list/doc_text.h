/*
 * doc_text.h - a document as the plain text that a reader sees.
 */
#ifndef TESTS_UNIT_APP_DOC_TEXT_H
#define TESTS_UNIT_APP_DOC_TEXT_H

#include "list/doc.h"

/* Appends the document's lines, each ended by a newline. */
static inline void
doc_text_of(struct buf *out, const struct doc *d)
{
	for (size_t i = 0; i < d->lines.n; i++) {
		doc_write_line(out, d, i);
		buf_addc(out, '\n');
	}
}

#endif
