/*
 * helper.h - runs a helper program without a shell, in its own session, without a terminal and with
 * a time limit. Its output is returned, and the last line of its stderr is kept.
 *
 * Owns the process until it ends or helper_stop() is called. The output is wiped. `done` is called
 * once, from the loop; its arguments are valid during the call.
 */
#ifndef CLIENT_HELPER_H
#define CLIENT_HELPER_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

enum { HELPER_OUTPUT_SIZE_MAX = 65536, HELPER_INPUT_SIZE_MAX = 32768 };

struct helper_params {
	const char *const *argv; /* NULL-terminated; searched on PATH; borrowed until it runs */
	const char *const *environment; /* its variables, NULL-terminated; NULL: inherits ours */
	struct str input; /* data for its stdin, at most HELPER_INPUT_SIZE_MAX; p NULL: none */
	int time_limit_ms;
	/* The program may print a lot and leave background processes running. Only the end of
	 * its output is kept, it counts as finished when its own process exits, and the output
	 * serves as the error message if stderr has none. */
	bool verbose;
};

struct helper;
/* err (ERR_AUTH): the program failed, timed out or printed too much. The message includes the
 * last line of its stderr, without anything that looks like a token. */
typedef void helper_done_fn(void *ctx, struct str output, const struct err *err);

/* Returns NULL and sets err if the program cannot be started. */
struct helper *helper_start(const struct io_watch *io, const struct helper_params *order,
    helper_done_fn *done, void *ctx, struct err *err);
/* Kills the process; `done` is not called. NULL is allowed. */
void helper_stop(struct helper *h);

/* Blocking variant on this program's terminal, without a time limit (the user can interrupt it):
 * the helper may prompt, and its stderr is both shown and kept. Appends its output. */
bool helper_run_on_terminal(struct buf *out, const char *const *argv, struct err *err);

#endif
