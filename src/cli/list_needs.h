/*
 * view_dependencies.h - what the rows of a list need that the list itself does not have: what
 * offers cost by another's price, the codes of their products, which are published, who uses an
 * item, what a basket comes to. Reads those parts of the catalog before the list, and completes the
 * rows.
 */
#ifndef CLI_LIST_NEEDS_H
#define CLI_LIST_NEEDS_H

#include "app/list/rows.h"
#include "cli/read/connection.h"

struct catalog;
struct view_dependencies;

/* By the terms, the order and the columns of the view; NULL when the list has all that they ask
 * for. The view outlives it. */
struct view_dependencies *view_dependencies_new(
    const struct row_filter *filter, const struct view *view);
void view_dependencies_free(struct view_dependencies *n);
/* False when a part cannot be read, or the catalog changes under every reading. */
bool view_dependencies_read(struct view_dependencies *n, struct connection *connection, int64_t now,
    int *tries, struct err *err);
/* Completes the row of an item; new texts go into the arena or live as long as `n`. */
void view_dependencies_complete(
    struct view_dependencies *n, void *row, struct arena *a, struct str json, unsigned flags);
/* The catalog where rows are made of baskets and come to something, else NULL. */
const struct catalog *view_dependencies_prices(const struct view_dependencies *n);

#endif
