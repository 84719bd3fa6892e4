/*
 * plan_send.h - the questions before a plan is sent: a reason while writes are locked, then the
 * number of changes, after production's name if it is production.
 */
#ifndef UI_PLAN_PLAN_SEND_H
#define UI_PLAN_PLAN_SEND_H

#include "ui/plan/draft.h"

/* The draft must be there until the prompts are gone. */
void plan_send_ask(struct console *c, struct draft *d);

#endif
