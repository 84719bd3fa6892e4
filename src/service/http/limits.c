#include "service/http/limits.h"

#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { CLIENT_SLOTS = 1024, BYTES_HIGH_WATER = 16 << 20, BYTES_LOW_WATER = 4 << 20 };

const struct limits_rules limits_default = { .connections = 100,
	.loopback_connections = 2000,
	.per_second = 100,
	.burst = 400,
	.bytes = 96 << 20,
	.address_bytes = 24 << 20 };

/* A client address: its connections, and a token bucket in thousandths of requests. */
struct client_address {
	struct client_address *next;
	struct remote from;
	atomic_uint connections; /* changed with the lock held, read without it */
	size_t bytes;
	int64_t tokens, at;
};

struct limits {
	struct limits_rules rules;
	pthread_mutex_t lock;
	unsigned connections;
	size_t bytes;
	bool was_much;
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
limits_change(struct limits *l, const struct limits_rules *rules)
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
full_bucket(const struct limits *l)
{
	return (int64_t)l->rules.burst * 1000;
}

static bool
is_same(const struct remote *a, const struct remote *b)
{
	return a->v6 == b->v6 && memcmp(a->bytes, b->bytes, sizeof(a->bytes)) == 0;
}

static struct client_address **
slot_of_client(struct limits *l, const struct remote *from)
{
	uint32_t h = from->v6;
	for (size_t i = 0; i < sizeof(from->bytes); i++)
		h = (h ^ from->bytes[i]) * 16777619U;
	return &l->slots[(h ^ h >> 16) % CLIENT_SLOTS];
}

static void
refill(const struct limits *l, struct client_address *g, int64_t now_ms)
{
	int64_t most = full_bucket(l), gained = (now_ms - g->at) * l->rules.per_second;
	g->tokens = g->tokens + gained > most ? most : g->tokens + gained;
	g->at = now_ms;
}

/* Finds or creates the entry of an address. Removes entries in the same hash slot that hold no
 * information any more. */
static struct client_address *
find_or_add_client(struct limits *l, const struct remote *from, int64_t now_ms)
{
	struct client_address **slot = slot_of_client(l, from), **at = slot, *found = NULL;
	while (*at) {
		struct client_address *g = *at;
		if (now_ms)
			refill(l, g, now_ms);
		if (is_same(&g->from, from)) {
			found = g;
		} else if (g->connections == 0 && g->tokens == full_bucket(l)) {
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
	found->from = *from;
	found->tokens = full_bucket(l);
	found->at = now_ms;
	return *slot = found;
}

bool
limits_may_connect(struct limits *l, const struct remote *from)
{
	pthread_mutex_lock(&l->lock);
	unsigned most = from->loopback ? l->rules.loopback_connections : l->rules.connections;
	bool may = find_or_add_client(l, from, 0)->connections < most;
	pthread_mutex_unlock(&l->lock);
	return may;
}

void
limits_add_connection(struct limits *l, const struct remote *from)
{
	pthread_mutex_lock(&l->lock);
	find_or_add_client(l, from, 0)->connections++;
	l->connections++;
	pthread_mutex_unlock(&l->lock);
}

void
limits_remove_connection(struct limits *l, const struct remote *from)
{
	pthread_mutex_lock(&l->lock);
	find_or_add_client(l, from, 0)->connections--;
	l->connections--;
	pthread_mutex_unlock(&l->lock);
}

bool
limits_may_request(struct limits *l, const struct remote *from, int64_t now_ms)
{
	bool may = true;
	pthread_mutex_lock(&l->lock);
	if (l->rules.per_second && (!from->loopback || l->rules.loopback_rate)) {
		struct client_address *g = find_or_add_client(l, from, now_ms);
		may = g->tokens >= 1000;
		g->tokens -= may ? 1000 : 0;
	}
	pthread_mutex_unlock(&l->lock);
	return may;
}

unsigned
limits_connections(struct limits *l)
{
	pthread_mutex_lock(&l->lock);
	unsigned n = l->connections;
	pthread_mutex_unlock(&l->lock);
	return n;
}

unsigned
limits_connections_from(struct limits *l, const struct remote *from)
{
	pthread_mutex_lock(&l->lock);
	unsigned n = find_or_add_client(l, from, 0)->connections;
	pthread_mutex_unlock(&l->lock);
	return n;
}

const struct client_address *
limits_client_address(struct limits *l, const struct remote *from)
{
	pthread_mutex_lock(&l->lock);
	const struct client_address *g = find_or_add_client(l, from, 0);
	pthread_mutex_unlock(&l->lock);
	return g;
}

unsigned
limits_client_connections(const struct client_address *g)
{
	return atomic_load(&g->connections);
}

bool
limits_reserve_bytes(struct limits *l, const struct remote *from, size_t bytes)
{
	pthread_mutex_lock(&l->lock);
	struct client_address *g = find_or_add_client(l, from, 0);
	size_t most = from->loopback ? l->rules.bytes : l->rules.address_bytes;
	bool may = l->bytes + bytes <= l->rules.bytes && g->bytes + bytes <= most;
	if (may) {
		l->bytes += bytes;
		g->bytes += bytes;
		l->was_much = l->was_much || l->bytes > BYTES_HIGH_WATER;
	}
	pthread_mutex_unlock(&l->lock);
	return may;
}

void
limits_release_bytes(struct limits *l, const struct remote *from, size_t bytes)
{
	pthread_mutex_lock(&l->lock);
	find_or_add_client(l, from, 0)->bytes -= bytes;
	l->bytes -= bytes;
	pthread_mutex_unlock(&l->lock);
}

bool
limits_should_trim(struct limits *l)
{
	pthread_mutex_lock(&l->lock);
	bool fallen = l->was_much && l->bytes < BYTES_LOW_WATER;
	l->was_much = l->was_much && !fallen;
	pthread_mutex_unlock(&l->lock);
	return fallen;
}
