/*
 * sheet_text.h - a text, or a list of texts, in a cell of a spreadsheet, compared with the JSON
 * that the cell was written from: unchanged, or its new value. Pure.
 */
#ifndef APP_PLAN_SHEET_TEXT_H
#define APP_PLAN_SHEET_TEXT_H

#include "base/buf.h"

/* Is it what csv or tsv (`tabs`) has for the value, however its lines end, whether the ' that our
 * csv puts before signs is there or not, TRUE for true? `value` without a pointer is nothing. */
bool sheet_text_is_same(struct str cell, struct str value, bool tabs);
/* The new value of a changed cell, in the form of a rule. False with the reason appended if it
 * is ambiguous. */
bool sheet_text_read(struct buf *out, struct str cell, struct str value, bool tabs);

#endif
