/*
 * report.h - the results of a command, row by row, in the formats of `get`: a table for people,
 * json and others for programs.
 *
 * The rows' resource is a table of columns: the command's own, or one that the console uses, too. A
 * row is passed as its struct and as JSON. Only the cells of a table are stored.
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "app/app_context.h"
#include "cli/output.h"

struct report {
	struct view view;
	struct output output;
	size_t row_count; /* number of rows added */
};

/* Parses -o and --fields; raw is refused, since no response is printed. `members` are optional
 * members of rows, NULL-terminated; NULL for none. If it returns true, call report_end(),
 * otherwise report_free(). */
bool report_open(struct report *r, const struct args *args, const struct view_resource *rows,
    const char *const *members, struct err *err);
/* As report_open(), with the resource and columns of a view; takes its contents. */
bool report_open_view(struct report *r, const struct args *args, struct view *view,
    const char *const *members, struct err *err);
/* Chooses the columns and their order, NULL-terminated; without this call all are printed. The
 * first `head` of them identify a row: if a terminal is too narrow for all, the others go below
 * them, and nothing is shortened. */
void report_choose_columns(struct report *r, const char *const *columns, size_t head);
/* Returns false and sets err if one of --fields was neither found nor named as optional. Call it
 * before a write is sent. */
bool report_check_fields(const struct report *r, struct err *err);
/* Adds a row, unless it has none of --fields. */
void report_add(struct report *r, const void *row, struct str json);
/* Prints the rest. Returns `status`, or EXIT_FAILED if stdout did not accept everything, or
 * EXIT_USAGE if no row has one of --fields. */
int report_end(struct report *r, int status);
/* Frees a report that was not printed. */
void report_free(struct report *r);
/* Prints an empty report if the format is for programs, and the error on stderr. */
int report_fail(const struct args *args, const struct err *err, int tries);
/* Returns `status`, or EXIT_FAILED with the reason on stderr if --save-session could not write all.
 */
int report_saved_session(const struct app_context *app, int status);

/* Appends a member to a row's JSON; the first one starts the object: {"name":"text". */
void report_add_text_member(struct buf *json, const char *name, struct str text);
/* `value` is JSON. */
void report_add_json_member(struct buf *json, const char *name, struct str value);
void report_add_number_member(struct buf *json, const char *name, int64_t number);

/* Prints requests that were not sent: for a review before a write. */

/* Opens a report of requests; see report_open(). */
bool request_open(struct report *r, const struct args *args, struct err *err);
/* Adds a request: for people as it would be sent, without the token and with the names of
 * headers; for programs its parts. */
void request_add(
    struct report *r, struct str method, struct str url, const char *headers, struct str body);

#endif
