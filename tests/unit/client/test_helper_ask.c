/* A program that prompts on this program's terminal: the prompts, and the output that is used.
 * The test runs itself again on a terminal, where it executes the command in its arguments. */
#include "client/helper.h"
#include "lib/pty.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Called on the terminal: runs the command and prints the result. */
static int
run_and_print(const char *const *argv)
{
	auto_buf out = { 0 };
	struct err err = { 0 };
	signal(SIGINT, SIG_IGN); /* the command must not inherit this */
	bool ok = helper_run_on_terminal(&out, argv, &err);
	printf("%s %zu <%.*s> %s|\n", ok ? "took" : "failed", out.n,
	    STR_ARG(str_trim(str_sub(buf_str(&out), 0, 20))), err.text);
	return 0;
}

static struct pty *
start(const char *script)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	assert_true(n > 0);
	self[n] = '\0';
	const char *const argv[] = { self, "sh", "-c", script, NULL };
	return pty_start(&(struct pty_options){ .rows = 40, .cols = 120 }, argv);
}

static void
finish(struct pty *p)
{
	int status;
	assert_true(pty_wait_exit(p, &status));
	assert_int_equal(status, 0);
	pty_stop(p);
}

TEST(its_prompt_is_shown_and_it_reads_the_answer)
{
	struct pty *p = start("printf 'PIN: ' >&2; read pin; echo token-$pin");
	assert_true(pty_wait_text(p, "PIN:")); /* a partial line, before the user answers */
	assert_true(pty_press(p, "1234\n", "took 11 <token-1234> |"));
	assert_true(pty_find(p, "PIN: 1234", NULL) >= 0); /* the input is echoed */
	finish(p);
}

/* The program has access to the terminal, unlike one run in the background. */
TEST(it_can_open_the_terminal_itself)
{
	struct pty *p = start("printf 'Code? ' >/dev/tty; read code </dev/tty; echo \"t-$code\"");
	assert_true(pty_wait_text(p, "Code?"));
	assert_true(pty_press(p, "77\n", "took 5 <t-77> |"));
	finish(p);
}

TEST(its_stderr_is_shown_and_reported)
{
	struct pty *p = start("echo first >&2; head -c 3000 /dev/zero | tr '\\0' x >&2; echo >&2;"
			      " echo last >&2; exit 3");
	assert_true(pty_wait_text(p, "sh failed (exit 3): last|"));
	assert_int_equal(pty_find(p, "first", NULL), 0);
	assert_true(pty_find(p, "last", NULL) > 0);
	finish(p);
}

TEST(the_user_can_interrupt_it)
{
	struct pty *p = start("echo waiting >&2; exec sleep 1000");
	assert_true(pty_wait_text(p, "waiting"));
	assert_true(pty_press(p, "\x03", "sh failed (exit 130): waiting|"));
	finish(p);
}

TEST(output_is_limited)
{
	struct pty *p = start("exec yes");
	assert_true(pty_wait_text(p, "sh printed more than one token|"));
	finish(p);
}

/* A process that it leaves running holds its stdout or stderr open: that is not waited for. */
TEST(its_background_processes_are_not_waited_for)
{
	static const char *const scripts[] = { "sleep 1000 >/dev/null & echo $! >pid; echo token",
		"sleep 1000 & echo $! >pid; echo token" };
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct pty *p = start(scripts[i]);
		assert_true(pty_wait_text(p, "took 6 <token> |"));
		finish(p);
		long pid = 0;
		FILE *f = fopen("pid", "re");
		assert_non_null(f);
		assert_int_equal(fscanf(f, "%ld", &pid), 1);
		fclose(f);
		kill((pid_t)pid, SIGKILL);
		unlink("pid");
	}
}

TEST(a_missing_program_is_reported)
{
	static const char *const argv[] = { "no-such-program-here", NULL };
	auto_buf out = { 0 };
	struct err err;
	assert_false(helper_run_on_terminal(&out, argv, &err));
	assert_int_equal(err.kind, ERR_AUTH);
	assert_string_equal(err.text, "no-such-program-here: No such file or directory");
}

int
main(int argc, char **argv)
{
	if (argc > 1)
		return run_and_print((const char *const *)argv + 1);
	return run_all_tests(NULL, NULL);
}
