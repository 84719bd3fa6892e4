/* Helper programs: their input, which part of their output is reported, and when they are
 * killed. Token commands are tested in test_session_command.c. */
#include "client/helper.h"
#include "lib/descriptors.h"
#include "lib/test.h"
#include "unit/client/moved_clock.h"
#include "unit/client/session_told.h"
#include "unit/client/small_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_MS = 3000, INPUT_MAX = 32768 };

struct raw_request {
	struct small_loop loop;
	struct token_result told;
	struct helper *helper;
	int opened; /* number of descriptors before it started */
};

static void
begin(struct raw_request *a)
{
	*a = (struct raw_request){ .opened = descriptors_open() };
	small_loop_init(&a->loop);
	unlink("pid");
}

static bool
start(struct raw_request *a, const char *script, struct str input)
{
	const char *const argv[] = { "sh", "-c", script, NULL };
	a->told.calls = 0;
	a->helper = helper_start(&a->loop.io,
	    &(struct helper_params){ .argv = argv, .input = input, .time_limit_ms = LIMIT_MS },
	    on_token, &a->told, &a->told.err);
	return a->helper != NULL;
}

static bool
has_no_child(void)
{
	return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

/* Waits for the result; afterwards no timer, descriptor or child of it is left. */
static const char *
wait_for_output(struct raw_request *a)
{
	assert_true(small_loop_until(&a->loop, has_token_result, &a->told, 20000));
	assert_int_equal(a->told.calls, 1);
	assert_int_equal(a->loop.timers.n + a->loop.watches.n, 0);
	assert_int_equal(descriptors_open(), a->opened);
	assert_true(has_no_child());
	return buf_z(&a->told.token);
}

static void
end(struct raw_request *a)
{
	small_loop_free(&a->loop);
	buf_free(&a->told.token);
	assert_int_equal(descriptors_open(), a->opened);
}

/* ---- its error output ---- */

#define JWT "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.c2lnbmVk"
#define SECRET "k3y0123456789abcdef0123456789abcdefghi"
#define TEN "one of ten"
#define FIFTY TEN TEN TEN TEN TEN

TEST(the_last_line_of_stderr_is_reported)
{
	static const struct {
		const char *script, *words;
	} cases[] = {
		{ "exit 3", "sh failed (exit 3)" },
		{ "echo a >&2; echo 'log in first' >&2; exit 1",
		    "sh failed (exit 1): log in first" },
		{ "printf 'no newline' >&2; exit 1", "sh failed (exit 1): no newline" },
		{ "printf 'said\\r\\n\\n  \\n' >&2; exit 1", "sh failed (exit 1): said" },
		{ "echo '  spaces  ' >&2; kill -TERM $$", "sh failed (exit 143): spaces" },
		{ "echo 'on stdout'; exit 1", "sh failed (exit 1)" },
		{ "echo 'bad token " JWT "' >&2; exit 1",
		    "sh failed (exit 1): bad token (left out)" },
		{ "echo 'bad secret " SECRET "' >&2; exit 1",
		    "sh failed (exit 1): bad secret (left out)" },
		{ "echo '" FIFTY FIFTY FIFTY FIFTY "' >&2; exit 1",
		    "sh failed (exit 1): " FIFTY FIFTY FIFTY TEN },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(end) struct raw_request a;
		begin(&a);
		assert_true(start(&a, cases[i].script, STR_NONE));
		assert_string_equal(wait_for_output(&a), "");
		assert_int_equal(a.told.err.kind, ERR_AUTH);
		assert_string_equal(a.told.err.text, cases[i].words);
	}
}

/* Waits until it has ended, with all of its output in the pipes and not read yet. */
static void
wait_for_its_exit(void)
{
	siginfo_t info;
	assert_int_equal(waitid(P_ALL, 0, &info, WEXITED | WNOWAIT), 0);
}

TEST(long_stderr_output_is_read_to_the_last_line)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "yes complaint | head -n 6000 >&2; echo last >&2; exit 1", STR_NONE));
	wait_for_its_exit();
	wait_for_output(&a);
	assert_string_equal(a.told.err.text, "sh failed (exit 1): last");
}

/* Output older than the last few KiB is dropped, also within a line: the rest of a secret could
 * no longer be recognized. */
TEST(a_line_cut_at_the_front_shows_no_partial_secret)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "yes " SECRET " | head -n 150 | tr '\\n' ' ' >&2; exit 1", STR_NONE));
	wait_for_its_exit();
	wait_for_output(&a);
	assert_non_null(strstr(a.told.err.text, "(left out) (left out)"));
	assert_null(strstr(a.told.err.text, "abcdef"));
}

/* A line is shortened for the message; a secret must be recognized even if it is cut. */
TEST(a_line_cut_at_the_end_shows_no_partial_secret)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(
	    start(&a, "echo '" FIFTY FIFTY " " TEN TEN TEN " " SECRET "' >&2; exit 1", STR_NONE));
	wait_for_output(&a);
	assert_non_null(strstr(a.told.err.text, TEN));
	assert_null(strstr(a.told.err.text, "k3y0"));
}

TEST(stderr_of_a_successful_program_is_not_reported)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "echo warning >&2; echo token", STR_NONE));
	assert_string_equal(wait_for_output(&a), "token\n");
	assert_int_equal(a.told.err.kind, ERR_NONE);
}

/* ---- its input and environment ---- */

TEST(it_reads_its_whole_input)
{
	auto_buf input = { 0 };
	CLEANUP(end) struct raw_request a;
	buf_pad(&input, 'i', INPUT_MAX);
	begin(&a);
	assert_true(start(&a, "cat", STR("some\ninput")));
	assert_string_equal(wait_for_output(&a), "some\ninput");
	assert_true(start(&a, "wc -c | tr -d ' \\n'", STR("")));
	assert_string_equal(wait_for_output(&a), "0");
	assert_true(start(&a, "wc -c | tr -d ' \\n'", buf_str(&input)));
	assert_string_equal(wait_for_output(&a), "32768");
	assert_true(start(&a, "echo it did not read", buf_str(&input)));
	assert_string_equal(wait_for_output(&a), "it did not read\n");
}

/* The input is written before the program reads: more than a pipe holds would block forever. */
TEST(input_over_32_kib_is_refused)
{
	auto_buf input = { 0 };
	CLEANUP(end) struct raw_request a;
	begin(&a);
	buf_pad(&input, 'i', INPUT_MAX + 1);
	assert_false(start(&a, "cat", buf_str(&input)));
	assert_int_equal(a.told.err.kind, ERR_IO);
	assert_string_equal(a.told.err.text, "the input of sh is over 32 KiB");
	assert_true(has_no_child());
}

/* Counts the descriptors that the test itself inherited and passes on. */
static int
count_inherited_descriptors(void)
{
	int n = 0;
	for (int fd = 3; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) == 0;
	return n;
}

/* The program has stdin, stdout, stderr and the directory it reads; not the pipes, nor other
 * open descriptors of the test. */
TEST(it_inherits_no_descriptors)
{
	CLEANUP(end) struct raw_request a;
	int ends[2], n = 0;
	begin(&a);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	a.opened += 2;
	assert_true(start(&a, "ls /proc/self/fd | wc -l", STR("x")));
	assert_int_equal(sscanf(wait_for_output(&a), "%d", &n), 1);
	assert_int_equal(n, 4 + count_inherited_descriptors());
	close(ends[0]);
	close(ends[1]);
	a.opened -= 2;
}

/* ---- a program with much output ---- */

static bool
start_talkative(struct raw_request *a, const char *script, const char *const *environment)
{
	const char *const argv[] = { "sh", "-c", script, NULL };
	a->told.calls = 0;
	a->helper = helper_start(&a->loop.io,
	    &(struct helper_params){ .argv = argv,
		.environment = environment,
		.time_limit_ms = LIMIT_MS,
		.verbose = true },
	    on_token, &a->told, &a->told.err);
	return a->helper != NULL;
}

TEST(it_gets_the_given_variables)
{
	static const char *const environment[] = { "PATH=/usr/bin:/bin", "NAME=a $(b) 'c'", NULL };
	struct raw_request a;
	setenv("OURS", "not handed on", 1);
	begin(&a);
	assert_true(start_talkative(
	    &a, "echo \"$NAME\"; env | grep -v '^PWD=\\|^_=\\|^SHLVL=' | wc -l", environment));
	assert_string_equal(wait_for_output(&a), "a $(b) 'c'\n2\n");
	end(&a);
	begin(&a);
	assert_true(start(&a, "echo $OURS", STR_NONE)); /* the test's own environment */
	assert_string_equal(wait_for_output(&a), "not handed on\n");
	end(&a);
	unsetenv("OURS");
}

TEST(the_end_of_long_output_is_kept)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start_talkative(&a, "yes line | head -n 100000; echo the last", NULL));
	struct str said = str_of(wait_for_output(&a));
	assert_int_equal(a.told.err.kind, ERR_NONE);
	assert_true(said.n > HELPER_OUTPUT_SIZE_MAX / 4 && said.n <= HELPER_OUTPUT_SIZE_MAX);
	assert_true(str_ends(said, STR("line\nthe last\n")));
}

TEST(a_failure_is_reported_with_its_last_output)
{
	static const struct {
		const char *script, *words;
	} cases[] = {
		{ "echo on stdout; exit 2", "sh failed (exit 2): on stdout" },
		{ "echo on stdout; echo why >&2; exit 2", "sh failed (exit 2): why" },
		{ "exit 2", "sh failed (exit 2)" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(end) struct raw_request a;
		begin(&a);
		assert_true(start_talkative(&a, cases[i].script, NULL));
		assert_string_equal(wait_for_output(&a), "");
		assert_string_equal(a.told.err.text, cases[i].words);
	}
}

/* A command that opens a browser has ended even if the browser still has its output open. */
TEST(its_background_processes_are_not_waited_for)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start_talkative(&a, "sleep 1000 & echo $! >pid; echo opened", NULL));
	assert_string_equal(wait_for_output(&a), "opened\n");
	assert_int_equal(a.told.err.kind, ERR_NONE);
	assert_false(is_dead(NULL)); /* the background process lives on */
	FILE *f = fopen("pid", "r");
	int pid = 0;
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%d", &pid), 1);
	fclose(f);
	kill(pid, SIGKILL);
}

TEST(it_is_killed_after_its_timeout)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start_talkative(&a, "echo $$ >pid; exec sleep 1000", NULL));
	assert_true(small_loop_until(&a.loop, has_written, NULL, 20000));
	move_clock(LIMIT_MS);
	small_loop_ring(&a.loop);
	assert_string_equal(wait_for_output(&a), "");
	assert_string_equal(a.told.err.text, "sh took longer than 3 s and was stopped");
	assert_true(small_loop_until(&a.loop, is_dead, NULL, 20000));
}

/* ---- its end ---- */

TEST(a_program_not_on_the_path_is_reported)
{
	static const char *const argv[] = { "secret-tool-of-nobody", NULL };
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_null(helper_start(&a.loop.io,
	    &(struct helper_params){ .argv = argv, .input = STR("x"), .time_limit_ms = LIMIT_MS },
	    on_token, &a.told, &a.told.err));
	assert_int_equal(a.told.err.kind, ERR_AUTH);
	assert_string_equal(a.told.err.text, "secret-tool-of-nobody: No such file or directory");
	assert_int_equal(a.told.calls, 0);
	assert_int_equal(a.loop.timers.n + a.loop.watches.n, 0);
	assert_true(has_no_child());
}

TEST(its_timeout_is_the_given_one)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "echo half of it; echo $$ >pid; exec sleep 1000", STR_NONE));
	assert_true(small_loop_until(&a.loop, has_written, NULL, 20000));
	move_clock(LIMIT_MS - 1000);
	small_loop_turn(&a.loop, 0);
	assert_int_equal(a.told.calls, 0);
	move_clock(1000);
	small_loop_ring(&a.loop);
	assert_int_equal(a.told.calls, 1);
	assert_string_equal(wait_for_output(&a), "");
	assert_int_equal(a.told.err.kind, ERR_AUTH);
	assert_string_equal(a.told.err.text, "sh did not respond within 3 s");
	assert_true(small_loop_until(&a.loop, is_dead, NULL, 20000));
}

TEST(output_is_limited)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "head -c 65536 /dev/zero | tr '\\0' a", STR_NONE));
	assert_int_equal(strlen(wait_for_output(&a)), HELPER_OUTPUT_SIZE_MAX);
	assert_true(start(
	    &a, "head -c 65537 /dev/zero | tr '\\0' a; echo $$ >pid; exec sleep 1000", STR_NONE));
	assert_string_equal(wait_for_output(&a), "");
	assert_int_equal(a.told.err.kind, ERR_AUTH);
	assert_string_equal(a.told.err.text, "sh printed more than one token");
}

/* A background process has stderr open: the result does not wait for that. */
TEST(a_background_process_with_stderr_does_not_delay_the_result)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(
	    start(&a, "sleep 1000 >/dev/null & echo $! >pid; echo token; exit 0", STR_NONE));
	assert_string_equal(wait_for_output(&a), "token\n");
	assert_true(start(&a, "echo why >&2; exit 1", STR_NONE));
	wait_for_output(&a);
	assert_int_equal(kill(pid_written(), SIGKILL), 0);
	unlink("pid");
	assert_true(
	    start(&a, "sleep 1000 >/dev/null & echo $! >pid; echo first >&2; echo last >&2; exit 4",
		STR_NONE));
	assert_string_equal(wait_for_output(&a), "");
	assert_string_equal(a.told.err.text, "sh failed (exit 4): last");
	assert_int_equal(kill(pid_written(), SIGKILL), 0);
}

/* For example an agent that it starts: the output is complete when the command itself has ended. */
TEST(a_background_process_with_stdout_does_not_delay_the_result)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "sleep 1000 & echo $! >pid; echo token", STR_NONE));
	assert_string_equal(wait_for_output(&a), "token\n");
	assert_int_equal(kill(pid_written(), SIGKILL), 0);
}

TEST(a_cancelled_helper_does_not_call_back)
{
	CLEANUP(end) struct raw_request a;
	begin(&a);
	assert_true(start(&a, "echo $$ >pid; exec sleep 1000", STR_NONE));
	assert_true(small_loop_until(&a.loop, has_written, NULL, 20000));
	helper_stop(a.helper);
	assert_int_equal(a.loop.timers.n + a.loop.watches.n, 0);
	assert_true(has_no_child());
	assert_int_equal(a.told.calls, 0);
	helper_stop(NULL);
}
