/*
 * list_needs.h - data that the rows of a list need from other lists: a price taken from another
 * offer, the codes of products, the published offers, the users of an item, the amount of a basket.
 * Reads those parts of the catalog before the list, and completes the rows.
 */
#ifndef CLI_LIST_NEEDS_H
#define CLI_LIST_NEEDS_H

#include "cli/connection.h"
#include "list/rows.h"

struct catalog;
struct view_dependencies;

/* Determines the data needed by the terms, the order and the columns of the view; returns NULL
 * if the list has it all. The view must outlive the result. */
struct view_dependencies *view_dependencies_new(
    const struct row_filter *filter, const struct view *view);
void view_dependencies_free(struct view_dependencies *n);
/* Returns false if a part cannot be read, or if the catalog changes during every reading. */
bool view_dependencies_read(struct view_dependencies *n, struct connection *connection, int64_t now,
    int *tries, struct err *err);
/* Completes the row of an item; new texts go into the arena or live as long as `n`. */
void view_dependencies_complete(
    struct view_dependencies *n, void *row, struct arena *a, struct str json, unsigned flags);
/* The catalog if rows are built from baskets and need amounts, else NULL. */
const struct catalog *view_dependencies_prices(const struct view_dependencies *n);

#endif
