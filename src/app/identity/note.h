/*
 * note.h - a link or unlink as lines for a ticket, written and read back: a colleague
 * pastes them and has his form filled.
 */
#ifndef APP_IDENTITY_NOTE_H
#define APP_IDENTITY_NOTE_H

#include "app/journal/journal.h"
#include "base/arena.h"
#include "model/identity_check.h"

/* Appends the note: what was done, number, owner, issuer, subject, reason, when and by whom. What a
 * line would not keep stands in quotes, as in JSON. */
void identity_note_write(struct buf *out, const struct journal_write *w);
struct identity_note {
	struct identity_fields claim;
	struct str environment; /* as its writer calls it */
	bool linked;            /* it says that this link was made, and not that it was undone */
};

/* Reads one, also where a ticket put quotes or spaces around its lines: each text as it was, byte
 * for byte. What stands above its first line is not looked at. False when that line is not there,
 * or owner, issuer and subject do not each have one of their own below it. */
bool identity_note_read(struct arena *texts, struct str note, struct identity_note *out);

#endif
