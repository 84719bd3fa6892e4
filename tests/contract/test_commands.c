/* The service's command line: starting, refusing to start, and all ways to end. */
#include "base/digest.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/service.h"
#include "lib/test.h"
#include "wire/member.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

static const char *
program(void)
{
	const char *path = getenv("BACKROOM_SERVICE_BIN");
	assert_non_null(path);
	return path;
}

/* Runs a command to its end; appends its stdout and stderr. Returns the exit code. */
static int
run(const char *const args[], struct buf *out, struct buf *words)
{
	const char *argv[20] = { program() };
	int status = 0;
	for (size_t i = 0; args[i]; i++)
		argv[i + 1] = args[i];
	int out_fd = open("out", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int err_fd = open("err", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	pid_t pid = process_start(argv, NULL, out_fd, err_fd);
	assert_true(process_wait(pid, WAIT_MS, &status));
	close(out_fd);
	close(err_fd);
	assert_true(process_read_file("out", out) && process_read_file("err", words));
	unlink("out");
	unlink("err");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(wrong_arguments_are_usage_errors)
{
	static const char *const tries[][10] = { { NULL }, { "serv" }, { "serve", "--lisen", "x" },
		{ "serve", "--listen" }, { "serve", "--listen", "example.com:80" },
		{ "serve", "--listen", "127.0.0.1" }, { "serve", "--listen", "127.0.0.1:99999" },
		{ "serve", "--listen", "0.0.0.0:0" }, { "serve", "--listen", "[::]:0" },
		{ "serve", "--store", "mysql:x" }, { "serve", "--now", "soon" },
		{ "serve", "--delay", "200" }, { "serve", "--delay", "-1s" },
		{ "serve", "--fault", "502:101%" }, { "serve", "--fault", "200:5%" },
		{ "serve", "--fault", "502:x" }, { "serve", "--insecure-listen=yes" },
		{ "serve", "--ready-fd", "x" }, { "serve", "here" },
		{ "serve", "--demo", "tour", "--ready-token", "60" },
		{ "serve", "--ready-fd", "9", "--ready-token", "60" },
		{ "serve", "--demo", "tour", "--ready-fd", "1", "--ready-token", "60" },
		{ "serve", "--demo", "tour", "--ready-fd", "2", "--ready-token", "60" },
		{ "serve", "--demo", "tour", "--ready-fd", "9", "--ready-token", "60", "--key-file",
		    "k" },
		{ "serve", "--demo", "tour", "--ready-fd", "9", "--ready-token", "0" },
		{ "serve", "--demo", "tour", "--ready-fd", "9", "--ready-token", "604801" },
		{ "serve", "--demo", "tour", "--ready-fd", "9", "--ready-token", "1h" },
		{ "token", "--ttl", "soon" },
		{ "serve", "--store", "sqlite::memory:", "--demo", "huge" },
		{ "serve", "--migrate", "maybe" }, { "serve", "--migrate" },
		{ "serve", "--migrate=only", "--demo", "tour" },
		{ "serve", "--migrate=no", "--ephemeral" }, { "serve", "--living" },
		{ "serve", "--demo", "tour", "--living=0" }, { "serve", "--token-ttl", "0" },
		{ "serve", "--token-ttl", "86401" }, { "serve", "--token-ttl", "1h" },
		{ "serve", "--token-ttl", "60", "--short-tokens" },
		{ "serve", "--ephemeral", "--store", "sqlite:x.db" },
		{ "store", "copy", "sqlite:x.db", "sqlite:y.db", "--store", "sqlite:z.db" } };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		auto_buf out = { 0 }, words = { 0 };
		if (run(tries[i], &out, &words) != 2)
			fail_msg("%zu is no usage error: %s", i, buf_z(&words));
		assert_int_equal(out.n, 0);
		assert_true(str_find(buf_str(&words), STR("backroom: ")) != SIZE_MAX);
	}
}

TEST(help_lists_every_option_but_the_internal_ones)
{
	static const char *const shown[] = { "--listen", "--store", "--migrate", "--demo", "--now",
		"--key-file", "--iss", "--aud", "--insecure-listen", "--delay", "--fault",
		"--config", "--living[=SECONDS]", "--short-tokens", "--token-ttl", "--ephemeral",
		"--log-requests", "tour, awkward, big" };
	auto_buf out = { 0 }, words = { 0 };
	assert_int_equal(run((const char *const[]){ "serve", "--help", NULL }, &out, &words), 0);
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		assert_true(str_find(buf_str(&out), str_of(shown[i])) != SIZE_MAX);
	assert_true(str_find(buf_str(&out), STR("-fd")) == SIZE_MAX);
	assert_int_equal(words.n, 0);
	buf_reset(&out);
	assert_int_equal(run((const char *const[]){ "token", "--help", NULL }, &out, &words), 0);
	assert_true(str_find(buf_str(&out), STR("--ttl")) != SIZE_MAX);
}

TEST(every_command_has_help_and_version)
{
	static const char *const words[] = { "serve", "token", "import", "audit" };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		auto_buf out = { 0 }, said = { 0 };
		assert_int_equal(
		    run((const char *const[]){ words[i], "-h", NULL }, &out, &said), 0);
		assert_true(str_starts(buf_str(&out), STR("Usage: backroom ")));
		buf_reset(&out);
		assert_int_equal(
		    run((const char *const[]){ words[i], "--version", NULL }, &out, &said), 0);
		assert_true(str_starts(buf_str(&out), STR("backroom ")));
		assert_int_equal(said.n, 0);
	}
}

/* Starts the service, which prints its ready line and then ends, because its stdin is at its
 * end. */
static int
serve_briefly(const char *migrate, struct buf *out, struct buf *words)
{
	buf_reset(out);
	buf_reset(words);
	return run((const char *const[]){ "serve", "--listen", "127.0.0.1:0", "--key-file", "k",
		       "--until-fd", "0", "--store", "sqlite:m.db", "--migrate", migrate, NULL },
	    out, words);
}

TEST(a_migration_alone_makes_no_key)
{
	auto_buf out = { 0 }, words = { 0 }, key = { 0 };
	buf_addf(&key, "%s/backroom/service.key", getenv("XDG_STATE_HOME"));
	unlink(buf_z(&key));
	assert_int_equal(run((const char *const[]){ "serve", "--store", "sqlite:m.db", "--migrate",
				 "only", NULL },
			     &out, &words),
	    0);
	assert_int_equal(access("m.db", F_OK), 0);
	assert_int_equal(access(buf_z(&key), F_OK), -1);
	unlink("m.db");
}

/* For companies that migrate the store by hand and do not allow a service to do so. */
TEST(a_store_is_migrated_only_if_allowed)
{
	auto_buf out = { 0 }, words = { 0 };
	assert_int_equal(
	    run((const char *const[]){ "token", "--key-file", "k", NULL }, &out, &words), 0);
	assert_int_equal(serve_briefly("no", &out, &words), 1);
	assert_true(str_find(buf_str(&words), STR("cannot open the store")) != SIZE_MAX);
	assert_int_equal(access("m.db", F_OK), -1);
	assert_int_equal(serve_briefly("only", &out, &words), 0);
	assert_int_equal(out.n, 0);
	assert_true(str_find(buf_str(&words), STR("the store is ready")) != SIZE_MAX);
	assert_int_equal(serve_briefly("no", &out, &words), 0);
	assert_true(str_starts(buf_str(&out), STR("ready http://127.0.0.1:")));
	assert_int_equal(serve_briefly("yes", &out, &words), 0);
	assert_true(str_starts(buf_str(&out), STR("ready http://127.0.0.1:")));
	unlink("m.db");
	unlink("k");
}

/* It takes the place of the configuration's store. */
TEST(an_ephemeral_store_leaves_no_file)
{
	auto_buf out = { 0 }, words = { 0 };
	write_file("ephemeral.conf", "store = \"sqlite:gone.db\"\n");
	assert_int_equal(run((const char *const[]){ "serve", "--listen", "127.0.0.1:0", "--key-file", "k",
				 "--until-fd", "0", "--config", "ephemeral.conf", "--ephemeral", NULL },
			     &out, &words),
	    0);
	assert_true(str_starts(buf_str(&out), STR("ready http://127.0.0.1:")));
	assert_int_equal(access("gone.db", F_OK), -1);
	unlink("k");
	unlink("ephemeral.conf");
}

TEST(a_key_readable_by_others_is_refused_with_the_fix)
{
	auto_buf out = { 0 }, words = { 0 };
	assert_int_equal(
	    run((const char *const[]){ "token", "--key-file", "k", NULL }, &out, &words), 0);
	chmod("k", 0644);
	buf_reset(&out);
	assert_int_equal(
	    run((const char *const[]){ "token", "--key-file", "k", NULL }, &out, &words), 1);
	assert_int_equal(out.n, 0);
	assert_true(str_find(buf_str(&words), STR("chmod 600 k")) != SIZE_MAX);
	unlink("k");
}

struct child {
	pid_t pid;
	int until; /* write end: closing it ends the service */
	int ready; /* read end of the ready line */
	char line[4096];
};

/* Starts a service as `backroom demo` does, with one descriptor that ends it and one for its
 * ready line. */
static struct child
start_demo_child(const char *user, const char *store, const char *pack)
{
	char until_fd[12], ready_fd[12];
	int until[2], ready[2];
	struct child c = { 0 };
	assert_true(pipe2(until, O_CLOEXEC) == 0 && pipe2(ready, O_CLOEXEC) == 0);
	const int inherited[] = { until[0], ready[1] };
	char *const texts[] = { until_fd, ready_fd };
	for (int i = 0; i < 2; i++) {
		fcntl(inherited[i], F_SETFD, 0);
		snprintf(texts[i], 12, "%d", inherited[i]);
	}
	const char *argv[] = { program(), "serve", "--listen", "127.0.0.1:0", "--store", store,
		"--until-fd", until_fd, "--ready-fd", ready_fd, pack ? "--demo" : NULL, pack,
		pack ? "--ready-token" : NULL, "60", NULL };
	const char *const env[] = { user, NULL };
	c.pid = process_start(argv, env, STDOUT_FILENO, STDERR_FILENO);
	for (int i = 0; i < 2; i++)
		close(inherited[i]);
	c.until = until[1];
	c.ready = ready[0];
	for (size_t n = 0; n < sizeof(c.line) - 1 && read(c.ready, c.line + n, 1) == 1; n++)
		if (c.line[n] == '\n')
			break;
	return c;
}

static struct child
start_child(const char *store, const char *pack)
{
	return start_demo_child("USER=ana", store, pack);
}

static int
exit_status_of(struct child *c)
{
	int status;
	assert_true(process_wait(c->pid, WAIT_MS, &status));
	close(c->ready);
	return status;
}

static int
port_of(const char *line)
{
	const char *colon = strrchr(line, ':');
	return colon ? (int)strtol(colon + 1, NULL, 10) : 0;
}

static void
expect_claim(const struct buf *claims, const char *name, const char *value)
{
	auto_buf text = { 0 };
	assert_true(member_read_text(&text, buf_str(claims), str_of(name)));
	assert_string_equal(buf_z(&text), value);
}

static int64_t
time_in(struct buf *claims, const char *name)
{
	auto_buf mark = { 0 };
	buf_addf(&mark, "\"%s\":", name);
	const char *at = strstr(buf_z(claims), buf_z(&mark));
	assert_non_null(at);
	int64_t value = strtoll(at + mark.n, NULL, 10);
	return value;
}

/* The ready line has, after the address, a token with all permissions for the parent process,
 * for the requested lifetime. */
static void
expect_token(const char *line, const char *subject)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	auto_buf token = { 0 }, claims = { 0 };
	struct str head, body = STR_NONE;
	const char *path = strstr(line, "/api ");
	assert_non_null(path);
	buf_adds(&token, str_trim(str_of(path + 5)));
	assert_true(http_call(port_of(line), "GET", "/api/checkout/abandoned?limit=1",
	    buf_z(&token), NULL, STR_NONE, &answer));
	assert_int_equal(answer.status, 200);
	struct str rest = buf_str(&token);
	assert_true(str_next(&rest, '.', &head) && str_next(&rest, '.', &body));
	assert_true(base64url_decode(&claims, body));
	expect_claim(&claims, "iss", "backroom-demo");
	expect_claim(&claims, "aud", "backroom-demo-api");
	expect_claim(&claims, "sub", subject);
	expect_claim(&claims, "scope", "read catalog:write identity:admin audit:read");
	expect_claim(&claims, "root", "*");
	assert_int_equal(time_in(&claims, "exp") - time_in(&claims, "iat"), 60);
}

/* The service accepts the token in its ready line, and the line fits the reader's buffer. */
TEST(its_token_names_the_user_who_started_it)
{
	char longest[5 + 255 + 1], longer[5 + 5000 + 1];
	memset(longest, 'u', sizeof(longest));
	memset(longer, 'u', sizeof(longer));
	memcpy(longest, "USER=", 5);
	memcpy(longer, "USER=", 5);
	longest[sizeof(longest) - 1] = longer[sizeof(longer) - 1] = '\0';
	const struct {
		const char *user, *subject;
	} users[] = { { "USER=ana", "ana" }, { "USER=", "demo" },
		{ "USER=a\"\\\303\274", "a\"\\\303\274" }, { "USER=a\377b", "demo" },
		{ longest, longest + 5 }, { longer, "demo" } };
	for (size_t i = 0; i < sizeof(users) / sizeof(*users); i++) {
		struct child c = start_demo_child(users[i].user, "sqlite::memory:", "tour");
		expect_token(c.line, users[i].subject);
		close(c.until);
		assert_int_equal(exit_status_of(&c), 0);
	}
}

TEST(it_ends_when_its_pipe_closes)
{
	struct child c = start_child("sqlite::memory:", "tour");
	assert_int_equal(strncmp(c.line, "ready http://127.0.0.1:", 23), 0);
	expect_token(c.line, "ana");
	close(c.until);
	assert_int_equal(exit_status_of(&c), 0);
}

static void
write_config(const char *text)
{
	write_file("reload.conf", text);
}

/* Waits until the log of this name contains the text. */
static void
wait_for_log_text(const char *folder, const char *name, const char *words)
{
	char path[1000];
	auto_buf log = { 0 };
	int64_t deadline = deadline_in(WAIT_MS);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	do {
		assert_true(deadline_left(deadline) > 0);
		buf_reset(&log);
		process_read_file(path, &log);
	} while (str_find(buf_str(&log), str_of(words)) == SIZE_MAX);
}

static void
check_health(const struct service *s)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	assert_true(http_call(service_port(s), "GET", "/healthz", NULL, NULL, STR_NONE, &answer));
	assert_int_equal(answer.status, 200);
}

TEST(sighup_reopens_the_log_and_reloads_settings)
{
	char from[1000], to[1000];
	write_config("log-requests = false\n");
	struct service *s = service_start((const char *const[]){ "--config", "reload.conf", NULL });
	const char *folder = service_folder(s);
	snprintf(from, sizeof(from), "%s/log", folder);
	snprintf(to, sizeof(to), "%s/log.1", folder);
	assert_int_equal(rename(from, to), 0);
	write_config("log-requests = true\n");
	assert_int_equal(kill(service_pid(s), SIGHUP), 0);
	wait_for_log_text(folder, "log", "\"event\":\"reloaded\"");
	check_health(s);
	wait_for_log_text(folder, "log", "\"operation\":\"getHealth\"");
	write_config("log-requests = perhaps\n");
	assert_int_equal(kill(service_pid(s), SIGHUP), 0);
	wait_for_log_text(folder, "log", "is unchanged");
	check_health(s);
	unlink("reload.conf");
	assert_int_equal(service_stop(s), 0);
}

TEST(signals_end_it_cleanly)
{
	static const int signals[] = { SIGTERM, SIGINT };
	for (int i = 0; i < 2; i++) {
		struct child c = start_child("sqlite::memory:", NULL);
		assert_int_equal(strncmp(c.line, "ready ", 6), 0);
		assert_int_equal(kill(c.pid, signals[i]), 0);
		assert_int_equal(exit_status_of(&c), 0);
		close(c.until);
	}
}

TEST(demo_data_is_loaded_into_an_empty_store_only)
{
	for (int turn = 0; turn < 3; turn++) {
		struct child c = start_child("sqlite:demo-test.db", turn == 2 ? NULL : "tour");
		bool ready = strncmp(c.line, "ready ", 6) == 0;
		assert_int_equal(ready, turn != 1);
		close(c.until);
		assert_int_equal(exit_status_of(&c), ready ? 0 : 2 << 8);
	}
	unlink_store("demo-test.db");
}
