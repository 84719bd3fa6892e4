/*
 * Termination after the issuer has consumed the refresh token but before its response: signals to a
 * command and to a console, and a closed terminal. The new tokens must be saved.
 */
#include "app/access_rules.h"
#include "base/mem.h"
#include "base/xdg.h"
#include "lib/hostile.h"
#include "lib/pty.h"
#include "unit/cli/home.h"

#include <signal.h>

/* ms until the response; longer than a signal takes to arrive */
enum { ANSWERS_AFTER_MS = 700 };

enum { HANG_UP = -1 };

static struct hostile_rule rules[] = {
	{ .path = "/.well-known/" },
	{ .path = "/token", .delay_ms = ANSWERS_AFTER_MS },
};
enum { RULES = sizeof(rules) / sizeof(*rules) };

struct set {
	struct hostile *issuer;
	struct buf metadata, tokens;
	struct sign_in_access access;
	struct environment shop;
};

static void
begin(struct set *s)
{
	auto_buf json = { 0 };
	struct err err;
	*s = (struct set){ 0 };
	s->issuer = hostile_start(rules, RULES);
	const char *url = hostile_url(s->issuer);
	buf_addf(&json, "{\"issuer\":\"%s\",\"token_endpoint\":\"%s/token\"}", url, url);
	hostile_json(&s->metadata, buf_z(&json));
	hostile_json(&s->tokens,
	    "{\"access_token\":\"access-2\",\"refresh_token\":\"refresh-2\",\"expires_in\":100}");
	rules[0].answer = buf_str(&s->metadata);
	rules[1].answer = buf_str(&s->tokens);
	buf_reset(&json);
	buf_addf(&json, "issuer = \"%s\"", url);
	home_with_service(url, buf_z(&json));
	environment_reset(&s->shop, "shop");
	s->shop.url = x_strdup(url);
	s->shop.issuer = x_strdup(url);
	assert_true(access_init(&s->access, &s->shop, &err));
	buf_reset(&json);
	buf_addf(&json,
	    "{\"resource\":\"%s\",\"issuer\":\"%s\",\"client_id\":\"backroom\",\"access_token\":\"access-1\","
	    "\"refresh_token\":\"refresh-1\",\"since\":1,\"until\":2}",
	    url, url);
	assert_true(xdg_make_folders(s->access.file_path.p, &err));
	home_write(strstr(buf_z(&s->access.file_path), "state/backroom"), buf_z(&json), 0600);
}

static void
end(struct set *s, const char *what)
{
	auto_buf kept = { 0 };
	assert_true(process_read_file(home_sign_in_file(), &kept));
	if (!strstr(buf_z(&kept), "refresh-2"))
		fail_msg("%s: the new refresh token is lost: %s", what, buf_z(&kept));
	hostile_stop(s->issuer);
	buf_free(&s->metadata);
	buf_free(&s->tokens);
	access_free(&s->access);
	environment_free(&s->shop);
}

TEST(a_command_saves_the_sign_in_and_ends_by_the_signal)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		const char *const argv[] = { getenv("BACKROOM_BIN"), "get", "baskets", NULL };
		struct set s;
		int status = 0;
		begin(&s);
		int out = open_new("out");
		pid_t pid = process_start(argv, NULL, out, out);
		assert_true(hostile_wait(s.issuer, RULES));
		kill(pid, signals[i]);
		assert_true(process_wait(pid, 20000, &status));
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), signals[i]);
		close(out);
		end(&s, "get baskets");
	}
}

TEST(a_console_saves_the_sign_in_before_it_ends)
{
	static const int ends[] = { SIGTERM, SIGHUP, HANG_UP };
	for (size_t i = 0; i < 2 * sizeof(ends) / sizeof(*ends); i++) {
		const char *const argv[] = { getenv("BACKROOM_BIN"), i % 2 ? "--linear" : NULL,
			NULL };
		auto_buf config = { 0 }, store = { 0 };
		struct set s;
		int how = ends[i / 2], status = 0;
		begin(&s);
		buf_addf(&config, "XDG_CONFIG_HOME=%s", home_path("config"));
		buf_addf(&store, "XDG_STATE_HOME=%s", home_path("state"));
		struct pty *p = pty_start(
		    &(struct pty_options){ .env = (const char *const[]){ buf_z(&config),
					       buf_z(&store), "BACKROOM_CONFIG=", NULL } },
		    argv);
		assert_true(hostile_wait(s.issuer, RULES));
		if (how == HANG_UP)
			pty_hang_up(p);
		else
			pty_signal(p, how);
		assert_true(pty_wait_exit(p, &status));
		pty_stop(p);
		end(&s, i % 2 ? "the linear console" : "the console");
	}
}
