/*
 * plans.h - the plans sent from this console, one at a time, in the background.
 *
 * Row 2 of every pane shows the plan being sent. Its results go to the journal, into the plan's own
 * rows and, if this account has a journal, to a file in its state folder. A plan can be found here
 * by its seal, to undo it. Owns its drafts.
 */
#ifndef UI_PLAN_PLANS_H
#define UI_PLAN_PLANS_H

#include "plan/apply.h"
#include "ui/plan/draft.h"

struct plans *plans_new(struct console *c);
/* Call after the client was freed. */
void plans_free(struct plans *s);

/* Call when a draft's pane is opened or closed. */
void plans_add_open_draft(struct plans *s, struct draft *d);
void plans_remove_open_draft(struct plans *s, const struct draft *d);
/* Appends the plans that would be lost or left unknown if the console ended now; nothing if
 * there are none. */
void plans_append_unsent_changes(const struct plans *s, struct buf *out);

/* Stores a draft whose pane was closed before it was sent, unless it is empty, until a plan of the
 * same offers is asked for; takes ownership. plans_restore_draft() returns it, or NULL. */
void plans_store_draft(struct plans *s, struct draft *d);
struct draft *plans_restore_draft(struct plans *s, const struct new_plan_request *ask);

/* Why no plan can be sent now, as a sentence; NULL if one can. Valid until the next call. */
const char *plans_why_not(struct plans *s);
/* Sends a sealed draft and takes ownership. Returns false and sets err if nothing was sent; the
 * draft then stays the caller's. */
bool plans_send(struct plans *s, struct draft *d, struct err *err);
bool plans_are_sending(const struct plans *s, const struct draft *d);
/* Stops after the current batch. */
void plans_stop_sending(struct plans *s);
/* The plan with that seal, also if an earlier console of this account sent it; or NULL. */
struct draft *plans_find(struct plans *s, struct str seal);
/* Appends the changes that the plan with that seal made: the old and the new value of each. */
void plans_add_changes(struct console *c, struct str seal, struct doc *d);
/* Reads the current offers of a sent plan, then calls `done` with a draft that rolls it back, or
 * with NULL and the error. */
typedef void plans_rollback_fn(struct console *c, struct draft *back, const struct err *err);
void plans_prepare_rollback(struct plans *s, struct draft *d, plans_rollback_fn *done);

#endif
