/*
 * command_rows.h - the rows of a file of identities, parsed and checked, and their results from an
 * earlier run.
 */
#ifndef IDENTITY_COMMAND_ROWS_H
#define IDENTITY_COMMAND_ROWS_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/identity_check.h"

struct index;

struct identity_entry {
	struct identity_fields identity;
	size_t line;          /* in the file */
	bool is_invalid;      /* must not be sent */
	bool done_earlier;    /* by an earlier run */
	bool has_other_owner; /* the journal has the identity with another owner */
};

struct identity_rows {
	struct arena text_arena;
	VEC(struct identity_entry) list;
	unsigned char digest[DIGEST_SIZE]; /* of the file */
	struct buf results_path;           /* path of FILE.csv.results */
	struct buf run_id;                 /* hex; empty if there is no earlier run */
	struct str reason;                 /* of rows without one; STR_NONE: none */
	bool requires_reason;              /* a row without a reason must not be sent */
	size_t invalid_count;              /* number of rows that must not be sent */
	struct index *exact_index;         /* entry with the same identity */
	struct index *similar_index;       /* entry with a similar identity */
};

/* Reads and checks a file, with the caller's `reason` and `requires_reason`; errors and warnings
 * are printed on stderr, line by line. Returns false if it cannot be read at all. Call
 * identity_rows_free() even after a failure. */
bool identity_rows_read(struct identity_rows *rows, const char *path, struct err *err);
void identity_rows_free(struct identity_rows *rows);
/* Reads the results of an earlier run. ERR_USAGE if it was for another file or verb. */
bool identity_rows_resume(struct identity_rows *rows, const char *verb, struct err *err);
/* Starts the results file, unless it exists. */
bool identity_rows_begin(struct identity_rows *rows, const char *verb, struct err *err);
/* Appends the result of a row. */
bool identity_rows_record(struct identity_rows *rows, const struct identity_entry *row,
    const char *outcome, const char *code, const char *request_id, struct err *err);
/* Appends the row's Idempotency-Key. */
void identity_rows_write_key(
    struct buf *out, const struct identity_rows *rows, const struct identity_entry *row);

#endif
