#include "service/http/limits.h"

#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { CLIENT_SLOTS = 1024, BYTES_HIGH_WATER = 16 << 20, BYTES_LOW_WATER = 4 << 20 };

const struct limits_rules limits_default = { .max_connections = 100,
	.max_loopback_connections = 2000,
	.requests_per_second = 100,
	.max_burst_requests = 400,
	.max_bytes = 96 << 20,
	.max_address_bytes = 24 << 20 };

/* A client address: its connections, and a token bucket in thousandths of requests. */
struct client_address {
	struct client_address *next;
	struct remote_address remote;
	atomic_uint connection_count; /* changed with the lock held, read without it */
	size_t held_bytes;
	int64_t rate_tokens, refilled_at;
};

struct limits {
	struct limits_rules rules;
	pthread_mutex_t lock;
	unsigned connection_count;
	size_t held_bytes;
	bool above_high_water;
	struct client_address *slots[CLIENT_SLOTS];
};

struct limits *
limits_new(const struct limits_rules *rules)
{
	struct limits *l = x_new(struct limits);
	l->rules = *rules;
	pthread_mutex_init(&l->lock, NULL);
	return l;
}

void
limits_set_rules(struct limits *l, const struct limits_rules *rules)
{
	pthread_mutex_lock(&l->lock);
	l->rules = *rules;
	pthread_mutex_unlock(&l->lock);
}

void
limits_free(struct limits *l)
{
	for (size_t i = 0; l && i < CLIENT_SLOTS; i++)
		while (l->slots[i]) {
			struct client_address *g = l->slots[i];
			l->slots[i] = g->next;
			x_free(g);
		}
	if (l)
		pthread_mutex_destroy(&l->lock);
	x_free(l);
}

static int64_t
full_bucket_tokens(const struct limits *l)
{
	return (int64_t)l->rules.max_burst_requests * 1000;
}

static bool
is_same_address(const struct remote_address *a, const struct remote_address *b)
{
	return a->is_ipv6 == b->is_ipv6 && memcmp(a->address, b->address, sizeof(a->address)) == 0;
}

static struct client_address **
slot_of_client(struct limits *l, const struct remote_address *from)
{
	uint32_t h = from->is_ipv6;
	for (size_t i = 0; i < sizeof(from->address); i++)
		h = (h ^ from->address[i]) * 16777619U;
	return &l->slots[(h ^ h >> 16) % CLIENT_SLOTS];
}

static void
refill_bucket(const struct limits *l, struct client_address *g, int64_t now_ms)
{
	int64_t most = full_bucket_tokens(l),
		gained = (now_ms - g->refilled_at) * l->rules.requests_per_second;
	g->rate_tokens = g->rate_tokens + gained > most ? most : g->rate_tokens + gained;
	g->refilled_at = now_ms;
}

/* Finds or creates the entry of an address. Removes entries in the same hash slot that hold no
 * information any more. */
static struct client_address *
find_or_add_client(struct limits *l, const struct remote_address *from, int64_t now_ms)
{
	struct client_address **slot = slot_of_client(l, from), **at = slot, *found = NULL;
	while (*at) {
		struct client_address *g = *at;
		if (now_ms)
			refill_bucket(l, g, now_ms);
		if (is_same_address(&g->remote, from)) {
			found = g;
		} else if (g->connection_count == 0 && g->rate_tokens == full_bucket_tokens(l)) {
			*at = g->next;
			x_free(g);
			continue;
		}
		at = &g->next;
	}
	if (found)
		return found;
	found = x_new(struct client_address);
	found->next = *slot;
	found->remote = *from;
	found->rate_tokens = full_bucket_tokens(l);
	found->refilled_at = now_ms;
	return *slot = found;
}

bool
limits_may_connect(struct limits *l, const struct remote_address *from)
{
	pthread_mutex_lock(&l->lock);
	unsigned most = from->is_loopback || from->is_proxy ? l->rules.max_loopback_connections
					  : l->rules.max_connections;
	bool may = find_or_add_client(l, from, 0)->connection_count < most;
	pthread_mutex_unlock(&l->lock);
	return may;
}

void
limits_add_connection(struct limits *l, const struct remote_address *from)
{
	pthread_mutex_lock(&l->lock);
	find_or_add_client(l, from, 0)->connection_count++;
	l->connection_count++;
	pthread_mutex_unlock(&l->lock);
}

void
limits_remove_connection(struct limits *l, const struct remote_address *from)
{
	pthread_mutex_lock(&l->lock);
	find_or_add_client(l, from, 0)->connection_count--;
	l->connection_count--;
	pthread_mutex_unlock(&l->lock);
}

bool
limits_may_request(struct limits *l, const struct remote_address *from, int64_t now_ms)
{
	bool may = true;
	pthread_mutex_lock(&l->lock);
	if (l->rules.requests_per_second && !from->is_proxy &&
	    (!from->is_loopback || l->rules.limits_loopback_rate)) {
		struct client_address *g = find_or_add_client(l, from, now_ms);
		may = g->rate_tokens >= 1000;
		g->rate_tokens -= may ? 1000 : 0;
	}
	pthread_mutex_unlock(&l->lock);
	return may;
}

unsigned
limits_connection_count(struct limits *l)
{
	pthread_mutex_lock(&l->lock);
	unsigned n = l->connection_count;
	pthread_mutex_unlock(&l->lock);
	return n;
}

unsigned
limits_connection_count_from(struct limits *l, const struct remote_address *from)
{
	pthread_mutex_lock(&l->lock);
	unsigned n = find_or_add_client(l, from, 0)->connection_count;
	pthread_mutex_unlock(&l->lock);
	return n;
}

const struct client_address *
limits_client_address(struct limits *l, const struct remote_address *from)
{
	pthread_mutex_lock(&l->lock);
	const struct client_address *g = find_or_add_client(l, from, 0);
	pthread_mutex_unlock(&l->lock);
	return g;
}

unsigned
limits_client_connection_count(const struct client_address *g)
{
	return atomic_load(&g->connection_count);
}

bool
limits_reserve_bytes(struct limits *l, const struct remote_address *from, size_t bytes)
{
	pthread_mutex_lock(&l->lock);
	struct client_address *g = find_or_add_client(l, from, 0);
	size_t most = from->is_loopback || from->is_proxy ? l->rules.max_bytes : l->rules.max_address_bytes;
	bool may = l->held_bytes + bytes <= l->rules.max_bytes && g->held_bytes + bytes <= most;
	if (may) {
		l->held_bytes += bytes;
		g->held_bytes += bytes;
		l->above_high_water = l->above_high_water || l->held_bytes > BYTES_HIGH_WATER;
	}
	pthread_mutex_unlock(&l->lock);
	return may;
}

void
limits_release_bytes(struct limits *l, const struct remote_address *from, size_t bytes)
{
	pthread_mutex_lock(&l->lock);
	find_or_add_client(l, from, 0)->held_bytes -= bytes;
	l->held_bytes -= bytes;
	pthread_mutex_unlock(&l->lock);
}

bool
limits_should_trim_memory(struct limits *l)
{
	pthread_mutex_lock(&l->lock);
	bool fallen = l->above_high_water && l->held_bytes < BYTES_LOW_WATER;
	l->above_high_water = l->above_high_water && !fallen;
	pthread_mutex_unlock(&l->lock);
	return fallen;
}
