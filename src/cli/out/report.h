/*
 * report.h - what a command found out, row by row, in the formats of `get`: a table for people,
 * json and the others for programs.
 *
 * The rows' resource is a table of columns: the command's own, or the one that the console shows,
 * too. A row is its struct, and what it is in JSON. Nothing is kept but the cells of a table.
 */
#ifndef CLI_OUT_REPORT_H
#define CLI_OUT_REPORT_H

#include "cli/out/output.h"

struct report {
	struct view view;
	struct output output;
	size_t rows; /* that were added */
};

/* Parses -o and --fields; raw is refused, since no response is printed. `members` are optional
 * members of rows, NULL-terminated; NULL for none. report_end() after true, report_free() after
 * false. */
bool report_open(struct report *r, const struct args *args, const struct view_resource *rows,
    const char *const *members, struct err *err);
/* Chooses the columns and their order, NULL-terminated; without this call all are printed. The
 * first `head` of them identify a row: if a terminal is too narrow for all, the others go below
 * them, and nothing is shortened. */
void report_choose(struct report *r, const char *const *columns, size_t head);
/* Is each of --fields one that was found, or named? To be asked before a write is sent. */
bool report_check_fields(const struct report *r, struct err *err);
/* Left out when it has none of --fields. */
void report_add(struct report *r, const void *row, struct str json);
/* Prints what is left. Gives `status`, or EXIT_FAILED when stdout took not all, or EXIT_USAGE when
 * no row has one of --fields. */
int report_end(struct report *r, int status);
/* Frees a report that was not printed. */
void report_free(struct report *r);
/* Prints an empty report where the format is one for programs, and says the error. */
int report_fail(const struct args *args, const struct err *err, int tries);

/* Members of a row's JSON, one after the other: {"name":"text". */
void report_text(struct buf *json, const char *name, struct str text);
/* The value is JSON. */
void report_json(struct buf *json, const char *name, struct str value);
void report_number(struct buf *json, const char *name, int64_t number);

#endif
