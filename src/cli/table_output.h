/*
 * table_output.h - the rows and columns of output.h: table, csv and tsv.
 */
#ifndef CLI_TABLE_OUTPUT_H
#define CLI_TABLE_OUTPUT_H

#include "cli/output.h"

void table_output_add_item(struct output *o, const void *row, struct str json);
/* Aligns and prints the rows of a table's page. */
void table_output_end_page(struct output *o);
/* Prints the header if nothing was printed. */
void table_output_end(struct output *o);

/* Prints which columns had no room, after all output. */
void table_output_list_hidden_columns(const struct output *o);

#endif
