/*
 * doubts.h - what the journal knows that speaks against a link or unlink: the warnings of
 * the form, on stderr. Baskets are not read for them.
 */
#ifndef CLI_IDENTITY_DOUBTS_H
#define CLI_IDENTITY_DOUBTS_H

#include "cli/identity/job.h"

/* Says them, of a claim that identity_check() lets pass; behind "line N: " unless that is 0. True
 * when the identity is known to be another owner's: it will be refused. The journal is open. */
bool identity_doubts_say(
    const struct identity_job *job, const struct identity_fields *claim, size_t line);

/* Whether a link could be taken back, as far as a token that is at hand tells; nothing where it
 * could. */
void identity_doubts_say_undo(const struct identity_job *job);

#endif
