#include "service/reaper.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>

enum { LOOK_EVERY_MS = 250 };

static const struct reaper_limits usual_limits = {
	.ms = { [REAPER_HEADERS] = 5000,
	    [REAPER_BODY] = 30000,
	    [REAPER_WORK] = 120000,
	    [REAPER_RESPONSE] = 60000,
	    [REAPER_IDLE] = 60000 },
	.body_rate = 1024,
	.body_grace_ms = 5000,
};

struct watched {
	struct watched *prev, *next;
	const struct reaper *reaper;
	const struct guest *guest;
	int fd;
	bool reaped;
	atomic_int phase;
	_Atomic int64_t began, deadline; /* of the phase; clock_ticks() */
};

struct reaper {
	struct reaper_limits limits;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct watched *first;
	bool (*often)(void *ctx);
	void *ctx;
	bool stopping;
};

static void
reap(struct watched *w, const char *why)
{
	w->reaped = true;
	shutdown(w->fd, SHUT_RDWR);
	log_event(LOG_INFO, "connection reaped", LOG_TEXT("why", str_of(why)));
}

static void
reap_late(struct reaper *r)
{
	int64_t now = clock_ticks();
	for (struct watched *w = r->first; w; w = w->next) {
		if (w->reaped || atomic_load(&w->deadline) > now)
			continue;
		reap(w, "late");
	}
}

static bool
call_often(struct reaper *r)
{
	if (!r->often)
		return false;
	pthread_mutex_unlock(&r->lock);
	bool again = r->often(r->ctx);
	pthread_mutex_lock(&r->lock);
	return again;
}

/* Sleeps without end while there is nobody to watch, and nothing to be called for. */
static void *
run_reaper(void *arg)
{
	struct reaper *r = arg;
	struct timespec until;
	pthread_mutex_lock(&r->lock);
	while (!r->stopping) {
		bool any = r->first, again = call_often(r);
		if (any != (r->first != NULL) || r->stopping)
			continue;
		if (!any && !again) {
			pthread_cond_wait(&r->wake, &r->lock);
			continue;
		}
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += LOOK_EVERY_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		pthread_cond_timedwait(&r->wake, &r->lock, &until);
		reap_late(r);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

struct reaper *
reaper_start(const struct reaper_limits *limits, bool (*often)(void *ctx), void *ctx)
{
	struct reaper *r = x_new(struct reaper);
	pthread_condattr_t monotonic;
	r->often = often;
	r->ctx = ctx;
	r->limits = limits ? *limits : usual_limits;
	pthread_mutex_init(&r->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&r->wake, &monotonic);
	pthread_condattr_destroy(&monotonic);
	if (pthread_create(&r->thread, NULL, run_reaper, r) == 0)
		return r;
	pthread_cond_destroy(&r->wake);
	pthread_mutex_destroy(&r->lock);
	x_free(r);
	return NULL;
}

void
reaper_stop(struct reaper *r)
{
	pthread_mutex_lock(&r->lock);
	r->stopping = true;
	pthread_cond_signal(&r->wake);
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	pthread_cond_destroy(&r->wake);
	pthread_mutex_destroy(&r->lock);
	x_free(r);
}

struct watched *
reaper_watch(struct reaper *r, int fd, const struct guest *guest)
{
	struct watched *w = x_new(struct watched);
	w->fd = fd;
	w->guest = guest;
	w->reaper = r;
	reaper_enter(w, REAPER_HEADERS);
	pthread_mutex_lock(&r->lock);
	w->next = r->first;
	if (w->next)
		w->next->prev = w;
	else
		pthread_cond_signal(&r->wake);
	r->first = w;
	pthread_mutex_unlock(&r->lock);
	return w;
}

void
reaper_enter(struct watched *w, enum reaper_phase phase)
{
	int64_t now = clock_ticks();
	atomic_store(&w->phase, (int)phase);
	atomic_store(&w->began, now);
	atomic_store(&w->deadline, now + w->reaper->limits.ms[phase]);
	if (phase == REAPER_BODY)
		reaper_body(w, 0);
}

void
reaper_body(struct watched *w, size_t bytes)
{
	const struct reaper_limits *l = &w->reaper->limits;
	int64_t earned = l->body_grace_ms + (int64_t)bytes * 1000 / l->body_rate;
	int64_t most = l->ms[REAPER_BODY];
	atomic_store(&w->deadline, atomic_load(&w->began) + (earned < most ? earned : most));
}

/* How gladly a connection is ended; the higher the sooner. */
enum rank { RANK_KEEP, RANK_IDLE, RANK_WAITING, RANK_IDLE_IN_A_CROWD };

static enum rank
rank_of(const struct watched *w, unsigned newcomer_has)
{
	unsigned crowd = limits_guest_connections(w->guest);
	int phase = atomic_load(&w->phase);
	if (w->reaped || phase == REAPER_WORK)
		return RANK_KEEP;
	if (phase == REAPER_IDLE)
		return crowd > REAPER_FEW ? RANK_IDLE_IN_A_CROWD : RANK_IDLE;
	return crowd > newcomer_has && crowd > REAPER_FEW ? RANK_WAITING : RANK_KEEP;
}

static bool
goes_before(const struct watched *a, const struct watched *b, enum rank rank)
{
	unsigned crowd_a = limits_guest_connections(a->guest),
		 crowd_b = limits_guest_connections(b->guest);
	if (rank == RANK_WAITING && crowd_a != crowd_b)
		return crowd_a > crowd_b;
	return atomic_load(&a->began) < atomic_load(&b->began);
}

bool
reaper_make_room(struct reaper *r, unsigned newcomer_has)
{
	struct watched *found = NULL;
	enum rank best = RANK_KEEP;
	pthread_mutex_lock(&r->lock);
	for (struct watched *w = r->first; w; w = w->next) {
		enum rank rank = rank_of(w, newcomer_has);
		if (rank == RANK_KEEP || rank < best)
			continue;
		if (rank > best || goes_before(w, found, rank))
			found = w;
		best = rank;
	}
	if (found)
		reap(found,
		    best == RANK_WAITING ? "waits while others need room"
					 : "idle while others need room");
	pthread_mutex_unlock(&r->lock);
	return found;
}

void
reaper_forget(struct reaper *r, struct watched *w)
{
	pthread_mutex_lock(&r->lock);
	if (w->prev)
		w->prev->next = w->next;
	else
		r->first = w->next;
	if (w->next)
		w->next->prev = w->prev;
	pthread_mutex_unlock(&r->lock);
	x_free(w);
}
