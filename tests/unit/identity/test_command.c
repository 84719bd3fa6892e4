/* labels: slow */
/* `backroom identity` with a service that does not respond, and on a terminal, where it asks for
 * confirmation. */
#include "base/clock.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/pty.h"
#include "unit/cli/run.h"

#include <signal.h>
#include <string.h>

/* A server whose response is invalid. */
TEST(an_unknown_result_is_reported)
{
	auto_run_result r = { 0 };
	unlink("state/backroom/journal.jsonl");
	unlink("state/backroom/journal.head");
	auto_hostile *server = hostile_start_answer(502, "", STR("<html>oops</html>"));
	EXITS(6, &r, hostile_url(server), "identity", "link", "id-1", "--iss", "https://a", "--sub",
	    "7", "--yes", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_non_null(strstr(buf_z(&r.words),
	    "No response, so it may or may not be linked (J-0001). Run backroom identity resolve "
	    "J-0001\nto find out; the write cannot happen twice\n"));
	assert_int_equal(hostile_count(server), 1);
	assert_string_equal(hostile_request(server, 0)->body,
	    "{\"id_token\":{\"iss\":\"https://a\",\"sub\":\"7\"}}");
}

/* The service answers with the record of the first link: the second changed nothing. */
TEST(a_repeated_link_is_reported_as_such)
{
	auto_run_result r = { 0 };
	unlink("state/backroom/journal.jsonl");
	unlink("state/backroom/journal.head");
	auto_hostile *server = hostile_start_json("{\"id\":\"identity-1\"}");
	for (int i = 0; i < 2; i++)
		EXITS(0, &r, hostile_url(server), "identity", "link", "id-1", "--iss", "https://a",
		    "--sub", "7", "--yes");
	assert_non_null(strstr(buf_z(&r.words),
	    "Already linked, owner \xE2\x80\xA6id-1, by J-0001: nothing changed (J-0002)\n"));
	EXITS(0, &r, hostile_url(server), "identity", "link", "id-1", "--iss", "https://a", "--sub",
	    "8", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "Done: linked, owner \xE2\x80\xA6id-1 (J-0003)"));
	EXITS(0, &r, hostile_url(server), "identity", "unlink", "id-1", "--iss", "https://a",
	    "--sub", "7", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "Done: unlinked"));
}

/* The first row of a file is done, the second one's result is not known: the third is not tried,
 * and a rerun sends the second again under its key. */
TEST(a_batch_stops_at_an_unknown_result)
{
	auto_buf fine = { 0 }, broken = { 0 }, first = { 0 }, again = { 0 };
	auto_run_result r = { 0 };
	unlink("three.csv.results");
	write_file("three.csv", "owner,iss,sub\na,https://i,1\nb,https://i,2\nc,https://i,3\n");
	hostile_json(&fine, "{\"id\":\"x\"}");
	hostile_answer(&broken, 500, "", STR(""));
	const struct hostile_rule rules[] = { { .nth = 2, .answer = buf_str(&broken) },
		{ .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 2);
	EXITS(3, &r, hostile_url(server), "identity", "link", "--from", "three.csv", "--yes", "-o",
	    "csv", "--fields", "line,outcome");
	assert_string_equal(buf_z(&r.out), "line,outcome\n2,done\n3,unknown\n");
	assert_non_null(strstr(
	    buf_z(&r.words), "1 of 3 linked, 1 is not confirmed, 1 not tried. Run it again"));
	EXITS(0, &r, hostile_url(server), "identity", "link", "--from", "three.csv", "--yes", "-o",
	    "csv", "--fields", "line,outcome");
	assert_string_equal(buf_z(&r.out), "line,outcome\n3,done\n4,done\n");
	assert_true(hostile_header(hostile_request(server, 1), "Idempotency-Key", &first));
	assert_true(hostile_header(hostile_request(server, 2), "Idempotency-Key", &again));
	assert_string_equal(buf_z(&first), buf_z(&again));
}

/* The results of a file do not apply to another file of the same name: nothing in it is sent. */
TEST(a_changed_file_does_not_continue_a_batch)
{
	auto_run_result r = { 0 };
	unlink("changed.csv.results");
	write_file("changed.csv", "owner,iss,sub\na,https://i,1\n");
	auto_hostile *server = hostile_start_json("{\"id\":\"x\"}");
	EXITS(0, &r, hostile_url(server), "identity", "link", "--from", "changed.csv", "--yes");
	write_file("changed.csv", "owner,iss,sub\nb,https://i,2\n");
	EXITS(2, &r, hostile_url(server), "identity", "link", "--from", "changed.csv", "--yes");
	assert_non_null(strstr(buf_z(&r.words),
	    "changed.csv.results has results of another file or command: move it away to "
	    "start over"));
	assert_int_equal(hostile_count(server), 1);
	write_file("changed.csv", "owner,iss,sub\na,https://i,1\n");
	EXITS(0, &r, hostile_url(server), "identity", "link", "--from", "changed.csv",
	    "--yes"); /* the original contents are done already */
	assert_int_equal(hostile_count(server), 1);
}

/* ---- files: killed runs, rate limits, dry runs ---- */

#define ISSUER "https://canary-issuer.example/"

/* A run of three rows that stops at the second, which never gets a response. */
struct stopped {
	struct buf fine;
	struct hostile_rule rules[2];
	struct hostile *server;
	pid_t pid;
};

static void
stop_at_second_row(struct stopped *s)
{
	auto_buf url = { 0 };
	unlink("canary.csv.results");
	unlink("log");
	write_file("canary.csv",
	    "owner,iss,sub\na," ISSUER ",canary-sub-1\nb," ISSUER ",canary-sub-2\nc," ISSUER
	    ",canary-sub-3\n");
	*s = (struct stopped){ 0 };
	hostile_json(&s->fine, "{\"id\":\"x\"}");
	s->rules[0] = (struct hostile_rule){ .nth = 2 };
	s->rules[1] = (struct hostile_rule){ .answer = buf_str(&s->fine) };
	s->server = hostile_start(s->rules, 2);
	buf_addf(&url, "BACKROOM_URL=%s", hostile_url(s->server));
	const char *const env[] = { buf_z(&url), "BACKROOM_TOKEN=canary.to.ken",
		"BACKROOM_CONFIG=", NULL };
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "link", "--from",
		"canary.csv", "--yes", "--log", "log", NULL };
	int out = open_new("out");
	s->pid = process_start(argv, env, out, out);
	close(out);
	assert_true(hostile_wait(s->server, 2));
}

static void
kill_stopped(struct stopped *s)
{
	int status;
	kill(s->pid, SIGKILL);
	assert_true(process_wait(s->pid, 20000, &status));
}

static void
free_stopped(struct stopped *s)
{
	hostile_stop(s->server);
	buf_free(&s->fine);
}

static void
expect_not_in(const char *path, const char *text)
{
	auto_buf all = { 0 };
	if (process_read_file(path, &all) && str_find(buf_str(&all), str_of(text)) != SIZE_MAX)
		fail_msg("%s holds %s", path, text);
}

static void
expect_in_no_process(const char *text)
{
	struct buf where = { 0 };
	if (process_any_holds(text, &where))
		fail_msg("%s holds %s", buf_z(&where), text);
}

TEST(file_contents_are_in_no_argument_environment_or_log)
{
	static const char *const secrets[] = { "canary-sub-", "canary-issuer", "canary.to.ken" };
	struct stopped s;
	struct buf log = { 0 };
	stop_at_second_row(&s);
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		expect_in_no_process(secrets[i]);
	kill_stopped(&s);
	assert_true(process_read_file("log", &log)); /* the log was written */
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++) {
		expect_not_in("log", secrets[i]);
		expect_not_in("out", secrets[i]);
		expect_not_in("canary.csv.results", secrets[i]);
	}
	buf_free(&log);
	free_stopped(&s);
}

/* The first row is done and not sent again; the second is retried under its key. */
TEST(a_killed_batch_continues)
{
	struct stopped s;
	auto_run_result r = { 0 };
	struct buf keys[4] = { { 0 } };
	stop_at_second_row(&s);
	kill_stopped(&s);
	EXITS(0, &r, hostile_url(s.server), "identity", "link", "--from", "canary.csv", "--yes",
	    "-o", "csv", "--fields", "line,outcome");
	assert_string_equal(buf_z(&r.out), "line,outcome\n3,done\n4,done\n");
	assert_non_null(strstr(buf_z(&r.words), "2 of 2 linked"));
	assert_int_equal(hostile_count(s.server), 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(
		    hostile_header(hostile_request(s.server, i), "Idempotency-Key", &keys[i]));
	assert_string_equal(buf_z(&keys[1]), buf_z(&keys[2]));
	assert_string_not_equal(buf_z(&keys[0]), buf_z(&keys[1]));
	assert_string_not_equal(buf_z(&keys[2]), buf_z(&keys[3]));
	assert_string_equal(hostile_request(s.server, 1)->body, hostile_request(s.server, 2)->body);
	assert_string_equal(hostile_request(s.server, 3)->target, "/objects/externalidentity/c");
	for (size_t i = 0; i < 4; i++)
		buf_free(&keys[i]);
	free_stopped(&s);
}

TEST(a_batch_respects_its_rate)
{
	static const char *const wrong[] = { "0", "1001", "-1", "fast", "" };
	auto_run_result r = { 0 };
	unlink("rate.csv.results");
	write_file("rate.csv", "owner,iss,sub\na,https://i,1\nb,https://i,2\nc,https://i,3\n");
	auto_hostile *server = hostile_start_json("{}");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		EXITS(2, &r, hostile_url(server), "identity", "link", "--from", "rate.csv", "--yes",
		    "--rate", wrong[i]);
		assert_non_null(strstr(buf_z(&r.words), "--rate"));
	}
	assert_int_equal(hostile_count(server), 0);
	int64_t begun = clock_ticks();
	EXITS(0, &r, hostile_url(server), "identity", "link", "--from", "rate.csv", "--yes",
	    "--rate", "5");
	assert_true(clock_ticks() - begun >= 2 * 1000 / 5); /* two pauses for three rows */
	assert_int_equal(hostile_count(server), 3);
}

#define THREE "owner,iss,sub\na,https://i,1\nb,https://i,2\nc,https://i,3\n"

/* The same row is sent again with its key, and is one write in the journal. */
TEST(a_batch_retries_after_429)
{
	auto_buf fine = { 0 }, busy = { 0 }, first = { 0 }, again = { 0 }, journal = { 0 };
	auto_run_result r = { 0 };
	unlink("turn.csv.results");
	unlink("state/backroom/journal.jsonl");
	unlink("state/backroom/journal.head");
	write_file("turn.csv", THREE);
	hostile_json(&fine, "{}");
	hostile_answer(&busy, 429, "Retry-After: 1\r\n", STR(""));
	const struct hostile_rule rules[] = { { .nth = 2, .answer = buf_str(&busy) },
		{ .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 2);
	int64_t begun = clock_ticks();
	RUN(&r, hostile_url(server), "identity", "link", "--from", "turn.csv", "--yes", "-o", "csv",
	    "--fields", "line,outcome");
	assert_true(clock_ticks() - begun >= 1000);
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "line,outcome\n2,done\n3,done\n4,done\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "line 3: the service asks Backroom to wait: retry in 1 s\n"));
	assert_int_equal(hostile_count(server), 4);
	assert_string_equal(hostile_request(server, 2)->target, "/objects/externalidentity/b");
	assert_true(hostile_header(hostile_request(server, 1), "Idempotency-Key", &first));
	assert_true(hostile_header(hostile_request(server, 2), "Idempotency-Key", &again));
	assert_string_equal(buf_z(&first), buf_z(&again));
	assert_true(process_read_file("state/backroom/journal.jsonl", &journal));
	assert_int_equal(count_lines(&journal), 6); /* three writes of two lines each */
}

/* Five retries, then it stops: the other rows would fail in the same way. */
TEST(a_batch_stops_retrying_after_five_times)
{
	auto_run_result r = { 0 };
	unlink("turn.csv.results");
	write_file("turn.csv", THREE);
	auto_hostile *server = hostile_start_answer(429, "Retry-After: 0\r\n", STR(""));
	EXITS(6, &r, hostile_url(server), "identity", "link", "--from", "turn.csv", "--yes", "-o",
	    "csv", "--fields", "line,outcome");
	assert_string_equal(buf_z(&r.out), "line,outcome\n2,refused\n");
	assert_non_null(strstr(buf_z(&r.words), "0 of 3 linked, 1 refused, 2 not tried. Run it"));
	assert_int_equal(hostile_count(server), 6);
}

/* Read-only applies to single writes, files and retries; a dry run writes nothing. */
/* Runs a command in an environment with require-reason. */
static void
run_where_reasons_are_required(
    struct run_result *r, const struct hostile *server, int code, const char *const *args)
{
	auto_buf config = { 0 };
	const char *argv[WORDS_MAX] = { getenv("BACKROOM_BIN") };
	const char *const env[] = { "BACKROOM_CONFIG=reasons.conf",
		"BACKROOM_URL=", "BACKROOM_TOKEN=t.o.k", NULL };
	buf_addf(&config, "environment \"shop\" { url = \"%s\" require-reason = true }\n",
	    hostile_url(server));
	write_bytes("reasons.conf", buf_str(&config), 0600);
	for (size_t i = 0; args[i]; i++)
		argv[i + 1] = args[i];
	run_program(r, argv, env, open_new("out"), 20000);
	expect_exit(r, code);
}

#define WITH_REASONS(code, r, server, ...) \
	run_where_reasons_are_required(    \
	    (r), (server), (code), (const char *const[]){ __VA_ARGS__, NULL })

TEST(an_environment_may_require_reasons)
{
	auto_run_result r = { 0 };
	auto_buf journal = { 0 };
	static const char required[] = "this environment requires a reason for each write";
	unlink("state/backroom/journal.jsonl");
	unlink("state/backroom/journal.head");
	unlink("reasons.csv.results");
	auto_hostile *server = hostile_start_json("{\"id\":\"x\"}");
	WITH_REASONS(2, &r, server, "identity", "link", "a", "--iss", "https://i", "--sub", "1",
	    "--reason", " ", "--yes");
	assert_non_null(strstr(buf_z(&r.words), required));
	WITH_REASONS(2, &r, server, "api", "POST", "/x", "--yes");
	assert_non_null(strstr(buf_z(&r.words), required));

	/* A row without a reason stops the file; --reason is the reason of such rows. */
	write_file("reasons.csv", "owner,iss,sub,reason\na,https://i,1,INC-1\nb,https://i,2,\n");
	WITH_REASONS(1, &r, server, "identity", "link", "--from", "reasons.csv", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "3: no reason, which this environment requires"));
	assert_int_equal(hostile_count(server), 0);
	WITH_REASONS(0, &r, server, "identity", "link", "--from", "reasons.csv", "--reason",
	    "INC-2", "--yes");
	assert_int_equal(hostile_count(server), 2);
	assert_true(process_read_file("state/backroom/journal.jsonl", &journal));
	assert_non_null(strstr(buf_z(&journal), "\"reason\":\"INC-1\""));
	assert_non_null(strstr(buf_z(&journal), "\"reason\":\"INC-2\""));
}

TEST(read_only_sends_nothing)
{
	static const struct {
		const char *args[9];
		int code;
	} cases[] = {
		{ { "identity", "link", "id-1", "--iss", "https://a", "--sub", "7", "--yes",
		      "--read-only" },
		    7 },
		{ { "identity", "unlink", "id-1", "--iss", "https://a", "--sub", "7", "--yes",
		      "--read-only" },
		    7 },
		{ { "identity", "link", "--from", "one.csv", "--yes", "--read-only" }, 7 },
		{ { "identity", "unlink", "--from", "one.csv", "--yes", "--read-only" }, 7 },
		{ { "identity", "link", "--from", "one.csv", "--dry-run", "--read-only" }, 0 },
	};
	unlink("one.csv.results");
	write_file("one.csv", "owner,iss,sub\na,https://i,1\n");
	auto_hostile *server = hostile_start_json("{}");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *args[10] = { 0 };
		auto_run_result r = { 0 };
		memcpy(args, cases[i].args, sizeof(cases[i].args));
		run_to(&r, NULL, hostile_url(server), "t.o.k", args);
		assert_int_equal(r.code, cases[i].code);
		if (r.code)
			assert_non_null(strstr(buf_z(&r.words), "read-only: nothing was sent"));
		assert_int_equal(hostile_count(server), 0);
	}
	assert_int_not_equal(access("one.csv.results", F_OK), 0);
}

/* Types `typed` at the prompt for the subject's last four characters. */
static int
unlink_typing(const char *url, const char *typed)
{
	char line[100];
	int status;
	snprintf(line, sizeof(line), "BACKROOM_URL=%s", url);
	const char *const env[] = { line, "BACKROOM_TOKEN=t", NULL };
	const struct pty_options options = { .rows = 24, .cols = 100, .env = env };
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "unlink", "id-1", "--iss",
		"https://a", "--sub", "subject-7f3e", NULL };
	struct pty *p = pty_start(&options, argv);
	assert_true(pty_wait_text(p, "Type the last four characters of the subject (7f3e):"));
	assert_true(pty_find(p, "\"subject-7f3e\"", NULL) >= 0);
	pty_type(p, typed);
	assert_true(pty_wait_exit(p, &status));
	pty_stop(p);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_terminal_prompt_accepts_only_the_required_answer)
{
	auto_hostile *server = hostile_start_json("{}");
	assert_int_equal(unlink_typing(hostile_url(server), "yes\r"), 1);
	assert_int_equal(unlink_typing(hostile_url(server), "\r"), 1);
	assert_int_equal(hostile_count(server), 0);
	assert_int_equal(unlink_typing(hostile_url(server), "7f3e\r"), 0);
	assert_int_equal(hostile_count(server), 1);
	assert_string_equal(hostile_request(server, 0)->method, "DELETE");
}

TEST(server_text_is_escaped)
{
	auto_run_result r = { 0 };
	auto_hostile *server = hostile_start_answer(403, "X-Request-Id: a\x1B[2Jb\r\n",
	    STR("{\"code\":\"\\u001b[2Jc\",\"message\":\"\\u001b]0;m\"}"));
	EXITS(2, &r, hostile_url(server), "identity", "link", "id\x1B-1", "--iss", "https://a",
	    "--sub", "7", "--yes"); /* control characters in arguments are refused too */
	EXITS(7, &r, hostile_url(server), "identity", "link", "id-1", "--iss", "https://a", "--sub",
	    "7", "--yes");
	assert_null(strchr(buf_z(&r.words), 0x1B));
	assert_non_null(strstr(buf_z(&r.words), "Not linked: \\e[2Jc\n"));
}
