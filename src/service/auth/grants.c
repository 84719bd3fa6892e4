#include "service/auth/grants.h"

#include "base/digest.h"
#include "base/vec.h"

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
	while (str_next(&wanted, ' ', &right)) {
		size_t space = n > 0;
		if (right.n == 0 || !scope_has_right(str_of(has), right) ||
		    scope_has_right(str_from(out, n), right) || right.n + space >= SCOPE_SIZE - n)
			continue;
		if (space)
			out[n++] = ' ';
		memcpy(out + n, right.p, right.n);
		n += right.n;
		out[n] = '\0';
	}
}

/* A refresh token consists of its family's name and a secret: an old token is recognised by its
 * family, without a list of all used tokens. */
enum {
	CODE_BYTES = 32,
	FAMILY_BYTES = 16,
	TOKEN_BYTES = FAMILY_BYTES + CODE_BYTES,
	USER_CODE_LETTERS = 8
};
enum {
	CODE_LIFETIME_MS = GRANTS_CODE_LIFETIME_S * 1000,
	POLL_INTERVAL_MS = GRANTS_POLL_INTERVAL_S * 1000,
	FAMILY_LIFETIME_MS = GRANTS_REFRESH_LIFETIME_S * 1000,
};

enum decision { DECISION_NONE, DECISION_YES, DECISION_NO };

struct pending_grant {
	unsigned char device_code_hash[DIGEST_SIZE], user_code_hash[DIGEST_SIZE];
	char proof[GRANTS_SECRET_SIZE], scope[SCOPE_SIZE];
	const struct oauth_client *client;
	enum decision decision;
	int64_t expires_at_ms;
	int64_t next_poll_ms; /* no poll allowed before; 0: not polled yet */
	int64_t poll_interval_ms;
};

struct token_family {
	unsigned char family_name_hash[DIGEST_SIZE], token_hash[DIGEST_SIZE];
	char scope[SCOPE_SIZE];
	const struct oauth_client *client;
	int64_t expires_at_ms;
};

struct grants {
	pthread_mutex_t lock;
	VEC(struct pending_grant) pending_grants; /* oldest first */
	VEC(struct token_family) families;        /* least recently used first */
	struct failed_tries *failure_counters;
};

struct grants *
grants_new(void)
{
	struct grants *g = x_new(struct grants);
	pthread_mutex_init(&g->lock, NULL);
	g->failure_counters = tries_new();
	/* Reserved so that the arrays never move: a move would leave copies of proofs in freed
	 * memory. */
	vec_reserve(&g->pending_grants, GRANTS_MAX);
	vec_reserve(&g->families, GRANTS_MAX);
	return g;
}

void
grants_free(struct grants *g)
{
	if (!g)
		return;
	explicit_bzero(g->pending_grants.v, g->pending_grants.n * sizeof(*g->pending_grants.v));
	vec_free(&g->pending_grants);
	vec_free(&g->families);
	tries_free(g->failure_counters);
	pthread_mutex_destroy(&g->lock);
	x_free(g);
}

/* ---- codes ---- */

static void
encode_secret(char out[GRANTS_SECRET_SIZE], const unsigned char *bytes, size_t n)
{
	struct buf text = { 0 };
	base64url_encode(&text, str_from((const char *)bytes, n));
	snprintf(out, GRANTS_SECRET_SIZE, "%s", buf_z(&text));
	buf_wipe(&text);
}

static void
make_secret(char out[GRANTS_SECRET_SIZE])
{
	unsigned char bytes[CODE_BYTES];
	digest_random(bytes, sizeof(bytes));
	encode_secret(out, bytes, sizeof(bytes));
	explicit_bzero(bytes, sizeof(bytes));
}

/* Without vowels, so that no words appear. Bytes that would make some letters more likely are
 * redrawn. */
static void
make_user_code(char out[GRANTS_USER_CODE_SIZE])
{
	static const char user_code_alphabet[] = "BCDFGHJKLMNPQRSTVWXZ";
	enum {
		LETTER_COUNT = sizeof(user_code_alphabet) - 1,
		UNBIASED_BYTE_MAX = 256 / LETTER_COUNT * LETTER_COUNT
	};
	for (size_t i = 0; i < GRANTS_USER_CODE_SIZE - 1;) {
		unsigned char byte;
		digest_random(&byte, 1);
		if (i == USER_CODE_LETTERS / 2)
			out[i++] = '-';
		else if (byte < UNBIASED_BYTE_MAX)
			out[i++] = user_code_alphabet[byte % LETTER_COUNT];
	}
	out[GRANTS_USER_CODE_SIZE - 1] = '\0';
}

/* Hashes only the letters, in upper case, so that separators and case do not matter. */
static void
digest_user_code(struct str typed, unsigned char out[DIGEST_SIZE])
{
	char user_code_alphabet[USER_CODE_LETTERS + 1];
	size_t n = 0;
	for (size_t i = 0; i < typed.n && n < sizeof(user_code_alphabet); i++) {
		char c = typed.p[i];
		if (c != ' ' && c != '-')
			user_code_alphabet[n++] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
	}
	digest_sha256(str_from(user_code_alphabet, n), out);
}

/* Compares all entries, so that the time does not depend on the code. */
static struct pending_grant *
find_by_device_code(struct grants *g, struct str code)
{
	unsigned char digest[DIGEST_SIZE];
	struct pending_grant *found = NULL;
	digest_sha256(code, digest);
	for (size_t i = 0; i < g->pending_grants.n; i++)
		if (digest_equal(g->pending_grants.v[i].device_code_hash, digest, DIGEST_SIZE))
			found = &g->pending_grants.v[i];
	return found;
}

static struct pending_grant *
find_by_user_code(struct grants *g, struct str typed, int64_t now_ms)
{
	unsigned char digest[DIGEST_SIZE];
	struct pending_grant *found = NULL;
	digest_user_code(typed, digest);
	for (size_t i = 0; i < g->pending_grants.n; i++)
		if (digest_equal(g->pending_grants.v[i].user_code_hash, digest, DIGEST_SIZE) &&
		    g->pending_grants.v[i].decision == DECISION_NONE &&
		    now_ms < g->pending_grants.v[i].expires_at_ms)
			found = &g->pending_grants.v[i];
	return found;
}

static void
drop_pending_grant(struct grants *g, struct pending_grant *p)
{
	size_t i = (size_t)(p - g->pending_grants.v);
	explicit_bzero(p, sizeof(*p));
	vec_remove(&g->pending_grants, i);
}

/* Removes expired sign-ins. */
static void
drop_expired_grants(struct grants *g, int64_t now_ms)
{
	for (size_t i = g->pending_grants.n; i > 0; i--)
		if (now_ms >= g->pending_grants.v[i - 1].expires_at_ms)
			drop_pending_grant(g, &g->pending_grants.v[i - 1]);
}

bool
grants_begin(struct grants *g, const struct grants_request *order, struct grants_codes *out)
{
	struct pending_grant p = { .client = order->client,
		.expires_at_ms = order->now_ms + CODE_LIFETIME_MS,
		.poll_interval_ms = POLL_INTERVAL_MS };
	snprintf(p.scope, sizeof(p.scope), "%s", order->scope);
	make_secret(out->device_code);
	make_secret(p.proof);
	digest_sha256(str_of(out->device_code), p.device_code_hash);
	pthread_mutex_lock(&g->lock);
	do
		make_user_code(out->user_code);
	while (find_by_user_code(g, str_of(out->user_code), order->now_ms));
	digest_user_code(str_of(out->user_code), p.user_code_hash);
	if (g->pending_grants.n == GRANTS_MAX)
		drop_expired_grants(g, order->now_ms);
	bool has_room = g->pending_grants.n < GRANTS_MAX;
	if (has_room)
		vec_push(&g->pending_grants, p);
	pthread_mutex_unlock(&g->lock);
	explicit_bzero(&p, sizeof(p));
	return has_room;
}

/* ---- the user's decision ---- */

static const struct str user_code_counter = { "user code", 9 };

/* Finds the pending sign-in of a typed code. Returns NULL and sets *why if there is none. Call
 * with the lock held. */
static struct pending_grant *
find_grant_limiting_tries(
    struct grants *g, const struct grants_attempt *try, enum code_verdict *why)
{
	struct pending_grant *p = find_by_user_code(g, try->user_code, try->now_ms);
	*why = CODE_OK;
	if (p)
		return p;
	*why = CODE_LIMITED;
	if (!tries_are_used_up(g->failure_counters, try->remote, user_code_counter, try->now_ms)) {
		*why = CODE_UNKNOWN;
		tries_add(g->failure_counters, try->remote, user_code_counter, try->now_ms);
	}
	return NULL;
}

static void
fill_grants_view(const struct pending_grant *p, struct grants_view *out)
{
	out->client = p->client;
	memcpy(out->scope, p->scope, sizeof(out->scope));
	memcpy(out->proof, p->proof, sizeof(out->proof));
}

enum code_verdict
grants_find_code(struct grants *g, const struct grants_attempt *try, struct grants_view *out)
{
	enum code_verdict verdict;
	pthread_mutex_lock(&g->lock);
	const struct pending_grant *p = find_grant_limiting_tries(g, try, &verdict);
	if (p)
		fill_grants_view(p, out);
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

static bool
proof_matches(const struct pending_grant *p, struct str proof)
{
	return proof.n == strlen(p->proof) && digest_equal(p->proof, proof.p, proof.n);
}

enum code_verdict
grants_decide(struct grants *g, const struct grants_attempt *try, struct str proof, bool yes,
    struct grants_view *out)
{
	enum code_verdict verdict;
	pthread_mutex_lock(&g->lock);
	struct pending_grant *p = find_grant_limiting_tries(g, try, &verdict);
	if (p && !proof_matches(p, proof)) {
		verdict = CODE_UNPROVEN;
	} else if (p) {
		p->decision = yes ? DECISION_YES : DECISION_NO;
		fill_grants_view(p, out);
	}
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

/* ---- tokens ---- */

static void
add_token_family(struct grants *g, const struct token_family *f)
{
	if (g->families.n == GRANTS_MAX)
		vec_remove(&g->families, 0);
	vec_push(&g->families, *f);
}

/* Makes the family's next token; `bytes` already begins with the family's name. */
static void
make_token(struct token_family *f, unsigned char bytes[TOKEN_BYTES], char out[GRANTS_SECRET_SIZE])
{
	digest_random(bytes + FAMILY_BYTES, CODE_BYTES);
	encode_secret(out, bytes, TOKEN_BYTES);
	digest_sha256(str_of(out), f->token_hash);
}

static void
begin_token_family(
    struct grants *g, const struct pending_grant *p, int64_t now_ms, struct grants_tokens *out)
{
	unsigned char bytes[TOKEN_BYTES];
	struct token_family f = { .client = p->client,
		.expires_at_ms = now_ms + FAMILY_LIFETIME_MS };
	memcpy(f.scope, p->scope, sizeof(f.scope));
	memcpy(out->scope, p->scope, sizeof(out->scope));
	digest_random(bytes, FAMILY_BYTES);
	digest_sha256(str_from((const char *)bytes, FAMILY_BYTES), f.family_name_hash);
	make_token(&f, bytes, out->refresh_token);
	add_token_family(g, &f);
	explicit_bzero(bytes, sizeof(bytes));
}

/* Lengthens the interval if the client polled too soon. Called only while it has to wait: once
 * there is a decision, the client gets it. */
static enum grant_verdict
lengthen_interval(struct pending_grant *p, int64_t now_ms)
{
	bool hasty = now_ms < p->next_poll_ms;
	if (hasty)
		p->poll_interval_ms += POLL_INTERVAL_MS;
	p->next_poll_ms = now_ms + p->poll_interval_ms;
	return hasty ? GRANT_SLOW_DOWN : GRANT_PENDING;
}

static enum grant_verdict
poll_pending(struct grants *g, struct pending_grant *p, int64_t now_ms, struct grants_tokens *out)
{
	if (now_ms >= p->expires_at_ms)
		return GRANT_EXPIRED;
	if (p->decision == DECISION_NO)
		return GRANT_DENIED;
	if (p->decision == DECISION_NONE)
		return lengthen_interval(p, now_ms);
	begin_token_family(g, p, now_ms, out);
	drop_pending_grant(g, p);
	return GRANT_OK;
}

enum grant_verdict
grants_poll(struct grants *g, const struct oauth_client *client, struct str code, int64_t now_ms,
    struct grants_tokens *out)
{
	pthread_mutex_lock(&g->lock);
	struct pending_grant *p = find_by_device_code(g, code);
	enum grant_verdict verdict = p && p->client == client ? poll_pending(g, p, now_ms, out)
							      : GRANT_UNKNOWN;
	pthread_mutex_unlock(&g->lock);
	return verdict;
}

/* Finds the family of a token that belongs to this client, or NULL. `bytes` gets the decoded
 * token, which the caller must wipe. */
static struct token_family *
find_token_family(struct grants *g, const struct oauth_client *client, struct str token,
    unsigned char bytes[TOKEN_BYTES])
{
	struct token_family *found = NULL;
	unsigned char name[DIGEST_SIZE] = { 0 };
	struct buf decoded = { 0 };
	bool shaped = token.n == GRANTS_SECRET_SIZE - 1 && base64url_decode(&decoded, token) &&
	    decoded.n == TOKEN_BYTES;
	if (shaped) {
		memcpy(bytes, decoded.p, TOKEN_BYTES);
		digest_sha256(str_from((const char *)bytes, FAMILY_BYTES), name);
	}
	for (size_t i = 0; shaped && i < g->families.n; i++)
		if (digest_equal(g->families.v[i].family_name_hash, name, DIGEST_SIZE))
			found = &g->families.v[i];
	buf_wipe(&decoded);
	return found && found->client == client ? found : NULL;
}

static void
drop_token_family(struct grants *g, const struct token_family *f)
{
	size_t i = (size_t)(f - g->families.v);
	vec_remove(&g->families, i);
}

static enum grant_verdict
renew_token_family(struct grants *g, struct token_family *f, unsigned char bytes[TOKEN_BYTES],
    const struct grants_renewal *order, struct grants_tokens *out)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(order->refresh_token, digest);
	bool current = digest_equal(f->token_hash, digest, DIGEST_SIZE);
	if (order->now_ms >= f->expires_at_ms || !current) {
		drop_token_family(g, f);
		return current ? GRANT_UNKNOWN : GRANT_REPLAYED;
	}
	scope_narrow(out->scope, f->scope, order->scope);
	if (!out->scope[0])
		return GRANT_NO_SCOPE;
	struct token_family next = *f;
	drop_token_family(g, f);
	make_token(&next, bytes, out->refresh_token);
	next.expires_at_ms = order->now_ms + FAMILY_LIFETIME_MS;
	add_token_family(g, &next);
	return GRANT_OK;
}

enum grant_verdict
grants_renew(struct grants *g, const struct grants_renewal *order, struct grants_tokens *out)
{
	unsigned char bytes[TOKEN_BYTES];
	pthread_mutex_lock(&g->lock);
	struct token_family *f = find_token_family(g, order->client, order->refresh_token, bytes);
	enum grant_verdict verdict = f ? renew_token_family(g, f, bytes, order, out)
				       : GRANT_UNKNOWN;
	pthread_mutex_unlock(&g->lock);
	explicit_bzero(bytes, sizeof(bytes));
	return verdict;
}

void
grants_revoke(struct grants *g, const struct oauth_client *client, struct str token)
{
	unsigned char bytes[TOKEN_BYTES];
	pthread_mutex_lock(&g->lock);
	const struct token_family *f = find_token_family(g, client, token, bytes);
	if (f)
		drop_token_family(g, f);
	pthread_mutex_unlock(&g->lock);
	explicit_bzero(bytes, sizeof(bytes));
}
