/*
 * effect_table.h - the effect of a plan as a table: a row for each interval, a column for each
 * currency.
 */
#ifndef UI_PLAN_EFFECT_TABLE_H
#define UI_PLAN_EFFECT_TABLE_H

#include "list/doc.h"
#include "model/check.h"
#include "plan/plan.h"

/* Appends the table, with the number of prices below, and the number of other changes. Currencies
 * that do not fit into the width are counted in the head. */
void effect_table_write(
    struct doc *d, const struct plan *p, const struct check_items *offers, int width);

#endif
