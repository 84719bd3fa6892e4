/*
 * get_said.h - what `get` says on stderr beside its data: of how many items these are, what was odd
 * about them, which of --fields none has.
 */
#ifndef CLI_GET_SAID_H
#define CLI_GET_SAID_H

#include "base/err.h"

struct get;

void get_say_count(struct get *g);
void get_say_oddities(const struct get *g);
/* "backroom: 150 baskets read; the service repeats itself, more may be missing" */
void get_say_round(const struct get *g);
/* Of the request alone: which terms the service does not get, and the order. */
void get_say_local(const struct get *g);
/* Says which of --fields no item that was read has; false when nobody else knows it either. */
bool get_check_fields(const struct get *g, struct err *err);

#endif
