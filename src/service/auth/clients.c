#include "service/auth/clients.h"

#include "base/arena.h"
#include "base/vec.h"

#include <pthread.h>

struct entry {
	struct oauth_client client;
	unsigned char secret[DIGEST_SIZE];
};

struct clients {
	struct arena texts;
	pthread_mutex_t lock;
	VEC(struct entry) entries;
	struct tries *tries;
	struct entry nobody; /* placeholder for unknown names; no secret matches it */
};

struct clients *
clients_new(void)
{
	struct clients *c = x_new(struct clients);
	pthread_mutex_init(&c->lock, NULL);
	c->tries = tries_new();
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
	tries_free(c->tries);
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

static const char *
copy_client_text(struct clients *c, const char *text)
{
	return arena_str(&c->texts, str_of(text)).p;
}

void
clients_add(struct clients *c, const struct oauth_client *client, struct str secret)
{
	struct entry e = { .client = { .name = copy_client_text(c, client->name),
			       .scope = copy_client_text(c, client->scope),
			       .root = copy_client_text(c, client->root),
			       .subject = copy_client_text(c, client->subject),
			       .device = client->device,
			       .without_secret = client->without_secret } };
	digest_sha256(secret, e.secret);
	vec_push(&c->entries, e);
}

/* Compares all names, so that the time does not depend on the name. */
static const struct entry *
entry_of(const struct clients *c, struct str name)
{
	const struct entry *found = &c->nobody;
	for (size_t i = 0; i < c->entries.n; i++)
		if (str_eqz(name, c->entries.v[i].client.name))
			found = &c->entries.v[i];
	return found;
}

bool
clients_is_public(const struct clients *c, struct str name)
{
	return entry_of(c, name)->client.without_secret;
}

/* Checks the client's secret. */
static enum client_verdict
check_secret(struct clients *c, const struct entry *e, const struct client_attempt *try)
{
	unsigned char digest[DIGEST_SIZE];
	enum client_verdict verdict = CLIENT_OK;
	digest_sha256(try->secret, digest);
	bool right = digest_equal(e->secret, digest, DIGEST_SIZE);
	pthread_mutex_lock(&c->lock);
	if (tries_are_used_up(c->tries, try->from, try->name, try->now_ms))
		verdict = CLIENT_LIMITED;
	else if (!right)
		verdict = CLIENT_WRONG;
	if (verdict == CLIENT_WRONG)
		tries_add(c->tries, try->from, try->name, try->now_ms);
	pthread_mutex_unlock(&c->lock);
	return verdict;
}

enum client_verdict
clients_check(
    struct clients *c, const struct client_attempt *try, const struct oauth_client **found)
{
	const struct entry *e = entry_of(c, try->name);
	enum client_verdict verdict;
	if (e->client.without_secret)
		verdict = try->secret.n ? CLIENT_WRONG : CLIENT_OK;
	else
		verdict = check_secret(c, e, try);
	*found = verdict == CLIENT_OK ? &e->client : NULL;
	return verdict;
}
