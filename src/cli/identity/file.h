/*
 * file.h - `identity link | unlink --from FILE.csv`: the rows of a file, one write after
 * the other.
 *
 * What became of a row is added to FILE.csv.results before the next is sent: line, owner, outcome,
 * code, request id, and never issuer or subject. Its first line holds the verb, the digest of the
 * file and a number of its own, from which the rows' Idempotency-Keys are made: a rerun sends the
 * same row under the same key.
 */
#ifndef CLI_IDENTITY_FILE_H
#define CLI_IDENTITY_FILE_H

#include "cli/identity/job.h"

int identity_file_run(struct identity_job *job);

#endif
