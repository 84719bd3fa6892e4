/* Output longer than the terminal goes through a pager, which gets no secret and may be quit. */
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ITEMS = 40 };

struct shop {
	struct buf page;
	struct hostile_rule rules[2];
	struct hostile *server;
};

/* Serves forty baskets; with `more`, the second page never arrives. */
static void
serve(struct shop *s, bool more)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"items\":[");
	for (int i = 0; i < ITEMS; i++)
		buf_addf(&body, "%s{\"id\":\"b-%02d\"}", i ? "," : "", i);
	buf_addz(&body, more ? "],\"queryMore\":\"c\"}" : "]}");
	*s = (struct shop){ 0 };
	hostile_json(&s->page, buf_z(&body));
	s->rules[0] = (struct hostile_rule){ .answer = buf_str(&s->page), .nth = more ? 1 : 0 };
	s->server = hostile_start(s->rules, 2);
}

static void
close_shop(struct shop *s)
{
	hostile_stop(s->server);
	buf_free(&s->page);
}

static struct pty *
start(struct hostile *h, const char *pager, int rows, const char *const *words)
{
	char url[200], line[200];
	snprintf(
	    url, sizeof(url), "BACKROOM_URL=%s", h ? hostile_url(h) : "http://127.0.0.1:1/api");
	snprintf(line, sizeof(line), "BACKROOM_PAGER=%s", pager);
	const char *const env[] = { url, "BACKROOM_TOKEN=canary.to.ken", line, NULL };
	const struct pty_options options = { .rows = rows, .cols = 80, .env = env };
	const char *argv[12] = { getenv("BACKROOM_BIN") };
	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	return pty_start(&options, argv);
}

static void
check_exit_code(struct pty *p, int code)
{
	int status;
	assert_true(pty_wait_exit(p, &status));
	if (!WIFEXITED(status) || WEXITSTATUS(status) != code) {
		pty_dump(p, "exit");
		fail_msg("status %x, not %d", (unsigned)status, code);
	}
}

static bool
log_contains(struct pty *p, const char *text)
{
	return str_find(pty_log(p), str_of(text)) != SIZE_MAX;
}

#define GET "get", "baskets cols=id"

TEST(only_output_longer_than_the_screen_is_paged)
{
	static const struct {
		const char *pager;
		int rows;
		const char *words[6];
		bool paged;
	} cases[] = {
		{ "sed s/^/P:/", 20, { GET }, true },
		{ "sed s/^/P:/", 20, { GET, "-o", "json" }, true },
		{ "sed s/^/P:/", 60, { GET }, false },
		{ "sed s/^/P:/", 20, { GET, "--max", "5" }, false },
		{ "sed s/^/P:/", 20, { GET, "--no-pager" }, false },
		{ "no-such-pager", 20, { GET }, false },
		{ "cat", 20, { GET }, false },
		{ "", 20, { GET }, false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(close_shop) struct shop s;
		serve(&s, false);
		auto_pty *p = start(s.server, cases[i].pager, cases[i].rows, cases[i].words);
		check_exit_code(p, 0);
		assert_true(log_contains(p, "b-04"));
		if (log_contains(p, "P:") != cases[i].paged)
			fail_msg("%zu: %.*s", i, STR_ARG(pty_log(p)));
	}
}

TEST(help_and_reports_are_paged_too)
{
	static const struct {
		const char *words[5];
		int code;
	} cases[] = {
		{ { "get", "--help" }, 0 },
		{ { "demo", "--", "check", "catalog" }, 1 },
		{ { "demo", "--", "whatif" }, 0 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_pty *p = start(NULL, "sed s/^/P:/", 5, cases[i].words);
		check_exit_code(p, cases[i].code);
		assert_true(log_contains(p, "P:"));
	}
}

/* Secrets are not in the pager's environment, also if the command did not use the token. */
TEST(the_pager_gets_no_secret)
{
	static const char *const words[][3] = { { GET }, { "get", "--help" } };
	for (size_t i = 0; i < 2; i++) {
		struct shop s;
		auto_buf env = { 0 };
		serve(&s, false);
		struct pty *p = start(s.server,
		    "env >pager-env; tr '\\0' ' ' </proc/$$/cmdline >>pager-env; cat", 10,
		    words[i]);
		check_exit_code(p, 0);
		assert_true(process_read_file("pager-env", &env));
		assert_non_null(strstr(buf_z(&env), "LESS=FRX"));
		assert_null(strstr(buf_z(&env), "canary"));
		pty_stop(p);
		close_shop(&s);
		unlink("pager-env");
	}
}

/* Quitting early is not a failure and prints nothing, and findings keep their exit code. */
TEST(the_pager_can_be_quit_early)
{
	static const char *const get[] = { GET, "--all", NULL };
	static const char *const check[] = { "demo", "--", "check", "catalog", NULL };
	struct shop s;
	serve(&s, true); /* the second page never arrives */
	struct pty *p = start(s.server, "head -n 1", 10, get);
	check_exit_code(p, 0);
	assert_false(log_contains(p, "roken pipe"));
	assert_false(log_contains(p, "stdout"));
	pty_stop(p);
	close_shop(&s);
	p = start(NULL, "head -n 1", 5, check);
	check_exit_code(p, 1);
	assert_false(log_contains(p, "roken pipe"));
	assert_true(log_contains(p, " findings in "));
	pty_stop(p);
}

TEST(ctrl_c_is_passed_to_the_pager)
{
	static const char *const words[] = { GET, NULL };
	CLEANUP(close_shop) struct shop s;
	if (!process_is_on_path("less"))
		skip_because("less is not installed");
	serve(&s, false);
	struct pty *p = start(s.server, "less", 10, words);
	assert_true(pty_wait_text(p, "b-07"));
	pty_type(p, "\x03");
	/* less is still running, and drops typed keys until it has handled Ctrl-C */
	for (int i = 0; i < 100 && !log_contains(p, "b-15"); i++) {
		pty_type(p, " ");
		assert_true(pty_wait_quiet(p, 100));
	}
	assert_true(log_contains(p, "b-15"));
	pty_type(p, "q");
	check_exit_code(p, 0);
	pty_stop(p);
	/* A pager that is ended by the signal ends the command in the same way. */
	p = start(s.server, "cat; trap - INT; kill -INT $$", 10, words);
	int status;
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
	pty_stop(p);
}
