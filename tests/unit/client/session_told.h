/*
 * session_told.h - the result of asking a session for a token, and the process id that a token
 * command wrote to the file "pid".
 */
#ifndef TESTS_UNIT_CLIENT_SESSION_TOLD_H
#define TESTS_UNIT_CLIENT_SESSION_TOLD_H

#include "base/buf.h"
#include "base/err.h"
#include "client/client.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

struct token_result {
	int calls;
	struct buf token;
	struct err err;
};

static inline void
on_token(void *ctx, struct str token, const struct err *err)
{
	struct token_result *t = ctx;
	t->calls++;
	buf_reset(&t->token);
	buf_adds(&t->token, token);
	t->err = err ? *err : (struct err){ 0 };
}

/* For client_read(): keeps the error only. */
static inline void
on_page(void *ctx, struct client_answer *answer)
{
	struct token_result *t = ctx;
	t->calls++;
	t->err = answer->err;
}

static inline bool
has_token_result(void *ctx)
{
	return ((struct token_result *)ctx)->calls > 0;
}

/* The process id that a command wrote; 0 if it has not written it yet. */
static inline pid_t
pid_written(void)
{
	long pid = 0;
	FILE *f = fopen("pid", "re");
	if (f && fscanf(f, "%ld\n", &pid) != 1)
		pid = 0;
	if (f)
		fclose(f);
	return (pid_t)pid;
}

static inline bool
has_written(void *ctx)
{
	(void)ctx;
	return pid_written() > 0;
}

static inline bool
is_dead(void *ctx)
{
	(void)ctx;
	return kill(pid_written(), 0) != 0 && errno == ESRCH;
}

#endif
