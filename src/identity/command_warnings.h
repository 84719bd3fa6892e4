/*
 * warnings.h - warnings about a link or unlink, based on the journal: the same as in the console's
 * form, on stderr. Baskets are not read.
 */
#ifndef IDENTITY_COMMAND_WARNINGS_H
#define IDENTITY_COMMAND_WARNINGS_H

#include "identity/command_job.h"

/* Prints the warnings about an identity that identity_check() accepts; after "line N: " unless
 * that is 0. True if the identity is known to belong to another owner: it will be refused. The
 * journal must be open. */
bool identity_print_warnings(
    const struct identity_job *job, const struct identity_fields *identity, size_t line);

/* Prints a warning if the available token could not undo the link; nothing if it could, or if
 * that is not known. */
void identity_print_undo_warning(const struct identity_job *job);

#endif
