/*
 * signal_hold.h - signals that end the program wait while something is under way that must not be cut
 * off.
 *
 * They are blocked for this thread and for those it starts. Three seconds after the first one comes
 * they take effect anyway. One that was blocked before stays so, and is not looked at. Owns what it
 * allocates.
 */
#ifndef CLIENT_SIGNAL_HOLD_H
#define CLIENT_SIGNAL_HOLD_H

#include "client/io.h"

#include <stdbool.h>

struct signal_hold;

struct signal_hold *signal_hold_new(const struct io_watch *io);
/* False once the three seconds are over. NULL: false. */
bool signal_hold_is_active(const struct signal_hold *h);
/* Signals that came meanwhile take effect within this call: it need not return. NULL is allowed. */
void signal_hold_free(struct signal_hold *h);

#endif
