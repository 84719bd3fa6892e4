/*
 * schedule.h - plans with a date: the state of each at a time, and plans that clash. Pure.
 *
 * A plan is sent at its start by `plan run`, and undone at its end by the plan that its rollback
 * writes next to it: FILE.undo.
 */
#ifndef PLAN_SCHEDULE_H
#define PLAN_SCHEDULE_H

#include "plan/plan.h"

#include <stdint.h>

enum plan_phase {
	PLAN_UNDATED,     /* it has no start: only a person sends it */
	PLAN_WAITING,     /* its start is later */
	PLAN_DUE,         /* to be sent now */
	PLAN_MISSED,      /* its end passed before a change was made */
	PLAN_SENT,        /* sent, and its end is later, or it has none */
	PLAN_PARTLY_SENT, /* likewise, but without changes to review */
	PLAN_DUE_UNDO,    /* to be undone now */
	PLAN_UNDONE,
	PLAN_PARTLY_UNDONE, /* the undo stopped, or left changes out: a person must look */
	PLAN_NOT_KNOWN,     /* a run was interrupted: a person must look */
	PLAN_PHASES
};

extern const char *const plan_phase_names[PLAN_PHASES];

/* A plan with the rows' states of its log, and the plan that undoes it; undo NULL: not made yet. */
struct scheduled_plan {
	const char *path;
	const struct plan *plan, *undo;
	bool was_begun, undo_was_begun; /* their logs exist */
};

/* Reads a time of a plan; WHEN_NONE if it is empty. */
int64_t plan_time(struct str text);
enum plan_phase plan_find_phase(const struct scheduled_plan *s, int64_t now);
/* Appends why two plans clash: they change one value of an offer at the same time, or the second
 * expects a value that the first takes back before it starts. Returns false if they do not. */
bool plan_append_clash(
    struct buf *out, const struct scheduled_plan *one, const struct scheduled_plan *other);

#endif
