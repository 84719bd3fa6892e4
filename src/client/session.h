/*
 * session.h - where the token comes from, and the token while it is held.
 *
 * A source is tried when a token is first needed and again after a 401. The token is kept in
 * memory only and wiped; it is never logged and never an argument of a process. Without any source
 * the token is empty and no error: the service says what is missing. Owns its texts.
 */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "base/buf.h"
#include "base/err.h"
#include "client/claims.h"
#include "client/io.h"

struct session_source {
	const char *token;          /* itself (from BACKROOM_TOKEN, or the demo) or NULL */
	const char *file;           /* or NULL; refused unless private */
	const char *const *command; /* NULL-terminated argv or NULL; run without a shell */
};

struct session;
typedef void session_fn(void *ctx, struct str token, const struct err *err);

struct session *session_new(const struct io_watch *io, const struct session_source *source);
void session_free(struct session *s);
/* Gives the token, or an empty one with err, at once or later. `fresh` asks the source again.
 * One question at a time: a second caller waits for the same answer. */
void session_get(struct session *s, bool fresh, session_fn *fn, void *ctx);
/* No more calls for this ctx. */
void session_forget(struct session *s, void *ctx);
/* Could a fresh token differ from the one held? Not when it was given by itself. */
bool session_can_refresh(const struct session *s);
/* Is the token that is held in this text, or a piece of it that is long enough to be no chance? */
bool session_token_is_in(const struct session *s, struct str text);
/* What the token that is held says, until it is another; NULL when none is held, or it is opaque.
 */
const struct claims *session_claims(struct session *s);

/* Reads a private file of at most 64 KiB, trimmed: regular, ours, mode 0600 or stricter, no
 * link. The error names the command that mends it. */
bool session_read_file(struct buf *out, const char *path, struct err *err);

#endif
