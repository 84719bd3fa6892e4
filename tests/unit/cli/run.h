/*
 * run.h - runs the program as users do: stdout, stderr, exit code.
 *
 * RUN() returns when the program has ended. It frees the output of an earlier run; declare the
 * result as auto_run_result, which frees the last one. stdin is /dev/null, so there is no terminal.
 */
#ifndef TESTS_UNIT_CLI_RUN_H
#define TESTS_UNIT_CLI_RUN_H

#include "base/buf.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "wire/json_scan.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 16 };

struct run_result {
	int code; /* or 128 plus the signal */
	struct buf out, words;
};

static inline void
run_result_free(struct run_result *r)
{
	buf_free(&r->out);
	buf_free(&r->words);
}

#define auto_run_result CLEANUP(run_result_free) struct run_result

/* Runs any program for at most this time, with these additions to the environment, or NULL. */
static inline void
run_program(struct run_result *r, const char *const *argv, const char *const *env, int out, int ms)
{
	int words = open_new("words"), status = 0;
	run_result_free(r);
	assert_true(process_wait(process_start(argv, env, out, words), ms, &status));
	close(out);
	close(words);
	r->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	assert_true(process_read_file("out", &r->out));
	assert_true(process_read_file("words", &r->words));
	buf_z(&r->out);
	buf_z(&r->words);
}

/* Runs backroom; with out_path NULL, stdout goes to a file that is read back. */
static inline void
run_to(struct run_result *r, const char *out_path, const char *url, const char *token,
    const char *const *args)
{
	const char *argv[WORDS_MAX] = { getenv("BACKROOM_BIN") };
	char url_line[300], token_line[2000];
	const char *env[] = { url_line, token_line, "BACKROOM_CONFIG=", NULL };
	snprintf(url_line, sizeof(url_line), "BACKROOM_URL=%s", url ? url : "");
	snprintf(token_line, sizeof(token_line), "BACKROOM_TOKEN=%s", token ? token : "");
	for (size_t i = 0; args[i]; i++)
		argv[i + 1] = args[i];
	int out = open_new("out");
	if (out_path) {
		close(out);
		out = open(out_path, O_WRONLY | O_CLOEXEC);
		assert_true(out >= 0);
	}
	run_program(r, argv, env, out, 20000);
}

#define RUN(r, url, ...) \
	run_to((r), NULL, (url), "t.o.k", (const char *const[]){ __VA_ARGS__, NULL })

/* Fails the test, with the output, unless the program ended with this code. */
static inline void
expect_exit(const struct run_result *r, int code)
{
	if (r->code != code)
		fail_msg("exit %d instead of %d: %s%s", r->code, code, r->words.p, r->out.p);
}

#define EXITS(exit_code, r, ...) (RUN((r), __VA_ARGS__), expect_exit((r), (exit_code)))

static inline bool
is_json(const struct buf *text)
{
	struct err err;
	return json_scan_check(buf_str(text), &json_scan_service_rules, NULL, &err);
}

#endif
