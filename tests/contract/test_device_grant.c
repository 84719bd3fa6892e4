/* The device grant (RFC 8628) and refresh tokens over HTTP: a client's requests, and the user's
 * decision in a browser meanwhile. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define ME "client_id=backroom"
#define ALL "read catalog:write identity:admin audit:read"
#define DEVICE_CODE "urn:ietf:params:oauth:grant-type:device_code"

static int
post(struct api *a, const char *target, const char *form)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", target, NULL, FORM, str_of(form), &a->answer);
	return a->answer.status;
}

static bool
fails(struct api *a, int status, const char *error)
{
	const char *said = api_value(a, "error");
	return a->answer.status == status && said && strcmp(said, error) == 0;
}

static void
read_member(struct api *a, const char *name, char out[100])
{
	const char *value = api_value(a, name);
	assert_non_null(value);
	snprintf(out, 100, "%s", value);
}

/* One sign-in as the console makes it. */
struct sign_in {
	struct api *a;
	char device[100], user[100], proof[100], access[1000], refresh[100];
};

static void
begin(struct sign_in *s, const char *form)
{
	if (post(s->a, "/oauth2/device_authorization", form) != 200)
		fail_msg("%s", buf_z(&s->a->answer.body));
	read_member(s->a, "device_code", s->device);
	read_member(s->a, "user_code", s->user);
}

static int
poll(struct sign_in *s)
{
	char form[300];
	snprintf(form, sizeof(form), "grant_type=" DEVICE_CODE "&" ME "&device_code=%s", s->device);
	return post(s->a, "/oauth2/token", form);
}

static void
read_tokens(struct sign_in *s)
{
	assert_int_equal(s->a->answer.status, 200);
	snprintf(s->access, sizeof(s->access), "%s", api_value(s->a, "access_token"));
	read_member(s->a, "refresh_token", s->refresh);
}

/* Opens the page for the code and reads its proof. */
static void
open_page(struct sign_in *s)
{
	static const char mark[] = "name=\"proof\" value=\"";
	char target[200];
	snprintf(target, sizeof(target), "/oauth2/device?user_code=%s", s->user);
	assert_int_equal(api_page(s->a, target), 200);
	struct str page = buf_str(&s->a->answer.body);
	size_t at = str_find(page, STR(mark));
	assert_true(at != SIZE_MAX);
	page = str_sub(page, at + sizeof(mark) - 1, page.n);
	page = str_sub(page, 0, str_find_char(page, '"'));
	snprintf(s->proof, sizeof(s->proof), "%.*s", STR_ARG(page));
}

static int
decide(struct sign_in *s, const char *decision)
{
	char form[300];
	snprintf(
	    form, sizeof(form), "user_code=%s&decision=%s&proof=%s", s->user, decision, s->proof);
	return post(s->a, "/oauth2/device", form);
}

static int
refresh(struct sign_in *s, const char *token, const char *more)
{
	char form[300];
	snprintf(
	    form, sizeof(form), "grant_type=refresh_token&" ME "&refresh_token=%s%s", token, more);
	return post(s->a, "/oauth2/token", form);
}

static void
approve_program(struct sign_in *s)
{
	begin(s, ME);
	open_page(s);
	assert_int_equal(decide(s, "approve"), 200);
	assert_int_equal(poll(s), 200);
	read_tokens(s);
}

static int
read_baskets_with_token(struct sign_in *s)
{
	return api_call_as(s->a, s->access, "GET", "/checkout/abandoned", NULL, NULL);
}

/* ---- addresses ---- */

static void
member_equals(struct api *a, const char *name, const char *format, ...)
{
	char want[300];
	va_list args;
	va_start(args, format);
	vsnprintf(want, sizeof(want), format, args);
	va_end(args);
	assert_string_equal(api_value(a, name), want);
}

TEST(the_metadata_lists_all_endpoints)
{
	struct api *a = *state;
	int port = service_port(a->service);
	assert_int_equal(api_page(a, "/.well-known/openid-configuration"), 200);
	member_equals(a, "issuer", "http://127.0.0.1:%d", port);
	member_equals(a, "token_endpoint", "http://127.0.0.1:%d/oauth2/token", port);
	member_equals(a, "device_authorization_endpoint",
	    "http://127.0.0.1:%d/oauth2/device_authorization", port);
	member_equals(a, "revocation_endpoint", "http://127.0.0.1:%d/oauth2/revoke", port);
	assert_true(str_eq(api_raw(a, "grant_types_supported"),
	    STR("[\"client_credentials\",\"refresh_token\","
		"\"urn:ietf:params:oauth:grant-type:device_code\"]")));
	assert_true(str_eq(api_raw(a, "scopes_supported"),
	    STR("[\"read\",\"catalog:write\",\"identity:admin\",\"audit:read\",\"ingest\"]")));
	assert_true(str_eq(api_raw(a, "token_endpoint_auth_methods_supported"),
	    STR("[\"client_secret_basic\",\"client_secret_post\",\"none\"]")));
	assert_int_equal(post(a, "/oauth2/device_authorization", ME), 200);
	member_equals(a, "verification_uri", "http://127.0.0.1:%d/oauth2/device", port);
	member_equals(a, "expires_in", "600");
	member_equals(a, "interval", "5");
	char user[100];
	read_member(a, "user_code", user);
	member_equals(a, "verification_uri_complete",
	    "http://127.0.0.1:%d/oauth2/device?user_code=%s", port, user);
	assert_int_equal(strlen(user), 9);
	assert_int_equal(strspn(user, "BCDFGHJKLMNPQRSTVWXZ-"), 9);
	assert_string_equal(api_header(a, "Cache-Control"), "no-store");
}

/* Sends a request with any Host line, from an address of this machine. */
static int
ask_with_host(
    struct api *a, const char *method, const char *target, const char *lines, const char *body)
{
	auto_buf request = { 0 };
	buf_addf(&request,
	    "%s %s HTTP/1.1\r\n%sConnection: close\r\n" FORM "Content-Length: %zu\r\n\r\n%s",
	    method, target, lines, strlen(body), body);
	http_free(&a->answer);
	http_raw_over(http_connect(service_port(a->service)), buf_str(&request), &a->answer);
	return a->answer.status;
}

TEST(a_host_is_used_as_given_or_refused)
{
	static const char target[] = "/.well-known/openid-configuration";
	static const char *const bad[] = { "Host: a\"b\r\n", "Host: <script>\r\n", "Host: a/b\r\n",
		"Host: a b\r\n", "Host: \xc3\xa4\r\n", "Host: \r\n", "Host: a@b\r\n" };
	struct api *a = *state;
	assert_int_equal(ask_with_host(a, "GET", target, "Host: shop.example:8080\r\n", ""), 200);
	member_equals(a, "issuer", "http://shop.example:8080");
	assert_int_equal(ask_with_host(a, "GET", target, "Host: [::1]:8080\r\n", ""), 200);
	member_equals(a, "issuer", "http://[::1]:8080");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (ask_with_host(a, "GET", target, bad[i], "") != 400)
			fail_msg("%s: %d", bad[i], a->answer.status);
	assert_int_equal(
	    ask_with_host(a, "POST", "/oauth2/device_authorization", "Host: a/b\r\n", ME), 400);
	assert_true(fails(a, 400, "invalid_request"));
}

/* ---- a complete sign-in ---- */

TEST(an_approved_program_works_with_its_rights)
{
	struct sign_in s = { .a = *state };
	begin(&s, ME "&scope=read+root");
	assert_int_equal(poll(&s), 400);
	assert_true(fails(s.a, 400, "authorization_pending"));
	poll(&s);
	assert_true(fails(s.a, 400, "slow_down"));
	open_page(&s);
	assert_true(api_body_contains(s.a, "<strong>backroom</strong>"));
	assert_true(api_body_contains(s.a, "read abandoned baskets"));
	assert_false(api_body_contains(s.a, "change the catalog"));
	assert_int_equal(decide(&s, "approve"), 200);
	assert_true(api_body_contains(s.a, "<h1>Approved</h1>"));
	assert_int_equal(poll(&s), 200);
	assert_string_equal(api_value(s.a, "token_type"), "Bearer");
	assert_string_equal(api_value(s.a, "expires_in"), "3600");
	assert_string_equal(api_value(s.a, "scope"), "read");
	read_tokens(&s);
	assert_int_equal(read_baskets_with_token(&s), 200);
	assert_int_equal(api_call_as(s.a, s.access, "PUT", "/svc/catalogs/1/bulk-update", NULL,
			     "{\"diffs\":[]}"),
	    403);
	poll(&s);
	assert_true(fails(s.a, 400, "invalid_grant"));
}

TEST(a_denied_program_gets_no_token)
{
	struct sign_in s = { .a = *state };
	begin(&s, ME "&scope="); /* without a value it counts as omitted: RFC 6749, 3.2 */
	open_page(&s);
	assert_true(api_body_contains(s.a, "change the catalog"));
	assert_int_equal(decide(&s, "deny"), 200);
	assert_true(api_body_contains(s.a, "<h1>Denied</h1>"));
	poll(&s);
	assert_true(fails(s.a, 400, "access_denied"));
	assert_int_equal(decide(&s, "approve"), 404);
}

TEST(a_decision_needs_the_proof_of_the_page)
{
	struct sign_in s = { .a = *state };
	begin(&s, ME);
	snprintf(s.proof, sizeof(s.proof), "guessed");
	assert_int_equal(decide(&s, "approve"), 403);
	s.proof[0] = '\0';
	assert_int_equal(decide(&s, "approve"), 403);
	poll(&s);
	assert_true(fails(s.a, 400, "authorization_pending"));
	open_page(&s);
	assert_int_equal(decide(&s, "perhaps"), 400);
	assert_int_equal(decide(&s, "approve"), 200);
	assert_int_equal(poll(&s), 200);
}

TEST(loading_the_page_decides_nothing)
{
	struct api *a = *state;
	assert_int_equal(api_page(a, "/oauth2/device"), 200);
	assert_true(api_body_contains(a, "name=\"user_code\""));
	assert_string_equal(api_header(a, "Content-Type"), "text/html; charset=utf-8");
	assert_string_equal(api_header(a, "X-Frame-Options"), "DENY");
	assert_string_equal(api_header(a, "Cache-Control"), "no-store");
	assert_string_equal(api_header(a, "Referrer-Policy"), "no-referrer");
	assert_true(str_starts(str_of(api_header(a, "Content-Security-Policy")),
	    STR("default-src 'none'; style-src 'sha256-")));
	assert_int_equal(
	    api_page(a, "/oauth2/device?user_code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"), 404);
	assert_false(api_body_contains(a, "<script"));
	assert_true(api_body_contains(a, "value=\"&#34;&#62;&#60;script&#62;alert(1)"));
	assert_int_equal(api_page(a, "/oauth2/device?user_code=<script>%c3%a4%0a"), 404);
	assert_false(api_body_contains(a, "<script"));
	assert_true(api_body_contains(a, "&#60;script&#62;???\""));
}

/* A host name that resolves to this machine, and headers added by a proxy. */
TEST(the_page_is_for_local_users_only)
{
	static const char *const elsewhere[] = { "Host: shop.example\r\n",
		"Host: 127.0.0.1.shop.example\r\n", "Host: localhost.shop.example\r\n",
		"Host: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n",
		"Host: localhost\r\nX-Forwarded-Host: shop.example\r\n",
		"Host: localhost\r\nX-Forwarded-Proto: https\r\n",
		"Host: localhost\r\nTrue-Client-IP: 192.0.2.1\r\n",
		"Host: localhost\r\nForwarded: for=192.0.2.1\r\n" };
	static const char *const here[] = { "Host: localhost:1\r\n", "Host: 127.0.0.1\r\n",
		"Host: [::1]:80\r\n", "Host: LOCALHOST\r\n" };
	struct api *a = *state;
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(*elsewhere); i++) {
		if (ask_with_host(a, "GET", "/oauth2/device", elsewhere[i], "") != 403)
			fail_msg("%s", elsewhere[i]);
		assert_int_equal(
		    ask_with_host(a, "POST", "/oauth2/device", elsewhere[i], "x=y"), 403);
	}
	for (size_t i = 0; i < sizeof(here) / sizeof(*here); i++)
		if (ask_with_host(a, "GET", "/oauth2/device", here[i], "") != 200)
			fail_msg("%s", here[i]);
}

TEST(guessing_codes_ends_after_ten)
{
	struct sign_in s = { .a = api_open(NULL) };
	begin(&s, ME);
	for (int i = 0; i < 10; i++)
		assert_int_equal(api_page(s.a, "/oauth2/device?user_code=BBBB-BBBB"), 404);
	assert_int_equal(api_page(s.a, "/oauth2/device?user_code=BBBB-BBBB"), 429);
	assert_string_equal(api_header(s.a, "Retry-After"), "60");
	open_page(&s); /* valid codes are not rate-limited */
	assert_int_equal(decide(&s, "approve"), 200);
	assert_int_equal(api_page(s.a, "/oauth2/device"), 200);
	assert_int_equal(api_close(s.a), 0);
}

/* ---- errors ---- */

TEST(errors_have_the_codes_of_the_rfc)
{
	static const char device[] = "/oauth2/device_authorization", token[] = "/oauth2/token";
	static const struct {
		const char *target, *form;
		int status;
		const char *error;
	} tries[] = {
		{ device, "client_id=nobody", 401, "invalid_client" },
		{ device, "client_id=demo", 401, "invalid_client" },
		{ device, "client_id=demo&client_secret=northlight", 400, "unauthorized_client" },
		{ device, ME "&client_secret=x", 401, "invalid_client" },
		{ device, ME "&scope=root+admin", 400, "invalid_scope" },
		{ token, "grant_type=refresh_token&" ME "&refresh_token=", 400, "invalid_request" },
		{ device, "scope=read", 400, "invalid_request" },
		{ device, "%zz", 400, "invalid_request" },
		{ token, "grant_type=client_credentials&" ME, 400, "unauthorized_client" },
		{ token, "grant_type=client_credentials&" ME "&client_secret=", 400,
		    "unauthorized_client" },
		{ token, "grant_type=client_credentials&" ME "&client_secret=x", 401,
		    "invalid_client" },
		{ token, "grant_type=" DEVICE_CODE "&" ME, 400, "invalid_request" },
		{ token, "grant_type=" DEVICE_CODE "&" ME "&device_code=x", 400, "invalid_grant" },
		{ token, "grant_type=" DEVICE_CODE "&client_id=nobody&device_code=x", 401,
		    "invalid_client" },
		{ token,
		    "grant_type=" DEVICE_CODE
		    "&client_id=demo&client_secret=northlight&device_code=x",
		    400, "unauthorized_client" },
		{ token,
		    "grant_type=refresh_token&client_id=demo&client_secret=northlight"
		    "&refresh_token=x",
		    400, "unauthorized_client" },
		{ token, "grant_type=refresh_token&" ME, 400, "invalid_request" },
		{ token, "grant_type=refresh_token&" ME "&refresh_token=x", 400, "invalid_grant" },
		{ token, "grant_type=password&" ME, 400, "unsupported_grant_type" },
		{ "/oauth2/revoke", "client_id=nobody&token=x", 401, "invalid_client" },
		{ "/oauth2/revoke", ME, 400, "invalid_request" },
	};
	struct api *a = *state;
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		post(a, tries[i].target, tries[i].form);
		if (!fails(a, tries[i].status, tries[i].error))
			fail_msg("%zu: %d %s", i, a->answer.status, buf_z(&a->answer.body));
	}
}

/* ---- staying signed in ---- */

TEST(refresh_tokens_rotate_and_reusing_one_ends_the_family)
{
	struct sign_in s = { .a = *state };
	char first[100];
	approve_program(&s);
	assert_int_equal(read_baskets_with_token(&s), 200);
	snprintf(first, sizeof(first), "%s", s.refresh);
	assert_int_equal(refresh(&s, s.refresh, "&scope=catalog%3Awrite"), 200);
	assert_string_equal(api_value(s.a, "scope"), "catalog:write");
	read_tokens(&s);
	assert_int_equal(read_baskets_with_token(&s), 403);
	refresh(&s, s.refresh, "&scope=root");
	assert_true(fails(s.a, 400, "invalid_scope"));
	assert_int_equal(refresh(&s, s.refresh, ""), 200);
	assert_string_equal(api_value(s.a, "scope"), ALL);
	read_tokens(&s);
	assert_int_equal(read_baskets_with_token(&s), 200);
	refresh(&s, first, "");
	assert_true(fails(s.a, 400, "invalid_grant"));
	refresh(&s, s.refresh, "");
	assert_true(fails(s.a, 400, "invalid_grant"));
}

TEST(a_revoked_token_is_invalid)
{
	struct sign_in s = { .a = *state };
	char form[300];
	approve_program(&s);
	assert_int_equal(post(s.a, "/oauth2/revoke", ME "&token=nothing"), 200);
	assert_string_equal(buf_z(&s.a->answer.body), "{}");
	snprintf(form, sizeof(form), ME "&token=%s", s.refresh);
	assert_int_equal(post(s.a, "/oauth2/revoke", form), 200);
	assert_string_equal(buf_z(&s.a->answer.body), "{}");
	refresh(&s, s.refresh, "");
	assert_true(fails(s.a, 400, "invalid_grant"));
	assert_int_equal(post(s.a, "/oauth2/revoke", form), 200);
}

/* ---- settings ---- */

TEST(the_lifetime_of_tokens_is_configurable)
{
	struct sign_in s = { .a = api_open((const char *const[]){ "--token-ttl", "7", NULL }) };
	approve_program(&s);
	assert_int_equal(refresh(&s, s.refresh, ""), 200);
	assert_string_equal(api_value(s.a, "expires_in"), "7");
	assert_int_equal(post(s.a, "/oauth2/token",
			     "grant_type=client_credentials&client_id=demo"
			     "&client_secret=northlight"),
	    200);
	assert_string_equal(api_value(s.a, "expires_in"), "7");
	assert_null(api_value(s.a, "refresh_token"));
	assert_int_equal(api_close(s.a), 0);
}

/* A configured client with the demo client's name replaces the demo's. */
TEST(the_configuration_has_devices_and_a_public_url)
{
	write_file("till.secret", "sixteen bytes and more\n");
	write_file("device.conf",
	    "public-url = \"https://shop.example/office/\"\napprove-here = true\n"
	    "client \"backroom\" {\ndevice = true\nscope = \"read\"\n}\n"
	    "client \"till\" {\ndevice = true\nsecret-file = \"till.secret\"\n}\n");
	struct sign_in s = { .a = api_open(
				 (const char *const[]){ "--config", "device.conf", NULL }) };
	assert_int_equal(api_page(s.a, "/.well-known/openid-configuration"), 200);
	member_equals(s.a, "issuer", "https://shop.example/office");
	member_equals(s.a, "token_endpoint", "https://shop.example/office/oauth2/token");
	assert_int_equal(post(s.a, "/oauth2/device_authorization", "client_id=till"), 401);
	assert_int_equal(post(s.a, "/oauth2/device_authorization",
			     "client_id=till&client_secret=sixteen+bytes+and+more"),
	    200);
	member_equals(s.a, "verification_uri", "https://shop.example/office/oauth2/device");
	approve_program(&s);
	assert_int_equal(read_baskets_with_token(&s), 200);
	assert_int_equal(refresh(&s, s.refresh, ""), 200);
	member_equals(s.a, "scope", "read");
	assert_int_equal(api_close(s.a), 0);
}

/* Like the demo's other client. */
TEST(the_demo_console_client_is_local_and_for_the_demo_only)
{
	static const char *const everywhere[] = { "--listen", "0.0.0.0:0", "--insecure-listen",
		NULL };
	struct api *a = api_open(everywhere);
	assert_int_equal(post(a, "/oauth2/device_authorization", ME), 401);
	assert_int_equal(api_close(a), 0);
	a = api_of(service_start_on_store(NULL));
	assert_int_equal(post(a, "/oauth2/device_authorization", ME), 401);
	assert_int_equal(api_close(a), 0);
}

TEST(the_log_has_no_code_and_no_token)
{
	struct sign_in s = { .a = api_open((const char *const[]){ "--log-requests", NULL }) };
	struct buf log = { 0 };
	char old[100];
	approve_program(&s);
	snprintf(old, sizeof(old), "%s", s.refresh);
	refresh(&s, old, "");
	refresh(&s, old, "");
	service_log(s.a->service, &log);
	assert_true(str_find(buf_str(&log), STR("device approved")) != SIZE_MAX);
	assert_true(str_find(buf_str(&log), STR("refresh token used twice")) != SIZE_MAX);
	const char *const secrets[] = { s.device, s.user, s.proof, s.access, s.refresh };
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		assert_true(str_find(buf_str(&log), str_of(secrets[i])) == SIZE_MAX);
	buf_free(&log);
	assert_int_equal(api_close(s.a), 0);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
