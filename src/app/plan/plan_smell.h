/*
 * plan_smell.h - what may be wrong with a row of a plan though it can be sent: each with a name
 * that stays, and words.
 */
#ifndef APP_PLAN_PLAN_SMELL_H
#define APP_PLAN_PLAN_SMELL_H

#include "app/plan/plan.h"

enum smell {
	SMELL_FREE,
	SMELL_WAS_FREE,
	SMELL_TIMES_EIGHT,
	SMELL_AN_EIGHTH,
	SMELL_DOUBLED,
	SMELL_HALVED,
	SMELL_LOWERS,
	SMELL_RAISES,
	SMELL_ENDING,
	SMELL_THRESHOLD,
	SMELL_BELOW_SIBLING,
	SMELL_FAR_FROM_SIBLING,
	SMELL_STALE,
	SMELL_NEW_ATTRIBUTE,
	SMELL_RETYPED,
	SMELL_REWRITTEN,
	SMELLS
};

struct smell_info {
	const char *id;
	const char *words; /* NULL: they depend on the row */
};

extern const struct smell_info smells[SMELLS];

/* Adds one to a row's doubts, in the table's words where there are none; not to a refused row. */
void smell_note(struct plan *p, struct plan_row *row, enum smell smell, struct str words);

#endif
