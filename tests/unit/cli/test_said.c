/* Messages for a response that cannot be used, and for an address that would expose the token. */
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/cli/run.h"

#include <string.h>
#include <sys/stat.h>

static const char token[] = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.c2lnbmF0dXJlLW9mLW1hcmE";

/* The message; HOST is replaced by the server's address. */
static bool
has_message(const struct run_result *r, const char *words, const struct hostile *h)
{
	const char *host = strstr(words, "HOST");
	auto_buf all = { 0 };
	buf_adds(&all, str_from(words, host ? (size_t)(host - words) : strlen(words)));
	if (host)
		buf_addf(&all, "127.0.0.1:%d%s", hostile_port(h), host + strlen("HOST"));
	bool is = str_find(buf_str(&r->words), buf_str(&all)) != SIZE_MAX;
	return is;
}

TEST(server_errors_are_printed)
{
	static const struct {
		int status;
		const char *headers, *body, *says;
		int code;
	} cases[] = {
		{ 200, "Content-Type: text/html\r\n",
		    "<!doctype html><html><head><title>Sign in</title></head>",
		    "backroom: Unusable response: an HTML page titled \"Sign in\" came from HOST "
		    "instead of JSON. Check the url, and any proxy in between (200)\n",
		    6 },
		{ 200, "", "", "an empty response came from HOST instead of JSON", 6 },
		{ 200, "", "It works!\n", "the text \"It works!\" came from HOST instead of JSON",
		    6 },
		{ 200, "", "{\"items\":[", "not valid JSON at byte 10: the text ends too early",
		    6 },
		{ 401, "Content-Type: text/plain\r\n", "Jwt is expired",
		    "backroom: Signed out: \"Jwt is expired\" (401)\n", 4 },
		{ 401, "", "", "backroom: Signed out: an empty response came (401)\n", 4 },
		{ 401, "",
		    "{\"requestId\":\"r-77\",\"code\":\"expired_token\",\"message\":\"The token ended\"}",
		    "backroom: Signed out: \"The token ended\" (401, expired_token, req r-77)\n",
		    4 },
		{ 403, "", "<title>Blocked</title>", "an HTML page titled \"Blocked\" came (403)",
		    7 },
		{ 404, "", "{\"code\":\"x\\u001b[31m\",\"message\":\"no\"}",
		    "\"no\" (404, x\\e[31m)", 5 },
		/* A token in a server's message is not shown, nor a long part of it. */
		{ 403, "",
		    "{\"message\":\"no: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.c2lnbmF0dXJlLW9mLW1hcmE\"}",
		    "the message contains the token, so it is not shown (403)", 7 },
		{ 403, "",
		    "{\"message\":\"no: eyJzdWIiOiJtYXJhIn0.c2ln\",\"code\":\"0.c2lnbmF0dXJlLW9mLW1hcmE\"}",
		    "the message contains the token, so it is not shown (403)", 7 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		auto_hostile *h = hostile_start_answer(
		    cases[i].status, cases[i].headers, str_of(cases[i].body));
		run_to(&r, NULL, hostile_url(h), token,
		    (const char *const[]){ "get", "baskets", "-o", "json", NULL });
		if (r.code != cases[i].code || !has_message(&r, cases[i].says, h))
			fail_msg("%zu: %d, %s", i, r.code, buf_z(&r.words));
		assert_null(strstr(buf_z(&r.words), "eyJzdWI"));
		assert_null(strstr(buf_z(&r.words), "c2lnbmF0"));
		assert_string_equal(buf_z(&r.out), "[]\n");
	}
}

/* Nothing is sent, since the address itself is wrong. */
TEST(urls_that_would_leak_the_token_are_refused)
{
	static const struct {
		const char *url, *says;
	} cases[] = {
		{ "http://10.0.0.1/api", "would send the token unencrypted to another host" },
		{ "http://localhost.example/api", "would send the token unencrypted" },
		{ "http://127.0.0.1.example/api", "would send the token unencrypted" },
		{ "HTTP://10.0.0.1/api", "must begin with https:// and a host" },
		{ "https://api.example/api#x", "BACKROOM_URL has a fragment" },
		{ "https://api.example/api?x=1", "BACKROOM_URL has a query" },
		{ "ftp://api.example/api", "must begin with https:// and a host" },
		{ "https:///api", "must begin with https:// and a host" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		run_to(
		    &r, NULL, cases[i].url, token, (const char *const[]){ "get", "baskets", NULL });
		if (r.code == 0 || !strstr(buf_z(&r.words), cases[i].says))
			fail_msg("%s: %d, %s", cases[i].url, r.code, buf_z(&r.words));
	}
}

/* An environment may allow the token to be sent unencrypted; a message is printed each time. The
 * proxy is the test's own: nothing leaves this machine. */
TEST(an_environment_must_allow_clear_text_explicitly)
{
	static const char *const meant[] = { "", "    insecure = true\n" };
	struct buf page = { 0 };
	mkdir("config/backroom", 0700);
	hostile_json(&page, "{\"items\":[],\"hits\":0}");
	const struct hostile_rule rule = { .answer = buf_str(&page) };
	for (int i = 0; i < 2; i++) {
		auto_hostile *proxy = hostile_start(&rule, 1);
		auto_buf text = { 0 };
		auto_run_result r = { 0 };
		buf_addf(&text,
		    "environment \"shop\" {\n    url = \"http://shop.example/api\"\n"
		    "    proxy = \"%s\"\n    token-file = \"token\"\n%s}\n",
		    hostile_url(proxy), meant[i]);
		int conf = open_new("config/backroom/config.conf"), file = open_new("token");
		assert_true(write(conf, text.p, text.n) == (ssize_t)text.n);
		assert_true(write(file, token, strlen(token)) > 0);
		close(conf);
		close(file);
		run_to(&r, NULL, NULL, NULL, (const char *const[]){ "get", "baskets", NULL });
		if (i == 0) {
			assert_int_not_equal(r.code, 0);
			assert_non_null(strstr(buf_z(&r.words),
			    "would send the token unencrypted to another host. Use https://, or set "
			    "insecure = true"));
		} else if (r.code != 0) {
			fail_msg("%d: %s", r.code, buf_z(&r.words));
		} else {
			assert_non_null(strstr(
			    buf_z(&r.words), "backroom: the token for shop is sent unencrypted\n"));
		}
		assert_int_equal(hostile_count(proxy), i);
	}
	buf_free(&page);
	unlink("config/backroom/config.conf");
	unlink("token");
}
