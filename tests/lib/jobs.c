#include "lib/jobs.h"
#include "lib/files.h"
#include "lib/test.h"

#include "lib/process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bash must not interfere: its own paste mode looks like the console's. */
static void
write_settings(void)
{
	write_file("inputrc", "set enable-bracketed-paste off\n");
}

struct pty *
jobs_start(void)
{
	static const char *const argv[] = { "bash", "--norc", "-i", NULL };
	static const char *const env[] = { "PS1=prompt> ", "INPUTRC=inputrc", "HISTFILE=", NULL };
	struct buf line = { 0 };
	write_settings();
	struct pty *p = pty_start(&(struct pty_options){ .env = env }, argv);
	assert_true(pty_wait_text(p, "prompt>"));
	buf_addf(&line, "%s demo --now %s\r", getenv("BACKROOM_BIN"), SERVICE_NOW);
	pty_send(p, line.p, line.n);
	buf_free(&line);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_true(pty_wait_text(p, ": anything"));
	return p;
}

pid_t
jobs_pid(const struct pty *shell)
{
	auto_buf path = { 0 }, text = { 0 };
	buf_addf(&path, "/proc/%d/task/%d/children", (int)pty_pid(shell), (int)pty_pid(shell));
	assert_true(process_read_file(buf_z(&path), &text));
	pid_t child = (pid_t)strtol(buf_z(&text), NULL, 10);
	assert_true(child > 0);
	return child;
}

static bool
is_stopped(struct pty *p, void *user)
{
	(void)user;
	return !pty_is_alternate(p) && pty_find(p, "Stopped", NULL) >= 0;
}

void
jobs_wait_stopped(struct pty *shell)
{
	int row, col;
	bool visible;
	assert_true(pty_wait_until(shell, is_stopped, NULL, "the shell's prompt"));
	assert_false(pty_mode(shell, 2004));
	pty_cursor(shell, &row, &col, &visible);
	assert_true(visible);
}

static bool
is_resumed(struct pty *p, void *user)
{
	(void)user;
	return pty_is_alternate(p) && pty_mode(p, 2004) && pty_find(p, ": anything", NULL) >= 0 &&
	    pty_find(p, "240 baskets, all read", NULL) == 1;
}

void
jobs_resume(struct pty *shell)
{
	pty_type(shell, "clear\rfg\r");
	assert_true(pty_wait_until(shell, is_resumed, NULL, "the console in front again"));
}

void
jobs_repeat(struct pty *shell, int times)
{
	pid_t pid = jobs_pid(shell);
	for (int i = 0; i < times; i++) {
		for (int k = 0; i % 2 && k < 40; k++)
			pty_type(shell, k % 2 ? "k" : "j");
		if (i % 4 < 2)
			pty_type(shell, "\032");
		else
			kill(pid, SIGTSTP);
		jobs_wait_stopped(shell);
		jobs_resume(shell);
	}
}
