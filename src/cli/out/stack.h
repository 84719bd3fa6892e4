/*
 * stack.h - a report's table on a terminal too narrow for it: the identifying columns are whole on
 * one line, and the others indented on the next. Rows with the same identifying columns share the
 * first line.
 */
#ifndef CLI_OUT_STACK_H
#define CLI_OUT_STACK_H

#include "cli/out/output.h"

/* Is the table one that may be stacked, and do its rows, now measured, not fit? */
bool stack_is_needed(const struct output *o);
/* Prints the rows of the page so. */
void stack_page(struct output *o);

#endif
