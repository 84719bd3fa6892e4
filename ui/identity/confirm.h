/*
 * confirm.h - the conditions for sending a link or unlink, checked in this order: permission to
 * write and a usable journal, a complete identity, a reason if writes are locked, the environment's
 * name in production, and the last four characters of the id that is easily confused.
 */
#ifndef UI_IDENTITY_CONFIRM_H
#define UI_IDENTITY_CONFIRM_H

#include "base/buf.h"

struct identity_form;

/* True if a reason is required: writes are locked, and this does not undo the account's own
 * write of the last hour. */
bool identity_confirm_is_locked(const struct identity_form *f);
/* True if the environment's name must be typed. */
bool identity_confirm_needs_name(const struct identity_form *f);
/* Appends the first missing condition. Returns false if nothing is missing and the form can be
 * sent. */
bool identity_confirm_append_missing(const struct identity_form *f, struct buf *out);
/* Moves the focus to the first field that is missing. */
void identity_confirm_focus_missing(struct identity_form *f);
/* Clears `undoes` if the owner or identity was changed: the journal must not record this write
 * as an undo. */
void identity_confirm_drop_false_undo(struct identity_form *f);

#endif
