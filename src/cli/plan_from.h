/*
 * plan_from.h - `plan FILE --from SHEET.csv`: reads the sheet, says what is wrong with it, and
 * fills a plan from what it changes.
 */
#ifndef CLI_PLAN_FROM_H
#define CLI_PLAN_FROM_H

#include "cli/plan_job.h"

/* Fills the job's plan and says in it where it comes from. `view` NULL: every offer; else it is
 * taken. False with err set where the sheet cannot be read or has mistakes: each was said. The
 * catalog was read. */
bool plan_from_sheet(struct plan_job *j, const char *path, struct view *view, struct err *err);

#endif
