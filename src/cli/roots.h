/*
 * roots.h - `get -o tree` and `-o dot`: what a VIEW shows, and what hangs from it. Items are kept
 * by their names while the list is read; then the whole catalog is, once more, for what they refer
 * to.
 */
#ifndef CLI_ROOTS_H
#define CLI_ROOTS_H

#include "cli/line.h"
#include "cli/output.h"

struct roots;

/* NULL, with an error, for a resource that has no tree. */
struct roots *roots_new(const struct view *view, struct err *err);
void roots_free(struct roots *r);
/* Keeps one item, in the order in which they shall stand. */
void roots_keep(struct roots *r, struct str json, unsigned flags);
/* Reads the catalog and prints. `all`: nothing that is there was left out, so that missing
 * campaigns stand behind the others. Says on stderr how much is missing. *tries counts as in a
 * walk's end. */
bool roots_print(
    struct roots *r, struct line *line, struct output *o, bool all, int *tries, struct err *err);

#endif
