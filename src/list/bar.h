/*
 * bar.h - draws percentages as cells of a bar. Pure.
 *
 * Parts of a bar differ by pattern as well as by colour. Shares are percentages as scaled decimals
 * (model/decimal.h).
 */
#ifndef LIST_BAR_H
#define LIST_BAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct doc;

enum { BAR_PATTERN_COUNT = 3 };

/* The pattern of a bar's nth part. */
const char *bar_pattern(size_t part, bool ascii);
/* The character of a bar's empty part. */
const char *bar_empty_cell(bool ascii);
/* Computes the number of cells for each of n shares, so that 100 percent fills `cells`. A share
 * of zero or less gets none; any other gets at least one, as long as there are enough. */
void bar_compute_cells(const int64_t *shares, size_t n, int cells, int *out);
/* Appends a bar of `cells` cells to the document's last line: each share in its own pattern,
 * starting with that of `part`, then the empty part. */
void bar_add_to_doc(struct doc *d, const int64_t *shares, size_t n, size_t part, int cells);

struct buf;
/* Appends a bar of `cells` cells that is filled by done of total. */
void bar_append_progress(struct buf *out, size_t done, size_t total, int cells, bool ascii);

#endif
