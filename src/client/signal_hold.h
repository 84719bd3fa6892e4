/*
 * signal_hold.h - delays signals that would end the program during an operation that must not be
 * interrupted.
 *
 * The signals are blocked in this thread and in threads that it starts. They take effect three
 * seconds after the first one, even if the operation is not finished. A signal that was already
 * blocked stays blocked and is not handled. Owns what it allocates.
 */
#ifndef CLIENT_SIGNAL_HOLD_H
#define CLIENT_SIGNAL_HOLD_H

#include "client/io.h"

#include <stdbool.h>

struct signal_hold;

struct signal_hold *signal_hold_new(const struct io_watch *io);
/* True while signals are delayed; false once the three seconds are over, and for NULL. */
bool signal_hold_is_active(const struct signal_hold *h);
/* Delivers the delayed signals, so it may not return. NULL is allowed. */
void signal_hold_free(struct signal_hold *h);

#endif
