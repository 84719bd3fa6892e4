#include "service/auth/key_source.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/worker.h"
#include "service/auth/jwks_fetch.h"

#include <string.h>

struct key_source {
	struct worker worker;
	char *name, *url, *ca_file;
	key_source_change_fn *on_change;
	void *ctx;
	atomic_bool is_stopping; /* for the fetch in progress */
	/* Guarded by the worker's lock: */
	pthread_cond_t fetched;
	struct jwt_keys *keys;
	bool is_fetch_wanted, is_fetching, has_failed; /* the last fetch has failed */
	int64_t next_due;                              /* clock_ticks() */
	int64_t began[KEY_SOURCE_FETCHES_PER_MINUTE];  /* of the last fetches, in turn */
	unsigned begun_count, fetch_count, waiting_callers;
};

static struct jwt_keys *
fetch_keys(const struct key_source *s, struct err *err)
{
	struct buf json = { 0 };
	struct jwt_keys *keys = jwt_keys_new();
	bool ok = jwks_fetch(&json, s->url, s->ca_file, &s->is_stopping, err) &&
	    jwt_keys_add_set(keys, buf_str(&json), err);
	buf_free(&json);
	if (ok)
		return keys;
	jwt_keys_release(keys);
	return NULL;
}

static void
log_fetch(const struct key_source *s, const struct jwt_keys *keys, const struct err *err)
{
	if (keys)
		log_event(LOG_INFO, "issuer keys fetched", LOG_TEXT("issuer", str_of(s->name)),
		    LOG_NUMBER("keys", keys->keys.n));
	else if (!atomic_load(&s->is_stopping))
		log_event(LOG_WARN, "issuer keys not fetched", LOG_TEXT("issuer", str_of(s->name)),
		    LOG_TEXT("reason", str_of(err->text)));
}

/* Fetches the keys once, without the lock meanwhile. */
static void
fetch_once(struct key_source *s)
{
	struct err err = { 0 };
	s->is_fetch_wanted = false;
	s->is_fetching = true;
	s->began[s->begun_count++ % KEY_SOURCE_FETCHES_PER_MINUTE] = clock_ticks();
	worker_unlock(&s->worker);
	struct jwt_keys *fresh = fetch_keys(s, &err), *old = NULL;
	log_fetch(s, fresh, &err);
	worker_lock(&s->worker);
	if (fresh) {
		old = s->keys;
		s->keys = fresh;
	}
	s->has_failed = !fresh;
	s->is_fetching = false;
	s->next_due = clock_ticks() + (fresh ? KEY_SOURCE_INTERVAL_MS : KEY_SOURCE_RETRY_MS);
	worker_unlock(&s->worker);
	if (fresh)
		s->on_change(s->ctx);
	jwt_keys_release(old);
	worker_lock(&s->worker);
	s->fetch_count++;
	pthread_cond_broadcast(&s->fetched);
}

static void *
run_fetches(void *arg)
{
	struct key_source *s = arg;
	worker_lock(&s->worker);
	while (!s->worker.stopping) {
		if (s->is_fetch_wanted || clock_ticks() >= s->next_due)
			fetch_once(s);
		else
			worker_wait(&s->worker, s->next_due);
	}
	worker_unlock(&s->worker);
	return NULL;
}

static void
free_source(struct key_source *s)
{
	pthread_cond_destroy(&s->fetched);
	jwt_keys_release(s->keys);
	x_free(s->name);
	x_free(s->url);
	x_free(s->ca_file);
	x_free(s);
}

struct key_source *
key_source_start(const char *name, const char *url, const char *ca_file,
    key_source_change_fn *on_change, void *ctx, struct err *err)
{
	if (!jwks_fetch_prepare(err))
		return NULL;
	struct key_source *s = x_new(struct key_source);
	s->name = x_strdup(name);
	s->url = x_strdup(url);
	s->ca_file = x_strdup(ca_file);
	s->on_change = on_change;
	s->ctx = ctx;
	s->keys = jwt_keys_new();
	s->is_fetch_wanted = true;
	pthread_cond_init(&s->fetched, NULL);
	if (worker_start(&s->worker, run_fetches, s))
		return s;
	free_source(s);
	err_set(err, ERR_IO, "cannot start a thread to fetch the keys of issuer \"%s\"", name);
	return NULL;
}

void
key_source_stop(struct key_source *s)
{
	if (!s)
		return;
	atomic_store(&s->is_stopping, true);
	worker_stop(&s->worker);
	free_source(s);
}

bool
key_source_is_for(const struct key_source *s, const char *url, const char *ca_file)
{
	return strcmp(s->url, url) == 0 &&
	    strcmp(s->ca_file ? s->ca_file : "", ca_file ? ca_file : "") == 0;
}

struct jwt_keys *
key_source_hold(struct key_source *s)
{
	worker_lock(&s->worker);
	struct jwt_keys *keys = s->keys;
	jwt_keys_hold(keys);
	worker_unlock(&s->worker);
	return keys;
}

/* Waits until that many fetches have ended. */
static bool
wait_for_fetches(struct key_source *s, unsigned wanted)
{
	int64_t until = clock_ticks() + KEY_SOURCE_WAIT_MS;
	bool in_time = s->waiting_callers < KEY_SOURCE_WAITING_CALLERS_MAX;
	s->waiting_callers++;
	while (in_time && s->fetch_count < wanted)
		in_time = worker_wait_for(&s->fetched, &s->worker.lock, until);
	s->waiting_callers--;
	return s->fetch_count >= wanted;
}

static bool
may_fetch(const struct key_source *s)
{
	enum { MINUTE_MS = 60000 };
	int64_t oldest = s->began[s->begun_count % KEY_SOURCE_FETCHES_PER_MINUTE];
	return s->begun_count < KEY_SOURCE_FETCHES_PER_MINUTE ||
	    clock_ticks() - oldest >= MINUTE_MS;
}

enum key_refresh
key_source_refresh(struct key_source *s)
{
	worker_lock(&s->worker);
	if (!s->is_fetching && may_fetch(s)) {
		s->is_fetch_wanted = true;
		worker_wake(&s->worker);
	}
	/* The fetch in progress, or the one that begins now. One whose keys are already in use is
	 * neither: the key may have been added since. */
	unsigned wanted = s->begun_count + (!s->is_fetching && s->is_fetch_wanted);
	bool fetched = wait_for_fetches(s, wanted) && !s->has_failed;
	worker_unlock(&s->worker);
	return fetched ? KEY_REFRESHED : KEY_REFRESH_FAILED;
}
