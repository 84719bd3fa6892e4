#include "service/auth/grants.h"

#include "base/digest.h"
#include "base/vec.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* The first FAMILY_LETTERS of a device code name the family of its refresh tokens, which all begin
 * with them, so that an old token is recognised without a list of all used tokens. */
enum { FAMILY_LETTERS = 20, SECRET_LETTERS = 44, USER_CODE_LETTERS = 8 };
_Static_assert(FAMILY_LETTERS + SECRET_LETTERS < GRANTS_SECRET_SIZE, "a token needs room");
enum { COUNTERS_PER_SET = 8, COUNTER_SETS = TRIES_COUNTER_COUNT / COUNTERS_PER_SET };

struct failure_counter {
	uint64_t key;   /* hash of the address and the name */
	unsigned count; /* 0: unused entry */
	int64_t first_at_ms;
};

enum grant_key {
	KEY_NAME,   /* the letters of the user code; of a family, its name */
	KEY_SECRET, /* the device code; of a family, its current refresh token */
	GRANT_KEYS
};

/* First a pending sign-in with a device code and a user code, then, once the device code is
 * exchanged, a family of refresh tokens. */
struct grant {
	unsigned char hashes[GRANT_KEYS][DIGEST_SIZE];
	struct grants_answer page; /* what the page shows: its secret is the proof */
	int64_t expires_at_ms;     /* 0: unused entry */
	/* of pending sign-ins only */
	enum decision decision;
	int64_t next_poll_ms; /* no poll allowed before; 0: not polled yet */
	int64_t poll_interval_ms;
};

struct grants {
	pthread_mutex_t lock;
	VEC(struct oauth_client) clients;
	uint64_t hash_key; /* random: an attacker cannot predict a counter's place */
	struct failure_counter counters[COUNTER_SETS][COUNTERS_PER_SET];
	struct grant pending[GRANTS_MAX], families[GRANTS_MAX];
};

struct grants *
grants_new(void)
{
	struct grants *g = x_new(struct grants);
	pthread_mutex_init(&g->lock, NULL);
	digest_random(&g->hash_key, sizeof(g->hash_key));
	return g;
}

void
grants_free(struct grants *g)
{
	if (!g)
		return;
	vec_free(&g->clients);
	pthread_mutex_destroy(&g->lock);
	explicit_bzero(g, sizeof(*g));
	x_free(g);
}

static void
unlock(struct grants **g)
{
	pthread_mutex_unlock(&(*g)->lock);
}

/* Locks until the end of the function. */
#define LOCK(g)                                                       \
	struct grants *locked __attribute__((cleanup(unlock))) = (g); \
	pthread_mutex_lock(&locked->lock)

/* The counter with this key. A new one replaces an unused one, or the one with the fewest failures,
 * so that a flood of new names does not evict a counter that has reached its limit. */
static struct failure_counter *
find_counter(struct grants *g, uint64_t key, int64_t now_ms)
{
	struct failure_counter *set = g->counters[key % COUNTER_SETS], *least = &set[0];
	for (size_t i = 0; i < COUNTERS_PER_SET; i++) {
		if (now_ms - set[i].first_at_ms >= TRIES_WINDOW_MS)
			set[i].count = 0;
		if (set[i].count && set[i].key == key)
			return &set[i];
		if (set[i].count < least->count)
			least = &set[i];
	}
	*least = (struct failure_counter){ .key = key, .first_at_ms = now_ms };
	return least;
}

/* Returns false if this address has used up its tries with this name. Else counts a failed try.
 * Call with the lock held. */
static bool
allow_try(struct grants *g, const struct grants_attempt *try, struct str name, bool failed)
{
	const struct remote_address *from = try->remote;
	struct str address = str_from((const char *)from->address, sizeof(from->address));
	uint64_t key = str_hash(name, str_hash(address, g->hash_key));
	struct failure_counter *c = find_counter(g, key, try->now_ms);
	if (c->count >= TRIES_MAX)
		return false;
	c->count += failed;
	return true;
}

void
grants_add_client(struct grants *g, const struct oauth_client *client, struct str secret)
{
	struct oauth_client c = *client;
	digest_sha256(secret, c.secret_hash);
	vec_push(&g->clients, c);
}

/* Compares all names, so that the time does not depend on the name. No secret matches the client
 * that unknown names give. */
static const struct oauth_client *
find_client(const struct grants *g, struct str name)
{
	static const struct oauth_client unknown_client;
	const struct oauth_client *found = &unknown_client;
	for (size_t i = 0; i < g->clients.n; i++)
		if (str_eqz(name, g->clients.v[i].name))
			found = &g->clients.v[i];
	return found;
}

bool
grants_client_is_public(const struct grants *g, struct str name)
{
	return find_client(g, name)->is_public;
}

enum oauth_result
grants_check_client(
    struct grants *g, const struct grants_attempt *try, const struct oauth_client **found)
{
	const struct oauth_client *c = find_client(g, try->name);
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(try->secret, digest);
	bool right = c->is_public ? !try->secret.n
				  : digest_equal(c->secret_hash, digest, DIGEST_SIZE);
	LOCK(g);
	*found = NULL;
	if (!c->is_public && !allow_try(g, try, try->name, !right))
		return OAUTH_NO_MORE_TRIES;
	if (!right)
		return OAUTH_WRONG_CLIENT;
	*found = c;
	return OAUTH_OK;
}

/* ---- codes and their search ---- */

/* Writes SECRET_LETTERS of random text, and a NUL. */
static void
make_secret(char *out)
{
	unsigned char bytes[SECRET_LETTERS / 4 * 3];
	struct buf text = { 0 };
	digest_random(bytes, sizeof(bytes));
	base64url_encode(&text, str_from((const char *)bytes, sizeof(bytes)));
	memcpy(out, buf_z(&text), SECRET_LETTERS + 1);
	buf_wipe(&text);
	explicit_bzero(bytes, sizeof(bytes));
}

/* Without vowels, so that no words appear. */
static struct str
make_user_code(char letters[USER_CODE_LETTERS])
{
	static const char alphabet[] = "BCDFGHJKLMNPQRSTVWXZ";
	uint64_t number; /* so large that no letter is noticeably more likely */
	digest_random(&number, sizeof(number));
	for (size_t i = 0; i < USER_CODE_LETTERS; i++, number /= sizeof(alphabet) - 1)
		letters[i] = alphabet[number % (sizeof(alphabet) - 1)];
	return str_from(letters, USER_CODE_LETTERS);
}

/* Compares all entries, so that the time does not depend on the text. */
static struct grant *
find_grant(struct grant entries[GRANTS_MAX], enum grant_key key, struct str text)
{
	unsigned char digest[DIGEST_SIZE];
	struct grant *found = NULL;
	digest_sha256(text, digest);
	for (size_t i = 0; i < GRANTS_MAX; i++)
		if (digest_equal(entries[i].hashes[key], digest, DIGEST_SIZE))
			found = &entries[i];
	return found;
}

/* The entry that expires first; an unused one if there is any. */
static struct grant *
find_oldest_grant(struct grant entries[GRANTS_MAX])
{
	struct grant *oldest = &entries[0];
	for (size_t i = 1; i < GRANTS_MAX; i++)
		if (entries[i].expires_at_ms < oldest->expires_at_ms)
			oldest = &entries[i];
	return oldest;
}

/* ---- scopes ---- */

/* Writes those of the requested rights that are in `has`, each once; all if none is requested.
 * Omits rights that no longer fit. */
static enum oauth_result
narrow_scope(char out[SCOPE_SIZE], struct str has, struct str wanted)
{
	struct str right;
	size_t n = 0;
	out[0] = '\0';
	if (!wanted.n)
		wanted = has;
	while (str_next(&wanted, ' ', &right))
		if (right.n && str_has_word(has, right) && !str_has_word(str_from(out, n), right) &&
		    n + (n > 0) + right.n < SCOPE_SIZE)
			n += (size_t)snprintf(
			    out + n, SCOPE_SIZE - n, "%s%.*s", n ? " " : "", STR_ARG(right));
	return n ? OAUTH_OK : OAUTH_NO_SCOPE;
}

enum oauth_result
grants_narrow_scope(struct grants *g, const struct grants_request *rq, struct grants_answer *out)
{
	(void)g;
	return narrow_scope(out->scope, str_of(rq->client->scope), rq->scope);
}

/* ---- pending sign-ins ---- */

enum oauth_result
grants_begin(struct grants *g, const struct grants_request *rq, struct grants_answer *out)
{
	char letters[USER_CODE_LETTERS];
	LOCK(g);
	struct grant *grant = find_oldest_grant(g->pending);
	if (grants_narrow_scope(g, rq, out) != OAUTH_OK)
		return OAUTH_NO_SCOPE;
	if (grant->expires_at_ms > rq->now_ms)
		return OAUTH_TOO_MANY_SIGN_INS;
	while (find_grant(g->pending, KEY_NAME, make_user_code(letters)))
		;
	*grant = (struct grant){ .page.client = rq->client,
		.expires_at_ms = rq->now_ms + GRANTS_CODE_LIFETIME_S * 1000,
		.poll_interval_ms = GRANTS_POLL_INTERVAL_S * 1000 };
	memcpy(grant->page.scope, out->scope, sizeof(out->scope));
	make_secret(grant->page.secret);
	make_secret(out->secret);
	snprintf(out->user_code, sizeof(out->user_code), "%.4s-%.4s", letters, letters + 4);
	digest_sha256(str_of(out->secret), grant->hashes[KEY_SECRET]);
	digest_sha256(str_from(letters, sizeof(letters)), grant->hashes[KEY_NAME]);
	return OAUTH_OK;
}

/* Finds the sign-in that waits for a decision on this code. Only the letters count, in upper or
 * lower case. */
static struct grant *
find_undecided(struct grants *g, struct str typed, int64_t now_ms)
{
	char letters[USER_CODE_LETTERS + 1];
	size_t n = 0;
	for (size_t i = 0; i < typed.n && n < sizeof(letters); i++) {
		char c = typed.p[i];
		if (c != ' ' && c != '-')
			letters[n++] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
	}
	struct grant *grant = find_grant(g->pending, KEY_NAME, str_from(letters, n));
	bool waits = grant && grant->decision == DECISION_NONE && now_ms < grant->expires_at_ms;
	return waits ? grant : NULL;
}

enum oauth_result
grants_decide(struct grants *g, const struct grants_attempt *try, enum decision decision,
    struct grants_answer *out)
{
	LOCK(g);
	struct grant *grant = find_undecided(g, try->name, try->now_ms);
	if (!grant && !allow_try(g, try, STR("user code"), true))
		return OAUTH_NO_MORE_CODES;
	if (!grant)
		return OAUTH_UNKNOWN_CODE;
	if (decision != DECISION_NONE &&
	    (try->secret.n != SECRET_LETTERS ||
		!digest_equal(grant->page.secret, try->secret.p, SECRET_LETTERS)))
		return OAUTH_UNPROVEN;
	grant->decision = decision;
	*out = grant->page;
	return OAUTH_OK;
}

/* ---- tokens ---- */

/* Makes the next refresh token of a family. It begins like the device code or token that it
 * replaces, which may be in *out. */
static void
issue_refresh_token(
    struct grant *family, const struct grants_request *rq, struct grants_answer *out)
{
	memmove(out->secret, rq->secret.p, FAMILY_LETTERS);
	make_secret(out->secret + FAMILY_LETTERS);
	digest_sha256(str_from(out->secret, FAMILY_LETTERS), family->hashes[KEY_NAME]);
	digest_sha256(str_of(out->secret), family->hashes[KEY_SECRET]);
	family->expires_at_ms = rq->now_ms + GRANTS_REFRESH_LIFETIME_S * 1000;
}

/* A poll that comes too soon lengthens the interval. Once there is a decision, no poll is too
 * soon. */
enum oauth_result
grants_poll(struct grants *g, const struct grants_request *rq, struct grants_answer *out)
{
	LOCK(g);
	struct grant *grant = find_grant(g->pending, KEY_SECRET, rq->secret);
	if (!grant || grant->page.client != rq->client)
		return OAUTH_INVALID_GRANT;
	if (rq->now_ms >= grant->expires_at_ms)
		return OAUTH_EXPIRED;
	if (grant->decision == DECISION_NO)
		return OAUTH_DENIED;
	if (grant->decision == DECISION_NONE) {
		bool hasty = rq->now_ms < grant->next_poll_ms;
		grant->poll_interval_ms += hasty ? GRANTS_POLL_INTERVAL_S * 1000 : 0;
		grant->next_poll_ms = rq->now_ms + grant->poll_interval_ms;
		return hasty ? OAUTH_SLOW_DOWN : OAUTH_PENDING;
	}
	struct grant *family = find_oldest_grant(g->families);
	*family = *grant;
	memcpy(out->scope, grant->page.scope, sizeof(out->scope));
	issue_refresh_token(family, rq, out);
	explicit_bzero(grant, sizeof(*grant));
	return OAUTH_OK;
}

/* Finds the family of a refresh token that belongs to this client, or NULL. */
static struct grant *
find_family(struct grants *g, const struct grants_request *rq)
{
	struct str name = str_sub(rq->secret, 0, FAMILY_LETTERS);
	struct grant *family = find_grant(g->families, KEY_NAME, name);
	bool is_own = family && family->page.client == rq->client;
	return is_own && rq->secret.n == GRANTS_SECRET_SIZE - 1 ? family : NULL;
}

enum oauth_result
grants_renew(struct grants *g, const struct grants_request *rq, struct grants_answer *out)
{
	LOCK(g);
	struct grant *family = find_family(g, rq);
	unsigned char digest[DIGEST_SIZE];
	if (!family)
		return OAUTH_INVALID_GRANT;
	digest_sha256(rq->secret, digest);
	bool current = digest_equal(family->hashes[KEY_SECRET], digest, DIGEST_SIZE);
	if (!current || rq->now_ms >= family->expires_at_ms) {
		explicit_bzero(family, sizeof(*family));
		return current ? OAUTH_INVALID_GRANT : OAUTH_TOKEN_REUSED;
	}
	if (narrow_scope(out->scope, str_of(family->page.scope), rq->scope) != OAUTH_OK)
		return OAUTH_NO_SCOPE;
	issue_refresh_token(family, rq, out);
	return OAUTH_OK;
}

enum oauth_result
grants_revoke(struct grants *g, const struct grants_request *rq, struct grants_answer *out)
{
	LOCK(g);
	struct grant *family = find_family(g, rq);
	(void)out;
	if (family)
		explicit_bzero(family, sizeof(*family));
	return OAUTH_OK;
}
