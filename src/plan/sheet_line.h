/*
 * sheet_line.h - compares one line of a sheet with the catalog: its offer, its changes, and its
 * errors.
 */
#ifndef PLAN_SHEET_LINE_H
#define PLAN_SHEET_LINE_H

#include "base/index.h"
#include "plan/sheet.h"
#include "plan/sheet_columns.h"

/* The change made by one cell. Texts are in the sheet's arena. */
struct sheet_edit {
	uint32_t offer_index;
	uint32_t sort_key; /* sort key: charges in their order, then attributes in line order */
	const struct charge *charge; /* NULL: an attribute */
	enum price_rule_result price_result;
	struct str text; /* the new price, or the reason for a refusal */
	struct attribute_rule rule;
	size_t convention_index;
	bool changed_meanwhile;
};

/* An attribute that the sheet has a column or line for. */
struct sheet_attribute_name {
	struct str name;
	struct attribute_convention convention;
};

struct sheet_reading {
	struct plan_sheet *sheet;
	struct plan_maker maker;
	const struct catalog *catalog;
	struct csv csv;
	struct sheet_columns columns;
	struct index *allowed_offers; /* offers in the VIEW; NULL: all are allowed */
	struct index *changed_values; /* values already changed, with their line numbers */
	VEC(struct sheet_edit) edits;
	VEC(struct sheet_attribute_name) attribute_names;
};

/* Reports an error in the line that was read last. */
void sheet_add_error(const struct sheet_reading *r, struct str column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Processes the record that was read last: adds its changes to `edits`, and reports its errors. */
void sheet_line_read(struct sheet_reading *r);

#endif
