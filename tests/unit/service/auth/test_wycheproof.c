/* Project Wycheproof's signatures against the token check. The file is not part of this project:
 * it is looked up in $BACKROOM_VECTORS, or in shared/vectors next to the project's folder;
 * without it the test is skipped.
 *
 * The check accepts access tokens only, and no payload of these tests is a set of claims. So
 * each of the 401 must be refused; those marked valid must be refused for that reason, or by one
 * of the rules that are stricter than the standard, listed by number below. */
#include "base/digest.h"
#include "lib/test.h"
#include "service/auth/jwt_verify.h"
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

/* The verifier for a group's key; NULL if keys of this kind are not accepted. */
static struct jwt_verifier *
make_verifier(struct str group)
{
	struct str jwk = member_find(group, STR("public"));
	auto_buf alg = { 0 }, key = { 0 };
	struct jwt_rules rules = { .iss = "backroom", .aud = "backroom-api" };
	enum pubkey_kind kind;
	struct err err;
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
		sound = pubkey_read_kind(buf_str(&key), &kind, &err) && kind == PUBKEY_RSA;
	} else if (str_eqz(buf_str(&alg), "ES256")) {
		rules.algorithm = JWT_ES256;
		write_p256(&key, jwk);
		sound = pubkey_read_kind(buf_str(&key), &kind, &err) && kind == PUBKEY_P256;
	} else {
		known = false;
	}
	rules.key = buf_str(&key);
	struct jwt_verifier *g = known && sound ? jwt_verifier_new(&rules) : NULL;
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
	else if (jwt_verify(g, buf_str(&token), 1795171320000, &who, &reason) == JWT_OK)
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
