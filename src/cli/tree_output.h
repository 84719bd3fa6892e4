/*
 * tree_output.h - `get -o tree`, `-o dot` and `-o svg`: the items of a VIEW with everything they
 * refer to.
 * Only the names of items are stored while the list is read; then the whole catalog is read for the
 * references.
 */
#ifndef CLI_TREE_OUTPUT_H
#define CLI_TREE_OUTPUT_H

#include "cli/connection.h"
#include "cli/output.h"

struct tree_output;

/* Returns NULL and sets err if the resource has no tree, or no drawing. */
struct tree_output *tree_output_new(
    const struct view *view, enum format format, struct err *err);
void tree_output_free(struct tree_output *r);
/* Adds an item, in the order of output. */
void tree_output_add_item(struct tree_output *r, struct str json);
/* Reads the catalog and prints the tree. `all`: the VIEW has no filter, so missing campaigns are
 * listed after the others. Reports the number of missing items on stderr. *tries is set as in
 * struct walk_end. */
bool tree_output_print(struct tree_output *r, struct connection *connection, struct output *o,
    bool all, int *tries, struct err *err);

#endif
