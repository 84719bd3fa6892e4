/* No forged token is accepted, and no valid one refused: shapes, headers, claims, signatures,
 * cache, and mutants of a valid token. */
#include "base/digest.h"
#include "lib/test.h"
#include "lib/one_issuer.h"
#include "service/auth/jwt_sign.h"

#include <stdio.h>
#include <string.h>

static const char secret[] = "0123456789abcdef0123456789ABCDEF";
#define NOW_S INT64_C(1795171320)
#define NOW (NOW_S * 1000)
#define GOOD_HEADER "{\"alg\":\"HS256\",\"typ\":\"JWT\"}"
#define CLAIMS_HEAD "{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":\"ann\""
#define GOOD_EXP ",\"exp\":1795174920"
#define GOOD_CLAIMS CLAIMS_HEAD GOOD_EXP ",\"scope\":\"read\",\"root\":\"*\"}"

static struct jwt_verifier *
gate(void)
{
	return verifier_of_one_issuer(&(struct one_issuer){ .algorithm = JWT_HS256,
	    .key = STR(secret),
	    .iss = "backroom",
	    .aud = "backroom-api",
	    .leeway_s = JWT_LEEWAY_S });
}

static void
sign(struct buf *token, struct str key, struct str header, struct str payload)
{
	unsigned char mac[DIGEST_SIZE];
	base64url_encode(token, header);
	buf_addc(token, '.');
	base64url_encode(token, payload);
	digest_hmac(key, buf_str(token), mac);
	buf_addc(token, '.');
	base64url_encode(token, str_from((const char *)mac, sizeof(mac)));
}

static enum jwt_verdict
check(struct str token, struct verified_claims *who)
{
	struct jwt_verifier *g = gate();
	const char *reason = NULL;
	enum jwt_verdict verdict = jwt_verify(g, token, NOW, false, who, &reason);
	jwt_verifier_free(g);
	return verdict;
}

static enum jwt_verdict
check_signed(const char *header, struct str payload)
{
	auto_buf token = { 0 };
	struct verified_claims who;
	sign(&token, STR(secret), str_of(header), payload);
	enum jwt_verdict verdict = check(buf_str(&token), &who);
	return verdict;
}

TEST(good_tokens_pass)
{
	static const char *const headers[] = { GOOD_HEADER, "{\"alg\":\"HS256\"}",
		"{\"typ\":\"JWT\",\"alg\":\"HS256\",\"kid\":\"k1\",\"x\":{\"y\":[1]}}",
		"{\"alg\" : \"HS256\"} " };
	static const char *const claims[] = { GOOD_CLAIMS,
		"{\"iss\":\"backroom\",\"aud\":[\"x\",\"backroom-api\"],\"sub\":\"\\u00e9\"" GOOD_EXP
		"}",
		CLAIMS_HEAD ",\"exp\":1795174920.75,\"nbf\":1795171320,\"iat\":1795171320}",
		CLAIMS_HEAD ",\"exp\":1.79517492e9}", CLAIMS_HEAD ",\"exp\":179517492025E-2}",
		CLAIMS_HEAD ",\"exp\":253402300799}", CLAIMS_HEAD GOOD_EXP ",\"nbf\":1795171350}",
		CLAIMS_HEAD GOOD_EXP ",\"more\":{\"exp\":1,\"iss\":\"other\"}}" };
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++)
		assert_int_equal(check_signed(headers[i], STR(GOOD_CLAIMS)), JWT_OK);
	for (size_t i = 0; i < sizeof(claims) / sizeof(*claims); i++)
		assert_int_equal(check_signed(GOOD_HEADER, str_of(claims[i])), JWT_OK);
}

TEST(hostile_headers_are_refused)
{
	static const char *const headers[] = { "{\"alg\":\"none\"}", "{\"alg\":\"None\"}",
		"{\"alg\":\"\"}", "{\"alg\":null}", "{\"alg\":256}", "{}", "{\"typ\":\"JWT\"}",
		"{\"alg\":\"hs256\"}", "{\"alg\":\"HS384\"}", "{\"alg\":\"HS512\"}",
		"{\"alg\":\"RS256\"}", "{\"alg\":\"ES256\"}", "{\"alg\":\"PS256\"}",
		"{\"alg\":\"EdDSA\"}", "{\"alg\":[\"HS256\"]}", "{\"alg\":\"HS256 \"}",
		"{\"alg\":\"HS256\",\"alg\":\"none\"}", "{\"alg\":\"none\",\"alg\":\"HS256\"}",
		"{\"alg\":\"HS256\",\"\\u0061lg\":\"none\"}",
		"{\"alg\":\"HS256\",\"crit\":[\"exp\"]}", "{\"alg\":\"HS256\",\"crit\":[]}",
		"{\"alg\":\"HS256\",\"b64\":false}", "{\"alg\":\"HS256\",\"b64\":true}",
		"{\"alg\":\"HS256\",\"zip\":\"DEF\"}", "{\"alg\":\"HS256\",\"enc\":\"A128GCM\"}",
		"{\"alg\":\"HS256\",\"jwk\":{}}",
		"{\"alg\":\"HS256\",\"jku\":\"https://x.example\"}",
		"{\"alg\":\"HS256\",\"x5u\":\"x\"}", "{\"alg\":\"HS256\",\"x5c\":[\"x\"]}",
		"{\"alg\":\"HS256\",\"typ\":\"at+jwt\"}", "{\"alg\":\"HS256\",\"typ\":\"JWE\"}",
		"{\"alg\":\"HS256\",\"typ\":null}", "[\"HS256\"]", "\"HS256\"",
		"{\"alg\":\"HS256\"}}", "{\"alg\":\"HS256\",}",
		"{\"alg\":\"HS256\",\"x\":[[[[[1]]]]]}", "{\"alg\":\"HS256\"}x" };
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++)
		if (check_signed(headers[i], STR(GOOD_CLAIMS)) != JWT_INVALID)
			fail_msg("passed: %s", headers[i]);
}

TEST(hostile_claims_are_refused)
{
	static const char *const claims[] = { "[]", "{}", "null", CLAIMS_HEAD "}",
		CLAIMS_HEAD ",\"exp\":\"1795174920\"}", CLAIMS_HEAD ",\"exp\":null}",
		CLAIMS_HEAD ",\"exp\":-1}", CLAIMS_HEAD ",\"exp\":1e12}",
		CLAIMS_HEAD ",\"exp\":9e99}", CLAIMS_HEAD ",\"exp\":253402300800}",
		CLAIMS_HEAD ",\"exp\":[1795174920]}", CLAIMS_HEAD ",\"exp\":true}",
		CLAIMS_HEAD GOOD_EXP ",\"exp\":1}", CLAIMS_HEAD ",\"exp\":1" GOOD_EXP "}",
		CLAIMS_HEAD GOOD_EXP ",\"nbf\":1795171351}", CLAIMS_HEAD GOOD_EXP ",\"nbf\":\"x\"}",
		CLAIMS_HEAD GOOD_EXP ",\"iat\":\"x\"}",
		"{\"aud\":\"backroom-api\",\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":\"backroom/\",\"aud\":\"backroom-api\",\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":[\"backroom\"],\"aud\":\"backroom-api\",\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":\"other\",\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":[],\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":[[\"backroom-api\"]],\"sub\":\"ann\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":{\"0\":\"backroom-api\"},\"sub\":\"ann\"" GOOD_EXP
		"}",
		"{\"iss\":\"backroom\",\"aud\":\"backroom-api\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":\"\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":7" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":\"a\\u0000b\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":\"\xff\"" GOOD_EXP "}",
		"{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":\"\\ud800\"" GOOD_EXP "}" };
	static const char with_nul[] = GOOD_CLAIMS "\0tail";
	char long_sub[400];
	for (size_t i = 0; i < sizeof(claims) / sizeof(*claims); i++)
		if (check_signed(GOOD_HEADER, str_of(claims[i])) != JWT_INVALID)
			fail_msg("passed: %s", claims[i]);
	assert_int_equal(check_signed(GOOD_HEADER, STR(with_nul)), JWT_INVALID);
	snprintf(long_sub, sizeof(long_sub),
	    "{\"iss\":\"backroom\",\"aud\":\"backroom-api\","
	    "\"sub\":\"%0256d\"" GOOD_EXP "}",
	    1);
	assert_int_equal(check_signed(GOOD_HEADER, str_of(long_sub)), JWT_INVALID);
}

/* Each refusal has its own reason: otherwise one of two overlapping checks could be missing. */
TEST(each_refusal_has_its_own_reason)
{
	static const struct {
		const char *header, *claims, *reason;
	} refused[] = {
		{ "{\"alg\":\"none\"}", GOOD_CLAIMS, "algorithm" },
		{ "{\"alg\":\"HS512\"}", GOOD_CLAIMS, "algorithm" },
		{ "{\"typ\":\"JWT\"}", GOOD_CLAIMS, "algorithm" },
		{ "{\"alg\":\"HS256\",\"typ\":\"at+jwt\"}", GOOD_CLAIMS, "type" },
		{ "{\"alg\":\"HS256\",\"typ\":1}", GOOD_CLAIMS, "type" },
		{ "{\"alg\":\"HS256\",\"crit\":[]}", GOOD_CLAIMS,
		    "a header member is not allowed" },
		{ "{\"alg\":\"HS256\",\"x5c\":[]}", GOOD_CLAIMS, "a header member is not allowed" },
		{ "{\"alg\":\"HS256\",\"alg\":\"HS256\"}", GOOD_CLAIMS,
		    "header or payload is not a strict JSON object" },
		{ GOOD_HEADER, "[]", "header or payload is not a strict JSON object" },
		{ GOOD_HEADER, CLAIMS_HEAD "}", "exp" },
		{ GOOD_HEADER, CLAIMS_HEAD ",\"exp\":\"1795174920\"}", "exp" },
		{ GOOD_HEADER, CLAIMS_HEAD GOOD_EXP ",\"nbf\":1795171351}", "nbf" },
		{ GOOD_HEADER, CLAIMS_HEAD GOOD_EXP ",\"nbf\":\"0\"}", "nbf" },
		{ GOOD_HEADER, CLAIMS_HEAD GOOD_EXP ",\"iat\":\"0\"}", "iat" },
		{ GOOD_HEADER, "{\"aud\":\"backroom-api\",\"sub\":\"ann\"" GOOD_EXP "}", "issuer" },
		{ GOOD_HEADER, "{\"iss\":\"backroom\",\"sub\":\"ann\"" GOOD_EXP "}", "audience" },
		{ GOOD_HEADER, "{\"iss\":\"backroom\",\"aud\":\"backroom-api\"" GOOD_EXP "}",
		    "subject" },
		{ GOOD_HEADER, CLAIMS_HEAD ",\"exp\":1795171290}", "expired" },
	};
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		auto_buf token = { 0 };
		struct verified_claims who;
		const char *reason = "";
		struct jwt_verifier *g = gate();
		sign(&token, STR(secret), str_of(refused[i].header), str_of(refused[i].claims));
		assert_int_not_equal(jwt_verify(g, buf_str(&token), NOW, false, &who, &reason), JWT_OK);
		assert_string_equal(reason, refused[i].reason);
		buf_reset(&token);
		sign(&token, STR("another key of thirty-two bytes!"), str_of(refused[i].header),
		    str_of(refused[i].claims));
		jwt_verify(g, buf_str(&token), NOW, false, &who, &reason);
		/* the issuer determines the key */
		if (strcmp(refused[i].header, GOOD_HEADER) == 0 && refused[i].claims[0] == '{' &&
		    strcmp(refused[i].reason, "issuer") != 0)
			assert_string_equal(reason, "signature");
		jwt_verifier_free(g);
	}
}

/* For each claim: the longest accepted text and the first that is too long, with the reason. */
TEST(claims_have_their_limits)
{
	static const struct {
		const char *name, *head;
		int cap; /* size of the buffer that it is copied to */
		const char *reason;
	} limits[] = {
		{ "sub", "{\"iss\":\"backroom\",\"aud\":\"backroom-api\"",
		    JWT_SUBJECT_SIZE_MAX + 1, "subject" },
		{ "client_id", CLAIMS_HEAD, sizeof(((struct verified_claims *)0)->client),
		    "client" },
		{ "azp", CLAIMS_HEAD, sizeof(((struct verified_claims *)0)->client), "client" },
	};
	for (size_t i = 0; i < 2 * sizeof(limits) / sizeof(*limits); i++) {
		int length = limits[i / 2].cap - 1 + (int)(i % 2);
		auto_buf claims = { 0 }, token = { 0 };
		struct verified_claims who;
		const char *reason = NULL;
		struct jwt_verifier *g = gate();
		buf_addf(&claims, "%s,\"%s\":\"%0*d\"" GOOD_EXP "}", limits[i / 2].head,
		    limits[i / 2].name, length, 1);
		sign(&token, STR(secret), STR(GOOD_HEADER), buf_str(&claims));
		enum jwt_verdict verdict = jwt_verify(g, buf_str(&token), NOW, false, &who, &reason);
		assert_int_equal(verdict, i % 2 ? JWT_INVALID : JWT_OK);
		if (i % 2)
			assert_string_equal(reason, limits[i / 2].reason);
		jwt_verifier_free(g);
	}
}

/* Rights and root are limited only by the token's total size. */
TEST(rights_and_root_may_be_long)
{
	auto_buf claims = { 0 }, token = { 0 };
	struct verified_claims who;
	const char *reason = NULL;
	struct jwt_verifier *g = gate();
	buf_addf(&claims, "%s,\"root\":\"%0*d\",\"scope\":\"", CLAIMS_HEAD, 3000, 1);
	for (int i = 0; i < 120; i++)
		buf_addf(&claims, "https://api.example/%d%s ", i, i == 60 ? " identity:admin" : "");
	buf_addz(&claims, "read\"" GOOD_EXP "}");
	sign(&token, STR(secret), STR(GOOD_HEADER), buf_str(&claims));
	assert_true(token.n > 7000 && token.n <= JWT_TOKEN_SIZE_MAX);
	assert_int_equal(jwt_verify(g, buf_str(&token), NOW, false, &who, &reason), JWT_OK);
	assert_int_equal(strlen(who.root), 3000);
	assert_string_equal(who.scope, "read identity:admin");
	assert_true(verified_claims_has_right(&who, "identity:admin"));
	assert_false(verified_claims_has_right(&who, "catalog:write"));
	jwt_verifier_free(g);
}

/* Makes "{HEAD,"x":[[1]]}" for two arrays. */
static void
nest(struct buf *out, const char *head, int arrays)
{
	buf_addf(out, "%s,\"x\":", head);
	for (int i = 0; i < arrays; i++)
		buf_addc(out, '[');
	buf_addc(out, '1');
	for (int i = 0; i < arrays; i++)
		buf_addc(out, ']');
	buf_addc(out, '}');
}

/* A header may be nested 4 levels deep, claims 16, counting the object itself; one level more is
 * refused. */
TEST(nesting_is_limited)
{
	static const struct {
		int header, claims;
		bool passes;
	} rows[] = { { 3, 15, true }, { 4, 15, false }, { 3, 16, false } };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		auto_buf header = { 0 }, claims = { 0 }, token = { 0 };
		struct verified_claims who;
		const char *reason = NULL;
		struct jwt_verifier *g = gate();
		nest(&header, "{\"alg\":\"HS256\"", rows[i].header);
		nest(&claims, CLAIMS_HEAD GOOD_EXP, rows[i].claims);
		sign(&token, STR(secret), buf_str(&header), buf_str(&claims));
		enum jwt_verdict verdict = jwt_verify(g, buf_str(&token), NOW, false, &who, &reason);
		assert_int_equal(verdict, rows[i].passes ? JWT_OK : JWT_INVALID);
		if (!rows[i].passes)
			assert_string_equal(
			    reason, "header or payload is not a strict JSON object");
		jwt_verifier_free(g);
	}
}

TEST(the_client_is_read_from_the_claims)
{
	static const char *const claims[][2] = { { CLAIMS_HEAD GOOD_EXP "}", "" },
		{ CLAIMS_HEAD GOOD_EXP ",\"client_id\":\"a\"}", "a" },
		{ CLAIMS_HEAD GOOD_EXP ",\"azp\":\"b\"}", "b" },
		{ CLAIMS_HEAD GOOD_EXP ",\"azp\":\"b\",\"client_id\":\"a\"}", "a" },
		{ CLAIMS_HEAD GOOD_EXP ",\"client_id\":\"\",\"azp\":\"b\"}", "" },
		{ CLAIMS_HEAD GOOD_EXP ",\"azp\":7}", "" } };
	for (size_t i = 0; i < sizeof(claims) / sizeof(*claims); i++) {
		auto_buf token = { 0 };
		struct verified_claims who;
		sign(&token, STR(secret), STR(GOOD_HEADER), str_of(claims[i][0]));
		assert_int_equal(check(buf_str(&token), &who), JWT_OK);
		assert_string_equal(who.client, claims[i][1]);
	}
}

TEST(expired_tokens_have_their_own_reason)
{
	assert_int_equal(
	    check_signed(GOOD_HEADER, STR(CLAIMS_HEAD ",\"exp\":1795171291}")), JWT_OK);
	assert_int_equal(
	    check_signed(GOOD_HEADER, STR(CLAIMS_HEAD ",\"exp\":1795171290}")), JWT_EXPIRED);
	assert_int_equal(check_signed(GOOD_HEADER, STR(CLAIMS_HEAD ",\"exp\":0}")), JWT_EXPIRED);
	/* Only a holder of the key learns that a token has expired. */
	auto_buf token = { 0 };
	struct verified_claims who;
	sign(&token, STR("another secret of thirty-two by."), STR(GOOD_HEADER),
	    STR(CLAIMS_HEAD ",\"exp\":0}"));
	assert_int_equal(check(buf_str(&token), &who), JWT_INVALID);
}

TEST(odd_shapes_are_refused)
{
	static const char *const shapes[] = { "", ".", "..", "...", "a", "a.b", "a.b.c", "a.b.c.d",
		"e30.e30.", ".e30.e30", "e30..e30", "eyJhbGciOiJIUzI1NiJ9.e30=.AAAA",
		"{\"payload\":\"e30\"}", "eyJhbGciOiJub25lIn0.e30.", " e30.e30.e30" };
	auto_buf token = { 0 };
	struct verified_claims who;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
		assert_int_equal(check(str_of(shapes[i]), &who), JWT_INVALID);
	sign(&token, STR(secret), STR(GOOD_HEADER), STR(GOOD_CLAIMS));
	size_t n = token.n;
	static const char *const tails[] = { "A", "\n", " ", "=", ".", ".AAAA", "AAAA" };
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		token.n = n;
		buf_addz(&token, tails[i]);
		assert_int_equal(check(buf_str(&token), &who), JWT_INVALID);
	}
	token.n = n;
	buf_addc(&token, '\0');
	assert_int_equal(check(buf_str(&token), &who), JWT_INVALID);
	token.n = n - 1;
	assert_int_equal(check(buf_str(&token), &who), JWT_INVALID);
}

/* libjwt copies a token onto the stack: a token that is too long must not reach it. */
TEST(long_tokens_are_refused)
{
	auto_buf claims = { 0 }, token = { 0 };
	struct verified_claims who;
	buf_addz(&claims, CLAIMS_HEAD GOOD_EXP ",\"x\":\"");
	buf_pad(&claims, 'x', 9000000);
	buf_addz(&claims, "\"}");
	sign(&token, STR(secret), STR(GOOD_HEADER), buf_str(&claims));
	assert_int_equal(check(buf_str(&token), &who), JWT_INVALID);
	buf_reset(&claims);
	buf_reset(&token);
	buf_addz(&claims, CLAIMS_HEAD GOOD_EXP ",\"x\":\"");
	buf_pad(&claims, 'x', 5900);
	buf_addz(&claims, "\"}");
	sign(&token, STR(secret), STR(GOOD_HEADER), buf_str(&claims));
	assert_in_range(token.n, 7900, JWT_TOKEN_SIZE_MAX);
	assert_int_equal(check(buf_str(&token), &who), JWT_OK);
}

/* Any change of one character, and any truncation, is refused. */
TEST(changed_tokens_are_refused)
{
	static const char alphabet[] = "ABCXYZabcxyz0129-_.=";
	auto_buf token = { 0 };
	struct verified_claims who;
	const char *reason;
	struct jwt_verifier *g = gate();
	sign(&token, STR(secret), STR(GOOD_HEADER), STR(GOOD_CLAIMS));
	assert_int_equal(jwt_verify(g, buf_str(&token), NOW, false, &who, &reason), JWT_OK);
	for (size_t i = 0; i < token.n; i++) {
		char was = token.p[i];
		for (size_t k = 0; k < sizeof(alphabet) - 1; k++) {
			token.p[i] = alphabet[k];
			enum jwt_verdict want = alphabet[k] == was ? JWT_OK : JWT_INVALID;
			assert_int_equal(jwt_verify(g, buf_str(&token), NOW, false, &who, &reason), want);
		}
		token.p[i] = was;
		struct str cut = str_sub(buf_str(&token), 0, i);
		assert_int_equal(jwt_verify(g, cut, NOW, false, &who, &reason), JWT_INVALID);
	}
	jwt_verifier_free(g);
}

TEST(the_cache_drops_expired_tokens)
{
	auto_buf token = { 0 };
	struct verified_claims who;
	const char *reason;
	struct jwt_verifier *g = gate();
	sign(&token, STR(secret), STR(GOOD_HEADER),
	    STR(CLAIMS_HEAD ",\"exp\":1795171360,\"scope\":\"a read b\"}"));
	struct str t = buf_str(&token);
	for (int i = 0; i < 3; i++) {
		memset(&who, 1, sizeof(who));
		assert_int_equal(jwt_verify(g, t, NOW, false, &who, &reason), JWT_OK);
		assert_string_equal(who.sub, "ann");
		assert_true(verified_claims_has_right(&who, "read"));
		assert_false(verified_claims_has_right(&who, "rea"));
		assert_string_equal(who.root, "");
	}
	assert_int_equal(jwt_verify(g, t, NOW + 69999, false, &who, &reason), JWT_OK);
	assert_int_equal(jwt_verify(g, t, NOW + 70000, false, &who, &reason), JWT_EXPIRED);
	assert_int_equal(jwt_verify(g, t, NOW, false, &who, &reason), JWT_OK);
	jwt_verifier_free(g);
}

TEST(the_header_accepts_bearer_and_scheme_less_tokens)
{
	auto_buf token = { 0 }, value = { 0 };
	struct verified_claims who;
	const char *reason;
	struct jwt_verifier *g = gate();
	sign(&token, STR(secret), STR(GOOD_HEADER), STR(GOOD_CLAIMS));
	const struct {
		const char *before;
		bool bare;
		enum jwt_verdict want;
	} cases[] = { { "Bearer ", false, JWT_OK }, { "bearer  ", true, JWT_OK },
		{ "", true, JWT_OK }, { "", false, JWT_MISSING }, { "Basic ", true, JWT_MISSING },
		{ "Bearer", true, JWT_INVALID }, { "Bearer x ", true, JWT_INVALID } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buf_reset(&value);
		buf_addz(&value, cases[i].before);
		buf_adds(&value, buf_str(&token));
		assert_int_equal(
		    jwt_verify_header(g, buf_str(&value), cases[i].bare, NOW, false, &who, &reason),
		    cases[i].want);
	}
	assert_int_equal(jwt_verify_header(g, STR_NONE, true, NOW, false, &who, &reason), JWT_MISSING);
	assert_int_equal(
	    jwt_verify_header(g, STR("Bearer "), true, NOW, false, &who, &reason), JWT_MISSING);
	jwt_verifier_free(g);
}

TEST(minted_tokens_pass)
{
	auto_buf token = { 0 };
	struct verified_claims who;
	struct err err;
	struct jwt_sign_params order = { STR(secret), "backroom", "backroom-api", "Zoë \"Z\"",
		"read catalog:write", "sub-1", NOW_S, 3600, "shop" };
	assert_true(jwt_sign(&token, &order, &err));
	assert_int_equal(check(buf_str(&token), &who), JWT_OK);
	assert_string_equal(who.sub, "Zoë \"Z\"");
	assert_string_equal(who.root, "sub-1");
	assert_string_equal(who.client, "shop");
	assert_true(verified_claims_has_right(&who, "catalog:write"));
	assert_int_equal(who.exp, NOW_S + 3600);
	buf_reset(&token);
	order.ttl_s = -3600;
	assert_true(jwt_sign(&token, &order, &err));
	assert_int_equal(check(buf_str(&token), &who), JWT_EXPIRED);
}
