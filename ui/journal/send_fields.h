/*
 * send_fields.h - a menu of the fields of a write or an identity; the chosen one is sent alone.
 */
#ifndef UI_JOURNAL_SEND_FIELDS_H
#define UI_JOURNAL_SEND_FIELDS_H

#include "journal/journal.h"
#include "ui/kit/console.h"

struct send_field {
	struct str label, value;
};

struct send_fields {
	struct arena texts;
	VEC(struct send_field) list;
};

/* Copies the texts; leaves out an empty value. */
void send_fields_add(struct send_fields *f, struct str label, struct str value);
/* Adds the fields of the record that the service sent, by their names there; without a record,
 * those of the request. */
void send_fields_add_write(struct send_fields *f, const struct journal_write *w);
/* Opens the menu and frees the fields. */
void send_fields_open(struct console *c, struct send_fields *f);

#endif
