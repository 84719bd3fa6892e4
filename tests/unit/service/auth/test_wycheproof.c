/* Project Wycheproof's signatures against the token check. The file is not part of this project:
 * it is looked up in $BACKROOM_VECTORS, or in shared/vectors next to the project's folder;
 * without it the test is skipped.
 *
 * The check accepts access tokens only, and no payload of these tests is a set of claims. So
 * each of the 401 must be refused; those marked valid must be refused for that reason, or by one
 * of the rules that are stricter than the standard, listed by number below. */
#include "base/digest.h"
#include "lib/test.h"
#include "lib/one_issuer.h"
#include "service/auth/key.h"
#include "wire/member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS = 401 };

/* Marked valid, but refused before the payload is examined. */
static const struct {
	int64_t number;
	const char *reason, *why;
} stricter[] = {
	{ 259, "not three parts", "an empty payload" },
	{ 372, "not canonical base64url", "a ? within base64url" },
	{ 373, "not canonical base64url", "a ? within base64url" },
};

static const char no_claims[] = "header or payload is not a strict JSON object";

static bool
read_file(struct buf *out)
{
	char path[600];
	const char *folder = getenv("BACKROOM_VECTORS"), *source = getenv("BACKROOM_SOURCE");
	if (folder)
		snprintf(path, sizeof(path), "%s/wycheproof/json_web_signature_test.json", folder);
	else
		snprintf(path, sizeof(path),
		    "%s/../shared/vectors/wycheproof/json_web_signature_test.json",
		    source ? source : ".");
	FILE *f = fopen(path, "r");
	size_t got;
	if (!f)
		return false;
	while ((got = fread(buf_reserve(out, 65536), 1, 65536, f)) > 0)
		out->n += got;
	fclose(f);
	return out->n > 0;
}

/* ---- keys: from JWK to the verifier's format ---- */

static void
add_length(struct buf *out, size_t n)
{
	if (n > 255)
		buf_addf(out, "\x82%c%c", (int)(n >> 8), (int)(n & 255));
	else if (n > 127)
		buf_addf(out, "\x81%c", (int)n);
	else
		buf_addc(out, (char)n);
}

static void
add_der(struct buf *out, char tag, struct str content)
{
	buf_addc(out, tag);
	add_length(out, content.n);
	buf_adds(out, content);
}

static void
add_integer(struct buf *out, struct str jwk, const char *name)
{
	auto_buf text = { 0 }, bytes = { 0 };
	member_read_text(&text, jwk, str_of(name));
	buf_addc(&bytes, '\0'); /* a leading zero for the sign, even if not needed */
	assert_true(base64url_decode(&bytes, buf_str(&text)));
	bool needs_sign = bytes.n > 1 && (unsigned char)bytes.p[1] > 127;
	add_der(out, 0x02, str_sub(buf_str(&bytes), needs_sign ? 0 : 1, SIZE_MAX));
}

static void
write_pem(struct buf *out, struct str der)
{
	auto_buf text = { 0 };
	base64_encode(&text, der);
	buf_addz(out, "-----BEGIN PUBLIC KEY-----\n");
	for (size_t i = 0; i < text.n; i += 64) {
		buf_adds(out, str_sub(buf_str(&text), i, 64));
		buf_addc(out, '\n');
	}
	buf_addz(out, "-----END PUBLIC KEY-----\n");
}

static const char rsa_name[] = "\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00";
static const char p256_head[] = "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a"
				"\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00\x04";

static void
write_rsa(struct buf *out, struct str jwk)
{
	struct buf numbers = { 0 }, key = { 0 }, bits = { 0 }, whole = { 0 }, der = { 0 };
	add_integer(&numbers, jwk, "n");
	add_integer(&numbers, jwk, "e");
	add_der(&key, 0x30, buf_str(&numbers));
	buf_addc(&bits, '\0');
	buf_adds(&bits, buf_str(&key));
	buf_add(&whole, rsa_name, sizeof(rsa_name) - 1);
	add_der(&whole, 0x03, buf_str(&bits));
	add_der(&der, 0x30, buf_str(&whole));
	write_pem(out, buf_str(&der));
	struct buf *all[] = { &numbers, &key, &bits, &whole, &der };
	for (size_t i = 0; i < 5; i++)
		buf_free(all[i]);
}

static void
write_p256(struct buf *out, struct str jwk)
{
	auto_buf der = { 0 }, text = { 0 };
	buf_add(&der, p256_head, sizeof(p256_head) - 1);
	assert_true(member_read_text(&text, jwk, STR("x")));
	assert_true(base64url_decode(&der, buf_str(&text)));
	buf_reset(&text);
	assert_true(member_read_text(&text, jwk, STR("y")));
	assert_true(base64url_decode(&der, buf_str(&text)));
	write_pem(out, buf_str(&der));
}

static bool
is_key_of_kind(struct str pem, enum pubkey_kind kind)
{
	struct err err;
	struct pubkey *key = pubkey_read(pem, &err);
	bool same = key && pubkey_kind_of(key) == kind;
	pubkey_free(key);
	return same;
}

/* The verifier for a group's key; NULL if keys of this kind are not accepted. */
static struct jwt_verifier *
make_verifier(struct str group)
{
	struct str jwk = member_find(group, STR("public"));
	auto_buf alg = { 0 }, key = { 0 };
	struct one_issuer rules = { .iss = "backroom", .aud = "backroom-api" };
	if (!jwk.p)
		jwk = member_find(group, STR("private"));
	member_read_text(&alg, jwk, STR("alg"));
	bool known = true, sound = true;
	if (str_eqz(buf_str(&alg), "HS256")) {
		auto_buf text = { 0 };
		rules.algorithm = JWT_HS256;
		member_read_text(&text, jwk, STR("k"));
		sound = base64url_decode(&key, buf_str(&text)) && key.n >= JWT_SECRET_SIZE_MIN;
	} else if (str_eqz(buf_str(&alg), "RS256")) {
		rules.algorithm = JWT_RS256;
		write_rsa(&key, jwk);
		sound = is_key_of_kind(buf_str(&key), PUBKEY_RSA);
	} else if (str_eqz(buf_str(&alg), "ES256")) {
		rules.algorithm = JWT_ES256;
		write_p256(&key, jwk);
		sound = is_key_of_kind(buf_str(&key), PUBKEY_P256);
	} else {
		known = false;
	}
	rules.key = buf_str(&key);
	struct jwt_verifier *g = known && sound ? verifier_of_one_issuer(&rules) : NULL;
	return g;
}

/* ---- tests ---- */

struct tally {
	size_t run, valid, no_claims, stricter, key_refused;
};

static void
check_valid(struct tally *tally, int64_t number, const char *reason)
{
	tally->valid++;
	for (size_t i = 0; i < sizeof(stricter) / sizeof(*stricter); i++)
		if (stricter[i].number == number) {
			assert_string_equal(reason, stricter[i].reason);
			tally->stricter++;
			return;
		}
	if (strcmp(reason, no_claims) != 0)
		fail_msg(
		    "%lld is marked valid, and was refused for its %s", (long long)number, reason);
	tally->no_claims++;
}

static void
check_vector(struct tally *tally, struct jwt_verifier *g, struct str test)
{
	struct str jws = member_find(test, STR("jws"));
	auto_buf token = { 0 }, result = { 0 };
	struct verified_claims who;
	const char *reason = "";
	int64_t number = 0;
	tally->run++;
	str_to_int64(member_find(test, STR("tcId")), &number);
	member_read_text(&result, test, STR("result"));
	if (json_is_string(jws))
		json_lex_unquote(&token, jws);
	else
		buf_adds(&token, jws);
	if (!g)
		tally->key_refused++;
	else if (jwt_verify(g, buf_str(&token), 1795171320000, false, &who, &reason) == JWT_OK)
		fail_msg("%lld passed the gate", (long long)number);
	else if (str_eqz(buf_str(&result), "valid"))
		check_valid(tally, number, reason);
}

TEST(no_invalid_signature_passes)
{
	struct buf file = { 0 };
	struct tally tally = { 0 };
	struct member_walk groups, tests;
	struct member group, test;
	if (!read_file(&file)) {
		skip_because("the vectors of Wycheproof are not here");
	}
	member_start(&groups, member_find(buf_str(&file), STR("testGroups")));
	while (member_next(&groups, &group)) {
		struct jwt_verifier *g = make_verifier(group.value);
		member_start(&tests, member_find(group.value, STR("tests")));
		while (member_next(&tests, &test))
			check_vector(&tally, g, test.value);
		jwt_verifier_free(g);
	}
	buf_free(&file);
	printf("%zu tests: none passed; of %zu marked valid %zu hold no claims and %zu meet a "
	       "stricter rule; %zu stand under a key or an algorithm that is not taken\n",
	    tally.run, tally.valid, tally.no_claims, tally.stricter, tally.key_refused);
	assert_int_equal(tally.run, TESTS);
	assert_true(tally.valid > 0);
}

/* ---- signatures by themselves ---- */

/* The public keys of a group as our key sets read them. */
static struct jwt_keys *
read_group_keys(struct str group)
{
	struct jwt_keys *keys = jwt_keys_new();
	auto_buf set = { 0 };
	struct err ignored;
	buf_addz(&set, "{\"keys\":[");
	buf_adds(&set, member_find(group, STR("public")));
	buf_addz(&set, "]}");
	jwt_keys_add_set(keys, buf_str(&set), &ignored);
	return keys;
}

static bool
verifies(const struct jwt_keys *keys, struct str token)
{
	static const enum pubkey_scheme schemes[JWT_ALGORITHMS] = { [JWT_RS256] = PUBKEY_RS256,
		[JWT_ES256] = PUBKEY_ES256,
		[JWT_PS256] = PUBKEY_PS256,
		[JWT_EDDSA] = PUBKEY_EDDSA };
	auto_buf signature = { 0 }, header = { 0 }, alg = { 0 };
	size_t first = str_find_char(token, '.');
	struct str rest = first == SIZE_MAX ? STR_NONE : str_sub(token, first + 1, token.n);
	size_t second = str_find_char(rest, '.');
	if (second == SIZE_MAX || !base64url_decode(&header, str_sub(token, 0, first)) ||
	    !base64url_decode(&signature, str_sub(rest, second + 1, rest.n)))
		return false;
	member_read_text(&alg, buf_str(&header), STR("alg"));
	const struct jwt_key *key = &keys->keys.v[0];
	return str_eqz(buf_str(&alg), jwt_algorithm_names[key->algorithm]) &&
	    pubkey_verify(key->pubkey, schemes[key->algorithm],
		str_sub(token, 0, first + 1 + second), buf_str(&signature));
}

/* RFC 7520's figure 20 is signed by PS384 under a key for PS256. */
static bool
is_named_otherwise(struct str number)
{
	return str_eqz(number, "346") || str_eqz(number, "350");
}

TEST(signatures_are_valid_where_wycheproof_says_so)
{
	auto_buf file = { 0 };
	size_t run = 0, valid = 0, wrong = 0;
	struct member_walk groups, tests;
	struct member group, test;
	if (!read_file(&file))
		skip_because("the vectors of Wycheproof are not here");
	member_start(&groups, member_find(buf_str(&file), STR("testGroups")));
	while (member_next(&groups, &group)) {
		struct jwt_keys *keys = read_group_keys(group.value);
		member_start(&tests, member_find(group.value, STR("tests")));
		while (keys->keys.n && member_next(&tests, &test)) {
			auto_buf token = { 0 }, result = { 0 };
			member_read_text(&result, test.value, STR("result"));
			if (!member_read_text(&token, test.value, STR("jws")))
				continue;
			bool good = verifies(keys, buf_str(&token));
			run++;
			valid += good;
			struct str number = member_find(test.value, STR("tcId"));
			if (good == str_eqz(buf_str(&result), "valid") || is_named_otherwise(number))
				continue;
			printf("%.*s: %s, not %s\n", STR_ARG(number), good ? "valid" : "invalid",
			    buf_z(&result));
			wrong++;
		}
		jwt_keys_release(keys);
	}
	printf("%zu signatures, %zu valid, %zu judged otherwise\n", run, valid, wrong);
	assert_true(valid > 10);
	assert_int_equal(wrong, 0);
}
