/*
 * command_send.h - `plan apply` and `plan resume`: sends a reviewed plan batch by batch; and the
 * other subcommands that read the offers to check its state.
 */
#ifndef PLAN_COMMAND_SEND_H
#define PLAN_COMMAND_SEND_H

#include "cli/connection.h"
#include "plan/apply.h"

#include <signal.h>

struct plan_job;

struct plan_send_job {
	struct plan_job *job;
	const char *path;
	bool resume;  /* plan resume: continues a run */
	size_t unsettled_count; /* plan resume after the plan's end: results to record */
	bool dry_run; /* dry run: nothing is sent */
	struct buf service;
	struct str approver; /* the approver */
	struct plan_log log;
	struct journal journal;
	struct plan_apply *apply;
	struct progress_line progress_line;
	size_t max_batch_diffs;           /* maximum number of diffs in a batch */
	size_t left_out_for_review_count; /* changes left out because they are marked for review */
	sigset_t end_signals;
	int interrupt_fd; /* descriptor that receives SIGINT, or -1 */
};

/* Each returns the exit status, or -1 with err set before anything was printed. */
int plan_send_apply(struct plan_job *j, const char *path, struct err *err);
int plan_send_resume(struct plan_job *j, const char *path, struct err *err);

/* Reads plan, log and journal, and opens the connection to the service. Call plan_send_close()
 * even after a failure. */
bool plan_send_open(struct plan_send_job *s, struct err *err);
/* Reads the offers and sets the state of each row. */
bool plan_send_read(struct plan_send_job *s, struct err *err);
void plan_send_close(struct plan_send_job *s);
/* The account in a signature: "ann" of "ann@desk". */
struct str plan_account(struct str who);

#endif
