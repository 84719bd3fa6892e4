/*
 * send_page.h - the page before a plan is sent: the changes to review, the effect in sums, a reason
 * if writes are locked, production's name, and the number of changes.
 *
 * Writes are unlocked when the page sends; closing it unlocks nothing. The reason is kept in the
 * draft, which must stay valid while the page is open.
 */
#ifndef UI_PLAN_SEND_PAGE_H
#define UI_PLAN_SEND_PAGE_H

#include "ui/kit/pane.h"
#include "ui/plan/plans.h"

/* Opens the page over the plan's pane. `drop` removes the row with that key from the plan. */
void send_page_open(
    struct pane *plan, struct draft *d, void (*drop)(struct pane *plan, struct str key));

#endif
