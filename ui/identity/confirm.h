/*
 * confirm.h - the conditions for sending a link or unlink, checked in this order: permission to
 * write and a usable journal, a complete identity, a reason if writes are locked, the environment's
 * name in production, and the last four characters of the id that is easily confused. An owner that
 * does not look like an id is asked about.
 */
#ifndef UI_IDENTITY_CONFIRM_H
#define UI_IDENTITY_CONFIRM_H

#include "ui/kit/dialog.h"

struct identity_form;

/* True if a reason is required: writes are locked, and this does not undo the account's own
 * write of the last hour. */
bool identity_confirm_is_locked(const struct identity_form *f);
/* True if the environment's name must be typed. */
bool identity_confirm_needs_name(const struct identity_form *f);
/* Appends the first missing condition. Returns false if nothing is missing and the form can be
 * sent. */
bool identity_confirm_append_missing(const struct identity_form *f, struct buf *out);
/* True if the owner does not look like an owner's id. It can be sent nevertheless. */
bool identity_confirm_has_odd_owner(const struct identity_form *f);
/* Asks whether to send it, and calls `done` with button 1 if so. */
void identity_confirm_ask_about_owner(const struct identity_form *f, dialog_fn *done);
/* Appends "Sent and refused. ", "Odd owner id. ", or "Nothing has been sent. ". Returns
 * the role of the text. */
enum role identity_confirm_append_sent(const struct identity_form *f, struct buf *out);
/* Shows what is missing. Returns false if nothing is. */
bool identity_confirm_show_missing(const struct identity_form *f);
/* Moves the focus to the first field that is missing. */
void identity_confirm_focus_missing(struct identity_form *f);
/* Clears `undoes` if the owner or identity was changed: the journal must not record this write
 * as an undo. */
void identity_confirm_drop_false_undo(struct identity_form *f);

#endif
