/*
 * sorting.h - sorts row numbers in a view's order.
 *
 * Texts are folded once per row, not once per comparison. Pure; temporarily allocates 64 bytes and
 * the folded text per row.
 */
#ifndef LIST_SORTING_H
#define LIST_SORTING_H

#include "list/rows.h"

enum { SORT_PARTITION_MIN = 4096 }; /* minimum number of rows for sorting in parts */

/* Sorts numbers of `rows`, an array of the resource's rows. The first `sorted` numbers are in
 * order already. Equal rows keep the order of their numbers, reversed if the view is descending. */
void rows_sort(
    const struct view *view, const void *rows, uint32_t *numbers, size_t n, size_t sorted);

#endif
