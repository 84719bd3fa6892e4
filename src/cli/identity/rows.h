/*
 * rows.h - the rows of a file of identities, read and checked, and what an earlier run
 * made of them.
 */
#ifndef CLI_IDENTITY_ROWS_H
#define CLI_IDENTITY_ROWS_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/identity_check.h"

struct index;

struct identity_entry {
	struct identity_fields identity;
	size_t line;   /* in the file */
	bool wrong;    /* not to be sent */
	bool done;     /* by an earlier run */
	bool doubtful; /* the journal has the identity at another owner */
};

struct identity_rows {
	struct arena texts;
	VEC(struct identity_entry) list;
	unsigned char digest[DIGEST_SIZE]; /* of the file */
	struct buf results;                /* the path of FILE.csv.results */
	struct buf run;                    /* hex; empty when there is no earlier run */
	size_t wrong;                      /* rows that are not to be sent */
	struct index *same, *alike;        /* which entry has this identity, or nearly this one */
};

/* Reads and checks a file; what is wrong or odd is said on stderr, line by line. False when it
 * cannot be read at all. identity_rows_free() after false too. */
bool identity_rows_read(struct identity_rows *rows, const char *path, struct err *err);
void identity_rows_free(struct identity_rows *rows);
/* Reads what an earlier run left. ERR_USAGE when that was another file, or the other verb. */
bool identity_rows_resume(struct identity_rows *rows, const char *verb, struct err *err);
/* Begins the results, unless they were begun. */
bool identity_rows_begin(struct identity_rows *rows, const char *verb, struct err *err);
/* Adds what became of a row. */
bool identity_rows_record(struct identity_rows *rows, const struct identity_entry *row,
    const char *outcome, const char *code, const char *request_id, struct err *err);
/* Appends the row's Idempotency-Key. */
void identity_rows_key(
    struct buf *out, const struct identity_rows *rows, const struct identity_entry *row);

#endif
