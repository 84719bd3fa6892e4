/*
 * sheet_text.h - a text, or a list of texts, in a cell of a spreadsheet, compared with the JSON
 * that the cell was written from: unchanged, or its new value. Pure.
 */
#ifndef PLAN_SHEET_TEXT_H
#define PLAN_SHEET_TEXT_H

#include "base/buf.h"

/* True if the cell is what csv or tsv (`tabs`) has for the value, ignoring the kind of line
 * ends, a guard ' before signs, and TRUE for true. An absent `value` has a NULL pointer. */
bool sheet_text_is_same(struct str cell, struct str value, bool tabs);
/* Appends the new value of a changed cell, in the form of a rule. Returns false and appends the
 * reason if it is ambiguous. */
bool sheet_text_read(struct buf *out, struct str cell, struct str value, bool tabs);

#endif
