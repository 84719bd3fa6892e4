/*
 * sheet_price.h - a price as it stands in a cell of a spreadsheet, for a charge that is known: the
 * same number as before, another one, or none that can be taken at its word. Pure; nothing is
 * rounded.
 *
 * A point is the decimal point. A comma is one where nothing else can be meant: one alone, with
 * other than three digits behind it. Three digits may be thousands: such a cell is refused, unless
 * the currency has three decimals and there is a point, or one of its readings is what the charge
 * costs anyway. Zeros at the end count for nothing.
 */
#ifndef APP_PLAN_SHEET_PRICE_H
#define APP_PLAN_SHEET_PRICE_H

#include "base/buf.h"
#include "model/catalog.h"

enum sheet_price {
	SHEET_PRICE_SAME, /* an empty cell, too */
	SHEET_PRICE_NEW,  /* `out` has it, with its currency's decimals */
	SHEET_PRICE_WRONG /* `out` has the reason */
};

enum sheet_price sheet_price_read(struct buf *out, struct str cell, const struct charge *charge);
/* Without blanks around it and the ' that keeps a spreadsheet from reading it. */
struct str sheet_number(struct str cell);
/* Do the two say the same number, or the same text? */
bool sheet_same_number(struct str cell, struct str value);

#endif
