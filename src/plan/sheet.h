/*
 * sheet.h - a plan from an edited sheet of `get offers -o csv` or `plan show -o csv`:
 * differences from the current catalog become rows of the plan, and every error is reported with
 * its line and column. A plan with any error must not be written.
 *
 * Columns are found by name, in any order. `path`, and `charge` if an offer has several charges,
 * identify the charge or offer of a line; `price` or `new` is the price; label, display, country,
 * tag and attribute.NAME are attributes. An empty cell changes nothing. Other columns are ignored,
 * except currencies, which must be unchanged, and `old`, `version` and `modified`, which show that
 * the sheet is older than the offer.
 */
#ifndef PLAN_SHEET_H
#define PLAN_SHEET_H

#include "list/view.h"
#include "plan/make.h"

struct sheet_error {
	size_t line;
	struct str column; /* its name, or empty if the whole line is wrong */
	struct str text;
};

/* Owns its texts until plan_sheet_free(); zero-initialise it. */
struct plan_sheet {
	struct arena text_arena;
	VEC(struct sheet_error) errors;
	size_t line_count;          /* number of non-empty lines, without the headings */
	size_t left_out_line_count; /* lines for offers that the VIEW does not show */
	struct buf used_columns;    /* names of the columns used: "path, price" */
};

/* Adds rows to the plan, in the order of the catalog's list. With `view` NULL any offer is
 * allowed; otherwise takes ownership of the view, and returns false with err set if one of its
 * terms is invalid. The catalog must be linked. */
bool plan_sheet_read(struct plan_sheet *s, struct plan *p, const struct catalog *c,
    struct view *view, struct str text, struct err *err);
void plan_sheet_free(struct plan_sheet *s);
/* Records the sheet's name in the plan, for its readers. */
void plan_set_sheet_origin(struct plan *p, const char *path, struct str text);
/* Appends an error as text: "12, price: \"1e3\" is a power of ten". */
void sheet_error_write(struct buf *out, const struct sheet_error *fault);

#endif
