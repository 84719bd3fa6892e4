/*
 * tree_output.h - `get -o tree` and `-o dot`: what a VIEW shows, and what hangs from it. Items are
 * kept by their names while the list is read; then the whole catalog is, once more, for what they
 * refer to.
 */
#ifndef CLI_TREE_OUTPUT_H
#define CLI_TREE_OUTPUT_H

#include "cli/out/output.h"
#include "cli/read/connection.h"

struct tree_output;

/* NULL, with an error, for a resource that has no tree. */
struct tree_output *tree_output_new(const struct view *view, struct err *err);
void tree_output_free(struct tree_output *r);
/* Adds an item, in the order of output. */
void tree_output_add_item(struct tree_output *r, struct str json);
/* Reads the catalog and prints. `all`: the VIEW has no filter, so missing campaigns are listed
 * after the others. Reports on stderr how many items are missing. *tries counts as in a walk's
 * end. */
bool tree_output_print(struct tree_output *r, struct connection *connection, struct output *o,
    bool all, int *tries, struct err *err);

#endif
