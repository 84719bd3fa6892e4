/* Tokens of several issuers: shaped as the usual identity providers make them, with their rights in
 * their claims, under their keys only. */
#include "base/clock.h"
#include "lib/signer.h"
#include "lib/test.h"
#include "service/auth/jwt_verify.h"

#include <stdio.h>
#include <string.h>

#define NOW_S 1795171320
#define NOW (INT64_C(1000) * NOW_S)
#define TIMES ",\"iat\":1795171300,\"exp\":1795174900"

enum { KEYCLOAK, AUTH0, ENTRA, OKTA, COGNITO, RFC9068, PROVIDERS };

static const char *const shop_audience[] = { "backroom-api", NULL };
static const char *const entra_audience[] = { "api://backroom", "6f1a0c9e-backroom", NULL };
static const char *const cognito_client[] = { "4rq1kq", NULL };
static const char *const catalog_roles[] = { "Catalog.Write", "price-admin", NULL };
static const char *const cognito_read[] = { "https://backroom.example/read", NULL };

/* A provider, a token as it makes it, and the claims that the service reads. */
static const struct provider {
	struct issuer_rules rules;
	enum signer_kind kind;
	const char *typ, *claims, *sub, *scope, *root, *client;
} providers[PROVIDERS] = {
	[KEYCLOAK] = { { .name = "keycloak",
			   .iss = "https://id.example/realms/shop",
			   .audiences = shop_audience,
			   .root_claim = "subscription.root" },
	    SIGNER_RS256, "JWT",
	    "{\"exp\":1795174900,\"iat\":1795171300,\"jti\":\"onrtac:2\",\"iss\":"
	    "\"https://id.example/realms/shop\",\"aud\":[\"account\",\"backroom-api\"],\"sub\":"
	    "\"f3a1\",\"typ\":\"Bearer\",\"azp\":\"console\",\"acr\":\"1\",\"realm_access\":{"
	    "\"roles\":[\"offline_access\",\"identity:admin\",\"read\"]},\"scope\":"
	    "\"openid profile\",\"subscription\":{\"root\":\"north\"}}",
	    "keycloak:f3a1", "read identity:admin", "north", "console" },
	[AUTH0] = { { .name = "auth0",
			.iss = "https://shop.eu.auth0.example/",
			.audiences = shop_audience,
			.root_claim = "https://shop.example/root" },
	    SIGNER_PS256, "JWT",
	    "{\"iss\":\"https://shop.eu.auth0.example/\",\"sub\":\"auth0|5f\",\"aud\":["
	    "\"backroom-api\",\"https://shop.eu.auth0.example/userinfo\"]" TIMES
	    ",\"azp\":\"Xy1\",\"scope\":\"openid\",\"permissions\":[\"read\",\"catalog:write\"],"
	    "\"https://shop.example/root\":\"*\"}",
	    "auth0:auth0|5f", "read catalog:write", "*", "Xy1" },
	[ENTRA] = { { .name = "entra",
			.iss = "https://login.microsoftonline.example/7a/v2.0",
			.audiences = entra_audience,
			.root_claim = "root",
			.right_names = { NULL, catalog_roles, NULL } },
	    SIGNER_RS256, "JWT",
	    "{\"aud\":\"6f1a0c9e-backroom\",\"iss\":"
	    "\"https://login.microsoftonline.example/7a/v2.0\"" TIMES
	    ",\"nbf\":1795171300,\"azp\":\"11\",\"azpacr\":\"1\",\"name\":\"Ann\",\"oid\":\"o1\","
	    "\"roles\":[\"Catalog.Write\"],\"scp\":\"access read\",\"sub\":\"pairwise\",\"tid\":"
	    "\"7a\",\"ver\":\"2.0\"}",
	    "entra:pairwise", "read catalog:write", "", "11" },
	[OKTA] = { { .name = "okta",
		       .iss = "https://shop.okta.example/oauth2/default",
		       .audiences = shop_audience,
		       .root_claim = "root" },
	    SIGNER_RS256, NULL,
	    "{\"ver\":1,\"jti\":\"AT.x\",\"iss\":\"https://shop.okta.example/oauth2/default\","
	    "\"aud\":\"backroom-api\"" TIMES
	    ",\"cid\":\"0oa1\",\"uid\":\"00u1\",\"scp\":[\"openid\",\"read\"],\"root\":\"shop\","
	    "\"sub\":\"ann@shop.example\"}",
	    "okta:ann@shop.example", "read", "shop", "0oa1" },
	[COGNITO] = { { .name = "cognito",
			  .iss = "https://cognito-idp.eu-west-1.amazonaws.example/eu-west-1_x",
			  .audiences = cognito_client,
			  .audience_claim = "client_id",
			  .root_claim = "custom:root",
			  .right_names = { cognito_read, NULL, NULL } },
	    SIGNER_RS256, NULL,
	    "{\"sub\":\"aaaa-bbbb\",\"iss\":"
	    "\"https://cognito-idp.eu-west-1.amazonaws.example/eu-west-1_x\",\"version\":2,"
	    "\"client_id\":\"4rq1kq\",\"token_use\":\"access\",\"scope\":"
	    "\"https://backroom.example/read openid\",\"auth_time\":1795171300,\"jti\":\"a1\","
	    "\"username\":\"ann\"" TIMES "}",
	    "cognito:aaaa-bbbb", "read", "", "4rq1kq" },
	[RFC9068] = { { .name = "own",
			  .iss = "https://as.example/",
			  .audiences = shop_audience,
			  .root_claim = "root" },
	    SIGNER_ES256, "at+jwt",
	    "{\"iss\":\"https://as.example/\",\"sub\":\"5ba5\",\"aud\":\"backroom-api\"" TIMES
	    ",\"jti\":\"dbe3\",\"client_id\":\"s6Bh\",\"scope\":\"read identity:admin\",\"root\":"
	    "\"r\"}",
	    "own:5ba5", "read identity:admin", "r", "s6Bh" },
};

struct office {
	struct signer *signers[PROVIDERS];
	struct issuer_rules rules[PROVIDERS];
	struct jwt_verifier *verifier;
};

static void
verify_with(struct office *o, const char *const *tokens, const char *const *subjects)
{
	struct err err;
	const struct jwt_rules rules = { o->rules, PROVIDERS, tokens, subjects, JWT_LEEWAY_S };
	if (o->verifier)
		assert_true(jwt_verifier_set_rules(o->verifier, &rules, &err));
	else
		assert_non_null(o->verifier = jwt_verifier_new(&rules, &err));
}

static void
office_open(struct office *o)
{
	*o = (struct office){ 0 };
	for (int i = 0; i < PROVIDERS; i++) {
		auto_buf set = { 0 };
		struct err err;
		o->rules[i] = providers[i].rules;
		if (!o->rules[i].audience_claim)
			o->rules[i].audience_claim = "aud";
		o->rules[i].max_lifetime_s = 86400;
		o->rules[i].keys = jwt_keys_new();
		o->signers[i] = signer_new(providers[i].kind, "key-1");
		signer_write_set(&set, &o->signers[i], 1);
		assert_true(jwt_keys_add_set(o->rules[i].keys, buf_str(&set), &err));
	}
	verify_with(o, NULL, NULL);
}

static void
office_close(struct office *o)
{
	for (int i = 0; i < PROVIDERS; i++) {
		signer_free(o->signers[i]);
		jwt_keys_release(o->rules[i].keys);
	}
	jwt_verifier_free(o->verifier);
}

static enum jwt_verdict
verify(struct office *o, struct str token, struct verified_claims *who, const char **reason)
{
	return jwt_verify(o->verifier, token, NOW, false, who, reason);
}

/* Expects that a provider's token with these claims is refused for a reason; NULL: accepted. */
static void
expect_reason(struct office *o, int provider, const char *claims, const char *want)
{
	auto_buf token = { 0 };
	struct verified_claims who;
	const char *reason = "";
	signer_sign(&token, o->signers[provider], "JWT", claims);
	enum jwt_verdict verdict = verify(o, buf_str(&token), &who, &reason);
	if ((verdict == JWT_OK) != !want || (want && strcmp(reason, want) != 0))
		fail_msg("%s: %d %s, not %s", claims, verdict, reason, want ? want : "accepted");
}

TEST(tokens_of_the_usual_providers_are_read)
{
	CLEANUP(office_close) struct office o;
	office_open(&o);
	for (int i = 0; i < PROVIDERS; i++) {
		const struct provider *p = &providers[i];
		auto_buf token = { 0 };
		struct verified_claims who;
		const char *reason = "";
		signer_sign(&token, o.signers[i], p->typ, p->claims);
		if (verify(&o, buf_str(&token), &who, &reason) != JWT_OK)
			fail_msg("%s: %s", p->rules.name, reason);
		assert_string_equal(who.sub, p->sub);
		assert_string_equal(who.scope, p->scope);
		assert_string_equal(who.root, p->root);
		assert_string_equal(who.client, p->client);
	}
}

/* Each issuer's key is for its own tokens. */
TEST(an_issuer_cannot_sign_for_another)
{
	CLEANUP(office_close) struct office o;
	office_open(&o);
	for (int from = 0; from < PROVIDERS; from++)
		for (int by = 0; by < PROVIDERS; by++) {
			auto_buf token = { 0 };
			struct verified_claims who;
			const char *reason;
			signer_sign(&token, o.signers[by], providers[from].typ,
			    providers[from].claims);
			assert_int_equal(verify(&o, buf_str(&token), &who, &reason),
			    from == by ? JWT_OK : JWT_INVALID);
		}
}

/* Two hundred tokens with one byte changed, at places spread over the token. */
TEST(changed_tokens_are_refused)
{
	enum { CHANGES = 200 };
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	CLEANUP(office_close) struct office o;
	office_open(&o);
	for (int i = 0; i < CHANGES; i++) {
		const struct provider *p = &providers[i % PROVIDERS];
		auto_buf token = { 0 };
		struct verified_claims who;
		const char *reason;
		signer_sign(&token, o.signers[i % PROVIDERS], p->typ, p->claims);
		size_t at = token.n * (size_t)i / CHANGES;
		if (token.p[at] == '.')
			at++;
		const char *old = strchr(alphabet, token.p[at]);
		token.p[at] = alphabet[((size_t)(old - alphabet) + 1 + (size_t)i % 62) % 64];
		if (verify(&o, buf_str(&token), &who, &reason) == JWT_OK)
			fail_msg("accepted: %s with byte %zu changed", p->rules.name, at);
	}
}

TEST(the_id_and_the_algorithm_select_the_key)
{
	static const struct {
		const char *header;
		const char *reason; /* NULL: accepted */
	} cases[] = {
		{ "{\"alg\":\"ES256\",\"kid\":\"key-1\"}", NULL },
		{ "{\"alg\":\"ES256\"}", NULL },
		{ "{\"alg\":\"ES256\",\"kid\":\"key-1\",\"typ\":\"AT+JWT\"}", NULL },
		{ "{\"alg\":\"ES256\",\"kid\":\"key-1\",\"typ\":\"application/at+jwt\"}", NULL },
		{ "{\"alg\":\"ES256\",\"kid\":\"key-2\"}", "key" },
		{ "{\"alg\":\"ES256\",\"kid\":\"KEY-1\"}", "key" },
		{ "{\"alg\":\"RS256\",\"kid\":\"key-1\"}", "algorithm" },
		{ "{\"alg\":\"EdDSA\",\"kid\":\"key-1\"}", "algorithm" },
		{ "{\"alg\":\"none\",\"kid\":\"key-1\"}", "algorithm" },
		{ "{\"alg\":\"HS256\",\"kid\":\"key-1\"}", "algorithm" },
		{ "{\"alg\":\"ES256\",\"typ\":\"logout+jwt\"}", "type" },
		{ "{\"alg\":\"ES256\",\"typ\":\"id_token\"}", "type" },
	};
	CLEANUP(office_close) struct office o;
	office_open(&o);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf token = { 0 };
		struct verified_claims who;
		const char *reason = "";
		signer_sign_with_header(
		    &token, o.signers[RFC9068], cases[i].header, providers[RFC9068].claims);
		enum jwt_verdict verdict = verify(&o, buf_str(&token), &who, &reason);
		if ((verdict == JWT_OK) != !cases[i].reason ||
		    (cases[i].reason && strcmp(reason, cases[i].reason) != 0))
			fail_msg("%s: %d %s", cases[i].header, verdict, reason);
	}
}

/* A token without a key's id is not tried with each of several keys. */
TEST(a_token_without_an_id_needs_a_single_key)
{
	CLEANUP(office_close) struct office o;
	auto_buf token = { 0 }, set = { 0 };
	struct verified_claims who;
	const char *reason = "";
	struct err err;
	office_open(&o);
	auto_signer *second = signer_new(SIGNER_ES256, "key-2");
	struct signer *both[] = { o.signers[RFC9068], second };
	signer_write_set(&set, both, 2);
	jwt_keys_release(o.rules[RFC9068].keys);
	o.rules[RFC9068].keys = jwt_keys_new();
	assert_true(jwt_keys_add_set(o.rules[RFC9068].keys, buf_str(&set), &err));
	verify_with(&o, NULL, NULL);
	signer_sign_with_header(
	    &token, second, "{\"alg\":\"ES256\"}", providers[RFC9068].claims);
	assert_int_equal(verify(&o, buf_str(&token), &who, &reason), JWT_INVALID);
	assert_string_equal(reason, "key");
	buf_reset(&token);
	signer_sign(&token, second, NULL, providers[RFC9068].claims);
	assert_int_equal(verify(&o, buf_str(&token), &who, &reason), JWT_OK);
}

#define OWN "{\"iss\":\"https://as.example/\",\"sub\":\"5ba5\",\"aud\":\"backroom-api\""

TEST(a_token_may_not_last_longer_than_the_issuer_is_allowed)
{
	CLEANUP(office_close) struct office o;
	office_open(&o);
	expect_reason(&o, RFC9068, OWN ",\"iat\":1795171320,\"exp\":1795257720}", NULL);
	expect_reason(&o, RFC9068, OWN ",\"iat\":1795171320,\"exp\":1795257721}", "lifetime");
	expect_reason(&o, RFC9068, OWN ",\"exp\":1795257720}", NULL);
	expect_reason(&o, RFC9068, OWN ",\"exp\":1795257721}", "lifetime");
	/* issued in the future, to last longer */
	expect_reason(&o, RFC9068, OWN ",\"iat\":1795171351,\"exp\":1795171400}", "lifetime");
	expect_reason(&o, RFC9068, OWN ",\"iat\":1795171350,\"exp\":1795171400}", NULL);
	expect_reason(&o, RFC9068, OWN ",\"iat\":1795171300,\"exp\":1795171290}", "expired");
}

TEST(a_denied_token_or_subject_is_refused_at_once)
{
	static const char *const tokens[] = { "dbe3", NULL };
	static const char *const subjects[] = { "evil", "own:5ba6", NULL };
	CLEANUP(office_close) struct office o;
	office_open(&o);
	expect_reason(&o, RFC9068, providers[RFC9068].claims, NULL); /* now it is cached */
	verify_with(&o, tokens, NULL);
	expect_reason(&o, RFC9068, providers[RFC9068].claims, "denied");
	expect_reason(&o, RFC9068, OWN TIMES ",\"jti\":\"dbe4\"}", NULL);
	verify_with(&o, NULL, subjects);
	expect_reason(&o, RFC9068, providers[RFC9068].claims, NULL);
	expect_reason(&o, RFC9068,
	    "{\"iss\":\"https://as.example/\",\"sub\":\"evil\",\"aud\":\"backroom-api\"" TIMES "}",
	    "denied");
	expect_reason(&o, RFC9068,
	    "{\"iss\":\"https://as.example/\",\"sub\":\"5ba6\",\"aud\":\"backroom-api\"" TIMES "}",
	    "denied");
	/* the same text from another issuer names another user */
	expect_reason(&o, OKTA,
	    "{\"iss\":\"https://shop.okta.example/oauth2/default\",\"sub\":\"5ba6\",\"aud\":"
	    "\"backroom-api\"" TIMES "}",
	    NULL);
}

TEST(rights_come_only_from_the_configured_claims)
{
	static const char *const only_roles[] = { "roles", NULL };
	CLEANUP(office_close) struct office o;
	auto_buf token = { 0 };
	struct verified_claims who;
	const char *reason;
	office_open(&o);
	o.rules[RFC9068].rights_claims = only_roles;
	verify_with(&o, NULL, NULL);
	signer_sign(&token, o.signers[RFC9068], NULL,
	    OWN TIMES ",\"scope\":\"identity:admin\",\"roles\":[\"read\",1,null,{},[\"x\"]]}");
	assert_int_equal(verify(&o, buf_str(&token), &who, &reason), JWT_OK);
	assert_string_equal(who.scope, "read");
}
