/*
 * session.h - holds the access token and knows its source.
 *
 * The source is asked when a token is first needed and again after a 401. A sign-in is also renewed
 * in the background, at four fifths of its token's lifetime. The token is wiped, never logged and
 * never passed as a process argument. It is kept in memory only; sign-ins are stored as
 * sign_in_store.h says. Without a source the token is empty, which is not an error: the service
 * reports what is missing. Owns its texts.
 */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "base/buf.h"
#include "base/err.h"
#include "client/claims.h"
#include "client/io.h"

struct sign_in_rules;

struct session_source {
	const char *token;      /* the token (from BACKROOM_TOKEN or the demo), or NULL */
	const char *token_file; /* or NULL; must be a private file (base/regular_file.h) */
	const char *const *token_command; /* argv, NULL-terminated, run without a shell, or NULL */
	int token_command_timeout_s;      /* timeout of the command; 0: ten seconds */
	const char
	    *token_output; /* output of an earlier run of the command, on the terminal; or NULL */
	const struct err
	    *token_command_err; /* why that failed, or NULL; reported once, then retried */
	const struct sign_in_rules *sign_in_rules; /* or NULL */
};

enum session_kind {
	SESSION_NONE,
	SESSION_TOKEN,
	SESSION_FILE,
	SESSION_COMMAND,
	SESSION_SIGN_IN,
	SESSION_SECRET
};

struct session;
typedef void session_token_fn(void *ctx, struct str token, const struct err *err);

struct session *session_new(const struct io_watch *io, const struct session_source *source);
void session_free(struct session *s);
/* Passes the token to fn, or an empty token and err, at once or later. `fresh` asks the source
 * again. One request at a time: a second caller waits for the same result. */
void session_get_token(struct session *s, bool fresh, session_token_fn *fn, void *ctx);
/* Removes the waiting callers with this ctx. */
void session_cancel_waiter(struct session *s, void *ctx);
/* True if a sign-in is being renewed. Quitting now may lose it: if the issuer has answered, the
 * old refresh token is used up and the new one is not stored. */
bool session_is_renewing(const struct session *s);
/* renewal_is_critical() of the session's renewal. */
bool session_renewal_is_critical(const struct session *s);
/* True if a fresh token could differ from the current one. False if the token was configured
 * directly. */
bool session_can_refresh(const struct session *s);
/* Counts the tokens held so far. A caller that was refused with an older token can use the
 * current one without asking for a fresh one. */
unsigned session_generation(const struct session *s);
/* Sets the token from a token command that ran on the terminal, and passes it to waiting
 * requests. */
void session_set_token(struct session *s, struct str token);
/* Reads the stored sign-in again, after a sign-in or sign-out. */
void session_reload(struct session *s);
/* True if the text contains the current token, or a piece of it too long to be a coincidence. */
bool session_text_has_token(const struct session *s, struct str text);
/* The claims of the current token, valid until the token changes. NULL without a token, or if it
 * is opaque. */
const struct claims *session_claims(struct session *s);

/* The state of a session, for display. */
struct session_state {
	enum session_kind kind;
	bool has_token;                /* there is a token */
	bool auto_renews;              /* it is renewed automatically */
	int64_t token_expires_at;      /* when the token expires; WHEN_NONE: not known */
	const struct err *renewal_err; /* why the last renewal failed, or NULL */
};
void session_get_state(struct session *s, struct session_state *out);
/* Calls `changed` whenever the token changes or is removed, or a renewal fails. */
void session_set_on_changed(struct session *s, void (*changed)(void *ctx), void *ctx);

/* Runs a token command on this program's terminal and waits for it. Appends the token. */
bool session_run_command(struct buf *token, const char *const *command, struct err *err);
/* Same as private_file_read(). */
bool session_read_file(struct buf *out, const char *path, struct err *err);

#endif
