#include "service/auth/grants.h"

#include "base/digest.h"
#include "base/mem.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static bool
scope_has_right(struct str scope, struct str right)
{
	struct str word;
	while (str_next(&scope, ' ', &word))
		if (str_eq(word, right))
			return true;
	return false;
}

void
scope_narrow(char out[SCOPE_SIZE], const char *has, struct str wanted)
{
	struct str right;
	size_t n = 0;
	out[0] = '\0';
	if (!wanted.n)
		wanted = str_of(has);
	while (str_next(&wanted, ' ', &right))
		if (right.n && scope_has_right(str_of(has), right) &&
		    !scope_has_right(str_from(out, n), right) && n + (n > 0) + right.n < SCOPE_SIZE)
			n += (size_t)snprintf(
			    out + n, SCOPE_SIZE - n, "%s%.*s", n ? " " : "", STR_ARG(right));
}

/* A grant: first a pending one with a device code and a user code, then, once the device code is
 * exchanged, a family of refresh tokens. The first FAMILY_LETTERS of a refresh token name its
 * family, so that an old token is recognised without a list of all used tokens. */
enum { FAMILY_LETTERS = 20, SECRET_LETTERS = 44, USER_CODE_LETTERS = 8 };
enum {
	CODE_LIFETIME_MS = GRANTS_CODE_LIFETIME_S * 1000,
	POLL_INTERVAL_MS = GRANTS_POLL_INTERVAL_S * 1000,
	FAMILY_LIFETIME_MS = GRANTS_REFRESH_LIFETIME_S * 1000,
};

enum decision { DECISION_NONE, DECISION_YES, DECISION_NO };

enum grant_key {
	KEY_NAME,   /* the letters of the user code; of a family, its name */
	KEY_SECRET, /* the device code; of a family, its current refresh token */
	GRANT_KEYS
};

struct grant {
	unsigned char hashes[GRANT_KEYS][DIGEST_SIZE];
	char scope[SCOPE_SIZE];
	const struct oauth_client *client;
	int64_t expires_at_ms; /* 0: unused entry */
	/* of pending grants only */
	char proof[GRANTS_SECRET_SIZE];
	enum decision decision;
	int64_t next_poll_ms; /* no poll allowed before; 0: not polled yet */
	int64_t poll_interval_ms;
};

struct grants {
	pthread_mutex_t lock;
	struct grant pending[GRANTS_MAX], families[GRANTS_MAX];
	struct failed_tries *failure_counters;
};

struct grants *
grants_new(void)
{
	struct grants *g = x_new(struct grants);
	pthread_mutex_init(&g->lock, NULL);
	g->failure_counters = tries_new();
	return g;
}

void
grants_free(struct grants *g)
{
	if (!g)
		return;
	tries_free(g->failure_counters);
	pthread_mutex_destroy(&g->lock);
	explicit_bzero(g, sizeof(*g));
	x_free(g);
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

static void
drop_grant(struct grant *grant)
{
	explicit_bzero(grant, sizeof(*grant));
}

/* ---- codes ---- */

/* Writes random text and a NUL. letter_count must be a multiple of 4. */
static void
make_secret(char *out, size_t letter_count)
{
	unsigned char bytes[SECRET_LETTERS / 4 * 3];
	struct buf text = { 0 };
	digest_random(bytes, sizeof(bytes));
	base64url_encode(&text, str_from((const char *)bytes, letter_count / 4 * 3));
	memcpy(out, buf_z(&text), letter_count + 1);
	buf_wipe(&text);
	explicit_bzero(bytes, sizeof(bytes));
}

/* Letters without vowels, so that no words appear. Bytes that would make some letters more likely
 * are redrawn. */
static struct str
make_user_code(char letters[USER_CODE_LETTERS])
{
	static const char alphabet[] = "BCDFGHJKLMNPQRSTVWXZ";
	enum { LETTER_COUNT = sizeof(alphabet) - 1 };
	for (size_t i = 0; i < USER_CODE_LETTERS;) {
		unsigned char byte;
		digest_random(&byte, 1);
		if (byte < 256 / LETTER_COUNT * LETTER_COUNT)
			letters[i++] = alphabet[byte % LETTER_COUNT];
	}
	return str_from(letters, USER_CODE_LETTERS);
}

bool
grants_begin(struct grants *g, const struct grants_request *order, struct grants_codes *out)
{
	char letters[USER_CODE_LETTERS];
	pthread_mutex_lock(&g->lock);
	struct grant *grant = find_oldest_grant(g->pending);
	bool has_room = grant->expires_at_ms <= order->now_ms;
	while (has_room && find_grant(g->pending, KEY_NAME, make_user_code(letters)))
		;
	if (has_room) {
		*grant = (struct grant){ .client = order->client,
			.expires_at_ms = order->now_ms + CODE_LIFETIME_MS,
			.poll_interval_ms = POLL_INTERVAL_MS };
		snprintf(grant->scope, sizeof(grant->scope), "%s", order->scope);
		snprintf(out->user_code, sizeof(out->user_code), "%.4s-%.4s", letters, letters + 4);
		make_secret(out->device_code, SECRET_LETTERS);
		make_secret(grant->proof, SECRET_LETTERS);
		digest_sha256(str_from(letters, USER_CODE_LETTERS), grant->hashes[KEY_NAME]);
		digest_sha256(str_of(out->device_code), grant->hashes[KEY_SECRET]);
	}
	pthread_mutex_unlock(&g->lock);
	return has_room;
}

/* ---- the user's decision ---- */

static const struct str user_code_counter = { "user code", 9 };

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
	return grant && grant->decision == DECISION_NONE && now_ms < grant->expires_at_ms ? grant
											  : NULL;
}

/* Finds the pending sign-in of a typed code. Returns NULL and sets *why if there is none. Call
 * with the lock held. */
static struct grant *
find_undecided_limiting_tries(
    struct grants *g, const struct grants_attempt *try, enum code_verdict *why)
{
	struct grant *grant = find_undecided(g, try->user_code, try->now_ms);
	*why = CODE_OK;
	if (grant)
		return grant;
	*why = CODE_LIMITED;
	if (!tries_are_used_up(g->failure_counters, try->remote, user_code_counter, try->now_ms)) {
		*why = CODE_UNKNOWN;
		tries_add(g->failure_counters, try->remote, user_code_counter, try->now_ms);
	}
	return NULL;
}

static void
fill_grants_view(const struct grant *grant, struct grants_view *out)
{
	out->client = grant->client;
	memcpy(out->scope, grant->scope, sizeof(out->scope));
	memcpy(out->proof, grant->proof, sizeof(out->proof));
}

enum code_verdict
grants_find_code(struct grants *g, const struct grants_attempt *try, struct grants_view *out)
{
	enum code_verdict verdict;
	pthread_mutex_lock(&g->lock);
	const struct grant *grant = find_undecided_limiting_tries(g, try, &verdict);
	if (grant)
		fill_grants_view(grant, out);
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

static bool
proof_matches(const struct grant *grant, struct str proof)
{
	return proof.n == strlen(grant->proof) && digest_equal(grant->proof, proof.p, proof.n);
}

enum code_verdict
grants_decide(struct grants *g, const struct grants_attempt *try, struct str proof, bool yes,
    struct grants_view *out)
{
	enum code_verdict verdict;
	pthread_mutex_lock(&g->lock);
	struct grant *grant = find_undecided_limiting_tries(g, try, &verdict);
	if (grant && !proof_matches(grant, proof)) {
		verdict = CODE_UNPROVEN;
	} else if (grant) {
		grant->decision = yes ? DECISION_YES : DECISION_NO;
		fill_grants_view(grant, out);
	}
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

/* ---- tokens ---- */

/* Makes the next refresh token of a family; `previous` is empty for its first one. */
static void
issue_refresh_token(
    struct grant *family, struct str previous, int64_t now_ms, struct grants_tokens *out)
{
	if (previous.n)
		memmove(out->refresh_token, previous.p, FAMILY_LETTERS);
	else
		make_secret(out->refresh_token, FAMILY_LETTERS);
	make_secret(out->refresh_token + FAMILY_LETTERS, SECRET_LETTERS);
	digest_sha256(str_from(out->refresh_token, FAMILY_LETTERS), family->hashes[KEY_NAME]);
	digest_sha256(str_of(out->refresh_token), family->hashes[KEY_SECRET]);
	family->expires_at_ms = now_ms + FAMILY_LIFETIME_MS;
}

/* Lengthens the interval if the client polled too soon. Called only while it has to wait: once
 * there is a decision, the client gets it. */
static enum grant_verdict
lengthen_interval(struct grant *grant, int64_t now_ms)
{
	bool hasty = now_ms < grant->next_poll_ms;
	if (hasty)
		grant->poll_interval_ms += POLL_INTERVAL_MS;
	grant->next_poll_ms = now_ms + grant->poll_interval_ms;
	return hasty ? GRANT_SLOW_DOWN : GRANT_PENDING;
}

static enum grant_verdict
poll_pending(struct grants *g, struct grant *grant, int64_t now_ms, struct grants_tokens *out)
{
	if (now_ms >= grant->expires_at_ms)
		return GRANT_EXPIRED;
	if (grant->decision == DECISION_NO)
		return GRANT_DENIED;
	if (grant->decision == DECISION_NONE)
		return lengthen_interval(grant, now_ms);
	struct grant *family = find_oldest_grant(g->families);
	*family = (struct grant){ .client = grant->client };
	memcpy(family->scope, grant->scope, sizeof(family->scope));
	memcpy(out->scope, grant->scope, sizeof(out->scope));
	issue_refresh_token(family, STR_NONE, now_ms, out);
	drop_grant(grant);
	return GRANT_OK;
}

enum grant_verdict
grants_poll(struct grants *g, const struct oauth_client *client, struct str code, int64_t now_ms,
    struct grants_tokens *out)
{
	pthread_mutex_lock(&g->lock);
	struct grant *grant = find_grant(g->pending, KEY_SECRET, code);
	enum grant_verdict verdict = grant && grant->client == client
	    ? poll_pending(g, grant, now_ms, out)
	    : GRANT_UNKNOWN;
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

/* Finds the family of a token that belongs to this client, or NULL. */
static struct grant *
find_token_family(struct grants *g, const struct oauth_client *client, struct str token)
{
	struct grant *grant = find_grant(g->families, KEY_NAME, str_sub(token, 0, FAMILY_LETTERS));
	return grant && grant->client == client && token.n == GRANTS_SECRET_SIZE - 1 ? grant : NULL;
}

static enum grant_verdict
renew_token_family(
    struct grant *family, const struct grants_renewal *order, struct grants_tokens *out)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(order->refresh_token, digest);
	bool current = digest_equal(family->hashes[KEY_SECRET], digest, DIGEST_SIZE);
	if (order->now_ms >= family->expires_at_ms || !current) {
		drop_grant(family);
		return current ? GRANT_UNKNOWN : GRANT_REPLAYED;
	}
	scope_narrow(out->scope, family->scope, order->scope);
	if (!out->scope[0])
		return GRANT_NO_SCOPE;
	issue_refresh_token(family, order->refresh_token, order->now_ms, out);
	return GRANT_OK;
}

enum grant_verdict
grants_renew(struct grants *g, const struct grants_renewal *order, struct grants_tokens *out)
{
	pthread_mutex_lock(&g->lock);
	struct grant *family = find_token_family(g, order->client, order->refresh_token);
	enum grant_verdict verdict = family ? renew_token_family(family, order, out)
					    : GRANT_UNKNOWN;
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

void
grants_revoke(struct grants *g, const struct oauth_client *client, struct str token)
{
	pthread_mutex_lock(&g->lock);
	struct grant *family = find_token_family(g, client, token);
	if (family)
		drop_grant(family);
	pthread_mutex_unlock(&g->lock);
}
