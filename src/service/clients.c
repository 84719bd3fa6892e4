#include "service/clients.h"

#include "base/arena.h"
#include "base/vec.h"

#include <pthread.h>

struct entry {
	struct client client;
	unsigned char secret[DIGEST_SIZE];
	unsigned wrong;
	int64_t since; /* the first wrong one of this minute */
};

struct clients {
	struct arena texts;
	pthread_mutex_t lock;
	VEC(struct entry) entries;
	struct entry nobody; /* stands for every name that is not known: its secret fits nothing */
};

struct clients *
clients_new(void)
{
	struct clients *c = x_new(struct clients);
	pthread_mutex_init(&c->lock, NULL);
	digest_random(c->nobody.secret, sizeof(c->nobody.secret));
	return c;
}

void
clients_free(struct clients *c)
{
	if (!c)
		return;
	vec_free(&c->entries);
	arena_free(&c->texts);
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

static const char *
keep(struct clients *c, const char *text)
{
	return arena_str(&c->texts, str_of(text)).p;
}

void
clients_add(struct clients *c, const struct client *client, struct str secret)
{
	struct entry e = { .client = { .name = keep(c, client->name),
			       .scope = keep(c, client->scope),
			       .root = keep(c, client->root),
			       .subject = keep(c, client->subject) } };
	digest_sha256(secret, e.secret);
	vec_push(&c->entries, e);
}

static struct entry *
entry_of(struct clients *c, struct str name)
{
	for (size_t i = 0; i < c->entries.n; i++)
		if (str_eqz(name, c->entries.v[i].client.name))
			return &c->entries.v[i];
	return &c->nobody;
}

static enum client_verdict
judge(struct entry *e, const unsigned char digest[DIGEST_SIZE], int64_t now_ms)
{
	if (now_ms - e->since >= CLIENTS_WRONG_MS)
		e->wrong = 0;
	if (e->wrong >= CLIENTS_WRONG_MAX)
		return CLIENT_LIMITED;
	if (digest_equal(e->secret, digest, DIGEST_SIZE))
		return CLIENT_OK;
	if (e->wrong++ == 0)
		e->since = now_ms;
	return CLIENT_WRONG;
}

enum client_verdict
clients_check(struct clients *c, struct str name, struct str secret, int64_t now_ms,
    const struct client **found)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(secret, digest);
	pthread_mutex_lock(&c->lock);
	struct entry *e = entry_of(c, name);
	enum client_verdict verdict = judge(e, digest, now_ms);
	pthread_mutex_unlock(&c->lock);
	*found = &e->client;
	return verdict;
}
