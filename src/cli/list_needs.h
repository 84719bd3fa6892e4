/*
 * list_needs.h - what the rows of a list need that the list itself does not have: what offers cost
 * by another's price, the codes of their products, which are published, who uses an item, what a
 * basket comes to. Reads those parts of the catalog before the list, and completes the rows.
 */
#ifndef CLI_LIST_NEEDS_H
#define CLI_LIST_NEEDS_H

#include "app/list/rows.h"
#include "cli/read/connection.h"

struct catalog;
struct list_needs;

/* By the terms, the order and the columns of the view; NULL when the list has all that they ask
 * for. The view outlives it. */
struct list_needs *list_needs_new(const struct row_filter *filter, const struct view *view);
void list_needs_free(struct list_needs *n);
/* False when a part cannot be read, or the catalog changes under every reading. */
bool list_needs_read(struct list_needs *n, struct connection *connection, int64_t now, int *tries,
    struct err *err);
/* Completes the row of an item; new texts go into the arena or live as long as `n`. */
void list_needs_complete(
    struct list_needs *n, void *row, struct arena *a, struct str json, unsigned flags);
/* The catalog where rows are made of baskets and come to something, else NULL. */
const struct catalog *list_needs_prices(const struct list_needs *n);

#endif
