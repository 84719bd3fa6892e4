/*
 * house.h - who comes in: so many connections in each of the server's rooms, and what becomes of
 * newcomers when there are few left.
 *
 * Thread-safe. Limits and reaper are borrowed.
 */
#ifndef SERVICE_HTTP_HOUSE_H
#define SERVICE_HTTP_HOUSE_H

#include "base/err.h"
#include "service/http/limits.h"
#include "service/http/reaper.h"

struct house;

struct house *house_new(
    struct limits *limits, struct reaper *reaper, unsigned rooms, unsigned connections);
void house_free(struct house *h);

/* Is there a place at all? */
bool house_has_place(struct house *h);
/* Admits a connection, to the least busy event loop; false with err as refuse() makes it. With
 * plenty of slots every client within the limit of its address is admitted. After that one
 * connection must be closed for each new one (reaper_make_room()); and if none can be, clients
 * with few connections are still admitted. */
bool house_enter(struct house *h, const struct remote *from, unsigned *room, struct err *err);
void house_leave(struct house *h, const struct remote *from, unsigned room);

#endif
