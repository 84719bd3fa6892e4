/*
 * job.h - one call of `identity`, and one write of it: allowed, checked, shown, and what
 * became of it in words.
 */
#ifndef CLI_IDENTITY_JOB_H
#define CLI_IDENTITY_JOB_H

#include "app/identity/write.h"
#include "cli/args/args.h"
#include "cli/read/progress_line.h"
#include "model/identity_check.h"

struct identity_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct journal journal;
	struct identity_writer *writer; /* from the first write on */
	struct progress_line progress_line; /* with the service, from the first write on */
	struct buf service;             /* as app_context_append_service() calls it */
	bool unlink;
	bool resolve; /* the writes come from the journal */
};

/* May anything be written here? ERR_DENIED when it is read-only. */
bool identity_is_allowed(const struct identity_job *job, struct err *err);
/* Checks one and shows it in words, with what the open journal has against it. False when it is not
 * to be sent. */
bool identity_print_preview(
    struct identity_job *job, const struct identity_fields *identity, struct err *err);
/* Checks and shows one, against the open journal too, and asks for leave; then there is a line to
 * the service. */
bool identity_confirm_send(
    struct identity_job *job, const struct identity_fields *identity, struct err *err);
/* Says what became of it, and gives the exit status. */
int identity_print_result(const struct identity_job *job, const struct identity_fields *identity,
    const struct write_result *w);
/* "Link" or "Unlink", "linked" or "unlinked". */
const char *identity_verb(const struct identity_job *job);
const char *identity_past(const struct identity_job *job);
/* The exit status of one that is not done. */
int identity_status(const struct write_result *w);

#endif
