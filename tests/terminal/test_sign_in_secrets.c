/* labels: slow */
/*
 * The tokens of a sign-in are secrets: while the console works, renews them, shows :whoami and
 * crashes, they are only in the file that stores them.
 */
#include "lib/approve.h"
#include "lib/console.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/scripted_issuer.h"
#include "wire/member.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Every secret of the stored sign-in, which only its file may contain. */
struct secrets {
	struct buf access, refresh;
};

/* Finds the only sign-in file in the folder. */
static void
find_sign_in_file(struct buf *path)
{
	auto_buf command = { 0 };
	buf_addf(&command, "ls %s/state/backroom/sign-in/*.json", console_folder());
	FILE *f = popen(buf_z(&command), "re");
	char line[500] = "";
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	pclose(f);
	buf_adds(path, str_trim(str_of(line)));
	buf_z(path);
}

static void
read_secrets(struct secrets *s)
{
	auto_buf path = { 0 }, text = { 0 };
	*s = (struct secrets){ 0 };
	find_sign_in_file(&path);
	assert_true(process_read_file(buf_z(&path), &text));
	assert_true(member_read_text(&s->access, buf_str(&text), STR("access_token")));
	assert_true(member_read_text(&s->refresh, buf_str(&text), STR("refresh_token")));
	assert_true(s->access.n > 40 && s->refresh.n > 20);
}

static void
assert_not_in(struct str text, const struct secrets *s, const char *where)
{
	if (str_find(text, buf_str(&s->access)) != SIZE_MAX ||
	    str_find(text, buf_str(&s->refresh)) != SIZE_MAX)
		fail_msg("a token is in %s", where);
}

/* Checks all folders of the console except the sign-in's own file. */
static void
assert_in_no_other_file(struct secrets *s)
{
	auto_buf path = { 0 }, aside = { 0 };
	find_sign_in_file(&path);
	buf_addz(&aside, "kept-aside");
	assert_int_equal(rename(buf_z(&path), buf_z(&aside)), 0);
	assert_false(process_any_file_holds(console_folder(), buf_z(&s->access)));
	assert_false(process_any_file_holds(console_folder(), buf_z(&s->refresh)));
	assert_int_equal(rename(buf_z(&aside), buf_z(&path)), 0);
}

static void
assert_nowhere(struct pty *p, struct secrets *s)
{
	auto_buf where = { 0 };
	assert_not_in(pty_log(p), s, "what the terminal was sent");
	if (process_any_holds(buf_z(&s->access), &where) ||
	    process_any_holds(buf_z(&s->refresh), &where))
		fail_msg("%s holds a token", buf_z(&where));
	assert_in_no_other_file(s);
}

static void
secrets_free(struct secrets *s)
{
	buf_free(&s->access);
	buf_free(&s->refresh);
}

struct office {
	struct service *service;
	struct pty *p;
};

static void
open_office(struct office *o, const char *seconds)
{
	static const struct pty_options options = { .cols = 100, .rows = 30 };
	auto_buf config = { 0 }, log = { 0 };
	write_file("service.conf",
	    "clock-skew = 0\napprove-here = true\nclient \"backroom\" { device = true scope = \"read catalog:write\" root = "
	    "\"*\" subject = \"ana\" }\n");
	o->service = service_start(
	    (const char *const[]){ "--config", "service.conf", "--token-ttl", seconds, NULL });
	const char *url = service_url(o->service);
	buf_addf(&config,
	    "environment \"shop\" {\n url = \"%s\"\n issuer = \"%.*s\"\n role = \"test\"\n}\n", url,
	    (int)(strlen(url) - 4), url);
	buf_addf(&log, "%s/log", console_folder());
	o->p = console_with_config(buf_z(&config), &options, NULL,
	    (const char *const[]){ "--now", SERVICE_NOW, "--log", buf_z(&log), NULL });
	assert_true(pty_wait_text(o->p, "x Not signed in"));
	assert_true(pty_press(o->p, ":login\r", "Type it at this address"));
	approve_code_shown(o->p, service_port(o->service), "approve");
	assert_true(pty_wait_text(o->p, "240 baskets, all read"));
}

TEST(tokens_are_stored_in_one_file_only)
{
	struct office o;
	struct secrets first, later;
	open_office(&o, "3600");
	read_secrets(&first);
	assert_true(pty_press(o.p, ":whoami\r", "You are   ana"));
	assert_true(pty_press(o.p, "q", "Mara Ellison"));
	assert_true(pty_press(o.p, "M", "Signed in to"));
	assert_true(pty_press(o.p, "q", "Mara Ellison"));
	assert_true(pty_press(o.p, "3", "78 offers"));
	assert_nowhere(o.p, &first);
	/* The secrets do not appear either if the service repeats them (see client.h). After
	 * signing out, the file is gone too. */
	assert_true(pty_press(o.p, ":logout\r", "Signed out. :login signs in to"));
	assert_false(process_any_file_holds(console_folder(), buf_z(&first.access)));
	assert_false(process_any_file_holds(console_folder(), buf_z(&first.refresh)));
	assert_true(pty_press(o.p, ":login\r", "Type it at this address"));
	approve_code_shown(o.p, service_port(o.service), "approve");
	assert_true(pty_wait_text(o.p, "Signed in to"));
	read_secrets(&later);
	assert_true(!str_eq(buf_str(&first.refresh), buf_str(&later.refresh)));
	secrets_free(&first);
	secrets_free(&later);
	pty_stop(o.p);
	assert_int_equal(service_stop(o.service), 0);
}

static bool
has_other_tokens(struct pty *p, void *ctx)
{
	struct secrets *before = ctx, now;
	(void)p;
	read_secrets(&now);
	bool another = !str_eq(buf_str(&now.refresh), buf_str(&before->refresh));
	secrets_free(&now);
	return another;
}

/* Renewed access and refresh tokens; then a crash with its report. */
TEST(renewals_and_crashes_leave_no_other_token_file)
{
	struct office o;
	struct secrets first, second;
	int status = 0;
	open_office(&o, "3");
	read_secrets(&first);
	assert_true(pty_wait_until(o.p, has_other_tokens, &first, "another token"));
	pty_signal(o.p, SIGSEGV);
	assert_true(pty_wait_exit(o.p, &status));
	read_secrets(&second);
	assert_not_in(pty_log(o.p), &first, "what the terminal was sent");
	assert_not_in(pty_log(o.p), &second, "what the terminal was sent");
	assert_in_no_other_file(&second);
	assert_false(process_any_file_holds(console_folder(), buf_z(&first.access)));
	assert_false(process_any_file_holds(console_folder(), buf_z(&first.refresh)));
	secrets_free(&first);
	secrets_free(&second);
	pty_stop(o.p);
	assert_int_equal(service_stop(o.service), 0);
}

static void
issuer_sends_tokens(struct issuer *i, size_t nth, int after_ms, const char *tokens)
{
	issuer_answers_json(i, "/token", nth, 200, tokens);
	for (size_t n = 0; n < ISSUER_RULES; n++)
		if (strcmp(i->rules[n].path, "/token") == 0 && i->rules[n].nth == nth)
			i->rules[n].delay_ms = after_ms;
}

static bool
has_second_request(struct pty *p, void *ctx)
{
	(void)p;
	return issuer_count(ctx, "/token") >= 2;
}

/* The issuer uses single-use refresh tokens: quitting while its response is in transit must not
 * lose the next one, or the user is signed out. */
TEST(a_renewal_in_progress_at_exit_is_stored)
{
	static const struct pty_options options = { .cols = 80, .rows = 24 };
	CLEANUP(issuer_stop) struct issuer i;
	auto_buf text = { 0 };
	issuer_start(&i);
	const char *url = hostile_url(i.server);
	buf_addf(&text,
	    "{\"device_code\":\"d-1\",\"user_code\":\"WDJB\",\"interval\":1,\"expires_in\":600,"
	    "\"verification_uri\":\"%s/go\"}",
	    url);
	issuer_answers_json(&i, "/device", 0, 200, buf_z(&text));
	/* The issuer also serves baskets: a failed read would show a message in place of the
	 * sign-in. */
	issuer_answers_json(
	    &i, "/api/checkout/abandoned", 0, 200, "{\"items\":[],\"queryMore\":null}");
	issuer_sends_tokens(&i, 1, 0,
	    "{\"access_token\":\"access-1\",\"token_type\":\"Bearer\",\"expires_in\":5,"
	    "\"refresh_token\":\"refresh-1\"}");
	issuer_sends_tokens(&i, 2, 2000,
	    "{\"access_token\":\"access-2\",\"token_type\":\"Bearer\",\"expires_in\":500,"
	    "\"refresh_token\":\"refresh-2\"}");
	buf_reset(&text);
	buf_addf(&text,
	    "environment \"shop\" { url = \"%s/api\" issuer = \"%s\" role = \"test\" }\n", url,
	    url);
	auto_pty *p = console_with_config(buf_z(&text), &options, NULL, NULL);
	assert_true(pty_wait_text(p, "Not signed in"));
	assert_true(pty_press(p, ":login\r", "Signed in to"));
	assert_true(process_any_file_holds(console_folder(), "refresh-1"));
	assert_true(pty_wait_until(p, has_second_request, &i, "a renewal"));
	console_quit(p);
	assert_true(process_any_file_holds(console_folder(), "refresh-2"));
}
