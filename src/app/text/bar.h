/*
 * bar.h - shares of a hundred as cells of a bar. Pure.
 *
 * Parts of a bar differ by pattern as well as by colour. Shares are percent as model/decimal.h has
 * numbers.
 */
#ifndef APP_TEXT_BAR_H
#define APP_TEXT_BAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct doc;

enum { BAR_PATTERNS = 3 };

/* The pattern of a bar's nth part. */
const char *bar_pattern(size_t part, bool ascii);
/* The sign of a bar's empty part. */
const char *bar_empty(bool ascii);
/* The number of `cells` for each of n shares: together in proportion to their sum out of 100
 * percent. A share of zero or less gets none; any other gets at least one, while there are any. */
void bar_cells(const int64_t *shares, size_t n, int cells, int *out);
/* Appends a bar of so many cells to the document's last line: each share in its own pattern, the
 * first in that of `part`, then the empty part. */
void bar_doc(struct doc *d, const int64_t *shares, size_t n, size_t part, int cells);

#endif
