/*
 * command_send.h - one write of an identity: recorded in the journal, sent, and its result
 * recorded.
 */
#ifndef IDENTITY_COMMAND_SEND_H
#define IDENTITY_COMMAND_SEND_H

#include "cli/report.h"
#include "identity/command_job.h"
#include "identity/write.h"

/* The result of a completed call; owns the response body. */
struct identity_send_result {
	struct write_result result;
	struct buf body;
};

/* Opens the journal, and prints its unconfirmed writes to this service. */
bool identity_send_open(struct identity_job *job, struct err *err);
/* Sends a write with a key (empty: a new one) over the job's connection, and returns when its
 * result is known, or known to be unavailable. Free with identity_send_result_free(). */
void identity_send(struct identity_job *job, const struct identity_fields *identity, struct str key,
    struct identity_send_result *out);
/* Retries an unconfirmed write. */
void identity_send_retry(
    struct identity_job *job, unsigned number, struct identity_send_result *out);
void identity_send_result_free(struct identity_send_result *sent);

/*
 * Prints the external identity record in the response to a link: all its members as a
 * list, or as JSON and the other formats of `get`.
 */

/* Parses -o and --fields, before anything is sent. If it returns true, call report_end(). */
bool identity_record_open(struct report *r, const struct args *args, struct err *err);
/* Adds the record in the response if the write is done; an unlink has none. */
void identity_record_add(struct report *r, const struct write_result *w);

#endif
