/*
 * whoami.h - the user according to the token: for `backroom whoami`, `:whoami` and the warning on
 * row 2 before a token expires.
 *
 * A token is decoded and never verified: only the service can do that.
 */
#ifndef ACCESS_WHOAMI_H
#define ACCESS_WHOAMI_H

#include "app/access_rules.h"
#include "client/client.h"
#include "list/doc.h"

struct whoami {
	const char *badge, *name;
	struct str address; /* of the service */
	const struct environment *environment;
	bool is_demo_token; /* the token was made for the demo */
	bool is_replay;     /* of a saved session: no service is asked */
	struct client *client;
	const struct sign_in_access *access;
	const struct err
	    *test_err; /* result of a test request, ERR_NONE: success; NULL: not sent */
};

/* Appends all facts, one per line, with foreign texts cleaned. */
void whoami_write(struct doc *d, const struct whoami *w);
/* Appends the facts of whoami_write() as one JSON object followed by a newline. */
void whoami_write_json(struct buf *out, const struct whoami *w);

/* Appends "token until 11:05" if the token expires within five minutes and is not renewed.
 * Returns the time in ms until the text changes, or -1 if it never does. */
int64_t whoami_append_expiry(struct buf *out, const struct client *client, int64_t now);
/* Appends "Your sign-in ends at 11:05, in 5 min. :login signs in without leaving this screen" when
 * whoami_append_expiry() shows a later time. Returns the time of the expiry, else WHEN_NONE. */
int64_t whoami_append_expiry_warning(
    struct buf *out, const struct environment *e, const struct client *client, int64_t now);
/* Appends the remedy after a token was refused. */
void whoami_append_refusal_remedy(
    struct buf *out, const struct environment *e, const struct client *client);
/* Appends "This machine's clock is 7 min ahead of the service's" if the difference exceeds a
 * minute. */
void whoami_append_clock_skew(struct buf *out, const struct client *client);

#endif
