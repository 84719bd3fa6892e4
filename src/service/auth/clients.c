#include "service/auth/clients.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/digest.h"
#include "base/mem.h"
#include "base/vec.h"

#include <pthread.h>
#include <string.h>

enum { COUNTERS_PER_SET = 8, COUNTER_SET_COUNT = TRIES_COUNTER_COUNT / COUNTERS_PER_SET };

struct failure_counter {
	unsigned char attempt_hash[DIGEST_SIZE];
	unsigned failure_count;   /* 0: unused entry */
	int64_t first_failure_at; /* time of the first wrong secret of this minute */
};

struct failed_tries {
	unsigned char key[DIGEST_SIZE]; /* random: an attacker cannot predict a counter's place */
	struct failure_counter counters[COUNTER_SET_COUNT][COUNTERS_PER_SET];
};

struct failed_tries *
tries_new(void)
{
	struct failed_tries *t = x_new(struct failed_tries);
	digest_random(t->key, sizeof(t->key));
	return t;
}

void
tries_free(struct failed_tries *t)
{
	x_free(t);
}

static void
digest_counter_key(const struct failed_tries *t, const struct remote_address *from, struct str name,
    unsigned char whose[DIGEST_SIZE])
{
	struct buf bytes = { 0 };
	buf_addc(&bytes, from->is_ipv6 ? '6' : '4');
	buf_add(&bytes, from->address, sizeof(from->address));
	buf_adds(&bytes, name);
	digest_hmac(str_from((const char *)t->key, sizeof(t->key)), buf_str(&bytes), whose);
	buf_free(&bytes);
}

static struct failure_counter *
find_counter_set(struct failed_tries *t, const unsigned char whose[DIGEST_SIZE])
{
	return t->counters[(whose[0] | whose[1] << 8) % COUNTER_SET_COUNT];
}

static bool
is_window_over(const struct failure_counter *c, int64_t now_ms)
{
	return c->failure_count == 0 || now_ms - c->first_failure_at >= TRIES_WINDOW_MS;
}

static struct failure_counter *
find_tries_counter(struct failed_tries *t, const unsigned char whose[DIGEST_SIZE], int64_t now_ms)
{
	struct failure_counter *set = find_counter_set(t, whose), *found = NULL;
	for (size_t i = 0; i < COUNTERS_PER_SET; i++)
		if (!is_window_over(&set[i], now_ms) &&
		    memcmp(set[i].attempt_hash, whose, DIGEST_SIZE) == 0)
			found = &set[i];
	return found;
}

/* The counter to replace: one whose minute is over, else the one with the fewest tries. */
static struct failure_counter *
choose_counter_slot(struct failed_tries *t, const unsigned char whose[DIGEST_SIZE], int64_t now_ms)
{
	struct failure_counter *set = find_counter_set(t, whose), *least = &set[0];
	for (size_t i = 0; i < COUNTERS_PER_SET; i++) {
		if (is_window_over(&set[i], now_ms))
			return &set[i];
		if (set[i].failure_count < least->failure_count)
			least = &set[i];
	}
	return least;
}

bool
tries_are_used_up(
    struct failed_tries *t, const struct remote_address *from, struct str name, int64_t now_ms)
{
	unsigned char whose[DIGEST_SIZE];
	digest_counter_key(t, from, name, whose);
	const struct failure_counter *c = find_tries_counter(t, whose, now_ms);
	return c && c->failure_count >= TRIES_MAX;
}

void
tries_add(
    struct failed_tries *t, const struct remote_address *from, struct str name, int64_t now_ms)
{
	unsigned char whose[DIGEST_SIZE];
	digest_counter_key(t, from, name, whose);
	struct failure_counter *c = find_tries_counter(t, whose, now_ms);
	if (!c) {
		c = choose_counter_slot(t, whose, now_ms);
		*c = (struct failure_counter){ .first_failure_at = now_ms };
		memcpy(c->attempt_hash, whose, DIGEST_SIZE);
	}
	c->failure_count++;
}

struct client_entry {
	struct oauth_client client;
	unsigned char secret_hash[DIGEST_SIZE];
};

struct clients {
	struct arena text_arena;
	pthread_mutex_t lock;
	VEC(struct client_entry) entries;
	struct failed_tries *failure_counters;
	struct client_entry
	    unknown_client; /* placeholder for unknown names; no secret matches it */
};

struct clients *
clients_new(void)
{
	struct clients *c = x_new(struct clients);
	pthread_mutex_init(&c->lock, NULL);
	c->failure_counters = tries_new();
	digest_random(c->unknown_client.secret_hash, sizeof(c->unknown_client.secret_hash));
	return c;
}

void
clients_free(struct clients *c)
{
	if (!c)
		return;
	vec_free(&c->entries);
	arena_free(&c->text_arena);
	tries_free(c->failure_counters);
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

static const char *
copy_client_text(struct clients *c, const char *text)
{
	return arena_str(&c->text_arena, str_of(text)).p;
}

void
clients_add(struct clients *c, const struct oauth_client *client, struct str secret)
{
	struct client_entry e = { .client = { .name = copy_client_text(c, client->name),
				      .scope = copy_client_text(c, client->scope),
				      .root = copy_client_text(c, client->root),
				      .subject = copy_client_text(c, client->subject),
				      .allows_device_code = client->allows_device_code,
				      .is_public = client->is_public } };
	digest_sha256(secret, e.secret_hash);
	vec_push(&c->entries, e);
}

/* Compares all names, so that the time does not depend on the name. */
static const struct client_entry *
find_client_entry(const struct clients *c, struct str name)
{
	const struct client_entry *found = &c->unknown_client;
	for (size_t i = 0; i < c->entries.n; i++)
		if (str_eqz(name, c->entries.v[i].client.name))
			found = &c->entries.v[i];
	return found;
}

bool
clients_is_public(const struct clients *c, struct str name)
{
	return find_client_entry(c, name)->client.is_public;
}

/* Checks the client's secret. */
static enum client_verdict
check_secret(struct clients *c, const struct client_entry *e, const struct client_attempt *try)
{
	unsigned char digest[DIGEST_SIZE];
	enum client_verdict verdict = CLIENT_OK;
	digest_sha256(try->secret, digest);
	bool right = digest_equal(e->secret_hash, digest, DIGEST_SIZE);
	pthread_mutex_lock(&c->lock);
	if (tries_are_used_up(c->failure_counters, try->remote, try->name, try->now_ms))
		verdict = CLIENT_LIMITED;
	else if (!right)
		verdict = CLIENT_WRONG;
	if (verdict == CLIENT_WRONG)
		tries_add(c->failure_counters, try->remote, try->name, try->now_ms);
	pthread_mutex_unlock(&c->lock);
	return verdict;
}

enum client_verdict
clients_check(
    struct clients *c, const struct client_attempt *try, const struct oauth_client **found)
{
	const struct client_entry *e = find_client_entry(c, try->name);
	enum client_verdict verdict;
	if (e->client.is_public)
		verdict = try->secret.n ? CLIENT_WRONG : CLIENT_OK;
	else
		verdict = check_secret(c, e, try);
	*found = verdict == CLIENT_OK ? &e->client : NULL;
	return verdict;
}
