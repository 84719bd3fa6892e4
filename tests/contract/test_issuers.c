/* labels: slow */
/* A service that takes the tokens of identity providers: rotated keys, SIGHUP, denied subjects, the
 * subject in the audit, and mistakes in the configuration. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/signer.h"
#include "lib/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 20000, POLL_US = 20000 };

/* A provider with a key set, a service that knows it, and the configuration's text. */
struct shop {
	struct hostile_rule rule;
	struct hostile *provider;
	struct buf answers[8];
	size_t answers_n;
	struct api *api;
	struct buf config;
};

static void
serve_keys(struct shop *s, struct signer *const *signers, size_t n)
{
	auto_buf set = { 0 };
	struct buf *kept = &s->answers[s->answers_n++];
	signer_write_set(&set, signers, n);
	hostile_json(kept, buf_z(&set));
	s->rule.answer = buf_str(kept);
}

static void
write_config(struct shop *s, const char *more)
{
	buf_reset(&s->config);
	buf_addf(&s->config,
	    "issuer \"corp\" {\n\tiss = \"https://id.corp.example/\"\n\taud = {\"other\", "
	    "\"backroom\"}\n\tjwks-url = \"%s/keys\"\n\troot-claim = \"org.root\"\n"
	    "\tright-catalog-write = {\"prices\"}\n}\n%s",
	    hostile_url(s->provider), more);
	write_file("serve.conf", buf_z(&s->config));
}

static void
shop_open(struct shop *s, struct signer *const *signers, size_t n)
{
	serve_keys(s, signers, n);
	s->provider = hostile_start(&s->rule, 1);
	write_config(s, "");
	s->api = api_open((const char *const[]){ "--config", "serve.conf", NULL });
}

static void
shop_close(struct shop *s)
{
	if (s->api)
		api_close(s->api);
	hostile_stop(s->provider);
	for (size_t i = 0; i < s->answers_n; i++)
		buf_free(&s->answers[i]);
	buf_free(&s->config);
}

static int
get_as(struct shop *s, const struct signer *key, const char *sub)
{
	auto_buf claims = { 0 }, token = { 0 };
	struct http_answer answer = { 0 };
	buf_addf(&claims,
	    "{\"iss\":\"https://id.corp.example/\",\"aud\":\"backroom\",\"sub\":\"%s\",\"exp\":%lld,"
	    "\"realm_access\":{\"roles\":[\"read\",\"prices\",\"identity:admin\"]},"
	    "\"org\":{\"root\":\"*\"}}",
	    sub, (long long)time(NULL) + 600);
	signer_sign(&token, key, "at+jwt", buf_z(&claims));
	http_call(service_port(s->api->service), "GET", "/api/checkout/abandoned?pageSize=1",
	    buf_z(&token), NULL, STR_NONE, &answer);
	int status = answer.status;
	http_free(&answer);
	return status;
}

/* A refusal that says "try again" is tried again, as a client does. */
static int
get_until_known(struct shop *s, const struct signer *key)
{
	int64_t deadline = deadline_in(WAIT_MS);
	int status;
	while ((status = get_as(s, key, "ann")) == 503 && deadline_left(deadline))
		usleep(POLL_US);
	return status;
}

TEST(tokens_of_a_provider_are_accepted_while_its_keys_change)
{
	CLEANUP(shop_close) struct shop s = { 0 };
	auto_signer *first = signer_new(SIGNER_RS256, "1"), *second = signer_new(SIGNER_PS256, "2"),
		    *third = signer_new(SIGNER_ES256, "3");
	shop_open(&s, (struct signer *[]){ first }, 1);
	assert_int_equal(get_until_known(&s, first), 200);
	assert_int_equal(api_get(s.api, "/offers?pageSize=1"), 200); /* with its own token */
	serve_keys(&s, (struct signer *[]){ first, second }, 2);
	assert_int_equal(get_until_known(&s, second), 200);
	assert_int_equal(get_until_known(&s, first), 200);
	serve_keys(&s, (struct signer *[]){ second, third }, 2);
	assert_int_equal(get_until_known(&s, third), 200);
	assert_int_equal(get_until_known(&s, first), 401);
}

static void
wait_for_log(const struct shop *s, const char *text)
{
	int64_t deadline = deadline_in(WAIT_MS);
	for (;;) {
		auto_buf log = { 0 };
		service_log(s->api->service, &log);
		if (str_find(buf_str(&log), str_of(text)) != SIZE_MAX)
			return;
		if (!deadline_left(deadline))
			fail_msg("not in the log: %s\n%s", text, buf_z(&log));
		usleep(POLL_US);
	}
}

static void
reload(struct shop *s, const char *more, const char *logged)
{
	write_config(s, more);
	assert_int_equal(kill(service_pid(s->api->service), SIGHUP), 0);
	wait_for_log(s, logged);
}

/* A subject is denied at once, although its token was verified a moment ago. */
TEST(sighup_reads_issuers_and_denied_subjects_again)
{
	CLEANUP(shop_close) struct shop s = { 0 };
	auto_signer *key = signer_new(SIGNER_ES256, "1");
	shop_open(&s, (struct signer *[]){ key }, 1);
	assert_int_equal(get_until_known(&s, key), 200);
	assert_int_equal(get_as(&s, key, "eve"), 200);
	size_t fetches = hostile_count(s.provider);
	reload(&s, "denied-subjects = {\"corp:eve\"}\n", "\"event\":\"reloaded\"");
	assert_int_equal(get_as(&s, key, "eve"), 401);
	assert_int_equal(get_as(&s, key, "ann"), 200);
	assert_int_equal(hostile_count(s.provider), fetches); /* the keys are kept */
	/* a mistake changes nothing */
	reload(&s, "issuer \"corp2\" {\n\tiss = \"x\"\n}\n",
	    "issuer \\\"corp2\\\": aud is needed");
	assert_int_equal(get_as(&s, key, "eve"), 401);
	assert_int_equal(get_as(&s, key, "ann"), 200);
}

/* The provider is away when the service starts: no token is called invalid, and the service serves
 * its own tokens meanwhile. */
TEST(a_service_starts_without_the_provider)
{
	CLEANUP(shop_close) struct shop s = { 0 };
	auto_signer *key = signer_new(SIGNER_ES256, "1");
	shop_open(&s, (struct signer *[]){ key }, 1);
	assert_int_equal(get_until_known(&s, key), 200);
	s.rule.answer = STR("HTTP/1.1 503 Away\r\nContent-Length: 0\r\n\r\n");
	api_close(s.api);
	s.api = api_open((const char *const[]){ "--config", "serve.conf", NULL });
	assert_int_equal(get_as(&s, key, "ann"), 503);
	assert_int_equal(api_get(s.api, "/offers?pageSize=1"), 200);
	wait_for_log(&s, "\"event\":\"issuer keys not fetched\",\"issuer\":\"corp\"");
}

/* ---- the configuration ---- */

static int
check(const char *text, struct buf *words)
{
	int status = 0, fd = open("words", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	const char *argv[] = { getenv("BACKROOM_SERVICE_BIN"), "serve", "--check", "--config",
		"check.conf", NULL };
	write_file("check.conf", text);
	assert_true(process_wait(process_start(argv, NULL, fd, fd), WAIT_MS, &status));
	close(fd);
	process_read_file("words", words);
	unlink("words");
	unlink("check.conf");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define ISSUER "issuer \"a\" {\niss = \"https://a\"\naud = {\"b\"}\n"

TEST(mistakes_about_issuers_are_named)
{
	static const struct {
		const char *text, *words;
	} tries[] = {
		{ ISSUER "}\n", "issuer \"a\": one of jwks-url, jwks-file and key-file is needed" },
		{ ISSUER "jwks-file = \"x\"\nkey-file = \"y\"\n}\n", "one of jwks-url" },
		{ ISSUER "jwks-file = \"gone.jwks\"\n}\n", "gone.jwks" },
		{ ISSUER "jwks-file = \"check.conf\"\n}\n", "the key check.conf" },
		{ ISSUER "jwks-url = \"http://id.example/keys\"\n}\n",
		    "jwks-url must be an https URL, or http at localhost" },
		{ ISSUER "jwks-url = \"https://id/keys\"\nlifetime = \"1y\"\n}\n",
		    "lifetime takes a time from 1s to 366d, such as 24h, not \"1y\"" },
		{ "issuer \"a\" {\naud = {\"b\"}\n}\n", "issuer \"a\": iss is needed" },
		{ "issuer \"a\" {\niss = \"c\"\n}\n", "issuer \"a\": aud is needed" },
		{ "issuer \"a:b\" {\niss = \"c\"\naud = {\"b\"}\n}\n",
		    "an issuer's name must have 1 to 32 bytes, without a colon" },
		{ ISSUER "jwks-url = \"https://id/1\"\n}\nissuer \"b\" {\niss = \"https://a\"\n"
			 "aud = {\"b\"}\njwks-url = \"https://id/2\"\n}\n",
		    "issuer \"b\": issuer \"a\" has the same iss" },
		{ "issuer \"a\" {\niss = \"backroom\"\naud = {\"b\"}\njwks-url = "
		  "\"https://id/1\"\n}\n",
		    "issuer \"a\" has the iss of the service's own tokens" },
		{ "client \"a\" {\nsecret-file = \"gone\"\n}\n", "cannot read the key gone" },
	};
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		auto_buf words = { 0 };
		int code = check(tries[i].text, &words);
		if (code == 0 || str_find(buf_str(&words), str_of(tries[i].words)) == SIZE_MAX)
			fail_msg("%s\n%d: %s", tries[i].text, code, buf_z(&words));
	}
}

TEST(a_correct_configuration_is_confirmed_without_a_store)
{
	auto_buf words = { 0 };
	int code = check(ISSUER "jwks-url = \"https://id.example/keys\"\n}\n", &words);
	assert_string_equal(buf_z(&words), "The configuration is valid.\n");
	assert_int_equal(code, 0);
	assert_int_not_equal(access("data/backroom/backroom.db", F_OK), 0);
	assert_int_not_equal(access("state/backroom/service.key", F_OK), 0);
}

TEST(mistakes_about_options_are_named_with_the_file)
{
	static const struct {
		const char *text, *words;
	} tries[] = {
		{ "listen = \"127.0.0.1:210800\"\n", "check.conf: listen takes ADDR:PORT" },
		{ "listen = \"0.0.0.0:8080\"\n", "can be reached from other machines" },
		{ "metrics-listen = \"9108\"\n", "check.conf: metrics-listen takes ADDR:PORT" },
		{ "store = \"sqlte:shop.db\"\n", "unknown kind of store sqlte" },
		{ "token-ttl = \"30m\"\n", "check.conf: token-ttl takes 1 to 86400 seconds" },
		{ "# ${NOPE}\n\niss = \"${NOPE}x\"\n", "check.conf:3: ${NOPE} is not set" },
		{ "key-file = \"${CREDENTIALS_DIRECTORY}/k\"\n", "the service manager sets it" },
		{ "client \"crm\" {\nsecret-file = \"none\"\n}\n", "client \"crm\"" },
		{ "retention {\nbaskets = \"9d\"\ncompleted-baskets = \"10d\"\n}\n",
		    "completed-baskets must be shorter than baskets" },
	};
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		auto_buf words = { 0 };
		assert_int_not_equal(check(tries[i].text, &words), 0);
		if (!strstr(buf_z(&words), tries[i].words))
			fail_msg("%s: %s, not: %s", tries[i].text, buf_z(&words), tries[i].words);
	}
	auto_buf words = { 0 };
	assert_int_equal(check("iss = \"${HOME:-x}\" # ${NOPE}\n// ${NOPE}\n/* ${NOPE}\n\\${NOPE} */\n"
			       "aud = '${NOPE}'\n# ${NOPE}\n",
			     &words), 0);
}
