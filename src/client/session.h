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
	const char *file;        /* where a sign-in is kept, and its lock beside it */
	const char *secret_name; /* in the desktop's secret service instead of the file; or NULL */
	bool by_secret; /* the program by its own secret: nobody signs in, nothing is kept */
};

struct session_source {
	const char *token;          /* itself (from BACKROOM_TOKEN, or the demo) or NULL */
	const char *file;           /* or NULL; refused unless it is a secret (base/plainfile.h) */
	const char *const *command; /* NULL-terminated argv or NULL; run without a shell */
	int command_s;              /* that it may take; 0: ten seconds */
	const char *asked; /* what the command said already, when it had the terminal; or NULL */
	const struct err *ask_failed; /* why it said nothing then; or NULL. Told once, then it is asked */
	const struct sign_in_rules *sign_in; /* or NULL */
};

enum session_kind { SESSION_NONE, SESSION_GIVEN, SESSION_FILE, SESSION_COMMAND, SESSION_SIGN_IN, SESSION_SECRET };

struct session;
typedef void session_fn(void *ctx, struct str token, const struct err *err);

struct session *session_new(const struct io_watch *io, const struct session_source *source);
void session_free(struct session *s);
/* Gives the token, or an empty one with err, at once or later. `fresh` asks the source again.
 * One question at a time: a second caller waits for the same answer. */
void session_get(struct session *s, bool fresh, session_fn *fn, void *ctx);
/* No more calls for this ctx. */
void session_forget(struct session *s, void *ctx);
/* Is a sign-in being renewed? Who leaves now loses it where the issuer has answered: the old refresh
 * token is used up then, and the new one kept nowhere. */
bool session_is_renewing(const struct session *s);
/* renewal_must_finish() of its renewal. */
bool session_must_finish(const struct session *s);
/* Could a fresh token differ from the one held? Not when it was given by itself. */
bool session_can_refresh(const struct session *s);
/* Counts the tokens that were held: who was refused with an older one need not ask for a fresh. */
unsigned session_generation(const struct session *s);
/* What the command said when it had the terminal: held from now on, and given to who waits. */
void session_take(struct session *s, struct str token);
/* Somebody has signed in, or out: what is kept is looked at anew. */
void session_changed(struct session *s);
/* Is the token that is held in this text, or a piece of it that is long enough to be no chance? */
bool session_token_is_in(const struct session *s, struct str text);
/* What the token that is held says, until it is another; NULL when none is held, or it is opaque.
 */
const struct claims *session_claims(struct session *s);

/* What is known of a session, to be shown. */
struct session_state {
	enum session_kind kind;
	bool held;        /* a token is there */
	bool renews;      /* it is renewed by itself */
	int64_t until_ms; /* when the token ends; WHEN_NONE: not known */
	const struct err *failed; /* why it could not be renewed, the last time; or NULL */
};
void session_look(struct session *s, struct session_state *out);
/* Called whenever another token is held, or none, or renewing failed. */
void session_watch(struct session *s, void (*changed)(void *ctx), void *ctx);

/* Asks a token command that has this program's terminal, and waits. Appends the token. */
bool session_ask(struct buf *token, const char *const *command, struct err *err);
/* private_file_read(), as it was called here first. */
bool session_read_file(struct buf *out, const char *path, struct err *err);

#endif
