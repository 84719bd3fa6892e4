/*
 * sheet_line.h - one line of a sheet against the catalog: which offer it is about, what it changes,
 * and what is wrong with it.
 */
#ifndef APP_PLAN_SHEET_LINE_H
#define APP_PLAN_SHEET_LINE_H

#include "app/plan/plan_sheet.h"
#include "app/plan/sheet_columns.h"
#include "base/index.h"

/* The change made by one cell. Texts are in the sheet's arena. */
struct sheet_edit {
	uint32_t offer;
	uint32_t place; /* charges in their order, then attributes in that of their lines */
	const struct charge *charge; /* NULL: an attribute */
	enum price_rule_result outcome;
	struct str text; /* the new price, or why there is none */
	struct attribute_rule rule;
	size_t habit;
	bool stale;
};

/* An attribute that the sheet names. */
struct sheet_attribute_name {
	struct str name;
	struct attribute_convention habit;
};

struct sheet_reading {
	struct plan_sheet *sheet;
	struct plan_maker maker;
	const struct catalog *catalog;
	struct csv csv;
	struct sheet_columns columns;
	struct index *shown; /* offers that the VIEW shows; NULL: all */
	struct index *met;   /* what lines were about, and which */
	VEC(struct sheet_edit) edits;
	VEC(struct sheet_attribute_name) names;
};

/* Notes a fault in the line that was read last. */
void sheet_add_error(const struct sheet_reading *r, struct str column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes the record that was read last: its changes go to the edits, its mistakes to the faults. */
void sheet_line_read(struct sheet_reading *r);

#endif
