/*
 * office.h - a console on three baskets of two people, Ann, Ann and Bo Example, whose links are proven to
 * arrive, and what accounts share of outcomes. The newest is the first Ann's; the second Ann's e-mail is
 * in capitals.
 */
#ifndef TESTS_OFFICE_H
#define TESTS_OFFICE_H

#include "lib/console.h"

enum { OFFICE_PEOPLE = 3, OFFICE_LINK_BYTES = 120 };

struct office {
	struct buf answer, links[OFFICE_PEOPLE], config;
	struct hostile_rule rule;
	struct hostile *server;
	struct pty *p;
};

/* `settings` of the environment; `behind` is added to config.conf after it; an option `more`, or
 * NULL. */
void office_open(struct office *o, const char *settings, const char *behind, const char *more);
/* Another console on the same. */
struct pty *office_start(const char *more);
void office_close(struct office *o);
/* Types the keys and sees the text, or fails. */
void office_wait_text(struct pty *p, const char *keys, const char *text);
/* Notes an outcome of the row under the cursor, by its place in the menu, without a remark. */
enum office_status { OFFICE_CALLED = 0, OFFICE_NO_CONTACT = 4, OFFICE_UNDO = 5 };
void office_record(struct pty *p, enum office_status outcome, const char *seen);

#endif
