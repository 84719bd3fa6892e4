/*
 * charge_row.h - what a list keeps of a charge: its members in words, and the texts of all of
 * them as sent, where null is `null`, an empty text is `""` and what is absent is nothing. Texts
 * live in the arena they were read into; clean them before drawing.
 */
#ifndef APP_CATALOG_CHARGE_ROW_H
#define APP_CATALOG_CHARGE_ROW_H

#include "app/list/columns.h"
#include "app/list/rows.h"
#include "model/catalog.h"

struct charge_row {
	struct str id; /* as charge_rows_set_ids() gives it */
	struct str name, label, type, trigger;
	struct str value;               /* "GBP 9.99" */
	struct str amount;              /* "9.99" */
	struct str every, times, after; /* "1 months", "12", "3 months"; "-" for none */
	struct str currency, interval, unit, count, delay_trigger, delay, delay_unit, attributes;
	struct str search_text; /* folded: name, label, value, type, trigger */
	struct row_money money;
	int64_t every_days, after_days; /* about; for their order */
	int64_t count_number;
	bool odd; /* it cannot be computed */
};

void charge_row_fill(struct charge_row *row, struct arena *a, const struct charge *charge);
/* Gives the charges of an offer their ids: "name#1", and "name#2" to the next of that name. */
void charge_rows_set_ids(struct charge_row *rows, size_t n, struct arena *a);
/* Rows are filled from a charge's JSON, the texts of `charge.json`. */
extern const struct row_ops charge_row_ops;
extern const struct column charge_columns[];
/* A resource without an endpoint: charges come with their offer. */
extern const struct view_resource charge_resource;

#endif
