/*
 * session.h - where the token comes from, and the token while it is held.
 *
 * A source is tried when a token is first needed and again after a 401; a sign-in is renewed by
 * itself besides, when four fifths of its token's life are over. The token is kept in memory only
 * (a sign-in where kept.h says) and wiped; it is never logged and never an argument of a process.
 * Without any source the token is empty and no error: the service says what is missing. Owns its
 * texts.
 */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "base/buf.h"
#include "base/err.h"
#include "client/claims.h"
#include "client/io.h"
#include "client/oauth.h"

/* How people, or this program itself, sign in; borrowed. */
struct sign_in_rules {
	struct oauth_rules oauth;
	const char *file;        /* the file of the sign-in; its lock is next to it */
	const char *secret_name; /* in the desktop's secret service instead of the file; or NULL */
	bool by_secret; /* a client secret: no user signs in, nothing is stored */
};

struct session_source {
	const char *token;          /* itself (from BACKROOM_TOKEN, or the demo) or NULL */
	const char *file; /* or NULL; refused unless it is a secret (base/regular_file.h) */
	const char *const *command; /* NULL-terminated argv or NULL; run without a shell */
	int command_s;              /* that it may take; 0: ten seconds */
	const char *asked; /* what the command said already, when it had the terminal; or NULL */
	const struct err *ask_failed; /* why it said nothing then; or NULL. Told once, then it is asked */
	const struct sign_in_rules *sign_in; /* or NULL */
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
typedef void session_fn(void *ctx, struct str token, const struct err *err);

struct session *session_new(const struct io_watch *io, const struct session_source *source);
void session_free(struct session *s);
/* Gives the token, or an empty one with err, at once or later. `fresh` asks the source again.
 * One question at a time: a second caller waits for the same answer. */
void session_get(struct session *s, bool fresh, session_fn *fn, void *ctx);
/* No more calls for this ctx. */
void session_cancel_waiter(struct session *s, void *ctx);
/* Is a sign-in being renewed? Quitting now loses it if the issuer has answered: then the old
 * refresh token is consumed, and the new one is not stored. */
bool session_is_renewing(const struct session *s);
/* renewal_is_critical() of its renewal. */
bool session_renewal_is_critical(const struct session *s);
/* Could a fresh token differ from the one held? Not when it was given by itself. */
bool session_can_refresh(const struct session *s);
/* Counts the tokens that were held: who was refused with an older one need not ask for a fresh. */
unsigned session_generation(const struct session *s);
/* The token command's output from the terminal: used from now on, and passed to waiting
 * requests. */
void session_set_token(struct session *s, struct str token);
/* After a sign-in or sign-out: reads the stored sign-in again. */
void session_reload(struct session *s);
/* Is the token that is held in this text, or a piece of it that is long enough to be no chance? */
bool session_text_has_token(const struct session *s, struct str text);
/* The claims of the current token, valid until the token changes; NULL without one, or if it is
 * opaque. */
const struct claims *session_claims(struct session *s);

/* The state of a session, for display. */
struct session_state {
	enum session_kind kind;
	bool held;        /* a token is there */
	bool renews;      /* it is renewed by itself */
	int64_t until_ms; /* when the token ends; WHEN_NONE: not known */
	const struct err *failed; /* why it could not be renewed, the last time; or NULL */
};
void session_get_state(struct session *s, struct session_state *out);
/* Called whenever another token is held, or none, or renewing failed. */
void session_watch(struct session *s, void (*changed)(void *ctx), void *ctx);

/* Asks a token command that has this program's terminal, and waits. Appends the token. */
bool session_run_command(struct buf *token, const char *const *command, struct err *err);
/* private_file_read(), as it was called here first. */
bool session_read_file(struct buf *out, const char *path, struct err *err);

#endif
