/*
 * charge_row.h - a charge in a list: its values in words, and all of them as sent, where null is
 * `null`, an empty text is `""` and an absent value is empty. Texts live in the arena they were
 * read into; clean them before drawing.
 */
#ifndef CATALOG_CHARGE_ROW_H
#define CATALOG_CHARGE_ROW_H

#include "list/columns.h"
#include "list/rows.h"
#include "model/catalog.h"

struct charge_row {
	struct str id; /* set by charge_rows_set_ids() */
	struct str name, label, type, trigger;
	struct str value;  /* "GBP 9.99" */
	struct str amount; /* "9.99" */
	/* "at the start", "every month", "12 times", "3 months"; nothing if there is none */
	struct str when_text, interval_text, count_text, delay_text;
	struct str currency, repeat_interval, interval_unit, repeat_count, delay_trigger, delay,
	    delay_unit, attributes;
	struct str search_text; /* folded: name, label, value, type, trigger */
	struct row_money money;
	int64_t interval_days, delay_days; /* approximate, for sorting */
	int64_t payment_count;
	bool payments_uncomputable; /* its payments cannot be computed */
};

void charge_row_fill(struct charge_row *row, struct arena *a, const struct charge *charge);
/* Sets the ids of an offer's charges: "name#1", and "name#2" for the second charge of that name. */
void charge_rows_set_ids(struct charge_row *rows, size_t n, struct arena *a);
/* Its `fill_row` reads a charge from the JSON text in `charge.json`. */
extern const struct row_ops charge_row_ops;
extern const struct column charge_columns[];
/* A resource without an endpoint: charges are part of their offer. */
extern const struct view_resource charge_resource;

#endif
