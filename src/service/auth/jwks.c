#include "service/auth/jwks.h"

#include "base/digest.h"
#include "base/mem.h"
#include "wire/json.h"

const char *const jwt_algorithm_names[JWT_ALGORITHMS] = { [JWT_HS256] = "HS256",
	[JWT_RS256] = "RS256",
	[JWT_ES256] = "ES256",
	[JWT_PS256] = "PS256",
	[JWT_EDDSA] = "EdDSA" };

struct jwt_keys *
jwt_keys_new(void)
{
	struct jwt_keys *k = x_new(struct jwt_keys);
	atomic_init(&k->holders, 1);
	return k;
}

void
jwt_keys_hold(struct jwt_keys *k)
{
	atomic_fetch_add(&k->holders, 1);
}

void
jwt_keys_release(struct jwt_keys *k)
{
	if (!k || atomic_fetch_sub(&k->holders, 1) > 1)
		return;
	for (size_t i = 0; i < k->keys.n; i++) {
		x_free(k->keys.v[i].kid);
		buf_wipe(&k->keys.v[i].text);
		pubkey_free(k->keys.v[i].pubkey);
	}
	vec_free(&k->keys);
	x_free(k);
}

void
jwt_keys_add_secret(struct jwt_keys *k, struct str secret)
{
	struct jwt_key key = { .kid = x_strdup(""), .algorithm = JWT_HS256 };
	buf_adds(&key.text, secret);
	vec_push(&k->keys, key);
}

/* Takes ownership of the public key. */
static void
add_public_key(
    struct jwt_keys *k, struct str kid, enum jwt_algorithm algorithm, struct pubkey *pubkey)
{
	struct jwt_key key = { .kid = str_dup(kid), .algorithm = algorithm, .pubkey = pubkey };
	pubkey_write_pem(&key.text, pubkey);
	vec_push(&k->keys, key);
}

static enum jwt_algorithm
usual_algorithm(const struct pubkey *key)
{
	switch (pubkey_kind_of(key)) {
	case PUBKEY_P256:
		return JWT_ES256;
	case PUBKEY_ED25519:
		return JWT_EDDSA;
	case PUBKEY_RSA:
		break;
	}
	return JWT_RS256;
}

bool
jwt_keys_add_pem(struct jwt_keys *k, struct str pem, struct err *err)
{
	struct pubkey *key = pubkey_read(pem, err);
	if (key)
		add_public_key(k, STR(""), usual_algorithm(key), key);
	return key != NULL;
}

/* ---- JWK Sets ---- */

/* Appends the bytes of a base64url member. */
static bool
read_bytes(struct buf *out, const cJSON *jwk, const char *name)
{
	struct str text = json_get_text(jwk, name);
	return text.n && base64url_decode(out, text);
}

/* RFC 7517, 4.2 and 4.3: a key for signatures, or for any purpose. */
static bool
is_for_verifying(const cJSON *jwk)
{
	const cJSON *use = json_get(jwk, "use"), *uses = json_get(jwk, "key_ops"), *one;
	if (use && !str_eqz(json_text(use), "sig"))
		return false;
	if (!uses)
		return true;
	cJSON_ArrayForEach (one, uses)
		if (str_eqz(json_text(one), "verify"))
			return true;
	return false;
}

static struct pubkey *
read_jwk(const cJSON *jwk, struct err *err)
{
	struct buf a = { 0 }, b = { 0 };
	struct str type = json_get_text(jwk, "kty"), curve = json_get_text(jwk, "crv");
	struct pubkey *key = NULL;
	if (str_eqz(type, "RSA") && read_bytes(&a, jwk, "n") && read_bytes(&b, jwk, "e"))
		key = pubkey_from_rsa(buf_str(&a), buf_str(&b), err);
	else if (str_eqz(type, "EC") && str_eqz(curve, "P-256") && read_bytes(&a, jwk, "x") &&
	    read_bytes(&b, jwk, "y"))
		key = pubkey_from_point(buf_str(&a), buf_str(&b), err);
	else if (str_eqz(type, "OKP") && str_eqz(curve, "Ed25519") && read_bytes(&a, jwk, "x"))
		key = pubkey_from_ed25519(buf_str(&a), err);
	buf_free(&a);
	buf_free(&b);
	return key;
}

/* The algorithm that the JWK names, if its key can be used with it. */
static bool
read_algorithm(const cJSON *jwk, const struct pubkey *key, enum jwt_algorithm *out)
{
	struct str name = json_get_text(jwk, "alg");
	*out = usual_algorithm(key);
	if (!json_get(jwk, "alg") || str_eqz(name, jwt_algorithm_names[*out]) ||
	    (*out == JWT_EDDSA && str_eqz(name, "Ed25519"))) /* RFC 9864 */
		return true;
	*out = JWT_PS256;
	return pubkey_kind_of(key) == PUBKEY_RSA && str_eqz(name, jwt_algorithm_names[JWT_PS256]);
}

static void
add_jwk(struct jwt_keys *k, const cJSON *jwk)
{
	struct err ignored;
	enum jwt_algorithm algorithm;
	struct pubkey *key = NULL;
	if (is_for_verifying(jwk) && !json_get(jwk, "d"))
		key = read_jwk(jwk, &ignored);
	if (key && read_algorithm(jwk, key, &algorithm))
		add_public_key(k, json_get_text(jwk, "kid"), algorithm, key);
	else
		pubkey_free(key);
}

bool
jwt_keys_add_set(struct jwt_keys *k, struct str json, struct err *err)
{
	struct arena arena = { 0 };
	struct json_scan_rules rules = json_scan_service_rules;
	size_t before = k->keys.n;
	rules.max_bytes = JWKS_SIZE_MAX;
	const cJSON *tree = json_parse(&arena, json, &rules, err), *one;
	const cJSON *list = json_get(tree, "keys");
	if (!tree)
		err->kind = ERR_CONFIG;
	bool ok = tree &&
	    (cJSON_IsArray(list) || err_set(err, ERR_CONFIG, "this is not a JWK Set")) &&
	    (cJSON_GetArraySize(list) <= JWKS_KEYS_MAX ||
		err_set(err, ERR_CONFIG, "a JWK Set may have %d keys, not %d", JWKS_KEYS_MAX,
		    cJSON_GetArraySize(list)));
	if (ok)
		cJSON_ArrayForEach (one, list)
			add_jwk(k, one);
	arena_free(&arena);
	return ok &&
	    (k->keys.n > before ||
		err_set(err, ERR_CONFIG,
		    "this JWK Set has no key for RS256, PS256, ES256 or EdDSA"));
}
