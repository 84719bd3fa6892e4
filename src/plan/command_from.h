/*
 * plan_from.h - `plan FILE --from SHEET.csv`: reads the sheet, reports its errors, and fills a plan
 * with its changes.
 */
#ifndef PLAN_COMMAND_FROM_H
#define PLAN_COMMAND_FROM_H

#include "plan/command_job.h"

/* Fills the job's plan and records its source. `view` NULL: all offers are allowed; otherwise
 * takes ownership of it. Returns false and sets err if the sheet cannot be read or has errors,
 * which are printed one by one. The catalog must have been read. */
bool plan_from_sheet(struct plan_job *j, const char *path, struct view *view, struct err *err);

#endif
