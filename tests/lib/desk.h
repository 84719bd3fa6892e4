/*
 * desk.h - where identities are linked in tests: a service of our own with a store of its own, a
 * proxy that can swallow its answers, and the console on a terminal.
 *
 * The environment is called "prod" and is what its settings say. Texts live until desk_close().
 */
#ifndef TESTS_DESK_H
#define TESTS_DESK_H

#include "lib/console.h"
#include "lib/proxy.h"

/* An owner of the tour without an identity, another one in the same subscription, and an
 * unlinked identity. */
#define DESK_OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"
#define DESK_OTHER "id-02c96be814f04d7fa35d20e7918b6f54"
#define DESK_ISS "https://login.northlight.example/"
#define DESK_SUB "auth|66f2c0d19b7e4a108841"

struct desk {
	struct service *service;
	struct proxy *proxy;
	struct pty *p;
	struct buf token, config;
	int cols;
	bool read_only; /* --read-only from the next start on */
};

/* `settings` are lines of the configuration's environment section; `rights` are words of
 * `backroom token`, or NULL for all rights. Shows the console's baskets. */
void desk_open(struct desk *d, const char *settings, const char *const *rights);
/* Ends the console, when it still runs, and everything else; the service must end well. */
void desk_close(struct desk *d);
/* Another console on the same account: the desk's from now on, the one before is given. */
struct pty *desk_start(struct desk *d, const char *now);
/* Another token from the next start on. */
void desk_use_token(struct desk *d, const char *const *rights);
/* Ends the console and starts it again on the same folders; `now` is what --now says. */
void desk_restart(struct desk *d, const char *now);

/* In the journal pane: opens an empty form and types these into it, each followed by "\t". The
 * focus is after the reason then. */
void desk_fill(
    struct desk *d, const char *owner, const char *iss, const char *sub, const char *reason);
/* As above with the usual identity, and sends it with the owner's last four characters. */
void desk_link(struct desk *d, const char *owner, const char *reason);
/* Types `keys`, then waits until the text is seen. */
bool desk_wait_text(struct desk *d, const char *keys, const char *text);
/* As terminals send it: in brackets, its lines ended by returns. */
void desk_paste(struct desk *d, const char *text);

/* Asks the service for the identity on behalf of the owner, with its own key. Returns the
 * status: 200 also if it was linked there before; appends its record's id to *id. */
int desk_ask(struct desk *d, const char *owner, const char *sub, struct buf *id);
/* How many writes and denials the service's audit holds; it must be whole. */
size_t desk_audit(struct desk *d);

#endif
