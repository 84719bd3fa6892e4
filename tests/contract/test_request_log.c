/* `GET /requests` and `backroom logs`: the requests that a service answered. */
#include "lib/api.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char *
item(struct api *a, size_t i, const char *member)
{
	char path[60];
	snprintf(path, sizeof(path), "items.%zu.%s", i, member);
	return api_value(a, path);
}

TEST(requests_are_listed_oldest_first_without_private_parts)
{
	char request[100], id[100];
	auto_api *a = api_open(NULL);
	assert_int_equal(api_get(a, "/offers?path=/secret-query"), 200);
	snprintf(request, sizeof(request), "%s", api_header(a, "X-Request-Id"));
	assert_int_equal(api_get(a, "/secret-path"), 404);
	assert_int_equal(api_call(a, "POST", "/objects/externalidentity/secret-owner", NULL,
			     "{\"id_token\":{\"iss\":\"https://secret.example\",\"sub\":\"s\"}}"),
	    404);
	assert_int_equal(api_get(a, "/requests"), 200);
	assert_int_equal(api_count(a, "items"), 3);
	assert_false(api_body_contains(a, "secret"));
	assert_string_equal(item(a, 0, "requestId"), request);
	assert_string_equal(item(a, 0, "operation"), "getOffers");
	assert_string_equal(item(a, 0, "path"), "/api/offers");
	assert_string_equal(item(a, 0, "status"), "200");
	assert_true(*item(a, 0, "subject"));
	assert_string_equal(item(a, 1, "operation"), "");
	assert_string_equal(item(a, 1, "path"), "");
	assert_string_equal(item(a, 1, "code"), "not_found");
	assert_string_equal(item(a, 2, "method"), "POST");
	assert_string_equal(item(a, 2, "path"), "/api/objects/externalidentity/{owner}");
	snprintf(id, sizeof(id), "%s", item(a, 1, "id"));
	/* reading the log is not among the requests */
	assert_int_equal(api_getf(a, "/requests?after=%s", id), 200);
	assert_int_equal(api_count(a, "items"), 1);
	assert_int_equal(api_get(a, "/requests?limit=1"), 200);
	assert_int_equal(api_count(a, "items"), 1);
	/* an id of a process before a restart: all are new */
	assert_int_equal(api_get(a, "/requests?after=00000000-7"), 200);
	assert_int_equal(api_count(a, "items"), 3);
	/* of two processes */
	assert_int_equal(api_getf(a, "/requests?after=00000000-7,%s", id), 200);
	assert_int_equal(api_count(a, "items"), 1);
	assert_int_equal(api_get(a, "/requests?after=x"), 400);
	assert_int_equal(api_get(a, "/requests?after=00000000-7,"), 400);
	assert_int_equal(api_get(a, "/requests?limit=0"), 400);
}

/* A response from the cache has its user, too. */
TEST(a_cached_response_has_its_user)
{
	auto_api *a = api_open(NULL);
	for (int i = 0; i < 3; i++)
		assert_int_equal(api_get(a, "/segments"), 200);
	assert_int_equal(api_get(a, "/requests"), 200);
	for (size_t i = 0; i < 3; i++)
		assert_true(*item(a, i, "subject"));
}

TEST(the_oldest_requests_are_displaced)
{
	auto_api *a = api_open(NULL);
	for (int i = 0; i < 1010; i++)
		assert_int_equal(api_page(a, "/healthz"), 200);
	assert_int_equal(api_get(a, "/requests?limit=1000"), 200);
	assert_int_equal(api_count(a, "items"), 1000);
	assert_non_null(strstr(item(a, 0, "id"), "-11"));
	assert_non_null(strstr(item(a, 999, "id"), "-1010"));
}

TEST(it_needs_the_right_of_the_audit)
{
	auto_api *a = api_open(NULL);
	auto_buf token = { 0 };
	service_token(a->service,
	    (const char *const[]){ "--scope", "read catalog:write identity:admin", NULL }, &token);
	assert_int_equal(api_call_as(a, buf_z(&token), "GET", "/requests", NULL, NULL), 403);
	assert_true(api_body_contains(a, "audit:read"));
	assert_int_equal(api_call_as(a, NULL, "GET", "/requests", NULL, NULL), 401);
	assert_int_equal(api_call_as(a, "wrong", "GET", "/requests", NULL, NULL), 401);
	buf_reset(&token);
	service_token(a->service, (const char *const[]){ "--scope", "audit:read", NULL }, &token);
	assert_int_equal(api_call_as(a, buf_z(&token), "GET", "/requests", NULL, NULL), 200);
	/* refused reads of the log are requests like others; a refused token has no user */
	assert_string_equal(item(a, 0, "status"), "403");
	assert_true(*item(a, 0, "subject"));
	assert_string_equal(item(a, 2, "status"), "401");
	assert_string_equal(item(a, 2, "subject"), "");
}

TEST(the_command_filters)
{
	static const char *const classes[] = { "logs", "status=4xx", "-o", "csv", "--fields",
		"status,operation", NULL };
	static const char *const path[] = { "logs", "path=/offers", "-o", "ndjson", "--fields",
		"operation", NULL };
	char id[100];
	auto_api *a = api_open(NULL);
	auto_buf out = { 0 }, few = { 0 }, one = { 0 }, words = { 0 };
	assert_int_equal(api_get(a, "/offers"), 200);
	assert_int_equal(api_get(a, "/offers?opt.pageSize=0"), 400);
	assert_int_equal(api_get(a, "/offers/v2"), 200);
	snprintf(id, sizeof(id), "id=%s", api_header(a, "X-Request-Id"));
	assert_int_equal(service_run(a->service, classes, &out, &words), 0);
	assert_string_equal(buf_z(&out), "status,operation\n400,getOffers\n");
	assert_non_null(strstr(buf_z(&words), "1 of 3 requests"));
	assert_int_equal(service_run(a->service, path, &few, NULL), 0);
	assert_string_equal(
	    buf_z(&few), "{\"operation\":\"getOffers\"}\n{\"operation\":\"getOffers\"}\n");
	const char *const request[] = { "logs", id, "-o", "csv", "--fields", "operation", NULL };
	assert_int_equal(service_run(a->service, request, &one, NULL), 0);
	assert_string_equal(buf_z(&one), "operation\ngetStandaloneOffers\n");
	/* An error in a narrow terminal has only its end. */
	char end[20];
	snprintf(end, sizeof(end), "id=%s", id + strlen(id) - 6);
	const char *const by_end[] = { "logs", end, "-o", "csv", "--fields", "operation", NULL };
	buf_reset(&one);
	assert_int_equal(service_run(a->service, by_end, &one, NULL), 0);
	assert_string_equal(buf_z(&one), "operation\ngetStandaloneOffers\n");
}

TEST(the_command_follows)
{
	auto_api *a = api_open(NULL);
	struct api_env env;
	int status;
	api_env_init(&env, a);
	const char *const argv[] = { getenv("BACKROOM_BIN"), "logs", "--follow", "status=4xx", NULL };
	assert_int_equal(api_get(a, "/segments?opt.pageSize=0"), 400);
	auto_pty *p = pty_start(&(struct pty_options){ .cols = 100, .env = env.list }, argv);
	assert_true(pty_wait_text(p, "getSegments"));
	assert_int_equal(api_get(a, "/offers"), 200);
	assert_int_equal(api_get(a, "/products?opt.pageSize=0"), 400);
	assert_true(pty_wait_text(p, "getProducts"));
	assert_int_equal(pty_find(p, "getOffers", &(int){ 0 }), -1);
	pty_type(p, "\x03");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
	api_env_free(&env);
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
