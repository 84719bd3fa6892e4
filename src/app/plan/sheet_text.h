/*
 * sheet_text.h - a text, or a list of texts, as it stands in a cell of a spreadsheet, against the
 * JSON that the cell was made of: untouched, or what is meant by it. Pure.
 */
#ifndef APP_PLAN_SHEET_TEXT_H
#define APP_PLAN_SHEET_TEXT_H

#include "base/buf.h"

/* Is it what csv or tsv (`tabs`) has for the value, however its lines end, whether the ' that our
 * csv puts before signs is there or not, TRUE for true? `value` without a pointer is nothing. */
bool sheet_text_is_same(struct str cell, struct str value, bool tabs);
/* What is meant by a cell that was changed, as a rule takes it. False with the reason appended
 * where it may mean two things. */
bool sheet_text_read(struct buf *out, struct str cell, struct str value, bool tabs);

#endif
