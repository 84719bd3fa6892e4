/*
 * connection_slots.h - admits new connections and distributes them over the server's event loops;
 * refuses some when few slots are left.
 *
 * Thread-safe. Borrows limits and reaper.
 */
#ifndef SERVICE_HTTP_CONNECTION_SLOTS_H
#define SERVICE_HTTP_CONNECTION_SLOTS_H

#include "base/err.h"
#include "service/http/limits.h"
#include "service/http/reaper.h"

struct connection_slots;

struct connection_slots *connection_slots_new(
    struct limits *limits, struct reaper *reaper, unsigned loops, unsigned connections);
void connection_slots_free(struct connection_slots *h);

/* True if a slot is free. */
bool connection_slots_has_free(struct connection_slots *h);
/* Admits a connection to the least busy event loop, or returns false with err as set by
 * refuse_request(). With plenty of slots every client within the limit of its address is admitted.
 * After that one connection must be closed for each new one (reaper_make_room()); if none can be
 * closed, only clients with few connections are admitted. */
bool connection_slots_acquire(
    struct connection_slots *h, const struct remote_address *from, unsigned *loop, struct err *err);
void connection_slots_release(
    struct connection_slots *h, const struct remote_address *from, unsigned loop);

#endif
