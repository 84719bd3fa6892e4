/* POST /oauth2/token: which clients get a token, its permissions, and errors as in RFC 6749. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define GRANT "grant_type=client_credentials"
#define DEMO GRANT "&client_id=demo&client_secret=northlight"
#define BASIC "Authorization: Basic ZGVtbzpub3J0aGxpZ2h0\r\n" /* demo:northlight */

static int
ask(struct api *a, const char *headers, const char *form)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", "/oauth2/token", NULL, headers, str_of(form),
	    &a->answer);
	return a->answer.status;
}

/* Uses the token in the last response for a read. */
static int
read_with_last_token(struct api *a)
{
	auto_buf token = { 0 };
	buf_addz(&token, api_value(a, "access_token"));
	int status = api_call_as(a, buf_z(&token), "GET", "/journeys", NULL, NULL);
	return status;
}

TEST(client_id_and_secret_give_a_working_token)
{
	struct api *a = *state;
	assert_int_equal(ask(a, FORM, DEMO), 200);
	assert_string_equal(api_value(a, "token_type"), "Bearer");
	assert_string_equal(api_value(a, "expires_in"), "3600");
	assert_string_equal(api_value(a, "scope"), "read catalog:write identity:admin audit:read");
	assert_string_equal(api_header(a, "Cache-Control"), "no-store");
	assert_int_equal(read_with_last_token(a), 200);
	assert_int_equal(ask(a, FORM BASIC, GRANT), 200);
	assert_int_equal(read_with_last_token(a), 200);
}

TEST(the_scope_is_narrowed_to_the_request)
{
	struct api *a = *state;
	assert_int_equal(ask(a, FORM, DEMO "&scope=catalog%3Awrite+root"), 200);
	assert_string_equal(api_value(a, "scope"), "catalog:write");
	assert_int_equal(read_with_last_token(a), 403);
	assert_int_equal(ask(a, FORM, DEMO "&scope=root"), 400);
	assert_string_equal(api_value(a, "error"), "invalid_scope");
}

TEST(invalid_requests_are_refused_with_the_codes_of_the_rfc)
{
	static const struct {
		const char *headers, *form;
		int status;
		const char *error;
	} tries[] = {
		{ FORM, "client_id=demo&client_secret=northlight", 400, "invalid_request" },
		{ FORM, GRANT, 400, "invalid_request" },
		{ FORM, GRANT "&client_id=demo", 400, "invalid_request" },
		{ FORM, GRANT "&client_id=%zz", 400, "invalid_request" },
		{ FORM, "grant_type=password&client_id=demo", 400, "unsupported_grant_type" },
		{ FORM, GRANT "&client_id=demo&client_secret=Northlight", 401, "invalid_client" },
		{ FORM, GRANT "&client_id=other&client_secret=northlight", 401, "invalid_client" },
		{ FORM "Authorization: Basic !\r\n", GRANT, 401, "invalid_client" },
		{ FORM BASIC, DEMO, 401, "invalid_client" },
	};
	struct api *a = *state;
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		int status = ask(a, tries[i].headers, tries[i].form);
		const char *error = api_value(a, "error");
		if (status != tries[i].status || !error || strcmp(error, tries[i].error) != 0)
			fail_msg("%zu: %d %s", i, status, buf_z(&a->answer.body));
		if (status == 401)
			assert_string_equal(
			    api_header(a, "WWW-Authenticate"), "Basic realm=\"backroom\"");
	}
	ask(a, "Content-Type: application/json\r\n", "{}");
	assert_true(api_is_error(a, 415, "unsupported_media_type"));
	/* a form is not accepted as a body anywhere else */
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", FORM, NULL), 400);
	http_free(&a->answer);
	http_call(service_port(a->service), "PUT", "/api/svc/catalogs/1/bulk-update",
	    buf_z(&a->token), FORM, STR("a=b"), &a->answer);
	assert_true(api_is_error(a, 415, "unsupported_media_type"));
}

/* Sends a token request from another loopback address. */
static int
ask_from_address(struct api *a, unsigned host, const char *form)
{
	auto_buf request = { 0 };
	buf_addf(&request,
	    "POST /oauth2/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" FORM
	    "Content-Length: %zu\r\n\r\n%s",
	    strlen(form), form);
	http_free(&a->answer);
	http_raw_over(
	    http_connect_from(host, service_port(a->service)), buf_str(&request), &a->answer);
	return a->answer.status;
}

TEST(guessing_ends_after_ten_wrong_secrets)
{
	auto_api *a = api_open(NULL);
	for (int i = 0; i < 10; i++)
		assert_int_equal(ask(a, FORM, GRANT "&client_id=demo&client_secret=x"), 401);
	assert_int_equal(ask(a, FORM, DEMO), 429);
	assert_string_equal(api_header(a, "Retry-After"), "60");
}

TEST(the_right_secret_from_another_address_works)
{
	auto_api *a = api_open(NULL);
	for (int i = 0; i < 20; i++)
		ask_from_address(a, 2, GRANT "&client_id=demo&client_secret=x");
	assert_int_equal(ask_from_address(a, 2, DEMO), 429);
	assert_int_equal(ask_from_address(a, 3, DEMO), 200);
	assert_int_equal(ask(a, FORM, DEMO), 200);
}

/* Sends a wrong secret until it is refused; returns the number of tries, which must not depend
 * on the name, like the message. */
static int
count_tries_until_refused(struct api *a, const char *name, struct buf *words)
{
	char form[100];
	int n = 0;
	snprintf(form, sizeof(form), GRANT "&client_id=%s&client_secret=x", name);
	while (n < 100 && ask_from_address(a, 4, form) == 401) {
		buf_adds(words, buf_str(&a->answer.body));
		n++;
	}
	buf_adds(words, buf_str(&a->answer.body));
	return n;
}

TEST(unknown_names_are_refused_like_known_ones)
{
	static const char *const names[] = { "nobody", "no-one", "" };
	auto_api *a = api_open(NULL);
	struct buf known = { 0 };
	assert_int_equal(count_tries_until_refused(a, "demo", &known), 10);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		auto_buf unknown = { 0 };
		assert_int_equal(count_tries_until_refused(a, names[i], &unknown), 10);
		assert_string_equal(buf_z(&unknown), buf_z(&known));
	}
	buf_free(&known);
}

TEST(short_tokens_last_three_minutes)
{
	auto_api *a = api_open((const char *const[]){ "--short-tokens", NULL });
	assert_int_equal(ask(a, FORM, DEMO), 200);
	assert_string_equal(api_value(a, "expires_in"), "180");
}

TEST(tokens_have_their_configured_lifetime)
{
	auto_api *a = api_open((const char *const[]){ "--token-ttl", "86400", NULL });
	assert_int_equal(ask(a, FORM, DEMO), 200);
	assert_string_equal(api_value(a, "expires_in"), "86400");
	assert_int_equal(read_with_last_token(a), 200);
}

TEST(the_demo_client_is_local_and_for_the_demo_only)
{
	static const char *const everywhere[] = { "--listen", "0.0.0.0:0", "--insecure-listen",
		NULL };
	struct api *a = api_open(everywhere);
	assert_int_equal(ask(a, FORM, DEMO), 401);
	assert_int_equal(api_close(a), 0);
	a = api_of(service_start_on_store(NULL));
	assert_int_equal(ask(a, FORM, DEMO), 401);
	assert_int_equal(api_close(a), 0);
}

TEST(configured_clients_have_their_configured_rights)
{
	write_file("shop.secret", "a secret of its own+\n");
	write_file("clients.conf",
	    "client \"shop\" {\nsecret-file = \"shop.secret\"\nscope = \"read\"\n}\n");
	auto_api *a = api_open((const char *const[]){ "--config", "clients.conf", NULL });
	assert_int_equal(
	    ask(a, FORM, GRANT "&client_id=shop&client_secret=a+secret+of+its+own%2B"), 200);
	assert_string_equal(api_value(a, "scope"), "read");
	assert_int_equal(read_with_last_token(a), 200);
	/* "shop:a+secret+of+its+own%2B" */
	assert_int_equal(
	    ask(a, FORM "Authorization: Basic c2hvcDphK3NlY3JldCtvZitpdHMrb3duJTJC\r\n", GRANT),
	    200);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
