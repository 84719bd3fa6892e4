/*
 * command_job.h - one call of `identity`, and the steps of a write: permission, check, preview,
 * result message.
 */
#ifndef IDENTITY_COMMAND_JOB_H
#define IDENTITY_COMMAND_JOB_H

#include "cli/args.h"
#include "cli/connection.h"
#include "identity/write.h"
#include "model/identity_check.h"

struct identity_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct journal journal;
	struct identity_writer *writer;     /* created for the first write */
	struct progress_line progress_line; /* created for the first write */
	struct buf service; /* address or name (app_context_append_service_name()) */
	bool is_unlink;
	bool retries_writes; /* retries writes from the journal */
};

/* Returns false with ERR_DENIED if the environment is read-only. */
bool identity_is_allowed(const struct identity_job *job, struct err *err);
/* Checks an identity and prints it, with warnings from the open journal. Returns false if it
 * must not be sent. */
bool identity_print_preview(
    struct identity_job *job, const struct identity_fields *identity, struct err *err);
/* Checks and prints an identity, asks for confirmation, and then opens the connection to the
 * service. Returns false if the write must not be sent. */
bool identity_confirm_send(
    struct identity_job *job, const struct identity_fields *identity, struct err *err);
/* Prints the result of a write, and returns the exit status. */
int identity_print_result(const struct identity_job *job, const struct identity_fields *identity,
    const struct write_result *w);
/* "Link" or "Unlink", "linked" or "unlinked". */
const char *identity_verb(const struct identity_job *job);
const char *identity_past_verb(const struct identity_job *job);
/* The exit status for a write that is not done. */
int identity_exit_status(const struct write_result *w);

/*
 * Warnings about a link or unlink, based on the journal: the same as in the console's
 * form, on stderr. Baskets are not read.
 */

/* Prints the warnings about an identity that identity_check() accepts; after "line N: " unless
 * that is 0. True if the identity is known to belong to another owner: it will be refused. The
 * journal must be open. */
bool identity_print_warnings(
    const struct identity_job *job, const struct identity_fields *identity, size_t line);

/* Prints a warning if the available token could not undo the link; nothing if it could, or if
 * that is not known. */
void identity_print_undo_warning(const struct identity_job *job);

#endif
