/*
 * identity_send.h - one write of an identity: noted in the journal, sent, and noted again.
 */
#ifndef CLI_IDENTITY_SEND_H
#define CLI_IDENTITY_SEND_H

#include "cli/identity.h"

struct identity_sent {
	struct written written;
	unsigned number; /* in the journal; 0 when it could not be noted, and so was not sent */
};

/* Opens the journal, and says which of its writes to this service are not known. */
bool identity_send_open(struct identity_job *job, struct err *err);
/* Sends one under a key of its own. When the journal has a write of that key that is not known, it
 * is that one which is asked again. identity_sent_free() afterwards. */
void identity_send(struct identity_job *job, const struct identity_claim *claim, struct str key,
    struct identity_sent *out);
/* Asks again for a write that is not known, under its own key. What refuses the asking says nothing
 * of the write: that stays unknown. */
void identity_send_again(
    struct identity_job *job, const struct journal_write *w, struct identity_sent *out);
void identity_sent_free(struct identity_sent *sent);

#endif
