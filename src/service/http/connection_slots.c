#include "service/http/connection_slots.h"

#include "base/mem.h"
#include "service/http/message.h"

#include <stdatomic.h>

/* One slot in RESERVED_SLOTS_FRACTION is reserved for clients that come when the others are taken.
 */
enum { RESERVED_SLOTS_FRACTION = 10 };

struct connection_slots {
	struct limits *limits;
	struct reaper *reaper;
	unsigned loop_count, slots_per_loop, unreserved_slots;
	atomic_uint connection_counts[]; /* per event loop */
};

struct connection_slots *
connection_slots_new(
    struct limits *limits, struct reaper *reaper, unsigned loops, unsigned connections)
{
	struct connection_slots *h = x_alloc(sizeof(*h) + loops * sizeof(*h->connection_counts));
	h->limits = limits;
	h->reaper = reaper;
	h->loop_count = loops;
	h->slots_per_loop = connections / loops;
	h->unreserved_slots = h->slots_per_loop * loops -
	    h->slots_per_loop * loops / RESERVED_SLOTS_FRACTION;
	return h;
}

void
connection_slots_free(struct connection_slots *h)
{
	x_free(h);
}

static unsigned
find_emptiest_loop(struct connection_slots *h)
{
	unsigned found = 0;
	for (unsigned i = 1; i < h->loop_count; i++)
		if (atomic_load(&h->connection_counts[i]) <
		    atomic_load(&h->connection_counts[found]))
			found = i;
	return found;
}

bool
connection_slots_has_free(struct connection_slots *h)
{
	return atomic_load(&h->connection_counts[find_emptiest_loop(h)]) < h->slots_per_loop;
}

static bool
may_connect(struct connection_slots *h, const struct remote_address *from, struct err *err)
{
	if (!limits_may_connect(h->limits, from))
		return refuse_request(err, REFUSE_BUSY, "Too many connections from this address.");
	if (limits_connection_count(h->limits) < h->unreserved_slots)
		return true;
	unsigned has = limits_connection_count_from(h->limits, from);
	return reaper_make_room(h->reaper, has) || has < REAPER_CROWD_MIN ||
	    refuse_request(err, REFUSE_BUSY, "Too many connections to the service.");
}

bool
connection_slots_acquire(
    struct connection_slots *h, const struct remote_address *from, unsigned *loop, struct err *err)
{
	if (!may_connect(h, from, err))
		return false;
	*loop = find_emptiest_loop(h);
	limits_add_connection(h->limits, from);
	atomic_fetch_add(&h->connection_counts[*loop], 1);
	return true;
}

void
connection_slots_release(
    struct connection_slots *h, const struct remote_address *from, unsigned loop)
{
	limits_remove_connection(h->limits, from);
	atomic_fetch_sub(&h->connection_counts[loop], 1);
}
