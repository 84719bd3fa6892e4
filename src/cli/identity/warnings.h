/*
 * warnings.h - what the journal knows that speaks against a link or unlink: the warnings of
 * the form, on stderr. Baskets are not read for them.
 */
#ifndef CLI_IDENTITY_WARNINGS_H
#define CLI_IDENTITY_WARNINGS_H

#include "cli/identity/job.h"

/* Prints the warnings about an identity that identity_check() accepts; after "line N: " unless
 * that is 0. True if the identity is known to belong to another owner: it will be refused. The
 * journal must be open. */
bool identity_print_warnings(
    const struct identity_job *job, const struct identity_fields *identity, size_t line);

/* Whether a link could be taken back, as far as a token that is at hand tells; nothing where it
 * could. */
void identity_print_undo_warning(const struct identity_job *job);

#endif
