/*
 * connection_slots.h - who comes in: so many connections in each of the server's rooms, and what becomes of
 * newcomers when there are few left.
 *
 * Thread-safe. Limits and reaper are borrowed.
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

/* Is there a place at all? */
bool connection_slots_has_free(struct connection_slots *h);
/* Admits a connection, to the least busy event loop; false with err as refuse() makes it. With
 * plenty of slots every client within the limit of its address is admitted. After that one
 * connection must be closed for each new one (reaper_make_room()); and if none can be, clients
 * with few connections are still admitted. */
bool connection_slots_acquire(struct connection_slots *h, const struct remote *from, unsigned *loop, struct err *err);
void connection_slots_release(struct connection_slots *h, const struct remote *from, unsigned loop);

#endif
