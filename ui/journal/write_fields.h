/*
 * write_fields.h - the fields of a write in the journal, for a menu that sends one.
 */
#ifndef UI_JOURNAL_WRITE_FIELDS_H
#define UI_JOURNAL_WRITE_FIELDS_H

#include "journal/journal.h"
#include "ui/kit/send_fields.h"

/* Adds the fields of the record that the service sent, by their names there; without a record,
 * those of the request. */
void send_fields_add_write(struct send_fields *f, const struct journal_write *w);

#endif
