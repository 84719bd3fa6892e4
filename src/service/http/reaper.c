#include "service/http/reaper.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/worker.h"

#include <stdatomic.h>
#include <sys/socket.h>

enum { REAP_INTERVAL_MS = 250 };

static const struct reaper_limits default_limits = {
	.phase_timeout_ms = { [REAPER_HEADERS] = 5000,
	    [REAPER_BODY] = 30000,
	    [REAPER_WORK] = 120000,
	    [REAPER_RESPONSE] = 60000,
	    [REAPER_IDLE] = 60000 },
	.min_body_bytes_per_s = 1024,
	.body_grace_ms = 5000,
};

struct watched_connection {
	struct watched_connection *prev, *next;
	const struct reaper *reaper;
	const struct client_address *client;
	int fd;
	bool reaped;
	atomic_int phase;
	_Atomic int64_t phase_began_at,
	    phase_deadline; /* start and end of the phase; clock_ticks() */
};

struct reaper {
	struct reaper_limits limits;
	struct worker worker;
	struct watched_connection *first;
	bool (*on_tick)(void *ctx);
	void *ctx;
};

static void
end_connection(struct watched_connection *w, const char *why)
{
	w->reaped = true;
	shutdown(w->fd, SHUT_RDWR);
	log_event(LOG_INFO, "connection reaped", LOG_TEXT("why", str_of(why)));
}

static void
end_late_connections(struct reaper *r)
{
	int64_t now = clock_ticks();
	for (struct watched_connection *w = r->first; w; w = w->next) {
		if (w->reaped || atomic_load(&w->phase_deadline) > now)
			continue;
		end_connection(w, "late");
	}
}

static bool
call_on_tick(struct reaper *r)
{
	if (!r->on_tick)
		return false;
	worker_unlock(&r->worker);
	bool again = r->on_tick(r->ctx);
	worker_lock(&r->worker);
	return again;
}

/* Sleeps indefinitely while no connection is watched and on_tick need not be called. */
static void *
run_reaper(void *arg)
{
	struct reaper *r = arg;
	worker_lock(&r->worker);
	while (!r->worker.stopping) {
		bool any = r->first, again = call_on_tick(r);
		if (any != (r->first != NULL) || r->worker.stopping)
			continue;
		if (!any && !again) {
			worker_wait(&r->worker, WORKER_NO_DEADLINE);
			continue;
		}
		worker_wait(&r->worker, clock_ticks() + REAP_INTERVAL_MS);
		end_late_connections(r);
	}
	worker_unlock(&r->worker);
	return NULL;
}

struct reaper *
reaper_start(const struct reaper_limits *limits, bool (*on_tick)(void *ctx), void *ctx)
{
	struct reaper *r = x_new(struct reaper);
	r->on_tick = on_tick;
	r->ctx = ctx;
	r->limits = limits ? *limits : default_limits;
	if (worker_start(&r->worker, run_reaper, r))
		return r;
	x_free(r);
	return NULL;
}

void
reaper_stop(struct reaper *r)
{
	worker_stop(&r->worker);
	x_free(r);
}

struct watched_connection *
reaper_watch(struct reaper *r, int fd, const struct client_address *client)
{
	struct watched_connection *w = x_new(struct watched_connection);
	w->fd = fd;
	w->client = client;
	w->reaper = r;
	reaper_enter_phase(w, REAPER_HEADERS);
	worker_lock(&r->worker);
	w->next = r->first;
	if (w->next)
		w->next->prev = w;
	else
		worker_wake(&r->worker);
	r->first = w;
	worker_unlock(&r->worker);
	return w;
}

void
reaper_enter_phase(struct watched_connection *w, enum reaper_phase phase)
{
	int64_t now = clock_ticks();
	atomic_store(&w->phase, (int)phase);
	atomic_store(&w->phase_began_at, now);
	atomic_store(&w->phase_deadline, now + w->reaper->limits.phase_timeout_ms[phase]);
	if (phase == REAPER_BODY)
		reaper_extend_for_body(w, 0);
}

enum reaper_phase
reaper_phase(const struct watched_connection *w)
{
	return (enum reaper_phase)atomic_load(&w->phase);
}

void
reaper_extend_for_body(struct watched_connection *w, size_t bytes)
{
	const struct reaper_limits *l = &w->reaper->limits;
	int64_t earned = l->body_grace_ms + (int64_t)bytes * 1000 / l->min_body_bytes_per_s;
	int64_t most = l->phase_timeout_ms[REAPER_BODY];
	atomic_store(
	    &w->phase_deadline, atomic_load(&w->phase_began_at) + (earned < most ? earned : most));
}

/* Order in which connections are closed to make room; the highest first. */
enum reap_rank { RANK_KEEP, RANK_IDLE, RANK_WAITING, RANK_IDLE_IN_A_CROWD };

static enum reap_rank
rank_of(const struct watched_connection *w, unsigned newcomer_has)
{
	unsigned crowd = limits_client_connection_count(w->client);
	int phase = atomic_load(&w->phase);
	if (w->reaped || phase == REAPER_WORK)
		return RANK_KEEP;
	if (phase == REAPER_IDLE)
		return crowd > REAPER_CROWD_MIN ? RANK_IDLE_IN_A_CROWD : RANK_IDLE;
	return crowd > newcomer_has && crowd > REAPER_CROWD_MIN ? RANK_WAITING : RANK_KEEP;
}

static bool
is_reaped_before(
    const struct watched_connection *a, const struct watched_connection *b, enum reap_rank rank)
{
	unsigned crowd_a = limits_client_connection_count(a->client),
		 crowd_b = limits_client_connection_count(b->client);
	if (rank == RANK_WAITING && crowd_a != crowd_b)
		return crowd_a > crowd_b;
	return atomic_load(&a->phase_began_at) < atomic_load(&b->phase_began_at);
}

bool
reaper_make_room(struct reaper *r, unsigned newcomer_has)
{
	struct watched_connection *found = NULL;
	enum reap_rank best = RANK_KEEP;
	worker_lock(&r->worker);
	for (struct watched_connection *w = r->first; w; w = w->next) {
		enum reap_rank rank = rank_of(w, newcomer_has);
		if (rank == RANK_KEEP || rank < best)
			continue;
		if (rank > best || is_reaped_before(w, found, rank))
			found = w;
		best = rank;
	}
	if (found)
		end_connection(found,
		    best == RANK_WAITING ? "waits while others need room"
					 : "idle while others need room");
	worker_unlock(&r->worker);
	return found;
}

void
reaper_unwatch(struct reaper *r, struct watched_connection *w)
{
	worker_lock(&r->worker);
	if (w->prev)
		w->prev->next = w->next;
	else
		r->first = w->next;
	if (w->next)
		w->next->prev = w->prev;
	worker_unlock(&r->worker);
	x_free(w);
}
