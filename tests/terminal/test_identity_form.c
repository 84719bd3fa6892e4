/* labels: slow */
/*
 * Linking and unlinking in the console: the screen between a missing response and the confirmed
 * result; refusals as messages, with all typed text kept.
 */
#include "lib/desk.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define TEST_ROLE "role = \"test\""
#define UNKNOWN "1 write not confirmed"

/* How row 2 begins on each pane. Some panes leave little room for the end of the row. */
static const char *const panes[] = { "Baskets", "Campaigns", "Offers", "Products", "Journeys",
	"Identities", "Journal", "Checks" };

static bool
row_2_shows_unknown(struct pty *p, void *user)
{
	const char *row = pty_row(p, 1);
	return strncmp(row + 1, user, strlen(user)) == 0 && strstr(row, UNKNOWN);
}

static void
assert_unknown_on_every_pane(struct desk *d)
{
	for (size_t i = 0; i < sizeof(panes) / sizeof(*panes); i++) {
		char key[] = { (char)('1' + i), '\0' }, name[16];
		snprintf(name, sizeof(name), "%s", panes[i]);
		pty_type(d->p, key);
		assert_true(pty_wait_until(d->p, row_2_shows_unknown, name, name));
	}
}

/* Q asks for confirmation, and Enter selects Cancel: the console continues. */
static void
assert_quitting_asks(struct desk *d, const char *words)
{
	int status = -1;
	assert_true(pty_press(d->p, "Q", words));
	assert_true(pty_press_gone(d->p, "\r", words));
	assert_true(pty_press(d->p, "Q", words));
	pty_type(d->p, "\t\r");
	assert_true(pty_wait_exit(d->p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_true(console_restored_terminal(d->p));
}

static void
key_of(struct proxy *x, size_t i, char key[64])
{
	static const char name[] = "Idempotency-Key: ";
	const char *at = strstr(proxy_head(x, i), name);
	assert_non_null(at);
	assert_int_equal(sscanf(at + sizeof(name) - 1, "%63s", key), 1);
	assert_true(strlen(key) >= 16);
}

static void
assert_asked_twice_the_same(struct desk *d)
{
	char first[64], second[64];
	assert_int_equal(proxy_writes(d->proxy), 2);
	key_of(d->proxy, 0, first);
	key_of(d->proxy, 1, second);
	assert_string_equal(first, second);
	assert_string_equal(proxy_body(d->proxy, 0), proxy_body(d->proxy, 1));
	assert_string_equal(proxy_body(d->proxy, 0),
	    "{\"id_token\":{\"iss\":\"" DESK_ISS "\",\"sub\":\"" DESK_SUB "\"}}");
	assert_non_null(
	    strstr(proxy_head(d->proxy, 1), "POST /api/objects/externalidentity/" DESK_OWNER " "));
}

/* From a lost response through a restart to the confirmed result. */
static void
check_lost_response(enum proxy_mood mood)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE "\ntimeout = 1", NULL);
	size_t before = desk_audit(&d);
	proxy_set_mood(d.proxy, mood);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p,
	    "No response: the identity may or may not be linked (J-0001). r checks; no write "
	    "happens twice"));
	assert_unknown_on_every_pane(&d);
	assert_quitting_asks(&d, "1 write is not confirmed: J-0001");
	desk_restart(&d, SERVICE_NOW);
	assert_true(pty_wait_text(d.p, "1 write is not confirmed: J-0001. :unknown shows it"));
	/* The message stays until the user has seen it. */
	assert_true(pty_press(d.p, "jk7", "1 write \xC2\xB7 chain intact"));
	assert_true(pty_wait_text(d.p, "1 write is not confirmed: J-0001. :unknown shows it"));
	assert_true(pty_press_gone(d.p, "\033", ":unknown shows it"));
	assert_unknown_on_every_pane(&d);
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_press(d.p, ":unknown\r", "result=unknown"));
	assert_true(pty_press(d.p, "r",
	    "Linked \xE2\x80\xA6"
	    "8841 to owner \xE2\x80\xA6"
	    "c6a3 (J-0001)"));
	assert_true(pty_wait_gone(d.p, UNKNOWN));
	assert_asked_twice_the_same(&d);
	/* The identity was linked once, and a link to another owner is refused. */
	assert_int_equal(desk_audit(&d), before + 1);
	assert_int_equal(desk_ask(&d, DESK_OTHER, DESK_SUB, NULL), 409);
	console_quit(d.p);
}

TEST(a_closed_connection_leaves_the_write_unknown)
{
	check_lost_response(PROXY_CLOSES);
}

TEST(a_502_leaves_the_write_unknown)
{
	check_lost_response(PROXY_502);
}

TEST(a_silent_service_leaves_the_write_unknown)
{
	check_lost_response(PROXY_SILENT);
}

TEST(retrying_a_lost_request_makes_it_once)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	size_t before = desk_audit(&d);
	proxy_set_mood(d.proxy, PROXY_LOSES);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "may or may not be linked (J-0001)"));
	assert_int_equal(desk_audit(&d), before);
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_press(d.p, "r", "c6a3 (J-0001)"));
	assert_asked_twice_the_same(&d);
	assert_int_equal(desk_audit(&d), before + 1);
}

TEST(an_unknown_write_is_shown_while_presenting)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	proxy_set_mood(d.proxy, PROXY_CLOSES);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "may or may not be linked (J-0001)"));
	pty_type(d.p, "\033");
	assert_true(pty_press(d.p, ":", "Enter run"));
	assert_true(pty_press_gone(d.p, "present\r", "Enter run"));
	assert_unknown_on_every_pane(&d);
}

/* Two retries in a row send one request, and the count of unconfirmed writes does not become
 * negative. */
TEST(a_double_retry_sends_one_request)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	proxy_set_mood(d.proxy, PROXY_CLOSES);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "may or may not be linked (J-0001)"));
	proxy_set_mood(d.proxy, PROXY_WAITING);
	assert_true(pty_press(d.p, "r", "chain intact"));
	assert_true(pty_wait_gone(d.p, UNKNOWN));
	assert_true(console_wait_writes(d.p, d.proxy, 2));
	assert_true(pty_press(d.p, "r", "no response yet"));
	assert_null(strstr(pty_row(d.p, 1), "unknown"));
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001)"));
	assert_int_equal(proxy_writes(d.proxy), 2);
}

/* ---- refusals ---- */

/* The form is open with the typed text, and the field for the four characters is empty. */
static void
assert_form_kept(struct desk *d, const char *owner)
{
	assert_true(pty_wait_text(d->p, "[    "));
	assert_true(pty_wait_text(d->p, owner));
	assert_true(pty_wait_text(d->p, DESK_ISS));
	assert_true(pty_wait_text(d->p, DESK_SUB));
	assert_true(pty_wait_text(d->p, "INC-4711"));
	assert_true(pty_find(d->p, ": not ready", NULL) > 0);
	assert_true(pty_wait_text(d->p, "'s last four [    "));
}

/* Esc clears the message, then leaves the field that sends, then closes the form. */
static void
assert_in_journal(struct desk *d)
{
	assert_true(pty_press(d->p, "\033", "Sent and refused. Missing: the last four"));
	assert_true(pty_press(d->p, "\033", "Esc close"));
	assert_true(pty_press(d->p, "\033", "1 write \xC2\xB7 chain intact"));
	assert_true(pty_wait_text(d->p, "refused"));
}

TEST(an_identity_of_another_owner_is_refused_with_a_reason)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	assert_int_equal(desk_ask(&d, DESK_OTHER, DESK_SUB, NULL), 200);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(
	    d.p, "Not linked: the identity belongs to another owner (J-0001, 409, req "));
	assert_form_kept(&d, DESK_OWNER);
	assert_in_journal(&d);
}

TEST(a_missing_owner_is_refused_with_a_reason)
{
	static const char nobody[] = "id-00000000000000000000000000000000";
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	desk_link(&d, nobody, "INC-4711");
	assert_true(
	    pty_wait_text(d.p, "Not linked: \"There is no such owner.\" (404, not_found, req "));
	assert_form_kept(&d, nobody);
	assert_in_journal(&d);
}

TEST(another_subscription_is_refused_with_a_reason)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, (const char *const[]){ "--root", "sub-elsewhere", NULL });
	desk_use_token(&d, NULL);
	assert_int_equal(desk_ask(&d, DESK_OWNER, DESK_SUB, NULL), 200);
	assert_true(pty_press(d.p, "7:", "Enter run"));
	assert_true(pty_press(d.p, "remove-link\r", "Esc close"));
	pty_type(d.p, DESK_OWNER "\t" DESK_ISS "\t" DESK_SUB "\tINC-4711\t8841\r");
	assert_true(pty_wait_text(d.p,
	    "Not unlinked: this owner is not in your token's subscription (J-0001, 403, req "));
	assert_form_kept(&d, DESK_OWNER);
	assert_in_journal(&d);
}

TEST(an_expired_sign_in_keeps_the_typed_text)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	proxy_set_mood(d.proxy, PROXY_401);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(
	    d.p, "Not linked: Signed out: \"token expired\" (401, expired_token, req 8c1f02)"));
	assert_true(pty_wait_text(d.p, "new BACKROOM_TOKEN"));
	assert_form_kept(&d, DESK_OWNER);
	/* After the connection works again, the four characters send the form. */
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_press(d.p, "c6a3\r", "c6a3 (J-0002). U undoes it"));
}

TEST(a_response_is_shown_after_leaving_the_form)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	proxy_set_mood(d.proxy, PROXY_WAITING);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "Sent. Waiting for the response"));
	assert_true(console_wait_writes(d.p, d.proxy, 1));
	assert_true(pty_press(d.p, "\033", "Already sent; it cannot be cancelled"));
	assert_true(pty_wait_text(d.p, ": anything"));
	/* The key bar lists only available actions. */
	assert_true(pty_press(d.p, "7", "J-0001"));
	assert_true(pty_wait_gone(d.p, "i identity form"));
	assert_true(pty_press(d.p, "i", "The last write has no response yet"));
	assert_true(pty_press(d.p, "Q", "1 write is not confirmed: J-0001"));
	pty_type(d.p, "\033");
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001). U undoes it"));
}

/* The message line is used by the prompt, and each key in the prompt used to clear the message. */
TEST(a_response_that_arrives_while_typing_is_shown_afterwards)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	proxy_set_mood(d.proxy, PROXY_WAITING);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "Sent. Waiting for the response"));
	assert_true(console_wait_writes(d.p, d.proxy, 1));
	assert_true(pty_press(d.p, "\033", "Already sent; it cannot be cancelled"));
	assert_true(pty_wait_text(d.p, ": anything"));
	assert_true(pty_press(d.p, "1", "Baskets  newest first"));
	assert_true(pty_press(d.p, "/ma", "Enter apply"));
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "J-0001")); /* the result is shown after the prompt */
	assert_true(pty_press(d.p, "ra", "/mara"));
	assert_true(pty_press(d.p, "\a", "c6a3 (J-0001). U undoes it"));
	/* A key right after the message appears does not clear it either. */
	pty_type(d.p, "jk");
	assert_true(pty_wait_quiet(d.p, 60));
	assert_true(pty_find(d.p, "c6a3 (J-0001). U undoes it", NULL) >= 0);
}

/* ---- hostile responses ---- */

static void
link_with_hostile_server(const struct hostile *h, const char *says)
{
	static const char *const env[] = { "BACKROOM_TOKEN=x", NULL };
	static const char *const words[] = { "-e", "test", NULL };
	const struct pty_options options = { .cols = 120 };
	struct desk d = { 0 };
	buf_addf(&d.config, "environment \"test\" {\nurl = \"%s/api\"\nrole = \"test\"\n}\n",
	    hostile_url(h));
	d.p = console_with_config(buf_z(&d.config), &options, env, words);
	assert_true(pty_wait_text(d.p, "No abandoned baskets"));
	desk_link(&d, DESK_OWNER, "INC-4711");
	if (!pty_wait_text(d.p, says))
		fail_msg("it did not say: %s", says);
	assert_int_equal(str_find(pty_log(d.p), STR("\033]52;")), SIZE_MAX);
	assert_int_equal(str_find(pty_log(d.p), STR("\033[7;7H")), SIZE_MAX);
	pty_stop(d.p);
	buf_free(&d.config);
}

TEST(hostile_responses_are_escaped_or_unknown)
{
	static const struct {
		int status;
		const char *headers, *body, *says;
	} cases[] = {
		{ 409, "X-Request-Id: \033[7;7H\r\n",
		    "{\"code\":\"identity_in_use\",\"message\":\"x\"}",
		    "Not linked: the identity belongs to another owner (J-0001, 409" },
		{ 404, "", "{\"code\":\"not_found\",\"message\":\"\\u001b]52;c;QQ==\\u0007no\"}",
		    "Not linked: \"" },
		{ 422, "", "<html>\033[7;7H", "Not linked: " },
		{ 200, "", "garbage", "may or may not be linked (J-0001)" },
		{ 200, "", "", "may or may not be linked (J-0001)" },
		{ 200, "", "[]", "may or may not be linked (J-0001)" },
		{ 200, "", "{\"id\":\"\\u001b]52;c;QQ==\\u0007\"}", "c6a3 (J-0001). U undoes it" },
		{ 204, "", "", "c6a3 (J-0001). U undoes it" },
		{ 302, "Location: /elsewhere\r\n", "", "Not linked: " },
		{ 500, "", "\033]52;c;QQ==\007", "may or may not be linked (J-0001)" },
	};
	auto_buf page = { 0 };
	page_answer(&page, NULL, 0, 0, NULL);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf answer = { 0 }, headers = { 0 };
		buf_addf(&headers, "Content-Type: application/json\r\n%s", cases[i].headers);
		hostile_answer(&answer, cases[i].status, buf_z(&headers), str_of(cases[i].body));
		const struct hostile_rule rules[] = {
			{ .path = "/api/objects/", .answer = buf_str(&answer) },
			{ .answer = buf_str(&page) },
		};
		auto_hostile *h = hostile_start(rules, 2);
		link_with_hostile_server(h, cases[i].says);
	}
}
