/* `whoami`: what a token tells about its user, whatever its source, and the service's view. */
#include "base/digest.h"
#include "lib/hostile.h"
#include "unit/cli/login.h"

#include <time.h>

static struct service *service;

static int
start_service(void **state)
{
	(void)state;
	service = service_start_on_store((const char *const[]){ "--demo", "tour", NULL });
	home_switch_to("agent");
	home_of(service);
	login_through(service);
	return 0;
}

static int
stop_service(void **state)
{
	(void)state;
	return service_stop(service);
}

/* A server that accepts any token and returns this time for it. */
struct fake_service {
	struct buf answer;
	struct hostile_rule rule;
	struct hostile *server;
};

static void
fake_service_open_with(struct fake_service *o, int64_t seconds_ahead, int status, const char *body)
{
	char date[100];
	time_t then = time(NULL) + (time_t)seconds_ahead;
	struct tm tm;
	strftime(date, sizeof(date), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", gmtime_r(&then, &tm));
	*o = (struct fake_service){ 0 };
	hostile_answer(&o->answer, status, date, str_of(body));
	o->rule = (struct hostile_rule){ .answer = buf_str(&o->answer) };
	o->server = hostile_start(&o->rule, 1);
}

static void
fake_service_open(struct fake_service *o, int64_t seconds_ahead)
{
	fake_service_open_with(o, seconds_ahead, 200, "{\"items\":[]}");
}

static void
fake_service_close(struct fake_service *o)
{
	hostile_stop(o->server);
	buf_free(&o->answer);
}

/* Asserts that the last request had this token. */
static void
check_token_used(struct fake_service *o, const char *token)
{
	auto_buf value = { 0 };
	size_t n = hostile_count(o->server);
	assert_true(
	    n > 0 && hostile_header(hostile_request(o->server, n - 1), "Authorization", &value));
	assert_true(str_starts(buf_str(&value), STR("Bearer ")));
	assert_string_equal(buf_z(&value) + 7, token);
}

/* Makes a token with these claims, signed by an unknown issuer. */
static void
make_token(struct buf *out, const char *claims)
{
	base64url_encode(out, STR("{\"alg\":\"ES256\"}"));
	buf_addc(out, '.');
	base64url_encode(out, str_of(claims));
	buf_addz(out, ".c2ln");
}

#define IN_LINE(label, value) "\n " label value "\n"

TEST(the_signed_in_user_is_named)
{
	auto_run_result r = { 0 };
	char line[1000];
	home_switch_to("agent");
	OWN_EXITS(0, &r, "whoami");
	assert_int_equal(r.words.n, 0);
	assert_true(
	    str_starts(buf_str(&r.out), STR(" To        SHOP\n Address   http://127.")));
	SAYS(&r.out, IN_LINE("You are   ", "agent"));
	SAYS(&r.out, IN_LINE("Issuer    ", "backroom-demo"));
	SAYS(&r.out, IN_LINE("Acts on   ", "every subscription"));
	SAYS(&r.out, IN_LINE("Rights    ", "yes       read baskets and the catalog  read"));
	SAYS(
	    &r.out, IN_LINE("          ", "yes       change prices and attributes  catalog:write"));
	SAYS(&r.out, IN_LINE("          ", "yes       link and unlink identities  identity:admin"));
	SAYS(&r.out, "\n Token     until ");
	SAYS(&r.out, " min; renewed automatically\n");
	snprintf(line, sizeof(line), IN_LINE("From      ", "by signing in, at http://127.0.0.1:%d"),
	    service_port(service));
	SAYS(&r.out, line);
	snprintf(line, sizeof(line), IN_LINE("Stored in ", "%s"), home_sign_in_file());
	SAYS(&r.out, line);
	SAYS(&r.out, IN_LINE("Service   ", "ok  accepts the token"));
	SAYS_NOT(&r.out, "Clock");
}

/* The members in order; for `until`, which is a time, only the format is checked. */
TEST(json_has_every_member)
{
	auto_run_result r = { 0 };
	char before[500];
	static const char after[] = ",\"opaque\":false,\"renews\":true,\"accepted\":true}\n";
	home_switch_to("agent");
	OWN_EXITS(0, &r, "whoami", "-o", "json");
	assert_true(is_json(&r.out));
	snprintf(before, sizeof(before),
	    "{\"environment\":\"shop\",\"address\":\"%s\",\"source\":\"sign-in\",\"subject\":\"agent\","
	    "\"issuer\":\"backroom-demo\",\"root\":\"*\",\"scope\":\"read catalog:write "
	    "identity:admin audit:read\",\"rights\":{\"read\":true,\"catalog:write\":true,\"identity:admin\":true},"
	    "\"until\":\"",
	    service_url(service));
	assert_true(str_starts(buf_str(&r.out), str_of(before)));
	assert_true(str_ends(buf_str(&r.out), STR(after)));
	assert_int_equal(
	    r.out.n, strlen(before) + strlen("2026-11-20T10:42:00.000Z\"") + strlen(after));
}

TEST(without_a_sign_in_no_user_is_named)
{
	auto_run_result r = { 0 };
	home_switch_to("home");
	home_of(service);
	OWN_EXITS(4, &r, "whoami");
	SAYS(&r.out, IN_LINE("You are   ", "not known: no token"));
	SAYS(&r.out, IN_LINE("Token     ", "none"));
	SAYS(&r.out, "\n Service   x  Signed out: not signed in\n");
	SAYS(&r.words, "backroom: Signed out: not signed in; backroom login signs in\n");
	OWN_EXITS(4, &r, "whoami", "-o", "json");
	assert_true(is_json(&r.out));
	SAYS(&r.out,
	    "\"source\":\"sign-in\",\"subject\":null,\"issuer\":null,\"root\":null,\"scope\":null,"
	    "\"rights\":{\"read\":null,\"catalog:write\":null,\"identity:admin\":null},"
	    "\"until\":null,\"opaque\":false,\"renews\":false,\"accepted\":false}");
}

TEST(a_refusal_by_the_service_is_quoted)
{
	auto_run_result r = { 0 };
	home_switch_to("home");
	home_of(service);
	run_to(&r, NULL, NULL, "t.o.k", (const char *const[]){ "whoami", NULL });
	assert_int_equal(r.code, 4);
	SAYS(&r.out,
	    "\n Service   x  Signed out: \"The access token is not valid here.\" (401, "
	    "invalid_token, req ");
	SAYS(&r.out, IN_LINE("From      ", "BACKROOM_TOKEN"));
	SAYS(&r.words, "backroom: Signed out: \"The access token is not valid here.\" (401, ");
	SAYS(&r.words, "\nrequest id: ");
}

/* The stored sign-in is not the token in use, so its storage is not mentioned. */
TEST(a_given_token_is_not_stored)
{
	auto_run_result r = { 0 };
	home_switch_to("agent");
	run_to(&r, NULL, NULL, "t.o.k", (const char *const[]){ "whoami", NULL });
	SAYS_NOT(&r.out, "Stored in");
}

TEST(only_the_service_can_read_an_opaque_token)
{
	CLEANUP(fake_service_close) struct fake_service o;
	auto_run_result r = { 0 };
	home_switch_to("home");
	fake_service_open(&o, 0);
	home_with_service(hostile_url(o.server), "");
	run_to(&r, NULL, NULL, "opaque-token-0001", (const char *const[]){ "whoami", NULL });
	assert_int_equal(r.code, 0);
	SAYS(&r.out,
	    IN_LINE("You are   ", "not known: only the service can read this opaque token"));
	SAYS(&r.out, IN_LINE("Rights    ", "not known read baskets and the catalog  read"));
	SAYS(&r.out, IN_LINE("Token     ", "expiry not known"));
	SAYS(&r.out, IN_LINE("Service   ", "ok  accepts the token"));
	SAYS_NOT(&r.out, "opaque-token");
	check_token_used(&o, "opaque-token-0001");
	run_to(&r, NULL, NULL, "opaque-token-0001",
	    (const char *const[]){ "whoami", "-o", "json", NULL });
	assert_int_equal(r.code, 0);
	SAYS(&r.out, "\"source\":\"given\",\"subject\":null,");
	SAYS(&r.out, "\"opaque\":true,\"renews\":false,\"accepted\":true}");
}

TEST(a_token_is_read_from_a_file_or_a_command)
{
	CLEANUP(fake_service_close) struct fake_service o;
	auto_run_result r = { 0 };
	auto_buf token = { 0 }, text = { 0 };
	char line[1000];
	home_switch_to("home");
	fake_service_open(&o, 0);
	make_token(&token,
	    "{\"sub\":\"mara\",\"iss\":\"https://login.example/\",\"root\":\"acme\","
	    "\"scope\":\"read\",\"exp\":1000000000}");
	buf_addf(&text, "token-file = \"%s\"", home_path("token"));
	home_with_service(hostile_url(o.server), buf_z(&text));
	home_write("token", buf_z(&token), 0600);
	OWN_EXITS(0, &r, "whoami");
	SAYS(&r.out, IN_LINE("You are   ", "mara"));
	SAYS(&r.out, IN_LINE("Issuer    ", "https://login.example/"));
	SAYS(&r.out, IN_LINE("Acts on   ", "acme"));
	SAYS(&r.out, IN_LINE("Rights    ", "yes       read baskets and the catalog  read"));
	SAYS(
	    &r.out, IN_LINE("          ", "not known change prices and attributes  catalog:write"));
	SAYS(&r.out, "\n Token     expired at 9 Sep ");
	snprintf(line, sizeof(line), IN_LINE("From      ", "%s"), home_path("token"));
	SAYS(&r.out, line);
	check_token_used(&o, buf_z(&token));
	buf_reset(&text);
	buf_addf(&text, "token-command = {\"cat\", \"%s\"}", home_path("token"));
	home_with_service(hostile_url(o.server), buf_z(&text));
	home_write("token", buf_z(&token), 0644);
	OWN_EXITS(0, &r, "whoami", "-o", "json");
	SAYS(&r.out,
	    "\"source\":\"command\",\"subject\":\"mara\",\"issuer\":\"https://login.example/\","
	    "\"root\":\"acme\",\"scope\":\"read\",\"rights\":{\"read\":true,\"catalog:write\":null,"
	    "\"identity:admin\":null},\"until\":\"2001-09-09T01:46:40");
}

/* Uses the claims and names that the environment configures. */
TEST(rights_are_read_from_the_configured_claims)
{
	static const struct {
		const char *claims, *settings, *read, *catalog, *identity;
	} cases[] = {
		{ "{\"scope\":\"openid\",\"scp\":\"read\",\"roles\":[\"catalog:write\"],"
		  "\"permissions\":[\"identity:admin\"]}",
		    "", "yes", "yes", "yes" },
		{ "{\"realm_access\":{\"roles\":[\"identity:admin\"]}}", "", "not known",
		    "not known", "yes" },
		{ "{\"https://shop.example/may\":[\"Prices.Change\",\"read\"],\"scope\":\"identity:admin\"}",
		    "rights-claims = {\"https://shop.example/may\"}\n"
		    "right-catalog-write = {\"Prices.Set\", \"Prices.Change\"}",
		    "yes", "yes", "not known" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(fake_service_close) struct fake_service o;
		auto_run_result r = { 0 };
		auto_buf token = { 0 }, text = { 0 }, want = { 0 };
		home_switch_to("home");
		fake_service_open(&o, 0);
		make_token(&token, cases[i].claims);
		buf_addf(&text, "token-file = \"%s\"\n%s", home_path("token"), cases[i].settings);
		home_with_service(hostile_url(o.server), buf_z(&text));
		home_write("token", buf_z(&token), 0600);
		OWN(&r, "whoami");
		buf_addf(&want,
		    "\n Rights    %-10sread baskets and the catalog  read\n"
		    "           %-10schange prices and attributes  catalog:write\n"
		    "           %-10slink and unlink identities  identity:admin\n",
		    cases[i].read, cases[i].catalog, cases[i].identity);
		SAYS(&r.out, buf_z(&want));
	}
}

/* A token may contain any text: it must not affect the terminal. */
TEST(text_of_a_token_is_escaped)
{
	CLEANUP(fake_service_close) struct fake_service o;
	auto_run_result r = { 0 };
	auto_buf token = { 0 };
	home_switch_to("home");
	fake_service_open(&o, 0);
	home_with_service(hostile_url(o.server), "");
	make_token(&token, "{\"sub\":\"a\\u001b[2Jb\",\"iss\":\"\\u202ex\",\"exp\":1e99}");
	run_to(&r, NULL, NULL, buf_z(&token), (const char *const[]){ "whoami", NULL });
	assert_int_equal(r.code, 0);
	SAYS(&r.out, "a\\e[2Jb");
	SAYS_NOT(&r.out, "\033");
	SAYS_NOT(&r.out, "\xe2\x80\xae");
	run_to(
	    &r, NULL, NULL, buf_z(&token), (const char *const[]){ "whoami", "-o", "json", NULL });
	assert_true(is_json(&r.out));
}

TEST(a_wrong_clock_is_reported)
{
	static const struct {
		int ahead;
		const char *line;
	} cases[] = {
		{ -600,
		    "\n Clock     ! This machine's clock is 10 minutes ahead of the service's\n" },
		{ 655, "\n Clock     ! This machine's clock is 10 minutes behind the service's\n" },
		{ 30, NULL },
	};
	home_switch_to("home");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(fake_service_close) struct fake_service o;
		auto_run_result r = { 0 };
		fake_service_open(&o, cases[i].ahead);
		home_with_service(hostile_url(o.server), "");
		run_to(
		    &r, NULL, NULL, "opaque-token-0001", (const char *const[]){ "whoami", NULL });
		assert_int_equal(r.code, 0);
		if (cases[i].line)
			SAYS(&r.out, cases[i].line);
		else
			SAYS_NOT(&r.out, "clock");
	}
}

/* A list that gets a 401 reports it too, since a wrong clock may be the cause. */
TEST(a_wrong_clock_is_reported_with_a_refusal)
{
	static const struct {
		int ahead;
		const char *line;
	} cases[] = {
		{ 655, "\nThis machine's clock is 10 minutes behind the service's\n" },
		{ -600, "\nThis machine's clock is 10 minutes ahead of the service's\n" },
		{ 30, NULL },
	};
	home_switch_to("home");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(fake_service_close) struct fake_service o;
		auto_run_result r = { 0 };
		fake_service_open_with(
		    &o, cases[i].ahead, 401, "{\"code\":\"invalid_token\",\"message\":\"No.\"}");
		home_with_service(hostile_url(o.server), "");
		run_to(&r, NULL, NULL, "opaque-token-0001",
		    (const char *const[]){ "get", "baskets", NULL });
		assert_int_equal(r.code, 4);
		SAYS(&r.words, "\"No.\"");
		if (cases[i].line)
			SAYS(&r.words, cases[i].line);
		else
			SAYS_NOT(&r.words, "clock");
	}
}

TEST(only_a_table_or_json_is_printed)
{
	auto_run_result r = { 0 };
	home_switch_to("home");
	home_of(service);
	OWN_EXITS(2, &r, "whoami", "-o", "csv");
	assert_string_equal(buf_z(&r.words), "backroom: whoami prints a table or json\n");
}

int
main(void)
{
	return run_all_tests(start_service, stop_service);
}
