/* The settings of `serve --config`: names, modes, limits; and the messages for an invalid file. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

/* Starts a service with the tour and this configuration. */
static struct api *
open_with_config(const char *text)
{
	write_file("serve.conf", text);
	return api_open((const char *const[]){ "--config", "serve.conf", NULL });
}

/* Runs a program to its end; appends its stdout and stderr. */
static int
run(const char *const argv[], const char *const *env, struct buf *words)
{
	int status = 0, fd = open("words", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(process_wait(process_start(argv, env, fd, fd), WAIT_MS, &status));
	close(fd);
	process_read_file("words", words);
	unlink("words");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char renamed[] = "parameters {\n\tpage-size = \"size\"\n\tpagination = \"all\"\n"
			      "\tcursor-from = \"from\"\n\tcursor-alias = \"as\"\n}\n"
			      "paths {\n\toffers = \"/angebote/{namespace}\"\n}\n"
			      "namespace = \"acme\"\n";

TEST(a22_only_the_renamed_names_are_accepted)
{
	auto_api *a = open_with_config(renamed);
	assert_int_equal(api_get(a, "/angebote/acme?size=3"), 200);
	assert_int_equal(api_count(a, "items"), 3);
	assert_int_equal(api_get(a, "/offers"), 404);
	assert_int_equal(api_get(a, "/angebote/acme?attributes.label__acme=jp&size=1000"), 200);
	assert_string_equal(api_value(a, "hits"), "5");
	assert_false(api_body_contains(a, "svc"));
	assert_int_equal(api_get(a, "/assets?opt.all=true&size=1"), 200);
	assert_string_equal(api_header(a, "X-Ignored-Params"), "opt.all");
	assert_int_equal(api_call(a, "PUT", "/acme/catalogs/1/bulk-update", NULL,
			     "{\"diffs\":[{\"path\":\"/segments/premium\","
			     "\"diff\":{\"attributes\":{\"display_name\":\"P\"}}}]}"),
	    200);
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "GET", "/openapi.json", NULL, NULL, STR_NONE, &a->answer);
	assert_true(api_body_contains(a, "\"/api/angebote/acme\":{\"get\":"));
	assert_true(api_body_contains(a, "{\"name\":\"size\",\"in\":\"query\","));
	assert_false(api_body_contains(a, "\"opt.pageSize\""));
	assert_true(api_body_contains(a, "\"@acme/external-id\""));
}

/* The console's configuration has the same names: walks through all 78 offers. */
TEST(a22_client_and_service_work_with_renamed_names)
{
	auto_api *a = open_with_config(renamed);
	struct buf config = { 0 }, token = { 0 }, lines = { 0 };
	size_t n = 0;
	buf_addf(&config, "environment \"x\" {\nurl = \"%s\"\nrole = \"test\"\n%s}\n",
	    service_url(a->service), renamed);
	write_file("client.conf", buf_z(&config));
	buf_addf(&token, "BACKROOM_TOKEN=%s", buf_z(&a->token));
	const char *env[] = { "BACKROOM_CONFIG=client.conf", buf_z(&token), NULL };
	int code = run((const char *const[]){ getenv("BACKROOM_BIN"), "-e", "x", "get", "offers",
			   "--all", "-o", "ndjson", NULL },
	    env, &lines);
	if (code != 0)
		fail_msg("%d: %s", code, buf_z(&lines));
	for (size_t i = 0; i < lines.n; i++)
		n += lines.p[i] == '\n';
	assert_int_equal(n, 78);
	buf_reset(&lines);
	code = run((const char *const[]){ getenv("BACKROOM_BIN"), "-e", "x", "get", "offers",
		       "attribute.label=jp", "--fields", "path", "-o", "csv", NULL },
	    env, &lines);
	assert_int_equal(code, 0);
	assert_true(str_find(buf_str(&lines), STR("/offers2/nightwave-japan")) != SIZE_MAX);
	buf_free(&config);
	buf_free(&token);
	buf_free(&lines);
}

TEST(mistakes_are_reported_with_their_position)
{
	static const struct {
		const char *text, *words;
	} tries[] = {
		{ "bare-tokens = true\nfoo = 1\n", "wrong.conf:2: " },
		{ "limits {\n", "wrong.conf: } is missing at the end of a section" },
		{ "denied-status = 401\n",
		    "wrong.conf: denied-status must be 403 or 404, not 401" },
		{ "mode = \"toy\"\n", "wrong.conf: mode must be sandbox or production" },
		{ "clock-skew = 301\n", "wrong.conf: clock-skew must be 0 to 300, not 301" },
		{ "paths {\n offers = \"offers\"\n}\n", "wrong.conf: paths, offers: " },
		{ "namespace = \"a b\"\n", "wrong.conf: namespace must be a word" },
		{ "client \"a\" {\n}\n", "wrong.conf: client \"a\" has no secret-file" },
		{ "client \"a\" {\ndevice = false\n}\n",
		    "wrong.conf: client \"a\" has no secret-file and no device = true" },
		{ "client \"a\" {\ndevice = true\n}\n",
		    "wrong.conf: client \"a\" has device = true: anyone who reaches" },
		{ "public-url = \"ftp://a\"\n",
		    "wrong.conf: public-url must be an http or https URL" },
		{ "public-url = \"https://\"\n", "wrong.conf: public-url must be " },
		{ "public-url = \"https://a?b\"\n", "wrong.conf: public-url must be " },
		{ "public-url = \"https://a/#b\"\n", "wrong.conf: public-url must be " },
		{ "public-url = \"https://u@a/\"\n", "wrong.conf: public-url must be " },
		{ "client \"a\" {\nsecret-file = \"gone\"\n}\n", "cannot read the key gone" },
		{ "limits {\nconnections-per-address = -1\n}\n",
		    "wrong.conf: connections-per-address must be 0 to 100000, not -1" },
	};
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		auto_buf words = { 0 };
		write_file("wrong.conf", tries[i].text);
		int code = run((const char *const[]){ getenv("BACKROOM_SERVICE_BIN"), "serve",
				   "--listen", "127.0.0.1:0", "--store",
				   "sqlite::memory:", "--config", "wrong.conf", NULL },
		    NULL, &words);
		if (code != 1 || str_find(buf_str(&words), str_of(tries[i].words)) == SIZE_MAX)
			fail_msg("%zu: %d %s", i, code, buf_z(&words));
	}
}

TEST(modes_change_the_responses)
{
	auto_api *a = open_with_config(
	    "include-completed = true\npublished-offers = true\nmode = \"production\"\n"
	    "bare-tokens = false\ndenied-status = 404\nlog-requests = true\n");
	struct buf token = { 0 }, line = { 0 }, log = { 0 };
	const char *body = "{\"id_token\":{\"iss\":\"https://login.example.com/\",\"sub\":\"a\"}}";
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	assert_int_equal(api_count(a, "items"), 243);
	assert_int_equal(api_get(a, "/offers/v2"), 200);
	assert_string_equal(api_value(a, "hits"), "29");

	buf_addf(&line, "Authorization: %s\r\n", buf_z(&a->token));
	assert_int_equal(api_call_as(a, NULL, "GET", "/segments", buf_z(&line), NULL), 401);

	const char *owner = "/objects/externalidentity/id-02c96be814f04d7fa35d20e7918b6f54";
	if (api_call(a, "POST", owner, NULL, body) != 200)
		fail_msg("%s", buf_z(&a->answer.body));
	assert_string_equal(api_value(a, "mode"), "production");
	service_token(a->service, (const char *const[]){ "--root", "nobody", NULL }, &token);
	api_call_as(a, buf_z(&token), "DELETE", owner, NULL, body);
	assert_true(api_is_error(a, 404, "different_subscription"));

	service_log(a->service, &log);
	assert_true(
	    str_find(buf_str(&log), STR("\"operation\":\"unlinkExternalIdentity\"")) != SIZE_MAX);
	buf_free(&token);
	buf_free(&line);
	buf_free(&log);
}

static void
etag_with_config(const char *config, struct buf *etag)
{
	auto_api *a = open_with_config(config);
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=5"), 200);
	buf_addz(etag, api_header(a, "ETag"));
}

/* Settings that change a list change its ETag, also after a restart; services with the same
 * settings use the same ETag. */
TEST(settings_are_part_of_the_etag)
{
	auto_buf all = { 0 }, again = { 0 }, published = { 0 }, other_space = { 0 };
	etag_with_config("published-offers = false\n", &all);
	etag_with_config("published-offers = false\nlog-requests = true\n", &again);
	etag_with_config("published-offers = true\n", &published);
	etag_with_config("namespace = \"other\"\n", &other_space);
	assert_true(all.n > 10);
	assert_string_equal(buf_z(&all), buf_z(&again));
	assert_string_not_equal(buf_z(&all), buf_z(&published));
	assert_string_not_equal(buf_z(&all), buf_z(&other_space));
}

/* A token that expired a minute ago is accepted if clocks may differ by two minutes. */
TEST(a54_the_clock_skew_is_configurable)
{
	auto_api *a = open_with_config("clock-skew = 120\n");
	struct buf token = { 0 };
	service_token(a->service, (const char *const[]){ "--ttl", "-1m", NULL }, &token);
	assert_int_equal(api_call_as(a, buf_z(&token), "GET", "/journeys", NULL, NULL), 200);
	buf_reset(&token);
	service_token(a->service, (const char *const[]){ "--ttl", "-10m", NULL }, &token);
	api_call_as(a, buf_z(&token), "GET", "/journeys", NULL, NULL);
	assert_true(api_is_error(a, 401, "expired_token"));
	buf_free(&token);
}

/* ---- limits ---- */

TEST(too_many_requests_of_one_address_get_429)
{
	auto_api *a = open_with_config("limits {\nrequests-per-second = 1\nburst = 3\n}\n");
	int status = 200, n = 0;
	while (status == 200 && n < 100) {
		status = api_get(a, "/segments?opt.pageSize=1");
		n++;
	}
	assert_true(n > 3);
	assert_true(api_is_error(a, 429, "rate_limited"));
	assert_string_equal(api_header(a, "X-Api-Version"), "1.0.0");
	assert_string_equal(api_header(a, "Retry-After"), "1");
	assert_string_equal(api_header(a, "Connection"), "close");
}

/* Opens a connection, makes one request, and leaves it open. */
static int
open_used_connection(struct api *a)
{
	static const char request[] = "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n";
	char answer[2000] = "";
	size_t n = 0;
	int fd = http_connect(service_port(a->service));
	assert_true(fd >= 0);
	assert_true(send(fd, request, sizeof(request) - 1, MSG_NOSIGNAL) > 0);
	while (!strstr(answer, "ready")) {
		ssize_t got = recv(fd, answer + n, sizeof(answer) - 1 - n, 0);
		assert_true(got > 0);
		n += (size_t)got;
	}
	return fd;
}

TEST(too_many_connections_of_one_address_are_closed)
{
	auto_api *a = open_with_config("limits {\nconnections-per-address = 2\n}\n");
	int64_t deadline = deadline_in(WAIT_MS);
	int first = open_used_connection(a), second = open_used_connection(a);
	api_get(a, "/journeys");
	assert_true(api_is_error(a, 503, "busy"));
	assert_string_equal(api_header(a, "Retry-After"), "1");
	assert_string_equal(api_header(a, "Connection"), "close");
	close(first);
	while (api_get(a, "/journeys") != 200)
		assert_true(deadline_left(deadline) > 0);
	close(second);
}
