/*
 * kept.h - a stored sign-in, for every console of this account: in a private file, or in the
 * desktop's secret service through secret-tool; and the lock for renewing it, since a refresh token
 * used twice ends the whole sign-in.
 *
 * The lock is a file next to it; sign_in_store_holds_lock() returns whether the locked file is still the current
 * one: a process that was stopped for a while may have lost it.
 */
#ifndef CLIENT_SIGN_IN_STORE_H
#define CLIENT_SIGN_IN_STORE_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

/* A sign-in: its service, issuer and client (it is not used for others), and its tokens. */
struct stored_sign_in {
	struct buf resource, issuer, client_id;
	struct buf access, refresh, scope;
	int64_t since_ms; /* when the access token came */
	int64_t until_ms; /* when it ends; WHEN_NONE: not said */
};

void stored_sign_in_free(struct stored_sign_in *t);
void stored_sign_in_copy(struct stored_sign_in *to, const struct stored_sign_in *from);

struct sign_in_store;

/* `file` is its path, also the lock's without ".lock"; `secret_name`: kept by secret-tool under this
 * name instead, NULL: in the file. */
struct sign_in_store *sign_in_store_new(const struct io_watch *io, const char *file, const char *secret_name);
void sign_in_store_free(struct sign_in_store *k);

/* A sign-in that is missing is empty, and no error. err: it is there and cannot be used. Called once,
 * at once or from the loop. */
typedef void sign_in_load_fn(void *ctx, const struct stored_sign_in *tokens, const struct err *err);
void sign_in_store_load(struct sign_in_store *k, sign_in_load_fn *done, void *ctx);
/* Replaces it, whole or not at all; at most 32 KiB of it. */
typedef void sign_in_store_done_fn(void *ctx, const struct err *err);
void sign_in_store_save(struct sign_in_store *k, const struct stored_sign_in *tokens, sign_in_store_done_fn *done, void *ctx);
void sign_in_store_clear(struct sign_in_store *k, sign_in_store_done_fn *done, void *ctx);

/* Waits for the lock, at most SIGN_IN_LOCK_MS; err (ERR_IO) says who has it. Give it back with sign_in_store_unlock(). */
enum { SIGN_IN_LOCK_MS = 30000 };
void sign_in_store_lock(struct sign_in_store *k, sign_in_store_done_fn *done, void *ctx);
bool sign_in_store_holds_lock(const struct sign_in_store *k);
void sign_in_store_unlock(struct sign_in_store *k);
/* No more answers. */
void sign_in_store_cancel(struct sign_in_store *k);

#endif
