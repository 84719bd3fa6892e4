/*
 * sign_in_store.h - the stored sign-in, shared by all consoles of this account, in a private file
 * or in the desktop's secret service (secret-tool). Also the lock for renewing it, since using a
 * refresh token twice ends the whole sign-in.
 *
 * The lock is a file next to the sign-in. sign_in_store_holds_lock() returns whether the locked
 * file is still the current one: a process that was suspended for a while may have lost the lock.
 */
#ifndef CLIENT_SIGN_IN_STORE_H
#define CLIENT_SIGN_IN_STORE_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

/* A sign-in: its tokens, and the service, issuer and client they are valid for. */
struct stored_sign_in {
	struct buf resource, issuer, client_id;
	struct buf access_token, refresh_token, scope;
	int64_t received_at; /* when the access token was received */
	int64_t expires_at;  /* when it expires; WHEN_NONE: not known */
};

void stored_sign_in_free(struct stored_sign_in *t);
void stored_sign_in_copy(struct stored_sign_in *to, const struct stored_sign_in *from);

struct sign_in_store;

/* `file` is the sign-in's path; the lock file is `file` with ".lock" appended. If `secret_name`
 * is not NULL, the sign-in is stored by secret-tool under that name instead of in the file. */
struct sign_in_store *sign_in_store_new(
    const struct io_watch *io, const char *file, const char *secret_name);
void sign_in_store_free(struct sign_in_store *k);

/* Called once, at once or from the loop. A missing sign-in is empty and not an error; err is set
 * if it exists but cannot be used. */
typedef void sign_in_load_fn(void *ctx, const struct stored_sign_in *tokens, const struct err *err);
void sign_in_store_load(struct sign_in_store *k, sign_in_load_fn *done, void *ctx);
/* Replaces the sign-in atomically; it may have at most 32 KiB. */
typedef void sign_in_store_done_fn(void *ctx, const struct err *err);
void sign_in_store_save(struct sign_in_store *k, const struct stored_sign_in *tokens,
    sign_in_store_done_fn *done, void *ctx);
void sign_in_store_clear(struct sign_in_store *k, sign_in_store_done_fn *done, void *ctx);

/* Waits for the lock, at most SIGN_IN_LOCK_TIMEOUT_MS; err (ERR_IO) names its holder. Release it
 * with sign_in_store_unlock(). */
enum { SIGN_IN_LOCK_TIMEOUT_MS = 30000 };
void sign_in_store_lock(struct sign_in_store *k, sign_in_store_done_fn *done, void *ctx);
bool sign_in_store_holds_lock(const struct sign_in_store *k);
void sign_in_store_unlock(struct sign_in_store *k);
/* Cancels pending calls; their callbacks are not called. */
void sign_in_store_cancel(struct sign_in_store *k);

#endif
