/*
 * plans.h - the plans sent from this console: one at a time, while other panes work.
 *
 * Row 2 of every pane shows the plan being sent; its results are in the journal, in the plan's own
 * rows, and, if this account has a journal, next to the plan in its state folder. A plan can be
 * found here by its seal, to undo it. Owns its drafts.
 */
#ifndef UI_PLAN_PLANS_H
#define UI_PLAN_PLANS_H

#include "app/plan/plan_apply.h"
#include "ui/plan/draft.h"

struct plans *plans_new(struct console *c);
/* After the client. */
void plans_free(struct plans *s);

/* The draft that the prompts before sending are about. */
void plans_set_draft_in_question(struct plans *s, struct draft *d);
struct draft *plans_draft_in_question(const struct plans *s);

/* A draft has a pane, or has none any more. */
void plans_open(struct plans *s, struct draft *d);
void plans_close(struct plans *s, const struct draft *d);
/* Appends what would be lost, or is under way, if the console ended now; nothing where nothing is.
 */
void plans_append_unsent(const struct plans *s, struct buf *out);

/* Takes a draft whose pane was closed before it was sent, for the next plan of the same offers.
 * plans_restore() returns it, or NULL. */
void plans_store_draft(struct plans *s, struct draft *d);
struct draft *plans_restore(struct plans *s, const struct plan_ask *ask);

/* Why none can be sent now, as a sentence, or NULL. Until the next call. */
const char *plans_why_not(struct plans *s);
/* Takes the draft, which was sealed, and sends it. False: nothing was sent, and it is still the
 * caller's. */
bool plans_send(struct plans *s, struct draft *d, struct err *err);
bool plans_are_sending(const struct plans *s, const struct draft *d);
/* Stops after the current batch. */
void plans_stop(struct plans *s);
/* The one of that seal, be it of an earlier console of this account; or NULL. */
struct draft *plans_find(struct plans *s, struct str seal);
/* Reads the offers for one that was sent: then `done` is called with a draft that takes it back, or
 * with NULL, and why. */
typedef void plans_rollback_fn(struct console *c, struct draft *back, const struct err *err);
void plans_prepare_rollback(struct plans *s, struct draft *d, plans_rollback_fn *done);

#endif
