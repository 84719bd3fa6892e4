/*
 * send.h - one write of an identity: noted in the journal, sent, and noted again.
 */
#ifndef CLI_IDENTITY_SEND_H
#define CLI_IDENTITY_SEND_H

#include "cli/identity/job.h"

/* A write that was waited for; owns the answer's body. */
struct identity_send_result {
	struct write_result written;
	struct buf body;
};

/* Opens the journal, and says which of its writes to this service are not known. */
bool identity_send_open(struct identity_job *job, struct err *err);
/* Sends one under a key (empty: of its own) over the job's line, and comes back when it is settled,
 * or known not to be. identity_send_result_free() afterwards. */
void identity_send(struct identity_job *job, const struct identity_fields *identity, struct str key,
    struct identity_send_result *out);
/* Asks again for a write that is not known. */
void identity_send_retry(
    struct identity_job *job, unsigned number, struct identity_send_result *out);
void identity_send_result_free(struct identity_send_result *sent);

#endif
