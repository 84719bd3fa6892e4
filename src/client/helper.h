/*
 * helper.h - runs a helper program: without a shell, in a session of its own, without a terminal
 * and with a time limit; its output is returned, and the last line of its stderr is kept.
 *
 * Owns the process until it has ended or helper_stop(); output is wiped. Answer and err are valid
 * during the call of `done`, which comes once, from the loop.
 */
#ifndef CLIENT_HELPER_H
#define CLIENT_HELPER_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

enum { HELPER_OUTPUT_MAX = 65536, HELPER_INPUT_MAX = 32768 };

struct helper_params {
	const char *const *argv; /* NULL-terminated; found by PATH; borrowed until it has started */
	const char *const *environment; /* its variables, NULL-terminated; NULL: as ours */
	struct str input;        /* for its stdin; at most HELPER_INPUT_MAX; p NULL: nothing */
	int limit_ms;
	/* It may print much, and leave programs running: the end of its output is kept, it is over
	 * when it has ended itself, and where it fails without a complaint, that is what it printed. */
	bool verbose;
};

struct helper;
/* err: it failed, was too slow or printed too much (ERR_AUTH), in words with its last line of
 * stderr, from which what looks like a token is taken out. */
typedef void helper_fn(void *ctx, struct str output, const struct err *err);

/* NULL with err when it cannot be started. */
struct helper *helper_start(const struct io_watch *io, const struct helper_params *order,
    helper_fn *done, void *ctx, struct err *err);
/* Kills it; `done` is not called. NULL is allowed. */
void helper_stop(struct helper *h);

/* As above, blocking, on this program's terminal: it may prompt there, and its stderr is shown
 * as well as kept. Without a time limit: the user may end it. Appends its output. */
bool helper_run_on_terminal(struct buf *out, const char *const *argv, struct err *err);

#endif
