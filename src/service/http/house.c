#include "service/http/house.h"

#include "base/mem.h"
#include "service/http/message.h"

#include <stdatomic.h>

/* One of so many slots is reserved for clients that come when the others are taken. */
enum { KEPT = 10 };

struct house {
	struct limits *limits;
	struct reaper *reaper;
	unsigned rooms, each, plenty;
	atomic_uint in[]; /* connections of each room */
};

struct house *
house_new(struct limits *limits, struct reaper *reaper, unsigned rooms, unsigned connections)
{
	struct house *h = x_alloc(sizeof(*h) + rooms * sizeof(*h->in));
	h->limits = limits;
	h->reaper = reaper;
	h->rooms = rooms;
	h->each = connections / rooms;
	h->plenty = h->each * rooms - h->each * rooms / KEPT;
	return h;
}

void
house_free(struct house *h)
{
	x_free(h);
}

static unsigned
emptiest_room(struct house *h)
{
	unsigned found = 0;
	for (unsigned i = 1; i < h->rooms; i++)
		if (atomic_load(&h->in[i]) < atomic_load(&h->in[found]))
			found = i;
	return found;
}

bool
house_has_place(struct house *h)
{
	return atomic_load(&h->in[emptiest_room(h)]) < h->each;
}

static bool
may_enter(struct house *h, const struct remote *from, struct err *err)
{
	if (!limits_may_connect(h->limits, from))
		return refuse(
		    err, REFUSE_BUSY, "This address has as many connections as it may have.");
	if (limits_connections(h->limits) < h->plenty)
		return true;
	unsigned has = limits_connections_from(h->limits, from);
	return reaper_make_room(h->reaper, has) || has < REAPER_FEW ||
	    refuse(err, REFUSE_BUSY, "The service has as many connections as it can have.");
}

bool
house_enter(struct house *h, const struct remote *from, unsigned *room, struct err *err)
{
	if (!may_enter(h, from, err))
		return false;
	*room = emptiest_room(h);
	limits_enter(h->limits, from);
	atomic_fetch_add(&h->in[*room], 1);
	return true;
}

void
house_leave(struct house *h, const struct remote *from, unsigned room)
{
	limits_leave(h->limits, from);
	atomic_fetch_sub(&h->in[room], 1);
}
