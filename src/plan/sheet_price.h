/*
 * sheet_price.h - a price in a cell of a spreadsheet, for a known charge: the same number as
 * before, another one, or an ambiguous one. Pure; nothing is rounded.
 *
 * A point is the decimal point. A comma is one only if it cannot mean anything else: a single one,
 * followed by other than three digits. Three digits may be thousands: such a cell is refused,
 * unless the currency has three decimals and there is a point, or one of its readings is the
 * current price. Trailing zeros do not count.
 */
#ifndef PLAN_SHEET_PRICE_H
#define PLAN_SHEET_PRICE_H

#include "base/buf.h"
#include "model/catalog.h"

enum sheet_price {
	SHEET_PRICE_SAME,   /* unchanged, or an empty cell */
	SHEET_PRICE_NEW,    /* `out` has the price with its currency's decimals */
	SHEET_PRICE_INVALID /* `out` has the reason */
};

enum sheet_price sheet_price_read(struct buf *out, struct str cell, const struct charge *charge);
/* The cell without surrounding spaces and the guard (') that keeps a spreadsheet from
 * interpreting it. */
struct str sheet_trim_number(struct str cell);
/* True if both are the same number, or the same text. */
bool sheet_is_same_number(struct str cell, struct str value);

#endif
