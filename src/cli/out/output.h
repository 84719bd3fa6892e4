/*
 * output.h - what `get` prints: one item after the other in one of the formats. Nothing is
 * kept but the page that a table is being aligned over.
 *
 * json and ndjson are the items as sent; raw is whole answers; table, csv and tsv have the
 * VIEW's columns or --fields. On a terminal nothing is printed that it would act on.
 */
#ifndef CLI_OUT_OUTPUT_H
#define CLI_OUT_OUTPUT_H

#include "app/list/table_writer.h"
#include "cli/args/args.h"
#include "cli/out/fields.h"
#include "cli/out/writer.h"
#include "wire/json_scan.h"

enum format {
	FORMAT_TABLE,
	FORMAT_JSON,
	FORMAT_NDJSON,
	FORMAT_CSV,
	FORMAT_TSV,
	FORMAT_MD,
	FORMAT_WIDE, /* a table that is not cut; output_open() makes it FORMAT_TABLE */
	FORMAT_RAW,
	FORMAT_TREE, /* these two are tree_output.h's */
	FORMAT_DOT,
	FORMAT_COUNT
};

extern const char *const format_names[FORMAT_COUNT];

struct output {
	enum format format;
	bool terminal; /* stdout is one */
	int width;     /* of it */
	bool wraps;    /* there the last column of a table is not cut */
	bool wide;     /* every column of a table, none cut */
	size_t
	    head; /* columns on the first line where rows do not fit (stack.h); 0: rows are cut */
	bool marked; /* the next item: a table puts ! before it */
	const struct view *view;
	struct fields fields; /* empty: the columns */
	size_t blank;         /* items before the first that has any of the fields */

	struct writer writer;
	struct placed_column columns[COLUMNS_MAX];
	struct table_writer
	    table_writer;   /* of table, md, csv and tsv; its end of lines is that of ndjson, too */
	size_t items;       /* printed so far */
	size_t fixed;       /* items that were not JSON as sent */
};

/* Looks at stdout and at the call's -o, --fields, -0 and --ascii. The view stays the caller's.
 * output_free() after false too. */
bool output_open(struct output *o, const struct args *args, const struct view *view, int64_t now,
    struct err *err);
/* Does the format print rows, for which items must be read? */
bool output_needs_rows(const struct output *o);
/* Prints one item and its row, which may be NULL if the format does not need it. An item without
 * any of the fields waits for one that has them: if none has, nothing is printed. */
void output_item(struct output *o, const void *row, struct str json, unsigned flags);
/* A whole answer, for raw. */
void output_answer(struct output *o, struct str body);
/* A page is done: its part of a table is printed. False when stdout takes no more. */
bool output_page(struct output *o);
/* The end; json is valid from here on, whatever happened. */
bool output_end(struct output *o);
void output_free(struct output *o);

#endif
