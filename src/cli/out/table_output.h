/*
 * table_output.h - output.h's rows and columns: the table, csv and tsv.
 */
#ifndef CLI_OUT_TABLE_OUTPUT_H
#define CLI_OUT_TABLE_OUTPUT_H

#include "cli/out/output.h"

void table_output_item(struct output *o, const void *row, struct str json);
/* Aligns and prints the rows of a table's page. */
void table_output_page(struct output *o);
/* Prints the header if nothing was printed. */
void table_output_end(struct output *o);

/* Says which columns there was no room for, when all is printed. */
void table_output_print_left_out(const struct output *o);

#endif
