/*
 * plan_job.h - one call of `plan`, shared by the files of its subcommands.
 */
#ifndef CLI_PLAN_JOB_H
#define CLI_PLAN_JOB_H

#include "app/catalog/catalog.h"
#include "app/plan/plan.h"
#include "cli/args/args.h"
#include "cli/out/report.h"
#include "cli/read/connection.h"

struct plan_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct catalog *catalog;
	struct plan plan;
	struct report report;
	int tries;
};

/* Prints a plan's rows, by columns whose last is NULL; gives the exit status. */
int plan_print(struct plan_job *j, const struct plan *p, const char *const *columns, int status);
/* "FILE: 6 changes, 1 refused; charges: add 5 %" on stderr. */
void plan_print_summary(const struct plan *p, const char *path);
/* How many prices are meant and stay as they are, if any are. */
void plan_print_unchanged(const struct plan *p);
/* "FILE: 47 as planned, 3 changed since" likewise. */
void plan_print_states(const struct plan *p, const char *path);
/* Marks the rows outside --select VIEW, where it was given, and prints how many these are. The plan
 * was loaded; where states are known they can be selected by. ERR_NOT_FOUND when it selects none.
 */
bool plan_select_rows(struct plan_job *j, struct err *err);
/* Was it made for the service that is spoken to? ERR_CONFIG names both. */
bool plan_is_for(const struct plan_job *j, struct err *err);

/* Columns of rows, and of rows whose state is known; what a row may have besides, and need not. */
extern const char *const plan_columns[], *const plan_columns_checked[], *const plan_members[];

#endif
