/*
 * plan_send.h - what is asked before a plan is sent: a reason while writes are locked, then how
 * many changes, behind production's name where it is that.
 */
#ifndef UI_PLAN_PLAN_SEND_H
#define UI_PLAN_PLAN_SEND_H

#include "ui/plan/draft.h"

/* The draft must be there until the prompts are gone. */
void plan_send_ask(struct console *c, struct draft *d);

#endif
