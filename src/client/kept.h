/*
 * kept.h - a stored sign-in, for every console of this account: in a private file, or in the
 * desktop's secret service through secret-tool; and the lock for renewing it, since a refresh token
 * used twice ends the whole sign-in.
 *
 * The lock is a file next to it; kept_holds() returns whether the locked file is still the current
 * one: a process that was stopped for a while may have lost it.
 */
#ifndef CLIENT_KEPT_H
#define CLIENT_KEPT_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

/* A sign-in: its service, issuer and client (it is not used for others), and its tokens. */
struct kept_tokens {
	struct buf resource, issuer, client_id;
	struct buf access, refresh, scope;
	int64_t since_ms; /* when the access token came */
	int64_t until_ms; /* when it ends; WHEN_NONE: not said */
};

void kept_tokens_free(struct kept_tokens *t);
void kept_tokens_copy(struct kept_tokens *to, const struct kept_tokens *from);

struct kept;

/* `file` is its path, also the lock's without ".lock"; `secret_name`: kept by secret-tool under this
 * name instead, NULL: in the file. */
struct kept *kept_new(const struct io_watch *io, const char *file, const char *secret_name);
void kept_free(struct kept *k);

/* A sign-in that is missing is empty, and no error. err: it is there and cannot be used. Called once,
 * at once or from the loop. */
typedef void kept_load_fn(void *ctx, const struct kept_tokens *tokens, const struct err *err);
void kept_load(struct kept *k, kept_load_fn *done, void *ctx);
/* Replaces it, whole or not at all; at most 32 KiB of it. */
typedef void kept_done_fn(void *ctx, const struct err *err);
void kept_save(struct kept *k, const struct kept_tokens *tokens, kept_done_fn *done, void *ctx);
void kept_forget(struct kept *k, kept_done_fn *done, void *ctx);

/* Waits for the lock, at most KEPT_LOCK_MS; err (ERR_IO) says who has it. Give it back with kept_unlock(). */
enum { KEPT_LOCK_MS = 30000 };
void kept_lock(struct kept *k, kept_done_fn *done, void *ctx);
bool kept_holds(const struct kept *k);
void kept_unlock(struct kept *k);
/* No more answers. */
void kept_cancel(struct kept *k);

#endif
