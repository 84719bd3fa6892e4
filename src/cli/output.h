/*
 * output.h - the output of `get`: one item after the other in one of the formats. Only the page of
 * a table that is being aligned is stored.
 *
 * json and ndjson are the items as sent; raw is whole responses; table, csv and tsv have the VIEW's
 * columns or --fields. On a terminal, control characters are made harmless. Items are written here;
 * rows become lines in list/export.h, their cells for files in list/csv.h; writer.h takes the
 * bytes.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "cli/fields.h"
#include "cli/writer.h"
#include "list/export.h"
#include "wire/json_scan.h"

struct args;

enum format {
	FORMAT_TABLE,
	FORMAT_JSON,
	FORMAT_NDJSON,
	FORMAT_CSV,
	FORMAT_TSV,
	FORMAT_MD,
	FORMAT_WIDE, /* a table that is not cut; output_open() changes it to FORMAT_TABLE */
	FORMAT_RAW,
	FORMAT_TREE, /* tree, dot and svg are printed by tree_output.h */
	FORMAT_DOT,
	FORMAT_SVG,
	FORMAT_GITHUB, /* printed by catalog/command.c */
	FORMAT_COUNT
};

extern const char *const format_names[FORMAT_COUNT];

struct output {
	enum format format;
	bool to_terminal;               /* stdout is a terminal */
	int width;                      /* of the terminal */
	bool wraps_last_column;         /* the last column of a table on a terminal is not cut */
	bool wide;                      /* all columns of a table, none cut */
	bool has_header;                /* a table, csv or tsv starts with its headings */
	size_t first_line_column_count; /* columns on the first line if rows do not fit; 0: rows
					   are cut */
	bool mark_next_item;            /* the next item gets a ! in a table */
	const struct view *view;
	struct fields fields;    /* empty: print columns */
	size_t blank_item_count; /* items before the first one that has any of the fields */

	struct writer writer;
	struct placed_column columns[COLUMNS_MAX];
	struct table_writer
	    table_writer;  /* for table, md, csv and tsv; its line end is also used for ndjson */
	size_t item_count; /* printed so far */
	size_t repaired_count; /* items that were not valid JSON */
};

/* True if the columns from the contact log are printed although no term or column names them: in
 * files and in -o wide. */
bool output_has_contacts(const struct output *o);
/* Examines stdout and the options -o, --fields, --no-header, -0 and --ascii. The view stays the caller's.
 * Call output_free() even after a failure. */
bool output_open(struct output *o, const struct args *args, const struct view *view, int64_t now,
    struct err *err);
/* True if the format prints rows, so that items must be converted to rows. */
bool output_needs_rows(const struct output *o);
/* Prints one item and its row, which may be NULL if the format does not need it. An item without
 * any of the fields is held back until one has them: if none has, nothing is printed. */
void output_write_item(struct output *o, const void *row, struct str json, unsigned flags);
/* Prints a whole response, for raw. */
void output_raw_response(struct output *o, struct str body);
/* Ends a page and prints its part of a table. Returns false if stdout does not accept more. */
bool output_end_page(struct output *o);
/* Ends the output; after this call, json is valid even if an error occurred. */
bool output_end(struct output *o);
void output_free(struct output *o);

#endif
