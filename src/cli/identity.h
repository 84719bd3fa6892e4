/*
 * identity.h - `backroom identity link | unlink`: one link, or those of a file.
 *
 * Nothing is sent before it was checked, shown in words and allowed. What the service refused is
 * said in its words; what is not known is said to be so, and is safe to run again.
 */
#ifndef CLI_IDENTITY_H
#define CLI_IDENTITY_H

#include "app/identity_check.h"
#include "cli/call.h"
#include "cli/line_write.h"

struct identity_job {
	struct call *call;
	struct launch launch;
	struct line line;
	bool unlink;
};

/* Gives the exit status. */
int identity_run(struct call *call);

/* Sends one; the caller frees *out. */
void identity_send(struct identity_job *job, const struct identity_claim *claim, struct str key,
    struct written *out);
/* "Link" or "Unlink", "linked" or "unlinked". */
const char *identity_verb(const struct identity_job *job);
const char *identity_past(const struct identity_job *job);
/* The exit status of one that is not done. */
int identity_status(const struct written *w);

#endif
