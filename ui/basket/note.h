/*
 * note.h - the ticket note: asks once how much of the person it may name, then sends it.
 */
#ifndef UI_BASKET_NOTE_H
#define UI_BASKET_NOTE_H

#include "ui/kit/console.h"

void ticket_note_open(struct console *c, struct str basket_id);

#endif
