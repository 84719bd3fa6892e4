#include "service/auth/jwt_verify.h"

#include "base/digest.h"
#include "base/mem.h"
#include "service/auth/jwt_cache.h"
#include "service/auth/jwt_sign.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"
#include "wire/member.h"
#include "wire/rights.h"
#include "wire/value.h"

#include <jwt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JWT_HEADER_SIZE_MAX = 2048 };
#define EXP_MAX INT64_C(253402300799) /* the end of the year 9999 */

/* The algorithms that every version of libjwt verifies; JWT_ALG_NONE: OpenSSL does. */
static const jwt_alg_t libjwt_algorithms[JWT_ALGORITHMS] = { [JWT_HS256] = JWT_ALG_HS256,
	[JWT_RS256] = JWT_ALG_RS256,
	[JWT_ES256] = JWT_ALG_ES256,
	[JWT_PS256] = JWT_ALG_NONE,
	[JWT_EDDSA] = JWT_ALG_NONE };

struct jwt_verifier {
	pthread_rwlock_t lock; /* for the rules: */
	struct issuer_set *issuers;
	int leeway_s;
	struct jwt_cache *cache;
	struct hasher *hasher; /* hashes tokens for the cache */
};

struct jwt_parts {
	struct str header, payload; /* decoded JSON */
	struct str signed_text;
	struct buf decoded[3]; /* the last is the signature */
	char *text;            /* the token, NUL-terminated */
	struct buf algorithm, kid, iss;
	bool is_access_token_type; /* typ is at+jwt (RFC 9068) */
};

static void
clear_cache(void *ctx)
{
	jwt_cache_clear(((struct jwt_verifier *)ctx)->cache);
}

bool
jwt_verifier_set_rules(struct jwt_verifier *g, const struct jwt_rules *rules, struct err *err)
{
	/* Only this function changes the set, and one thread calls it. */
	struct issuer_set *old = g->issuers;
	pthread_rwlock_wrlock(&g->lock);
	struct issuer_set *fresh =
	    issuer_set_new(rules->issuers, rules->issuers_n, old, clear_cache, g, err);
	if (fresh) {
		issuer_set_deny(fresh, rules->denied_tokens, rules->denied_subjects);
		g->issuers = fresh;
		g->leeway_s = rules->leeway_s;
	}
	pthread_rwlock_unlock(&g->lock);
	if (!fresh)
		return false;
	jwt_cache_clear(g->cache);
	issuer_set_free(old);
	return true;
}

struct jwt_verifier *
jwt_verifier_new(const struct jwt_rules *rules, struct err *err)
{
	struct jwt_verifier *g = x_new(struct jwt_verifier);
	pthread_rwlockattr_t kind;
	pthread_rwlockattr_init(&kind);
	/* new rules do not wait for a pause between tokens */
	pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&g->lock, &kind);
	pthread_rwlockattr_destroy(&kind);
	g->cache = jwt_cache_new();
	g->hasher = hasher_new();
	if (jwt_verifier_set_rules(g, rules, err))
		return g;
	jwt_verifier_free(g);
	return NULL;
}

void
jwt_verifier_free(struct jwt_verifier *g)
{
	if (!g)
		return;
	issuer_set_free(g->issuers);
	jwt_cache_free(g->cache);
	hasher_free(g->hasher);
	pthread_rwlock_destroy(&g->lock);
	x_free(g);
}

static bool
fail_token(const char **reason, const char *words)
{
	*reason = words;
	return false;
}

/* True if the text is a JSON object without duplicate members, invalid UTF-8 or deep nesting. */
static bool
is_valid_json_object(struct str json, unsigned depth)
{
	struct err ignored;
	struct json_scan_rules rules = json_scan_service_rules;
	rules.max_depth = depth;
	return json.n && json.p[0] == '{' && json_scan_check(json, &rules, NULL, &ignored);
}

static bool
split_token(struct jwt_parts *parts, struct str token, const char **reason)
{
	struct str rest = token, piece[3];
	if (token.n == 0 || token.n > JWT_TOKEN_SIZE_MAX)
		return fail_token(reason, "length");
	for (size_t i = 0; i < 3; i++)
		if (!str_next(&rest, '.', &piece[i]) || piece[i].n == 0)
			return fail_token(reason, "not three parts");
	if (rest.p)
		return fail_token(reason, "not three parts");
	if (piece[0].n > JWT_HEADER_SIZE_MAX)
		return fail_token(reason, "header too long");
	for (size_t i = 0; i < 3; i++)
		if (!base64url_decode(&parts->decoded[i], piece[i]))
			return fail_token(reason, "not canonical base64url");
	parts->signed_text = str_sub(token, 0, piece[0].n + 1 + piece[1].n);
	parts->header = buf_str(&parts->decoded[0]);
	parts->payload = buf_str(&parts->decoded[1]);
	parts->text = str_dup(token);
	if (!is_valid_json_object(parts->header, 4) || !is_valid_json_object(parts->payload, 16))
		return fail_token(reason, "header or payload is not a strict JSON object");
	return true;
}

static void
parts_free(struct jwt_parts *parts)
{
	for (size_t i = 0; i < 3; i++)
		buf_free(&parts->decoded[i]);
	buf_free(&parts->algorithm);
	buf_free(&parts->kid);
	buf_free(&parts->iss);
	x_free(parts->text);
}

/* Reads the string at `path`, unquoted. Returns false if it is absent or not a string. */
static bool
read_text_claim(struct buf *out, struct str json, struct str path)
{
	struct str token = json_lex_find(json, path);
	buf_reset(out);
	if (token.n < 2 || token.p[0] != '"')
		return false;
	json_lex_unquote(out, token);
	return true;
}

/* The type may be absent, "JWT", or that of an access token (RFC 9068, 2.1). */
static bool
read_type(struct jwt_parts *parts)
{
	struct buf text = { 0 };
	bool ok = true;
	if (json_lex_find(parts->header, STR("typ")).p) {
		ok = read_text_claim(&text, parts->header, STR("typ"));
		parts->is_access_token_type = ok &&
		    (str_eq_nocase(buf_str(&text), STR("at+jwt")) ||
			str_eq_nocase(buf_str(&text), STR("application/at+jwt")));
		ok = parts->is_access_token_type || (ok && str_eqz(buf_str(&text), "JWT"));
	}
	buf_free(&text);
	return ok;
}

/* Reads the header. Refuses members that could select another key or change how the payload is
 * read, even if libjwt does not know them. */
static bool
read_header(struct jwt_parts *parts, const char **reason)
{
	static const char *const refused[] = { "crit", "b64", "zip", "enc", "jwk", "jku", "x5u",
		"x5c" };
	if (!read_text_claim(&parts->algorithm, parts->header, STR("alg")))
		return fail_token(reason, "algorithm");
	if (!read_type(parts))
		return fail_token(reason, "type");
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		if (json_lex_find(parts->header, str_of(refused[i])).p)
			return fail_token(reason, "a header member is not allowed");
	read_text_claim(&parts->kid, parts->header, STR("kid"));
	return true;
}

/* ---- keys ---- */

static bool
is_verified_by_libjwt(const struct jwt_key *key, const char *token)
{
	jwt_t *jwt = NULL;
	int rc = jwt_decode(&jwt, token, (const unsigned char *)key->text.p, (int)key->text.n);
	bool ok = rc == 0 && jwt && jwt_get_alg(jwt) == libjwt_algorithms[key->algorithm];
	jwt_free(jwt);
	return ok;
}

/* libjwt 1.10 refuses the type at+jwt, and no version of Debian's verifies PS256 with a usual RSA
 * key. */
static bool
is_signed_by(const struct jwt_key *key, const struct jwt_parts *parts)
{
	static const enum pubkey_scheme schemes[JWT_ALGORITHMS] = { [JWT_RS256] = PUBKEY_RS256,
		[JWT_ES256] = PUBKEY_ES256,
		[JWT_PS256] = PUBKEY_PS256,
		[JWT_EDDSA] = PUBKEY_EDDSA };
	if (libjwt_algorithms[key->algorithm] != JWT_ALG_NONE && !parts->is_access_token_type)
		return is_verified_by_libjwt(key, parts->text);
	return key->pubkey &&
	    pubkey_verify(key->pubkey, schemes[key->algorithm], parts->signed_text,
		buf_str(&parts->decoded[2]));
}

static bool
has_algorithm(const struct jwt_key *key, const struct jwt_parts *parts)
{
	return str_eqz(buf_str(&parts->algorithm), jwt_algorithm_names[key->algorithm]);
}

/* A key without an id is for all tokens. A token without one is for the only key of its algorithm
 * that has one. */
static bool
is_named(const struct jwt_key *key, const struct jwt_parts *parts, size_t same_algorithm)
{
	if (!*key->kid)
		return true;
	return parts->kid.n ? str_eqz(buf_str(&parts->kid), key->kid) : same_algorithm == 1;
}

enum key_match { KEY_VERIFIES, KEY_NOT_FOUND, KEY_DIFFERS };

static enum key_match
match_keys(const struct jwt_keys *keys, const struct jwt_parts *parts, const char **reason)
{
	size_t same_algorithm = 0, tried = 0;
	for (size_t i = 0; i < keys->keys.n; i++)
		same_algorithm += has_algorithm(&keys->keys.v[i], parts);
	for (size_t i = 0; i < keys->keys.n; i++) {
		const struct jwt_key *key = &keys->keys.v[i];
		if (!has_algorithm(key, parts) || !is_named(key, parts, same_algorithm))
			continue;
		if (!key->pubkey && parts->is_access_token_type) {
			fail_token(reason, "type"); /* a secret is for our own tokens */
			return KEY_DIFFERS;
		}
		if (is_signed_by(key, parts))
			return KEY_VERIFIES;
		tried++;
	}
	fail_token(reason, !same_algorithm ? "algorithm" : tried ? "signature" : "key");
	return tried ? KEY_DIFFERS : KEY_NOT_FOUND;
}

static enum key_match
match_current_keys(
    const struct token_issuer *issuer, const struct jwt_parts *parts, const char **reason)
{
	struct jwt_keys *keys = issuer_hold_keys(issuer);
	enum key_match match = match_keys(keys, parts, reason);
	jwt_keys_release(keys);
	return match;
}

/* False for an algorithm that no key of a set has. */
static bool
names_public_algorithm(const struct jwt_parts *parts)
{
	for (int a = JWT_HS256 + 1; a < JWT_ALGORITHMS; a++)
		if (str_eqz(buf_str(&parts->algorithm), jwt_algorithm_names[a]))
			return true;
	return false;
}

/* Verifies the signature, with keys that are fetched again if they do not include the token's. */
static enum jwt_verdict
check_signature(const struct token_issuer *issuer, const struct jwt_parts *parts, bool must_not_wait,
    const char **reason)
{
	enum key_match match = match_current_keys(issuer, parts, reason);
	if (match == KEY_NOT_FOUND && issuer->source && names_public_algorithm(parts)) {
		enum key_refresh refresh = must_not_wait ? KEY_REFRESH_FAILED
							 : key_source_refresh(issuer->source);
		if (refresh == KEY_REFRESH_FAILED)
			return JWT_KEY_NOT_KNOWN;
		match = match_current_keys(issuer, parts, reason);
	}
	return match == KEY_VERIFIES ? JWT_OK : JWT_INVALID;
}

/* ---- claims ---- */

/* Reads a NumericDate, a number whose fraction is dropped. */
static bool
read_date_claim(int64_t *out, struct str payload, struct str name)
{
	struct str text = json_lex_find(payload, name);
	bool number = text.n && text.p[0] >= '0' && text.p[0] <= '9';
	return number && value_whole_part(text, out) && *out <= EXP_MAX;
}

/* Reads the string of a claim whose name may contain dots, as addresses do, or be a path. */
static bool
read_named_claim(struct buf *out, struct str payload, const char *name)
{
	buf_reset(out);
	return member_read_text(out, payload, str_of(name)) ||
	    read_text_claim(out, payload, str_of(name));
}

static bool
is_audience(const struct issuer_rules *rules, struct str text)
{
	for (const char *const *one = rules->audiences; *one; one++)
		if (str_eqz(text, *one))
			return true;
	return false;
}

static bool
audience_matches(const struct issuer_rules *rules, struct str payload, struct buf *text)
{
	struct str aud = json_lex_find(payload, str_of(rules->audience_claim));
	struct json_lex w;
	struct json_lex_token t;
	if (read_named_claim(text, payload, rules->audience_claim))
		return is_audience(rules, buf_str(text));
	if (aud.n == 0 || aud.p[0] != '[')
		return false;
	json_lex_start(&w, aud);
	while (json_lex_next(&w, &t)) {
		buf_reset(text);
		if (t.kind != JSON_LEX_VALUE || t.depth != 1 || t.text.p[0] != '"')
			continue;
		json_lex_unquote(text, t.text);
		if (is_audience(rules, buf_str(text)))
			return true;
	}
	return false;
}

/* Copies only the rights that this service knows: a token may have many others. */
static void
read_rights(const struct issuer_rules *rules, struct str payload, struct verified_claims *who)
{
	struct arena arena = { 0 };
	struct err ignored;
	const cJSON *claims = json_parse(&arena, payload, &json_scan_service_rules, &ignored);
	const char *const *where = rules->rights_claims ? rules->rights_claims
							: rights_usual_claims;
	struct str rights = str_of(jwt_known_rights), right;
	size_t n = 0;
	for (int i = 0; i < ISSUER_RIGHTS && str_next(&rights, ' ', &right); i++) {
		char *own = str_dup(right);
		const char *const own_name[] = { own, NULL };
		if (rights_has_one(
			claims, where, rules->right_names[i] ? rules->right_names[i] : own_name))
			n += (size_t)snprintf(who->scope + n, sizeof(who->scope) - n, "%s%s",
			    n ? " " : "", own);
		x_free(own);
	}
	arena_free(&arena);
}

/* Copies a text claim into a fixed buffer. Returns false if it is too long or contains a NUL. */
static bool
copy_claim(char *to, size_t cap, const struct buf *text)
{
	if (text->n >= cap || str_find_char(buf_str(text), '\0') != SIZE_MAX)
		return false;
	memcpy(to, text->p ? text->p : "", text->n);
	to[text->n] = '\0';
	return true;
}

static bool
read_client(struct str payload, struct buf *text)
{
	/* RFC 9068 and Cognito; OpenID Connect; Okta; Entra's first version */
	static const char *const names[] = { "client_id", "azp", "cid", "appid" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (read_text_claim(text, payload, str_of(names[i])))
			return true;
	return false;
}

/* Reads the subject, with the issuer's name before it, unless it is denied. */
static bool
read_subject(const struct jwt_verifier *g, const struct issuer_rules *rules, struct str payload,
    struct verified_claims *who, const char **reason)
{
	struct buf sub = { 0 }, jti = { 0 }, text = { 0 };
	bool ok = (read_text_claim(&sub, payload, STR("sub")) && sub.n &&
		      sub.n <= JWT_SUBJECT_SIZE_MAX) ||
	    fail_token(reason, "subject");
	read_text_claim(&jti, payload, STR("jti"));
	if (ok && issuer_set_denies(g->issuers, buf_str(&jti), buf_str(&sub), rules->name))
		ok = fail_token(reason, "denied");
	if (*rules->name)
		buf_addf(&text, "%s:", rules->name);
	buf_adds(&text, buf_str(&sub));
	ok = ok && (copy_claim(who->sub, sizeof(who->sub), &text) || fail_token(reason, "subject"));
	buf_free(&sub);
	buf_free(&jti);
	buf_free(&text);
	return ok;
}

static bool
check_text_claims(const struct jwt_verifier *g, const struct issuer_rules *rules,
    struct str payload, struct verified_claims *who, const char **reason)
{
	struct buf text = { 0 };
	bool ok = true;
	if (!audience_matches(rules, payload, &text))
		ok = fail_token(reason, "audience");
	else if (!read_subject(g, rules, payload, who, reason))
		ok = false;
	else if (read_named_claim(&text, payload, rules->root_claim) &&
	    !copy_claim(who->root, sizeof(who->root), &text))
		ok = fail_token(reason, "root");
	else if (read_client(payload, &text) &&
	    !copy_claim(who->client, sizeof(who->client), &text))
		ok = fail_token(reason, "client");
	if (ok)
		read_rights(rules, payload, who);
	buf_free(&text);
	return ok;
}

/* Checks the times, except whether the token has expired. A lifetime begins at `iat`, else now. */
static bool
check_times(const struct jwt_verifier *g, const struct issuer_rules *rules, struct str payload,
    int64_t now_s, struct verified_claims *who, const char **reason)
{
	int64_t at, issued_at = now_s;
	if (!read_date_claim(&who->exp, payload, STR("exp")))
		return fail_token(reason, "exp");
	if (json_lex_find(payload, STR("nbf")).p &&
	    (!read_date_claim(&at, payload, STR("nbf")) || at > now_s + g->leeway_s))
		return fail_token(reason, "nbf");
	if (json_lex_find(payload, STR("iat")).p && !read_date_claim(&issued_at, payload, STR("iat")))
		return fail_token(reason, "iat");
	if (rules->max_lifetime_s &&
	    (issued_at > now_s + g->leeway_s || who->exp - issued_at > rules->max_lifetime_s))
		return fail_token(reason, "lifetime");
	return true;
}

static enum jwt_verdict
verify_parts(const struct jwt_verifier *g, struct jwt_parts *parts, int64_t now_s,
    bool must_not_wait, struct verified_claims *who, const char **reason)
{
	const struct token_issuer *issuer = read_text_claim(&parts->iss, parts->payload, STR("iss"))
	    ? issuer_set_find(g->issuers, buf_str(&parts->iss))
	    : NULL;
	if (!issuer) {
		fail_token(reason, "issuer");
		return JWT_INVALID;
	}
	enum jwt_verdict verdict = check_signature(issuer, parts, must_not_wait, reason);
	if (verdict != JWT_OK)
		return verdict;
	if (!check_times(g, &issuer->rules, parts->payload, now_s, who, reason) ||
	    !check_text_claims(g, &issuer->rules, parts->payload, who, reason))
		return JWT_INVALID;
	if (now_s < who->exp + g->leeway_s)
		return JWT_OK;
	fail_token(reason, "expired");
	return JWT_EXPIRED;
}

static enum jwt_verdict
verify_token(struct jwt_verifier *g, struct str token, int64_t now_s, bool must_not_wait,
    struct verified_claims *who, const char **reason)
{
	struct jwt_parts parts = { 0 };
	enum jwt_verdict verdict = JWT_INVALID;
	if (split_token(&parts, token, reason) && read_header(&parts, reason)) {
		pthread_rwlock_rdlock(&g->lock);
		verdict = verify_parts(g, &parts, now_s, must_not_wait, who, reason);
		pthread_rwlock_unlock(&g->lock);
	}
	parts_free(&parts);
	return verdict;
}

enum jwt_verdict
jwt_verify(struct jwt_verifier *g, struct str token, int64_t now_ms, bool must_not_wait,
    struct verified_claims *who, const char **reason)
{
	unsigned char digest[DIGEST_SIZE];
	memset(who, 0, sizeof(*who));
	*reason = "length";
	if (token.n == 0 || token.n > JWT_TOKEN_SIZE_MAX)
		return JWT_INVALID;
	hasher_sha256(g->hasher, token, digest);
	if (jwt_cache_find(g->cache, digest, now_ms, who))
		return JWT_OK;
	unsigned generation = jwt_cache_generation(g->cache);
	enum jwt_verdict verdict =
	    verify_token(g, token, now_ms / 1000, must_not_wait, who, reason);
	if (verdict == JWT_OK)
		jwt_cache_put(g->cache, digest, now_ms, who, generation);
	return verdict;
}

/* The token in the value of an Authorization header; empty, with *reason set, if there is none. */
static struct str
find_token_in_header(struct str value, bool scheme_less_allowed, const char **reason)
{
	struct str scheme = str_sub(value, 0, str_find_char(value, ' '));
	*reason = "no credentials";
	if (value.n == 0)
		return STR_NONE;
	if (str_eq_nocase(scheme, STR("Bearer")))
		return str_trim(str_sub(value, scheme.n, value.n));
	*reason = "the scheme is not Bearer";
	return scheme_less_allowed && scheme.n == value.n ? value : STR_NONE;
}

enum jwt_verdict
jwt_verify_header(struct jwt_verifier *g, struct str value, bool scheme_less_allowed,
    int64_t now_ms, bool must_not_wait, struct verified_claims *who, const char **reason)
{
	struct str token = find_token_in_header(value, scheme_less_allowed, reason);
	return token.n ? jwt_verify(g, token, now_ms, must_not_wait, who, reason) : JWT_MISSING;
}

bool
jwt_find_cached_header(struct jwt_verifier *g, struct str value, bool scheme_less_allowed,
    int64_t now_ms, struct verified_claims *who)
{
	unsigned char digest[DIGEST_SIZE];
	const char *reason;
	struct str token = find_token_in_header(value, scheme_less_allowed, &reason);
	if (token.n == 0 || token.n > JWT_TOKEN_SIZE_MAX)
		return false;
	hasher_sha256(g->hasher, token, digest);
	return jwt_cache_find(g->cache, digest, now_ms, who);
}

bool
verified_claims_has_right(const struct verified_claims *who, const char *right)
{
	return str_has_word(str_of(who->scope), str_of(right));
}
