/*
 * stack.h - a report's table on a terminal too narrow for it: the identifying columns are whole on
 * one line, and the others indented on the next. Rows with the same identifying columns share the
 * first line.
 */
#ifndef CLI_STACK_H
#define CLI_STACK_H

#include "cli/output.h"

/* True if the table may be stacked and its rows, which were measured, do not fit. */
bool stack_is_needed(const struct output *o);
/* Prints the rows of the page stacked. */
void stack_page(struct output *o);

#endif
