/*
 * identity_note.h - a link or unlink as lines for a ticket, written and read back: a colleague
 * pastes them and has his form filled.
 */
#ifndef APP_IDENTITY_NOTE_H
#define APP_IDENTITY_NOTE_H

#include "app/identity_check.h"
#include "app/journal.h"

/* Appends the note: what was done, number, owner, issuer, subject, reason, when and by whom. */
void identity_note_write(struct buf *out, const struct journal_write *w);
/* Reads one, also where a ticket put quotes or spaces around its lines. The texts point into it.
 * False when it has neither issuer nor subject nor owner on a line of their own. */
bool identity_note_read(struct str note, struct identity_claim *claim, bool *linked);

#endif
