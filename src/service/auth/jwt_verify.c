#include "service/auth/jwt_verify.h"

#include "base/digest.h"
#include "base/mem.h"
#include "service/auth/jwt_sign.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"
#include "wire/value.h"

#include <jwt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_SLOTS = 512, CACHE_LIFETIME_MS = 60000 };

struct jwt_cache_slot {
	unsigned char digest[DIGEST_SIZE];
	/* if the clock is set back, the entry is not found */
	int64_t valid_from_ms, valid_until_ms;
	struct verified_claims claims;
};

struct jwt_cache {
	pthread_mutex_t lock;
	struct jwt_cache_slot slots[CACHE_SLOTS];
};

struct jwt_cache *
jwt_cache_new(void)
{
	struct jwt_cache *c = x_new(struct jwt_cache);
	pthread_mutex_init(&c->lock, NULL);
	return c;
}

void
jwt_cache_free(struct jwt_cache *c)
{
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

static struct jwt_cache_slot *
slot_of_token(struct jwt_cache *c, const unsigned char *digest)
{
	return &c->slots[(digest[0] | digest[1] << 8) % CACHE_SLOTS];
}

void
jwt_cache_put(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    const struct verified_claims *claims)
{
	int64_t until = now_ms + CACHE_LIFETIME_MS;
	if (until > claims->exp * 1000)
		until = claims->exp * 1000;
	if (until <= now_ms)
		return;
	pthread_mutex_lock(&c->lock);
	struct jwt_cache_slot *slot = slot_of_token(c, digest);
	memcpy(slot->digest, digest, DIGEST_SIZE);
	slot->valid_from_ms = now_ms;
	slot->valid_until_ms = until;
	slot->claims = *claims;
	pthread_mutex_unlock(&c->lock);
}

bool
jwt_cache_find(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    struct verified_claims *claims)
{
	pthread_mutex_lock(&c->lock);
	const struct jwt_cache_slot *slot = slot_of_token(c, digest);
	bool hit = now_ms >= slot->valid_from_ms && now_ms < slot->valid_until_ms &&
	    digest_equal(slot->digest, digest, DIGEST_SIZE);
	if (hit)
		*claims = slot->claims;
	pthread_mutex_unlock(&c->lock);
	return hit;
}

enum { JWT_HEADER_SIZE_MAX = 2048 };
#define EXP_MAX INT64_C(253402300799) /* the end of the year 9999 */

static const struct {
	const char *name;
	jwt_alg_t alg;
} algorithms[] = {
	[JWT_HS256] = { "HS256", JWT_ALG_HS256 },
	[JWT_RS256] = { "RS256", JWT_ALG_RS256 },
	[JWT_ES256] = { "ES256", JWT_ALG_ES256 },
};
_Static_assert(sizeof(algorithms) / sizeof(*algorithms) == JWT_ALGORITHMS,
    "every algorithm needs a row in this table");

struct jwt_verifier {
	enum jwt_algorithm algorithm;
	struct buf key, second_key; /* second_key may be empty */
	char *iss, *aud;
	int leeway_s;
	struct jwt_cache *cache;
	struct hasher *hasher; /* hashes tokens for the cache */
};

struct jwt_parts {
	struct str header, payload; /* decoded JSON */
	struct buf decoded[2];
	char *text; /* the token, NUL-terminated */
};

struct jwt_verifier *
jwt_verifier_new(const struct jwt_rules *rules)
{
	struct jwt_verifier *g = x_new(struct jwt_verifier);
	g->algorithm = rules->algorithm;
	buf_adds(&g->key, rules->key);
	buf_adds(&g->second_key, rules->second_key);
	g->iss = x_strdup(rules->iss);
	g->aud = x_strdup(rules->aud);
	g->leeway_s = rules->leeway_s;
	g->cache = jwt_cache_new();
	g->hasher = hasher_new();
	return g;
}

void
jwt_verifier_free(struct jwt_verifier *g)
{
	if (!g)
		return;
	buf_wipe(&g->key);
	buf_wipe(&g->second_key);
	x_free(g->iss);
	x_free(g->aud);
	jwt_cache_free(g->cache);
	hasher_free(g->hasher);
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
	struct buf signature = { 0 };
	bool canonical = base64url_decode(&parts->decoded[0], piece[0]) &&
	    base64url_decode(&parts->decoded[1], piece[1]) &&
	    base64url_decode(&signature, piece[2]);
	buf_free(&signature);
	if (!canonical)
		return fail_token(reason, "not canonical base64url");
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
	buf_free(&parts->decoded[0]);
	buf_free(&parts->decoded[1]);
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

/* Checks that the header matches the key. Refuses members that could select another key or
 * change how the payload is read, even if libjwt does not know them. */
static bool
check_header(const struct jwt_verifier *g, const struct jwt_parts *parts, const char **reason)
{
	static const char *const refused[] = { "crit", "b64", "zip", "enc", "jwk", "jku", "x5u",
		"x5c" };
	struct buf text = { 0 };
	bool ok = read_text_claim(&text, parts->header, STR("alg")) &&
	    str_eqz(buf_str(&text), algorithms[g->algorithm].name);
	if (!ok)
		fail_token(reason, "algorithm");
	if (ok && json_lex_find(parts->header, STR("typ")).p) {
		ok = read_text_claim(&text, parts->header, STR("typ")) &&
		    str_eqz(buf_str(&text), "JWT");
		if (!ok)
			fail_token(reason, "type");
	}
	for (size_t i = 0; ok && i < sizeof(refused) / sizeof(*refused); i++)
		if (json_lex_find(parts->header, str_of(refused[i])).p)
			ok = fail_token(reason, "a header member is not allowed");
	buf_free(&text);
	return ok;
}

static bool
is_signed_by(const struct jwt_verifier *g, const struct buf *key, const char *token)
{
	jwt_t *jwt = NULL;
	int rc = jwt_decode(&jwt, token, (const unsigned char *)key->p, (int)key->n);
	bool ok = rc == 0 && jwt && jwt_get_alg(jwt) == algorithms[g->algorithm].alg;
	jwt_free(jwt);
	return ok;
}

static bool
check_signature(const struct jwt_verifier *g, const struct jwt_parts *parts, const char **reason)
{
	return is_signed_by(g, &g->key, parts->text) ||
	    (g->second_key.n && is_signed_by(g, &g->second_key, parts->text)) ||
	    fail_token(reason, "signature");
}

/* Reads a NumericDate, a number whose fraction is dropped. */
static bool
read_date_claim(int64_t *out, struct str payload, struct str name)
{
	struct str text = json_lex_find(payload, name);
	bool number = text.n && text.p[0] >= '0' && text.p[0] <= '9';
	return number && value_whole_part(text, out) && *out <= EXP_MAX;
}

static bool
audience_matches(const struct jwt_verifier *g, struct str payload, struct buf *text)
{
	struct str aud = json_lex_find(payload, STR("aud"));
	struct json_lex w;
	struct json_lex_token t;
	if (read_text_claim(text, payload, STR("aud")))
		return str_eqz(buf_str(text), g->aud);
	if (aud.n == 0 || aud.p[0] != '[')
		return false;
	json_lex_start(&w, aud);
	while (json_lex_next(&w, &t)) {
		buf_reset(text);
		if (t.kind != JSON_LEX_VALUE || t.depth != 1 || t.text.p[0] != '"')
			continue;
		json_lex_unquote(text, t.text);
		if (str_eqz(buf_str(text), g->aud))
			return true;
	}
	return false;
}

/* Copies only the rights that this service knows: a token may have many others. */
static void
read_rights(struct verified_claims *who, struct str scope)
{
	struct str rights = str_of(jwt_all_rights), right;
	size_t n = 0;
	while (str_next(&rights, ' ', &right))
		if (str_has_word(scope, right))
			n += (size_t)snprintf(who->scope + n, sizeof(who->scope) - n, "%s%.*s",
			    n ? " " : "", STR_ARG(right));
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
check_text_claims(const struct jwt_verifier *g, struct str payload, struct verified_claims *who,
    const char **reason)
{
	struct buf text = { 0 };
	bool ok = true;
	if (!read_text_claim(&text, payload, STR("iss")) || !str_eqz(buf_str(&text), g->iss))
		ok = fail_token(reason, "issuer");
	else if (!audience_matches(g, payload, &text))
		ok = fail_token(reason, "audience");
	else if (!read_text_claim(&text, payload, STR("sub")) || text.n == 0 ||
	    !copy_claim(who->sub, sizeof(who->sub), &text))
		ok = fail_token(reason, "subject");
	else if (read_text_claim(&text, payload, STR("root")) &&
	    !copy_claim(who->root, sizeof(who->root), &text))
		ok = fail_token(reason, "root");
	else if ((read_text_claim(&text, payload, STR("client_id")) ||
		     read_text_claim(&text, payload, STR("azp"))) &&
	    !copy_claim(who->client, sizeof(who->client), &text))
		ok = fail_token(reason, "client");
	if (ok && read_text_claim(&text, payload, STR("scope")))
		read_rights(who, buf_str(&text));
	buf_free(&text);
	return ok;
}

/* Checks all claims except whether the token has expired. */
static bool
check_claims(const struct jwt_verifier *g, struct str payload, int64_t now_s,
    struct verified_claims *who, const char **reason)
{
	int64_t at;
	if (!read_date_claim(&who->exp, payload, STR("exp")))
		return fail_token(reason, "exp");
	if (json_lex_find(payload, STR("nbf")).p &&
	    (!read_date_claim(&at, payload, STR("nbf")) || at > now_s + g->leeway_s))
		return fail_token(reason, "nbf");
	if (json_lex_find(payload, STR("iat")).p && !read_date_claim(&at, payload, STR("iat")))
		return fail_token(reason, "iat");
	return check_text_claims(g, payload, who, reason);
}

static enum jwt_verdict
verify_token(struct jwt_verifier *g, struct str token, int64_t now_s, struct verified_claims *who,
    const char **reason)
{
	struct jwt_parts parts = { 0 };
	bool ok = split_token(&parts, token, reason) && check_header(g, &parts, reason) &&
	    check_signature(g, &parts, reason) &&
	    check_claims(g, parts.payload, now_s, who, reason);
	parts_free(&parts);
	if (!ok)
		return JWT_INVALID;
	if (now_s >= who->exp + g->leeway_s) {
		*reason = "expired";
		return JWT_EXPIRED;
	}
	return JWT_OK;
}

enum jwt_verdict
jwt_verify(struct jwt_verifier *g, struct str token, int64_t now_ms, struct verified_claims *who,
    const char **reason)
{
	unsigned char digest[DIGEST_SIZE];
	memset(who, 0, sizeof(*who));
	*reason = "length";
	if (token.n == 0 || token.n > JWT_TOKEN_SIZE_MAX)
		return JWT_INVALID;
	hasher_sha256(g->hasher, token, digest);
	if (jwt_cache_find(g->cache, digest, now_ms, who))
		return JWT_OK;
	enum jwt_verdict verdict = verify_token(g, token, now_ms / 1000, who, reason);
	if (verdict == JWT_OK)
		jwt_cache_put(g->cache, digest, now_ms, who);
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
    int64_t now_ms, struct verified_claims *who, const char **reason)
{
	struct str token = find_token_in_header(value, scheme_less_allowed, reason);
	return token.n ? jwt_verify(g, token, now_ms, who, reason) : JWT_MISSING;
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
