/*
 * command_file.h - `identity link | unlink --from FILE.csv`: sends the rows of a file, one write
 * after the other.
 *
 * The result of a row is appended to FILE.csv.results before the next is sent: line, owner, result,
 * code, request id, and never issuer or subject. Its first line has the verb, the digest of the
 * file and a run number, from which the rows' Idempotency-Keys are derived: a rerun sends the same
 * row with the same key.
 */
#ifndef IDENTITY_COMMAND_FILE_H
#define IDENTITY_COMMAND_FILE_H

#include "identity/command_job.h"

int identity_file_run(struct identity_job *job);

#endif
