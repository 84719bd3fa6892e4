/*
 * note.h - writes a link or unlink as lines for a ticket, and parses such a note: a colleague
 * pastes it to fill in the form. The note about a basket's link is in ui/basket/note.h.
 */
#ifndef IDENTITY_NOTE_H
#define IDENTITY_NOTE_H

#include "base/arena.h"
#include "journal/journal.h"
#include "model/identity_check.h"

/* Appends the note: action, number, owner, issuer, subject, reason, time and account. Text that
 * a line cannot hold is quoted, as in JSON. */
void identity_note_write(struct buf *out, const struct journal_write *w);
struct identity_note {
	struct identity_fields identity;
	struct str environment; /* name of the environment, as the note's author has it */
	bool linked;            /* the note is about a link that was made and not undone */
};

/* Parses a note, also if a ticket added quotes or spaces around its lines: each text unchanged,
 * byte for byte. Text before its first line is ignored. Returns false if that line is missing,
 * or if owner, issuer and subject do not each have their own line after it. */
bool identity_note_read(struct arena *texts, struct str note, struct identity_note *out);

#endif
