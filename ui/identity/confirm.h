/*
 * confirm.h - the conditions before a link or unlink is sent, in this order: the right and the
 * journal, the identity, a reason while writes are locked, production's name, and the last four
 * characters of the text that people mistake.
 */
#ifndef UI_IDENTITY_CONFIRM_H
#define UI_IDENTITY_CONFIRM_H

#include "base/buf.h"

struct identity_form;

/* The text to compare: the owner of a link, the subject of an unlink. */
struct str identity_confirm_text(const struct identity_form *f);
/* Does it need a reason? Not while writes are unlocked, and not to undo one's own within the hour.
 */
bool identity_confirm_is_locked(const struct identity_form *f);
/* Must the environment's name be typed? */
bool identity_confirm_needs_name(const struct identity_form *f);
/* Appends the first thing that is missing; false when it can be sent. */
bool identity_confirm_append_missing(const struct identity_form *f, struct buf *out);
/* The first thing that is missing has the focus. */
void identity_confirm_focus_missing(struct identity_form *f);
/* With another owner or identity it undoes nothing: the journal must not say so. */
void identity_confirm_drop_false_undo(struct identity_form *f);

#endif
