/*
 * office.h - a console on three baskets of Ann, another Ann and Bo Example, where the two Anns are
 * one person. Sending links is proven to work on this terminal, and contact statuses are shared
 * between accounts. The newest basket is the first Ann's; the second Ann's e-mail is in capitals.
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

/* The configuration gets `settings` in its environment, then the text of the next argument;
 * `more` is one more option, or NULL. */
void office_open(struct office *o, const char *settings, const char *behind, const char *more);
/* Starts another console on the same folders and server. */
struct pty *office_start(const char *more);
void office_close(struct office *o);
/* Types the keys and waits for the text; fails on timeout. */
void office_wait_text(struct pty *p, const char *keys, const char *text);
/* Records a contact status for the row under the cursor, chosen by its position in the menu,
 * without a remark. */
enum office_status { OFFICE_CALLED = 0, OFFICE_NO_CONTACT = 4, OFFICE_UNDO = 5 };
void office_record(struct pty *p, enum office_status outcome, const char *seen);

#endif
