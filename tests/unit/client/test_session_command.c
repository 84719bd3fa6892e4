/* labels: slow */
/* Token commands: their input, which part of their output counts, and that no process or
 * descriptor remains. */
#include "unit/client/interrupted.h"

#include "client/session.h"
#include "lib/descriptors.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/made_token.h"
#include "unit/client/session_told.h"
#include "unit/client/small_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 65536 };

/* A session and its event loop. */
struct bench {
	struct small_loop loop;
	struct session *session;
	struct token_result told;
	int opened; /* number of descriptors before it started */
};

static void
bench_start(struct bench *b, const char *const *command)
{
	*b = (struct bench){ .opened = descriptors_open() };
	small_loop_init(&b->loop);
	b->session = session_new(&b->loop.io, &(struct session_source){ .token_command = command });
}

/* Gets a token, waits for the result, and asserts that nothing of the command is left in the
 * loop. */
static const char *
bench_ask(struct bench *b, bool fresh)
{
	b->told.calls = 0;
	session_get_token(b->session, fresh, on_token, &b->told);
	assert_true(small_loop_until(&b->loop, has_token_result, &b->told, 20000));
	assert_int_equal(b->told.calls, 1);
	assert_int_equal(b->loop.watches.n, 0);
	assert_int_equal(b->loop.timers.n, 0);
	assert_int_equal(b->told.err.kind == ERR_NONE, b->told.token.n > 0);
	return buf_z(&b->told.token);
}

static void
bench_end(struct bench *b)
{
	session_free(b->session);
	assert_int_equal(b->loop.watches.n, 0);
	assert_int_equal(b->loop.timers.n, 0);
	small_loop_free(&b->loop);
	buf_free(&b->told.token);
	assert_int_equal(descriptors_open(), b->opened);
}

/* ---- its output ---- */

static void
expect_none(const char *output, const char *words)
{
	const char *const command[] = { "printf", "%s", output, NULL };
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, command);
	assert_string_equal(bench_ask(&b, false), "");
	assert_int_equal(b.told.err.kind, ERR_AUTH);
	if (!strstr(b.told.err.text, words))
		fail_msg("%s: %s", output, b.told.err.text);
}

TEST(invalid_tokens_are_not_used)
{
	expect_none("", "printf printed no token");
	expect_none("{abc", "printf printed no token");
	expect_none("{\"token\":\"abc\"}", "printf printed no token");
	expect_none("{\"access_token\":7}", "printf printed no token");
	expect_none("{\"access_token\":\"two words\"}", "printf printed no token");
	expect_none("{\"access_token\":\"\"}", "printf printed no token");
	expect_none("two words", "printf printed no token");
}

/* 64 KiB, and one byte more. */
TEST(output_is_limited)
{
	static const char *const command[] = { "cat", "output", NULL };
	for (size_t n = OUTPUT_MAX - 1; n <= OUTPUT_MAX + 1; n++) {
		auto_buf text = { 0 };
		CLEANUP(bench_end) struct bench b;
		buf_pad(&text, 'a', n);
		write_bytes("output", buf_str(&text), 0600);
		bench_start(&b, command);
		bench_ask(&b, false);
		assert_int_equal(b.told.token.n, n <= OUTPUT_MAX ? n : 0);
	}
}

/* Earlier output and earlier tokens are not part of the next token. */
TEST(each_run_is_independent)
{
	static const char *const command[] = { "sh", "-c", "cat output; test ! -e bad", NULL };
	CLEANUP(bench_end) struct bench b;
	unlink("bad");
	write_bytes("output", STR("one"), 0600);
	bench_start(&b, command);
	assert_string_equal(bench_ask(&b, false), "one");
	write_bytes("output", STR("two"), 0600);
	assert_string_equal(bench_ask(&b, false), "one");
	assert_string_equal(bench_ask(&b, true), "two");
	write_bytes("bad", STR("x"), 0600);
	assert_string_equal(bench_ask(&b, true), "");
	assert_string_equal(b.told.err.text, "sh failed (exit 1)");
	assert_string_equal(bench_ask(&b, false), ""); /* the old token is dropped */
	unlink("bad");
	assert_string_equal(bench_ask(&b, false), "two");
}

/* While the command runs there are no claims; afterwards there are. */
TEST(claims_are_available_with_the_token)
{
	static const char *const command[] = { "cat", "output", NULL };
	auto_buf token = { 0 };
	CLEANUP(bench_end) struct bench b;
	make_token(&token, STR("{\"sub\":\"jane\"}"), SIGNATURE);
	write_bytes("output", buf_str(&token), 0600);
	bench_start(&b, command);
	session_get_token(b.session, false, on_token, &b.told);
	assert_null(session_claims(b.session));
	assert_true(small_loop_until(&b.loop, has_token_result, &b.told, 20000));
	assert_non_null(session_claims(b.session));
	assert_true(str_eqz(session_claims(b.session)->sub, "jane"));
}

/* ---- its end ---- */

TEST(a_failed_exit_is_reported)
{
	static const struct {
		const char *script, *words;
	} cases[] = { { "echo tok; exit 3", "sh failed (exit 3)" },
		{ "echo tok; kill -TERM $$", "sh failed (exit 143)" },
		{ "echo tok; exec >&-; kill -KILL $$", "sh failed (exit 137)" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const command[] = { "sh", "-c", cases[i].script, NULL };
		CLEANUP(bench_end) struct bench b;
		bench_start(&b, command);
		assert_string_equal(bench_ask(&b, false), "");
		assert_int_equal(b.told.err.kind, ERR_AUTH);
		assert_string_equal(b.told.err.text, cases[i].words);
	}
}

TEST(a_missing_command_is_reported_each_time)
{
	static const char *const command[] = { "no-such-program-here", NULL };
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, command);
	for (int i = 0; i < 2; i++) {
		assert_string_equal(bench_ask(&b, false), "");
		assert_string_equal(b.told.err.text,
		    "token-command no-such-program-here: No such file or directory");
	}
}

TEST(without_free_descriptors_it_is_not_started)
{
	static const char *const command[] = { "echo", "tok", NULL };
	struct rlimit limit;
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, command);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	const struct rlimit none = { .rlim_cur = 0, .rlim_max = limit.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	session_get_token(b.session, false, on_token, &b.told);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(b.told.calls, 1);
	assert_string_equal(b.told.err.text, "pipe: Too many open files");
	assert_string_equal(bench_ask(&b, false), "tok");
}

static bool
has_closed_its_output(void *ctx)
{
	const struct small_loop *l = ctx;
	return l->watches.n == 1; /* stderr is still read */
}

/* Closed its output but still runs: its exit is polled, without blocking. */
TEST(its_exit_is_polled_soon)
{
	static const char *const command[] = { "sh", "-c", "printf tok; exec >&-; exec sleep 1000",
		NULL };
	CLEANUP(bench_end) struct bench b;
	int64_t soonest = INT64_MAX;
	bench_start(&b, command);
	session_get_token(b.session, false, on_token, &b.told);
	assert_true(small_loop_until(&b.loop, has_closed_its_output, &b.loop, 20000));
	int64_t before = clock_ticks();
	for (size_t i = 0; i < b.loop.timers.n; i++)
		b.loop.timers.v[i].due -= b.loop.timers.v[i].due < before + 1000 ? 1000 : 0;
	small_loop_ring(&b.loop);
	int64_t after = clock_ticks();
	assert_int_equal(b.loop.timers.n, 2); /* the timeout, and the next poll */
	for (size_t i = 0; i < b.loop.timers.n; i++)
		if (b.loop.timers.v[i].due < soonest)
			soonest = b.loop.timers.v[i].due;
	assert_true(soonest >= before + 20 && soonest <= after + 20);
	assert_int_equal(b.told.calls, 0);
}

/* Freeing the session does not wait for it: it is killed with its child processes. */
TEST(freeing_the_session_kills_it)
{
	static const char *const command[] = { "sh", "-c", "sleep 1000 & echo $! >pid; wait",
		NULL };
	struct bench b;
	unlink("pid");
	bench_start(&b, command);
	session_get_token(b.session, false, on_token, &b.told);
	assert_true(small_loop_until(&b.loop, has_written, NULL, 20000));
	session_free(b.session);
	assert_int_equal(b.loop.watches.n, 0);
	assert_int_equal(b.loop.timers.n, 0);
	assert_true(small_loop_until(&b.loop, is_dead, NULL, 20000));
	assert_int_equal(b.told.calls, 0);
	small_loop_free(&b.loop);
}

/* The first run was abandoned; the next request starts the command again. */
TEST(a_command_that_timed_out_can_be_run_again)
{
	static const char *const command[] = { "sh", "-c",
		"test -e pid && exec echo tok; echo $$ >pid; exec sleep 1000", NULL };
	CLEANUP(bench_end) struct bench b;
	unlink("pid");
	bench_start(&b, command);
	session_get_token(b.session, false, on_token, &b.told);
	assert_true(small_loop_until(&b.loop, has_written, NULL, 20000));
	for (size_t i = 0; i < b.loop.timers.n; i++)
		b.loop.timers.v[i].due = 0;
	small_loop_ring(&b.loop);
	assert_string_equal(b.told.err.text, "sh did not respond within 10 s");
	assert_string_equal(bench_ask(&b, false), "tok");
}

/* A spurious wakeup: there is nothing to read, and the read does not block. */
TEST(a_spurious_wakeup_is_not_the_end)
{
	static const char *const command[] = { "sh", "-c",
		"while [ ! -e go ]; do sleep 0.01; done; echo tok", NULL };
	CLEANUP(bench_end) struct bench b;
	unlink("go");
	bench_start(&b, command);
	session_get_token(b.session, false, on_token, &b.told);
	assert_int_equal(b.loop.watches.n, 2); /* its stdout and stderr */
	for (size_t i = 0; i < 2; i++) {
		const struct small_watch w = b.loop.watches.v[i];
		w.fn(w.arg, w.fd, IO_READ);
	}
	assert_int_equal(b.loop.watches.n, 2);
	assert_int_equal(b.told.calls, 0);
	write_bytes("go", STR("x"), 0600);
	assert_true(small_loop_until(&b.loop, has_token_result, &b.told, 20000));
	assert_string_equal(buf_z(&b.told.token), "tok");
}

static bool
has_no_child(void *ctx)
{
	(void)ctx;
	return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

/* A signal interrupts reading its output, or polling for its exit: the call is repeated. */
TEST(an_interrupted_call_is_repeated)
{
	static const char *const command[] = { "echo", "tok", NULL };
	CLEANUP(bench_end) struct bench b;
	bench_start(&b, command);
	interrupted.reads = 1;
	assert_string_equal(bench_ask(&b, true), "tok");
	assert_int_equal(interrupted.reads, 0);
	interrupted.waits = 1;
	assert_string_equal(bench_ask(&b, true), "tok");
	assert_int_equal(interrupted.waits, 0);
	assert_true(has_no_child(NULL));
}

/* The command is reaped even while another session still waits for it: no zombie remains. */
TEST(an_interrupted_wait_leaves_no_zombie)
{
	static const char *const command[] = { "sleep", "1000", NULL };
	struct bench b;
	bench_start(&b, command);
	session_get_token(b.session, false, on_token, &b.told);
	interrupted.waits = 2;
	bench_end(&b);
	assert_int_equal(interrupted.waits, 0);
	assert_true(has_no_child(NULL));
	session_free(NULL); /* NULL is allowed */
}

/* Each descriptor is closed once: afterwards its number may belong to another file. */
TEST(descriptors_are_closed_once)
{
	static const char *const command[] = { "echo", "tok", NULL };
	struct bench b;
	int fds[8];
	bench_start(&b, command);
	bench_ask(&b, false);
	for (size_t i = 0; i < 8; i++)
		fds[i] = fcntl(0, F_DUPFD_CLOEXEC, 0);
	b.opened += 8;
	bench_end(&b);
	for (size_t i = 0; i < 8; i++) {
		assert_true(fcntl(fds[i], F_GETFD) >= 0);
		close(fds[i]);
	}
}

/* ---- its input and environment ---- */

/* The console's blocked and ignored signals, its stdin and its terminal are not passed to the
 * command. */
TEST(it_inherits_nothing_from_the_console)
{
	static const char *const command[] = { "sh", "-c",
		"cat; echo noise >&2; grep -q 'SigBlk:.0*$' /proc/self/status && "
		"grep -q 'SigIgn:.*0000000$' /proc/self/status && "
		"test \"$(cut -d' ' -f5 /proc/self/stat)\" = $$ && echo tok",
		NULL };
	auto_buf noise = { 0 };
	struct bench b;
	sigset_t ours, before;
	int ends[2], input = dup(0), errors = dup(2);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "typed\n", 6), 6);
	close(ends[1]);
	write_bytes("noise", STR(""), 0600);
	int kept = open("noise", O_WRONLY | O_APPEND | O_CLOEXEC);
	sigemptyset(&ours);
	sigaddset(&ours, SIGUSR1);
	sigaddset(&ours, SIGINT);
	sigprocmask(SIG_BLOCK, &ours, &before);
	signal(SIGPIPE, SIG_IGN);
	bench_start(&b, command);
	dup2(ends[0], 0);
	dup2(kept, 2);
	session_get_token(b.session, false, on_token, &b.told);
	dup2(input, 0);
	dup2(errors, 2);
	sigprocmask(SIG_SETMASK, &before, NULL);
	assert_true(small_loop_until(&b.loop, has_token_result, &b.told, 20000));
	assert_string_equal(b.told.err.text, "");
	assert_string_equal(buf_z(&b.told.token), "tok");
	assert_true(process_read_file("noise", &noise));
	assert_int_equal(noise.n, 0);
	bench_end(&b);
	close(ends[0]);
	close(kept);
	close(input);
	close(errors);
}
