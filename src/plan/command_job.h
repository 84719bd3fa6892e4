/*
 * command_job.h - one call of `plan`, shared by the files of its subcommands.
 */
#ifndef PLAN_COMMAND_JOB_H
#define PLAN_COMMAND_JOB_H

#include "catalog/catalog.h"
#include "cli/args.h"
#include "cli/connection.h"
#include "cli/report.h"
#include "plan/plan.h"
#include "plan/usage.h"

struct plan_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct catalog *catalog;
	struct plan plan;
	const char *locked_path; /* a plan that the caller has locked, or NULL */
	struct report report;
	int attempt_count;
};

/* Ends a call: prints the error if status is -1, and frees everything. Returns the exit status. */
int plan_job_end(struct plan_job *j, int status, const struct err *err);

/* Prints a plan's rows with the given columns (NULL-terminated); returns the exit status. */
int plan_print(struct plan_job *j, const struct plan *p, const char *const *columns, int status);
/* Prints "FILE: 6 changes, 1 refused; charges: add 5 %" on stderr. */
void plan_print_summary(const struct plan *p, const char *path);
/* Prints the number of selected prices that do not change, if there are any. */
void plan_print_unchanged(const struct plan *p);
/* Prints "FILE: 47 as planned, 3 changed since" on stderr. */
void plan_print_states(const struct plan *p, const char *path);
/* Marks the rows outside --select VIEW, if it was given, and prints their number. The plan must
 * be loaded; terms on the state need plan_recheck() before. ERR_NOT_FOUND if it selects no row. */
bool plan_select_rows(struct plan_job *j, struct err *err);
/* True if the plan was made for the current service. Otherwise sets ERR_CONFIG, which names
 * both. */
bool plan_is_for_service(const struct plan_job *j, struct err *err);

/* Columns of rows, and of rows with a known state; optional members of a row. */
extern const char *const plan_columns[], *const plan_columns_checked[], *const plan_members[];

/*
 * `plan … --baskets`: reads the open baskets and counts those that the plan
 * affects.
 */

/* Reads all baskets. Returns false and sets err if they cannot be read to the end; j->tries is
 * the number of attempts. */
bool plan_baskets_read(struct plan_job *j, struct plan_usage *usage, struct err *err);
/* Prints "412 open baskets have it 31 times; due at their start: GBP 119.88 before, …" on
 * stderr. */
void plan_baskets_print_summary(const struct plan_job *j, const struct plan_usage *usage);

#endif
