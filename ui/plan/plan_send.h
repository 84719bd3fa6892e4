/*
 * plan_send.h - the prompts before a plan is sent: a reason if writes are locked, the environment's
 * name in production, then the number of changes.
 */
#ifndef UI_PLAN_PLAN_SEND_H
#define UI_PLAN_PLAN_SEND_H

#include "ui/plan/draft.h"

/* The draft must stay valid until the prompts are closed. */
void plan_send_ask(struct console *c, struct draft *d);

#endif
