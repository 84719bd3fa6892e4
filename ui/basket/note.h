/*
 * note.h - the ticket note: asks once how much personal data it may contain, then sends it to the
 * clipboard.
 */
#ifndef UI_BASKET_NOTE_H
#define UI_BASKET_NOTE_H

#include "ui/kit/console.h"

void ticket_note_open(struct console *c, struct str basket_id);

#endif
