/* labels: slow */
/*
 * Signing in with linear mode: the code and its address, the wait, and the result, as words only;
 * no part of a token is printed.
 */
#include "lib/approve.h"
#include "lib/console.h"
#include "lib/talk.h"
#include "lib/test.h"
#include "unit/client/scripted_issuer.h"

#include <string.h>
#include <sys/wait.h>

/* A console with one environment "shop" and no sign-in; every output line fits the width. */
static struct pty *
start(const char *url, const char *issuer, size_t issuer_n)
{
	static const struct pty_options options = { .rows = 40, .cols = 200 };
	auto_buf config = { 0 };
	buf_addf(&config,
	    "environment \"shop\" {\n url = \"%s\"\n issuer = \"%.*s\"\n role = \"test\"\n}\n", url,
	    (int)issuer_n, issuer);
	struct pty *p = console_with_config(buf_z(&config), &options, NULL,
	    (const char *const[]){ "--now", SERVICE_NOW, "--linear", NULL });
	assert_true(pty_wait_text(p, "Signed out: not signed in"));
	assert_true(pty_wait_text(p, "SHOP baskets:"));
	return p;
}

/* Types a line and waits for a text of its response. */
static void
type_line(struct pty *p, const char *line, const char *heard)
{
	size_t before = pty_log(p).n;
	pty_type(p, line);
	pty_type(p, "\n");
	assert_true(pty_wait_raw(p, before, str_of(heard)));
}

/* Waits for output that no input caused, and the prompt after it: the next input is echoed
 * there. */
static void
wait_for_output(struct pty *p, size_t since, const char *last)
{
	auto_buf end = { 0 };
	buf_addf(&end, "%s\r\nSHOP choose: ", last);
	assert_true(pty_wait_raw(p, since, buf_str(&end)));
}

/* Quits, and collects all output in lines, as a screen reader gets them. */
static void
leave(struct pty *p, struct talk *t)
{
	int status;
	*t = (struct talk){ 0 };
	pty_type(p, "Q\n");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	struct str log = pty_log(p);
	for (size_t i = 0; i < log.n; i++)
		if (log.p[i] != '\r')
			buf_addc(&t->said, log.p[i]);
	pty_stop(p);
}

/* Denied, retried with another code, left; then approved. */
TEST(a_code_and_its_result_are_reported)
{
	struct talk t;
	talk_write_file("service.conf",
	    STR("approve-here = true\nclient \"backroom\" { device = true scope = \"read\" root = \"*\" subject = \"ana\" }\n"));
	struct service *s = service_start(
	    (const char *const[]){ "--config", "service.conf", NULL });
	const char *url = service_url(s);
	struct pty *p = start(url, url, strlen(url) - 4);
	type_line(p, "login", "SHOP choose: ");
	size_t since = pty_log(p).n;
	approve_code_shown(p, service_port(s), "deny");
	wait_for_output(p, since, "r or Enter try again, Esc cancel");
	type_line(p, "enter", "SHOP choose: ");
	type_line(p, "", "SHOP choose: ");
	type_line(p, "esc", "Not signed in");
	type_line(p, "login", "SHOP choose: ");
	approve_code_shown(p, service_port(s), "approve");
	assert_true(pty_wait_text(p, "Signed in to shop"));
	assert_true(pty_wait_text(p, "Row 1 of 240: "));
	type_line(p, "whoami", "You are: ana");
	type_line(p, "logout", "Signed out.");
	leave(p, &t);
	expect_spoken(
	    &t, "SHOP. ? lists the commands\nSigned out: not signed in. :login signs in\n");
	expect_spoken(&t, "SHOP baskets: login\nSign in to SHOP\nCode: ");
	expect_spoken(&t, "\nType it at this address, on this machine\nWaiting until ");
	expect_spoken(&t, "/oauth2/device\ny send the address, Esc cancel\nSHOP choose: ");
	expect_spoken(&t, "Not signed in\nthe sign-in was denied: \"The request was denied.\"\n");
	expect_spoken(&t, "r or Enter try again, Esc cancel\nSHOP choose: enter\n");
	expect_spoken(&t, "Code: ");
	/* Enter alone repeats the message. */
	expect_spoken(&t, "SHOP choose: \nSign in to SHOP\nCode: ");
	expect_spoken(&t, "SHOP choose: esc\nNot signed in\n");
	expect_spoken(&t, "Signed in to shop. Your screen is unchanged\n");
	/* Data that could not be read before is read after the sign-in, and reported without a
	 * command. */
	expect_spoken(&t, "Baskets, newest first: 240 baskets, all read, 10:42\nRow 1 of 240: ");
	expect_never_spoken(&t, "? shows the keys");
	/* The token is valid for an hour, so there is nothing to wait for. */
	expect_not_spoken_since(&t, "Ctrl-C stops it");
	talk_end(&t);
	assert_int_equal(service_stop(s), 0);
}

#define TOKEN "access-4711-of-ana"
#define RENEWAL "refresh-4711-of-ana"
#define DEVICE "device-4711-of-ana"

static void
issuer_sends_code(struct issuer *i)
{
	auto_buf text = { 0 };
	issuer_start(i);
	buf_addf(&text,
	    "{\"device_code\":\"" DEVICE "\",\"user_code\":\"WDJB-MJHT\",\"interval\":1,"
	    "\"expires_in\":600,\"verification_uri\":\"%s/go\","
	    "\"verification_uri_complete\":\"%s/go?user_code=WDJB-MJHT\"}",
	    hostile_url(i->server), hostile_url(i->server));
	issuer_answers_json(i, "/device", 0, 200, buf_z(&text));
}

/* An expired code is reported; the next one signs in. No secret is printed. */
TEST(an_expired_code_is_reported)
{
	CLEANUP(issuer_stop) struct issuer i;
	CLEANUP(talk_end) struct talk t;
	issuer_sends_code(&i);
	issuer_answers_json(&i, "/token", 1, 400, "{\"error\":\"authorization_pending\"}");
	issuer_answers_json(&i, "/token", 2, 400, "{\"error\":\"expired_token\"}");
	issuer_answers_json(&i, "/token", 3, 200,
	    "{\"access_token\":\"" TOKEN "\",\"token_type\":\"Bearer\",\"expires_in\":600,"
	    "\"refresh_token\":\"" RENEWAL "\"}");
	const char *url = hostile_url(i.server);
	struct pty *p = start(url, url, strlen(url));
	type_line(p, "login", "Code: WDJB-MJHT");
	wait_for_output(p, 0, "r or Enter try again, b use a browser here, Esc cancel");
	type_line(p, "r", "Signed in to shop");
	type_line(p, "whoami", "Stored in: ");
	type_line(p, "messages", "Signed in to shop");
	leave(p, &t);
	expect_spoken(
	    &t, "Code: WDJB-MJHT\nType it at this address, on this machine\nWaiting until ");
	expect_spoken(&t, "/go\ny send the address, b use a browser here, Esc cancel\n");
	expect_spoken(&t, "Not signed in\nthe code has expired. Sign in again for a new one\n");
	expect_spoken(&t, "r or Enter try again, b use a browser here, Esc cancel\n");
	expect_spoken(&t, "Signed in to shop. ");
	expect_never_spoken(&t, TOKEN);
	expect_never_spoken(&t, RENEWAL);
	expect_never_spoken(&t, DEVICE);
}
