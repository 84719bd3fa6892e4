/*
 * warning.h - warnings about rows of a plan that can be sent nevertheless: each has a stable
 * id and a text.
 */
#ifndef PLAN_WARNING_H
#define PLAN_WARNING_H

#include "plan/plan.h"

enum plan_warning {
	WARNING_BECOMES_FREE,
	WARNING_WAS_FREE,
	WARNING_TIMES_EIGHT,
	WARNING_ONE_EIGHTH,
	WARNING_DOUBLED,
	WARNING_HALVED,
	WARNING_UNEXPECTED_FALL,
	WARNING_UNEXPECTED_RISE,
	WARNING_ENDING_LOST,
	WARNING_OVER_THRESHOLD,
	WARNING_BELOW_SIBLING,
	WARNING_FAR_FROM_SIBLING,
	WARNING_OUT_OF_DATE,
	WARNING_NEW_ATTRIBUTE,
	WARNING_RETYPED,
	WARNING_VALUE_REFORMATTED,
	PLAN_WARNINGS
};

struct plan_warning_info {
	const char *id;
	const char *text; /* NULL: the text depends on the row */
};

extern const struct plan_warning_info plan_warnings[PLAN_WARNINGS];

/* Adds a warning to a row, with the table's text if `words` is empty; not to a refused row. */
void plan_add_warning(
    struct plan *p, struct plan_row *row, enum plan_warning warning, struct str words);

#endif
