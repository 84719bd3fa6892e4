/*
 * desk.h - a setup for tests that link identities: a service with its own store, a proxy that can
 * drop its responses, and the console on a terminal.
 *
 * The environment is called "prod"; its settings decide its kind. Texts are valid until
 * desk_close().
 */
#ifndef TESTS_DESK_H
#define TESTS_DESK_H

#include "lib/console.h"
#include "lib/proxy.h"

/* An owner of the tour without an identity, another owner in the same subscription, and an
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
	bool read_only; /* start with --read-only from the next start on */
};

/* `settings` is lines of the configuration's environment section; `rights` are words of
 * `backroom token`, or NULL for all permissions. Shows the console's baskets. */
void desk_open(struct desk *d, const char *settings, const char *const *rights);
/* Ends the console if it still runs, and everything else; the service must exit without errors. */
void desk_close(struct desk *d);
/* Starts another console on the same account, which replaces the desk's. Returns the previous
 * one. */
struct pty *desk_start(struct desk *d, const char *now);
/* Makes another token, used from the next start on. */
void desk_use_token(struct desk *d, const char *const *rights);
/* Ends the console and starts it again on the same folders; `now` is the value of --now. */
void desk_restart(struct desk *d, const char *now);

/* In the journal pane: opens an empty form and types these values, each followed by "\t". The
 * focus is then after the reason. */
void desk_fill(
    struct desk *d, const char *owner, const char *iss, const char *sub, const char *reason);
/* Like desk_fill() with DESK_ISS and DESK_SUB, then sends the form, confirmed by the owner's
 * last four characters. */
void desk_link(struct desk *d, const char *owner, const char *reason);
/* Pastes as a terminal does: in bracketed paste mode, with lines ended by carriage returns. */
void desk_paste(struct desk *d, const char *text);

/* Requests the identity for the owner from the service directly, with a new key. Returns the
 * status, which is 200 even if it was already linked to the owner; appends the record's id to
 * *id. */
int desk_ask(struct desk *d, const char *owner, const char *sub, struct buf *id);
/* Number of writes and denials in the service's audit log; fails the test if the log is not
 * intact. */
size_t desk_audit(struct desk *d);

#endif
