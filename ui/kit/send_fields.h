/*
 * send_fields.h - a menu of the fields of one row; the chosen one is sent alone.
 */
#ifndef UI_KIT_SEND_FIELDS_H
#define UI_KIT_SEND_FIELDS_H

#include "base/arena.h"
#include "base/vec.h"
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
/* Opens the menu and frees the fields. */
void send_fields_open(struct console *c, struct send_fields *f);

#endif
