/*
 * csv.h - comma-separated values as spreadsheets write them: quotes around fields that hold commas,
 * newlines or quotes (doubled), lines ended by newline or return and newline. A mark of UTF-8 at
 * the front is skipped, and so are empty lines.
 *
 * Borrows the text; fields live in the caller's arena.
 */
#ifndef APP_CSV_H
#define APP_CSV_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

struct csv {
	struct str rest;
	size_t next; /* line number of what is left */
	size_t line; /* where the record that was read last began, from 1 */
	VEC(struct str) fields;
};

void csv_start(struct csv *c, struct str text);
/* Reads the next record into c->fields. False at the end, or with err set for a quote that is not
 * closed or stands in the middle. Set err->kind to ERR_NONE before. */
bool csv_next(struct csv *c, struct arena *a, struct err *err);
void csv_free(struct csv *c);

#endif
