/* labels: slow */
/*
 * Signing in as users meet it: the first start, a second environment, a token that expires during
 * work, and how work goes on; with the test's own service issuing the codes.
 */
#include "lib/approve.h"
#include "lib/console.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"

/* A service that users sign in to, and a console for it. */
struct office {
	struct service *service;
	struct pty *p;
	struct buf config;
};

/* Access tokens are valid for this number of seconds, without any tolerance. */
static void
open_office(struct office *o, const char *seconds)
{
	*o = (struct office){ 0 };
	write_file("service.conf",
	    "clock-skew = 0\nlog-requests = true\napprove-here = true\n"
	    "client \"backroom\" { device = true scope = \"read catalog:write identity:admin\" root = "
	    "\"*\" subject = \"ana\" }\n");
	o->service = service_start(
	    (const char *const[]){ "--config", "service.conf", "--token-ttl", seconds, NULL });
}

static void
close_office(struct office *o)
{
	pty_stop(o->p);
	assert_int_equal(service_stop(o->service), 0);
	buf_free(&o->config);
}

static void
add_environment(struct office *o, const char *name, const char *more)
{
	const char *url = service_url(o->service);
	buf_addf(&o->config,
	    "environment \"%s\" {\n url = \"%s\"\n issuer = \"%.*s\"\n role = \"test\"\n%s}\n",
	    name, url, (int)(strlen(url) - 4), url, more);
}

/* Types ":login" and Enter, and approves. */
static void
sign_in(struct office *o)
{
	assert_true(pty_press(o->p, ":login\r", "Type it at this address"));
	approve_code_shown(o->p, service_port(o->service), "approve");
	assert_true(pty_wait_text(o->p, "Signed in to "));
}

/* A console with one environment and no sign-in. */
static void
open_signed_out(struct office *o, const char *seconds)
{
	static const struct pty_options options = { .cols = 100, .rows = 30 };
	open_office(o, seconds);
	add_environment(o, "shop", "");
	o->p = console_with_config(
	    buf_z(&o->config), &options, NULL, (const char *const[]){ "--now", SERVICE_NOW, NULL });
	assert_true(pty_wait_text(o->p, "x Not signed in"));
	assert_true(pty_wait_text(o->p, ":login  sign in"));
}

/* ---- the first start ---- */

static void
read_config(struct buf *out)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s/config/backroom/config.conf", console_folder());
	assert_true(process_read_file(buf_z(&path), out));
	buf_z(out);
}

static void
write_config_file(const char *name, const char *text)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s/config/backroom/%s", console_folder(), name);
	write_file(buf_z(&path), text);
}

/* On the first screen: connect, type an address and a name; the other fields are filled in by
 * themselves. */
static void
connect_to(struct office *o, const char *name)
{
	const char *url = service_url(o->service);
	assert_true(pty_wait_text(o->p, "Connect to a service"));
	assert_true(pty_wait_text(o->p, "The service's address"));
	pty_type(o->p, url + strlen("http://"));
	assert_true(pty_press(o->p, "\t", "[local"));
	assert_true(pty_wait_text(o->p, "test"));
	if (name) {
		pty_type(o->p, "\025");
		pty_type(o->p, name);
	}
	assert_true(pty_press(o->p, "\t", "Links to other hosts"));
	assert_true(
	    pty_press(o->p, "https://shop.northlight.example\t\t\t", "Found automatically"));
	assert_true(pty_press(o->p, "\r", "Sign in to"));
	approve_code_shown(o->p, service_port(o->service), "approve");
	assert_true(pty_wait_text(o->p, "The service responded and accepts the token"));
}

TEST(a_new_user_can_explore_or_connect_from_the_screen)
{
	static const struct pty_options options = { .cols = 80, .rows = 24 };
	static const struct pty_options wide = { .cols = 200, .rows = 50 };
	CLEANUP(close_office) struct office o;
	auto_buf text = { 0 };
	open_office(&o, "3600");
	o.p = console_with_config(
	    "", &options, NULL, (const char *const[]){ "--now", SERVICE_NOW, NULL });
	assert_true(pty_wait_text(o.p, "Look around with sample data"));
	assert_true(pty_press(o.p, "\033OQ", "F2 does nothing here"));
	assert_true(pty_press(o.p, "\r", "Sample data from memory"));
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	/* From the demo to a service; nothing is written before the user has seen it. */
	assert_true(pty_press(o.p, ":env\r", "Connect to another service"));
	pty_type(o.p, "G\r");
	connect_to(&o, NULL);
	read_config(&text);
	assert_string_equal(buf_z(&text), "");
	assert_true(pty_wait_text(o.p, "default = \"local\""));
	assert_true(pty_wait_text(o.p, "environment \"local\" {"));
	assert_true(pty_press(o.p, "\r", "Switched to LOCAL"));
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	buf_reset(&text);
	read_config(&text);
	assert_non_null(strstr(buf_z(&text), "link-base = \"https://shop.northlight.example\""));
	assert_non_null(strstr(buf_z(&text), "role = \"test\""));
	/* A second environment, and switching between the two by name. */
	assert_true(pty_press(o.p, ":env\r", "here now"));
	pty_type(o.p, "G\r");
	connect_to(&o, "second");
	assert_true(pty_press(o.p, "\r", "Switched to SECOND"));
	assert_true(pty_press(o.p, ":env local\r", "Switched to LOCAL"));
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	assert_true(pty_press(o.p, ":env local\r", "Already in local"));
	assert_true(
	    pty_press(o.p, ":env lcoal\r", "No environment \"lcoal\". There are: local, second"));
	/* Masking also applies to the next environment. */
	assert_true(pty_press(o.p, ":mask on\r", "People are masked"));
	assert_true(pty_press(o.p, ":env demo\r", "Sample data from memory"));
	assert_int_equal(strncmp(pty_row(o.p, 0), " DEMO masked ", 13), 0);
	/* The first environment is the default. Without one, the next start asks. */
	console_quit(o.p);
	pty_stop(o.p);
	buf_reset(&text);
	read_config(&text);
	char *line = strstr(buf_z(&text), "default = \"local\"\n");
	assert_non_null(line);
	assert_null(strstr(line + 1, "default ="));
	*line = '#';
	write_config_file("config.conf", buf_z(&text));
	o.p = console_start(&wide, NULL, (const char *const[]){ "--now", SERVICE_NOW, NULL });
	assert_true(pty_wait_text(o.p, "Choose an environment"));
	/* A failed switch keeps the question open, with the reason. */
	buf_reset(&text);
	read_config(&text);
	write_config_file("config.conf", "environment {{{\n");
	assert_true(pty_press(o.p, "j\r", "config.conf:"));
	assert_true(pty_wait_text(o.p, "Choose an environment"));
	write_config_file("config.conf", buf_z(&text));
	assert_true(pty_press(o.p, "j\r", "240 baskets, all read"));
	assert_int_equal(strncmp(pty_row(o.p, 0), " SECOND ", 8), 0);
}

/* If /api is missing from the address, it is tried with it before the sign-in; if the shop is
 * not given, it is taken from a basket's link. */
TEST(an_incomplete_url_is_completed_before_signing_in)
{
	static const struct pty_options options = { .cols = 80, .rows = 24 };
	CLEANUP(close_office) struct office o;
	auto_buf url = { 0 }, text = { 0 };
	open_office(&o, "3600");
	const char *whole = service_url(o.service) + strlen("http://");
	o.p = console_with_config("", &options, NULL, NULL);
	assert_true(pty_wait_text(o.p, "Look around with sample data"));
	assert_true(pty_press(o.p, "j\r", "The service's address"));
	buf_adds(&url, str_from(whole, strlen(whole) - strlen("/api")));
	pty_type(o.p, buf_z(&url));
	assert_true(pty_press(o.p, "\t", "[local"));
	assert_true(pty_press(o.p, "\t\t\t\t", "Found automatically"));
	assert_true(pty_press(o.p, "\r", "Sign in to"));
	approve_code_shown(o.p, service_port(o.service), "approve");
	assert_true(pty_wait_text(o.p, "The service responded and accepts the token"));
	buf_reset(&url);
	buf_addf(&url, "url = \"http://%s\"", whole);
	assert_true(pty_wait_text(o.p, buf_z(&url)));
	assert_true(pty_wait_text(o.p, "The shop's host comes from a basket's link"));
	assert_true(pty_wait_text(o.p, "link-base = \"https://shop.northlight.example\""));
	/* Going back and connecting again does not need another sign-in. */
	assert_true(pty_press(o.p, "\033", "Found automatically"));
	assert_true(pty_press(o.p, "\r", "The service responded and accepts the token"));
	assert_true(pty_press(o.p, "\033", "Found automatically"));
	/* Nothing is written for a service that wants a token if there is none. */
	assert_true(pty_press(o.p, "\033[A\033[D", "no token"));
	assert_true(
	    pty_press(o.p, "\r", "The service needs a token. Esc, then choose how to sign in"));
	assert_true(pty_press(o.p, "\r", "Left, Right or Space choose another way"));
	read_config(&text);
	assert_string_equal(buf_z(&text), "");
}

/* A fault of the token file is shown whole, with the command that fixes it. */
TEST(a_failed_test_shows_the_command_that_fixes_it)
{
	static const struct pty_options options = { .cols = 80, .rows = 24 };
	CLEANUP(close_office) struct office o;
	auto_buf path = { 0 };
	open_office(&o, "3600");
	o.p = console_with_config("", &options, NULL, NULL);
	assert_true(pty_wait_text(o.p, "Look around with sample data"));
	assert_true(pty_press(o.p, "j\r", "The service's address"));
	write_config_file("token", "abc");
	buf_addf(&path, "%s/config/backroom/token", console_folder());
	assert_int_equal(chmod(buf_z(&path), 0644), 0);
	pty_type(o.p, service_url(o.service));
	assert_true(pty_press(o.p, "\t", "ok on this machine"));
	assert_true(pty_press(o.p, "\t\t\t\033[C\033[C", "a file with a token"));
	pty_type(o.p, "\t");
	pty_type(o.p, buf_z(&path));
	assert_true(pty_press(o.p, "\r", "chmod 600"));
	assert_true(pty_wait_text(o.p, "You can save it anyway"));
}

/* A file that became invalid while the console runs does not end it on a switch: a message
 * reports it. */
TEST(an_invalid_file_is_reported_when_switching)
{
	CLEANUP(close_office) struct office o;
	open_signed_out(&o, "3600");
	assert_true(pty_press(o.p, ":env demo\r", "Sample data from memory"));
	write_config_file("keys.conf", "global {\n nonsense\n");
	assert_true(pty_press(o.p, ":env shop\r", "x Not signed in"));
	assert_true(pty_wait_text(o.p, " SHOP "));
	/* The sign-out message would replace it at once; here the sign-in is kept. */
	assert_true(pty_press(o.p, "M", "keys.conf"));
	assert_true(pty_wait_text(o.p, "h back"));
	assert_true(pty_press(o.p, "q", "x Not signed in"));
	write_config_file("keys.conf", "");
	write_config_file("config.conf", "ui { theme = \"none-of-that-name\" }\n");
	assert_true(pty_press(o.p, ":env demo\r", "none-of-that-name"));
	assert_true(pty_wait_text(o.p, " DEMO "));
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	assert_true(pty_press(o.p, "j\r", "Mara Ellison · "));
	/* An unreadable configuration keeps the current environment. */
	write_config_file("config.conf", "environment {{{\n");
	assert_true(pty_press(o.p, ":env shop\r", "config.conf:"));
	assert_int_equal(strncmp(pty_row(o.p, 0), " DEMO ", 6), 0);
	console_quit(o.p);
}

TEST(invalid_input_is_reported_in_the_form_and_kept)
{
	static const struct pty_options options = { .cols = 80, .rows = 24 };
	CLEANUP(close_office) struct office o;
	open_office(&o, "3600");
	o.p = console_with_config("", &options, NULL, NULL);
	assert_true(pty_wait_text(o.p, "Look around with sample data"));
	assert_true(pty_press(o.p, "j\r", "The service's address"));
	assert_true(pty_press(o.p, "\033[Z\r", "The service's address is missing"));
	/* A paste of a megabyte is refused, and the field is unchanged. */
	pty_type(o.p, "api.shop.example/api");
	pty_type(o.p, "\033[200~");
	for (int i = 0; i < 2000; i++)
		pty_type(o.p, "0123456789abcdef0123456789abcdef");
	assert_true(pty_press(o.p, "\033[201~", "Paste refused"));
	assert_true(pty_press(o.p, "\t", "[https://api.shop.example/api"));
	assert_true(pty_wait_text(o.p, "[shop"));
	assert_true(pty_wait_text(o.p, "production"));
	assert_true(pty_press(o.p, "\025two words\t\t\t\t\r", "The short name must be one word"));
	assert_true(pty_press(
	    o.p, "\025prod\t\t\t\thttp://login.example\r", "issuer must begin with https://"));
	/* The text is still there when the user comes back. */
	assert_true(pty_press(o.p, "\033", "Look around with sample data"));
	assert_true(pty_press(o.p, "\r", "[http://login.example"));
	assert_true(pty_wait_text(o.p, "[https://api.shop.example/api"));
}

/* ---- during work ---- */

struct count {
	const struct office *o;
	size_t at_least;
};

static size_t
count_tokens_issued(const struct office *o)
{
	auto_buf log = { 0 };
	size_t n = 0;
	service_log(o->service, &log);
	struct str rest = buf_str(&log), line;
	while (rest.n && str_next(&rest, '\n', &line))
		n += str_find(line, STR("getToken")) != SIZE_MAX &&
		    str_find(line, STR("\"status\":200")) != SIZE_MAX;
	return n;
}

static bool
has_enough_tokens(struct pty *p, void *ctx)
{
	const struct count *c = ctx;
	(void)p;
	return count_tokens_issued(c->o) >= c->at_least;
}

/* Five tokens expire while a half-filled form is open and no key is pressed. */
TEST(a_form_is_kept_while_five_tokens_expire)
{
	CLEANUP(close_office) struct office o;
	open_signed_out(&o, "2");
	sign_in(&o);
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	assert_true(pty_press(o.p, "7", "No writes yet"));
	assert_true(pty_press(o.p, "i", "Esc close"));
	assert_true(pty_press(o.p, OWNER "\thttps://login.example/", "[https://login.example/"));
	struct count five = { &o, count_tokens_issued(&o) + 5 };
	assert_true(pty_wait_until(o.p, has_enough_tokens, &five, "five more tokens"));
	assert_true(pty_wait_text(o.p, OWNER));
	assert_true(pty_press(o.p, "more", "[https://login.example/more"));
	assert_true(pty_press_gone(o.p, "\033", "Esc close"));
	/* The last token is accepted by the service. */
	assert_true(pty_press(o.p, "1", "240 baskets, all read"));
	assert_true(pty_press(o.p, "R", "Nothing new"));
	assert_true(pty_press(o.p, ":form\r", "[https://login.example/more"));
}

/* Ends the sign-in as another program would. */
static void
remove_sign_in_files(void)
{
	auto_buf pattern = { 0 };
	glob_t files;
	buf_addf(&pattern, "%s/state/backroom/sign-in/*.json", console_folder());
	assert_int_equal(glob(buf_z(&pattern), 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		assert_int_equal(unlink(files.gl_pathv[i]), 0);
	globfree(&files);
}

/* The token in memory is used until it expires. */
static bool
is_reload_refused(struct pty *p, void *ctx)
{
	(void)ctx;
	pty_type(p, "R");
	return pty_wait_quiet(p, 20) && pty_find(p, "Signed out: not signed in", NULL) >= 0;
}

/* Customers leave the screen with the sign-out; typed text stays. */
TEST(signing_out_takes_the_rows_from_the_screen)
{
	CLEANUP(close_office) struct office o;
	open_signed_out(&o, "3600");
	sign_in(&o);
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	pty_type(o.p, "C"); /* a list made from the same rows */
	assert_true(pty_wait_text(o.p, "94 persons"));
	assert_true(pty_press_gone(o.p, ":logout\r", "Mara Ellison"));
	assert_true(pty_press(o.p, "q", "x Not signed in"));
	assert_true(pty_find(o.p, "Mara Ellison", NULL) < 0);
	sign_in(&o);
	assert_true(pty_wait_text(o.p, "Mara Ellison"));
}

/* The issuer ends the sign-in: the rows stay, the message names the remedy, and the typed text
 * is still there after the next sign-in. */
TEST(a_failed_renewal_keeps_the_screen_and_the_form)
{
	CLEANUP(close_office) struct office o;
	open_signed_out(&o, "2");
	sign_in(&o);
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
	assert_true(pty_press(o.p, "7", "No writes yet"));
	assert_true(pty_press(o.p, "i", "Esc close"));
	pty_type(o.p, OWNER "\thttps://login.example/\t42\t");
	assert_true(pty_press(o.p, "\033", "No writes yet"));
	assert_true(pty_press(o.p, "1", "Mara Ellison"));
	remove_sign_in_files();
	assert_true(pty_wait_until(o.p, is_reload_refused, NULL, "a reload without a sign-in"));
	assert_true(pty_wait_text(o.p, "Mara Ellison"));
	assert_true(pty_wait_text(o.p, ":form unsent"));
	sign_in(&o);
	assert_true(pty_wait_text(o.p, "Your screen is unchanged"));
	assert_true(pty_press(o.p, ":form\r", "[https://login.example/"));
	assert_true(pty_wait_text(o.p, OWNER));
}

/* The code with a blank row after it, instructions, its expiry, a blank row, and the address. */
static void
expect_code_and_address(struct pty *p)
{
	int row = pty_find(p, "Type it at this address, on this machine", NULL);
	assert_true(row > 0);
	assert_non_null(strstr(pty_row(p, row - 2), "Code "));
	assert_non_null(strstr(pty_row(p, row + 1), "Waiting until "));
	assert_null(strstr(pty_row(p, row + 2), "http"));
	assert_non_null(strstr(pty_row(p, row + 3), "http://127.0.0.1:"));
}

TEST(a_denied_code_is_reported_and_a_new_one_requested)
{
	static const char *const leaving[] = { "\033", "\003", "\007", "q" };
	CLEANUP(close_office) struct office o;
	open_signed_out(&o, "3600");
	assert_true(pty_press(o.p, ":login\r", "Type it at this address"));
	approve_code_shown(o.p, service_port(o.service), "deny");
	assert_true(pty_wait_text(o.p, "the sign-in was denied"));
	assert_true(pty_press(o.p, "r", "Type it at this address"));
	approve_code_shown(o.p, service_port(o.service), "deny");
	assert_true(pty_wait_text(o.p, "the sign-in was denied"));
	assert_true(pty_press(o.p, "\r", "Type it at this address"));
	approve_code_shown(o.p, service_port(o.service), "approve");
	assert_true(pty_wait_text(o.p, "Signed in to shop"));
	assert_true(pty_press(o.p, ":whoami\r", "You are   ana"));
	assert_true(pty_wait_text(o.p, "renewed automatically"));
	/* After leaving, the sign-in is abandoned. */
	pty_type(o.p, "q");
	for (size_t i = 0; i < sizeof(leaving) / sizeof(*leaving); i++) {
		assert_true(pty_press(o.p, ":login\r", "Type it at this address"));
		expect_code_and_address(o.p);
		assert_true(pty_press_gone(o.p, leaving[i], "Type it at this address"));
		assert_true(pty_wait_text(o.p, "Not signed in"));
	}
}

/* A console that was given a token with this lifetime. */
static void
open_with_token(struct office *o, const char *lasts)
{
	static const struct pty_options options = { .cols = 100, .rows = 30 };
	const char *const ttl[] = { "--ttl", lasts, NULL };
	auto_buf url = { 0 }, token = { 0 };
	buf_addf(&url, "BACKROOM_URL=%s", service_url(o->service));
	buf_addz(&token, "BACKROOM_TOKEN=");
	service_token(o->service, ttl, &token);
	const char *const env[] = { buf_z(&url), buf_z(&token), NULL };
	o->p = console_with_config("", &options, env, NULL);
}

/* For a token that is not renewed, row 2 shows its expiry, and afterwards the remedy. */
TEST(the_expiry_of_a_token_that_is_not_renewed_is_shown)
{
	CLEANUP(close_office) struct office o = { .service = service_start(NULL) };
	open_with_token(&o, "4m");
	assert_true(pty_wait_text(o.p, "token until "));
	assert_true(pty_wait_text(o.p, "Your token ends at "));
	assert_true(pty_press(o.p, ":login\r", "The token comes from BACKROOM_TOKEN"));
	pty_stop(o.p);
	open_with_token(&o, "-1h");
	assert_true(pty_wait_text(o.p, "\"The access token has expired.\""));
	assert_true(pty_wait_text(o.p, "token expired "));
	pty_stop(o.p);
	/* The expiry is shown by itself, without a key or a request. */
	open_with_token(&o, "9s");
	assert_true(pty_wait_text(o.p, "Baskets  newest first"));
	assert_true(pty_press(o.p, ":whoami\r", "Acts on"));
	assert_true(pty_wait_text(o.p, "Token     expired at "));
	assert_true(pty_wait_text(o.p, "token expired "));
}

/* ---- token commands that prompt ---- */

/* True if the second prompt is on the screen with the first still there. */
static bool
prompt_is_below_the_first(struct pty *p, void *unused)
{
	int row = pty_find(p, "no such pin", NULL);
	(void)unused;
	return row >= 0 && strncmp(pty_row(p, row + 1), "PIN:", 4) == 0;
}

TEST(a_token_command_can_prompt_before_the_screen_opens)
{
	static const struct pty_options options = { .cols = 100, .rows = 30 };
	CLEANUP(close_office) struct office o = { .service = service_start(NULL) };
	auto_buf token = { 0 };
	service_token(o.service, NULL, &token);
	write_file("token.part", buf_z(&token));
	write_file("ask.sh",
	    "printf 'PIN: ' >&2\nread pin </dev/tty\n"
	    "[ \"$pin\" = 42 ] || { echo no such pin >&2; exit 1; }\ncat \"${0%/*}/token.part\"\n");
	char here[4096];
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&o.config,
	    "environment \"shop\" {\n url = \"%s\"\n role = \"test\"\n"
	    " token-command = {\"sh\", \"%s/ask.sh\"}\n}\n",
	    service_url(o.service), here);
	o.p = console_with_config(
	    buf_z(&o.config), &options, NULL, (const char *const[]){ "--now", SERVICE_NOW, NULL });
	assert_true(pty_wait_text(o.p, "PIN:"));
	assert_false(pty_is_alternate(o.p));
	assert_true(pty_press(o.p, "42\r", "240 baskets, all read"));
	assert_true(pty_is_alternate(o.p));
	pty_stop(o.p);
	o.p = console_start(&options, NULL, (const char *const[]){ "--now", SERVICE_NOW, NULL });
	assert_true(pty_wait_text(o.p, "PIN:"));
	/* The message has the reason; a retry is possible. */
	assert_true(pty_press(o.p, "41\r", "sh failed (exit 1): PIN: no such pin"));
	assert_true(pty_press(o.p, ":", "Enter run"));
	pty_type(o.p, "login\r");
	assert_true(pty_wait_until(o.p, prompt_is_below_the_first, NULL, "PIN: once more"));
	assert_false(pty_is_alternate(o.p));
	assert_true(pty_press(o.p, "42\r", "sh returned a token"));
	assert_true(pty_wait_text(o.p, "240 baskets, all read"));
}

/* The page shows the token when it arrives, and when it ends. */
TEST(whoami_shows_the_token_as_soon_as_it_arrives)
{
	CLEANUP(close_office) struct office o;
	open_signed_out(&o, "3600");
	assert_true(pty_press(o.p, ":whoami\r", "You are   not known: no token"));
	sign_in(&o);
	assert_true(pty_wait_text(o.p, "You are   ana"));
	assert_true(pty_wait_text(o.p, "renewed automatically"));
	assert_true(pty_press(o.p, ":logout\r", "You are   not known: no token"));
}

/* A folder instead of the file: it cannot be removed as a file. */
TEST(a_sign_in_that_cannot_be_removed_is_reported)
{
	CLEANUP(close_office) struct office o;
	auto_buf pattern = { 0 };
	glob_t found;
	open_signed_out(&o, "3600");
	assert_true(pty_press(o.p, ":logout\r", "You were not signed in to"));
	sign_in(&o);
	buf_addf(&pattern, "%s/state/backroom/sign-in/*.json", console_folder());
	assert_int_equal(glob(buf_z(&pattern), 0, NULL, &found), 0);
	assert_int_equal(found.gl_pathc, 1);
	assert_int_equal(unlink(found.gl_pathv[0]), 0);
	assert_int_equal(mkdir(found.gl_pathv[0], 0700), 0);
	assert_true(pty_press(o.p, ":logout\r", "Still signed in: "));
	assert_int_equal(rmdir(found.gl_pathv[0]), 0);
	globfree(&found);
}
