/*
 * sorting.h - the numbers of rows, put in the order that a view asks for.
 *
 * Texts are folded once a row, not once a comparison. Pure; takes memory for the time of the call:
 * 64 bytes and the folded text a row.
 */
#ifndef APP_LIST_SORTING_H
#define APP_LIST_SORTING_H

#include "app/list/rows.h"

enum { SORT_PARTITION_MIN = 4096 }; /* rows; so many are sorted in parts */

/* `rows` lie one after the other, as large as the view's resource says. The first `sorted` numbers
 * are in order already. Rows that are alike stay in the order of their numbers, turned around as
 * the view's is. */
void rows_sort(
    const struct view *view, const void *rows, uint32_t *numbers, size_t n, size_t sorted);

#endif
