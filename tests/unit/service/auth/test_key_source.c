/* Keys at a URL: fetched, fetched again for an unknown one, kept while the provider is away, and no
 * caller waits long. */
#include "base/clock.h"
#include "base/mem.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/signer.h"
#include "lib/test.h"
#include "service/auth/jwks_fetch.h"
#include "service/auth/jwt_verify.h"

#include <pthread.h>
#include <stdio.h>

enum { WAIT_MS = 20000 };

static const char claims[] =
    "{\"iss\":\"https://as.example/\",\"sub\":\"ann\",\"aud\":\"backroom-api\",\"exp\":253402300799,"
    "\"scope\":\"read\"}";

/* An issuer whose key set a test changes. Texts of answers must outlive the server. */
struct provider {
	struct hostile_rule rule;
	struct hostile *server;
	struct buf answers[16];
	size_t answers_n;
	struct jwt_verifier *verifier;
};

static void
provider_answers(struct provider *p, struct str answer)
{
	struct buf *kept = &p->answers[p->answers_n++];
	buf_adds(kept, answer);
	p->rule.answer = buf_str(kept);
}

static void
provider_serves(struct provider *p, struct signer *const *signers, size_t n)
{
	auto_buf set = { 0 }, answer = { 0 };
	signer_write_set(&set, signers, n);
	hostile_json(&answer, buf_z(&set));
	provider_answers(p, buf_str(&answer));
}

static void
provider_start(struct provider *p)
{
	static const char *const audiences[] = { "backroom-api", NULL };
	char url[80];
	struct err err;
	p->server = hostile_start(&p->rule, 1);
	snprintf(url, sizeof(url), "%s/keys", hostile_url(p->server));
	const struct issuer_rules rules = { .name = "own",
		.iss = "https://as.example/",
		.audiences = audiences,
		.audience_claim = "aud",
		.root_claim = "root",
		.jwks_url = url };
	p->verifier = jwt_verifier_new(
	    &(struct jwt_rules){ .issuers = &rules, .issuers_n = 1, .leeway_s = 30 }, &err);
	assert_non_null(p->verifier);
}

static void
provider_end(struct provider *p)
{
	jwt_verifier_free(p->verifier);
	hostile_stop(p->server);
	for (size_t i = 0; i < p->answers_n; i++)
		buf_free(&p->answers[i]);
}

static enum jwt_verdict
verify(struct provider *p, const struct signer *s, bool must_not_wait)
{
	auto_buf token = { 0 };
	struct verified_claims who;
	const char *reason;
	signer_sign(&token, s, "at+jwt", claims);
	return jwt_verify(p->verifier, buf_str(&token), clock_real(), must_not_wait, &who, &reason);
}

/* Like verify(), as a client does that is told to try again: on a busy machine a fetch may take
 * longer than a caller waits. */
static enum jwt_verdict
verify_again(struct provider *p, const struct signer *s)
{
	int64_t end = deadline_in(WAIT_MS);
	enum jwt_verdict verdict;
	while ((verdict = verify(p, s, false)) == JWT_KEY_NOT_KNOWN && deadline_left(end))
		;
	return verdict;
}

TEST(rotated_keys_are_fetched_when_a_token_names_them)
{
	CLEANUP(provider_end) struct provider p = { 0 };
	auto_signer *first = signer_new(SIGNER_ES256, "1"), *second = signer_new(SIGNER_EDDSA, "2"),
		    *third = signer_new(SIGNER_ES256, "3");
	provider_serves(&p, (struct signer *[]){ first }, 1);
	provider_start(&p);
	assert_int_equal(verify_again(&p, first), JWT_OK);
	provider_serves(&p, (struct signer *[]){ first, second }, 2);
	/* a thread that must not wait says so, and another one fetches */
	assert_int_equal(verify(&p, second, true), JWT_KEY_NOT_KNOWN);
	assert_int_equal(verify_again(&p, second), JWT_OK);
	assert_int_equal(verify(&p, first, true), JWT_OK);
	provider_serves(&p, (struct signer *[]){ third }, 1);
	assert_int_equal(verify_again(&p, third), JWT_OK);
	/* a key that is gone is gone for tokens that were verified before, too */
	assert_int_equal(verify_again(&p, first), JWT_INVALID);
	assert_int_equal(verify_again(&p, second), JWT_INVALID);
	assert_int_equal(verify(&p, third, true), JWT_OK);
}

TEST(tokens_of_unknown_keys_do_not_make_many_fetches)
{
	enum { TOKENS = 40 };
	CLEANUP(provider_end) struct provider p = { 0 };
	auto_signer *known = signer_new(SIGNER_ES256, "1");
	provider_serves(&p, (struct signer *[]){ known }, 1);
	provider_start(&p);
	assert_int_equal(verify_again(&p, known), JWT_OK);
	for (int i = 0; i < TOKENS; i++) {
		char kid[20];
		snprintf(kid, sizeof(kid), "unknown-%d", i);
		auto_signer *unknown = signer_new(SIGNER_ES256, kid);
		assert_int_equal(verify_again(&p, unknown), JWT_INVALID);
	}
	assert_true(hostile_count(p.server) <= KEY_SOURCE_FETCHES_PER_MINUTE);
	assert_int_equal(verify(&p, known, true), JWT_OK);
}

/* No key set has a key for it, so no fetch can help. */
TEST(an_algorithm_of_no_key_makes_no_fetch)
{
	static const char *const headers[] = { "{\"alg\":\"none\",\"kid\":\"2\"}",
		"{\"alg\":\"HS256\",\"kid\":\"2\"}", "{\"alg\":\"RS512\",\"kid\":\"2\"}" };
	CLEANUP(provider_end) struct provider p = { 0 };
	auto_signer *known = signer_new(SIGNER_ES256, "1");
	provider_serves(&p, (struct signer *[]){ known }, 1);
	provider_start(&p);
	assert_int_equal(verify_again(&p, known), JWT_OK);
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
		auto_buf token = { 0 };
		struct verified_claims who;
		const char *reason;
		signer_sign_with_header(&token, known, headers[i], claims);
		assert_int_equal(
		    jwt_verify(p.verifier, buf_str(&token), clock_real(), true, &who, &reason),
		    JWT_INVALID);
	}
	assert_int_equal(hostile_count(p.server), 1);
}

/* For each response without keys: the known ones stay, and an unknown one is not called invalid. */
TEST(keys_are_kept_while_the_provider_fails)
{
	/* Freed after the server, which may still send them. */
	auto_buf large = { 0 }, many = { 0 };
	CLEANUP(provider_end) struct provider p = { 0 };
	auto_signer *known = signer_new(SIGNER_ES256, "1"), *other = signer_new(SIGNER_ES256, "2");
	while (large.n < 5000000)
		buf_addz(&large, "{\"keys\":[]}         ");
	hostile_answer(&many, 200, "Content-Type: application/json\r\n", buf_str(&large));
	provider_serves(&p, (struct signer *[]){ known }, 1);
	provider_start(&p);
	assert_int_equal(verify_again(&p, known), JWT_OK);
	const struct str answers[] = { STR("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"),
		STR("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"keys\":[]}"),
		STR("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"),
		STR("nonsense"), buf_str(&many) };
	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		size_t before = hostile_count(p.server);
		p.rule.answer = answers[i];
		p.rule.end = HOSTILE_CLOSE;
		assert_int_equal(verify(&p, other, false), JWT_KEY_NOT_KNOWN);
		assert_true(hostile_wait(p.server, before + 1));
		assert_int_equal(verify(&p, known, true), JWT_OK);
	}
}

TEST(a_provider_that_never_answers_holds_no_one_up)
{
	CLEANUP(provider_end) struct provider p = { 0 };
	auto_signer *s = signer_new(SIGNER_ES256, "1");
	p.rule.answer = STR_NONE;
	provider_start(&p);
	int64_t before = clock_ticks();
	assert_int_equal(verify(&p, s, true), JWT_KEY_NOT_KNOWN);
	assert_int_equal(verify(&p, s, false), JWT_KEY_NOT_KNOWN);
	assert_true(clock_ticks() - before >= KEY_SOURCE_WAIT_MS);
	/* and the end does not wait for the fetch, which takes five seconds */
	jwt_verifier_free(p.verifier);
	p.verifier = NULL;
	assert_int_equal(hostile_count(p.server), 1);
}

static void *
run_caller(void *arg)
{
	struct provider *p = arg;
	auto_signer *s = signer_new(SIGNER_ES256, "1");
	return (void *)(uintptr_t)verify(p, s, false);
}

/* Only a few of many callers wait; none is told that the token is invalid. */
TEST(only_a_few_callers_wait)
{
	enum { CALLERS = 8 };
	CLEANUP(provider_end) struct provider p = { 0 };
	pthread_t threads[CALLERS];
	p.rule.answer = STR_NONE;
	provider_start(&p);
	for (int i = 0; i < CALLERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, run_caller, &p), 0);
	for (int i = 0; i < CALLERS; i++) {
		void *verdict;
		pthread_join(threads[i], &verdict);
		assert_int_equal((uintptr_t)verdict, JWT_KEY_NOT_KNOWN);
	}
}

/* Other rules for the same URL keep the keys; those for another URL fetch theirs. */
TEST(new_rules_keep_the_keys_of_the_same_url)
{
	static const char *const audiences[] = { "another-api", "backroom-api", NULL };
	CLEANUP(provider_end) struct provider p = { 0 };
	auto_signer *s = signer_new(SIGNER_ES256, "1");
	char url[80];
	struct err err;
	provider_serves(&p, (struct signer *[]){ s }, 1);
	provider_start(&p);
	assert_int_equal(verify_again(&p, s), JWT_OK);
	snprintf(url, sizeof(url), "%s/keys", hostile_url(p.server));
	struct issuer_rules rules = { .name = "renamed",
		.iss = "https://as.example/",
		.audiences = audiences,
		.audience_claim = "aud",
		.root_claim = "root",
		.jwks_url = url };
	const struct jwt_rules all = { .issuers = &rules, .issuers_n = 1, .leeway_s = 30 };
	assert_true(jwt_verifier_set_rules(p.verifier, &all, &err));
	assert_int_equal(verify(&p, s, true), JWT_OK);
	assert_int_equal(hostile_count(p.server), 1);
	snprintf(url, sizeof(url), "%s/other", hostile_url(p.server));
	assert_true(jwt_verifier_set_rules(p.verifier, &all, &err));
	assert_int_equal(verify_again(&p, s), JWT_OK);
	assert_int_equal(hostile_count(p.server), 2);
}

TEST(only_https_or_this_machine_is_fetched_from)
{
	static const char *const good[] = { "https://id.example/keys",
		"https://id.example:8443/a?b=c", "http://localhost:8080/keys",
		"http://127.0.0.1/keys", "http://[::1]:1/keys" };
	static const char *const bad[] = { "", "keys", "http://id.example/keys",
		"ftp://id.example/", "https://user:pass@id.example/", "file:///etc/passwd",
		"http://localhost.example/", "https://" };
	struct err err = { 0 };
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		if (!jwks_check_url(str_of(good[i]), &err))
			fail_msg("refused: %s: %s", good[i], err.text);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (jwks_check_url(str_of(bad[i]), &err) || err.kind != ERR_CONFIG)
			fail_msg("accepted: %s", bad[i]);
}
