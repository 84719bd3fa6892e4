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
/* Where a bar has nothing. */
const char *bar_empty(bool ascii);
/* How many of `cells` each of n shares gets: together all that their sum of 100 percent is worth.
 * One below zero is none at all; any that is more gets one at least, while there are any. */
void bar_cells(const int64_t *shares, size_t n, int cells, int *out);
/* A bar of so many cells behind what stands on the document's last line: each share in its own
 * pattern, the first in that of `part`, then what is empty. */
void bar_doc(struct doc *d, const int64_t *shares, size_t n, size_t part, int cells);

#endif
