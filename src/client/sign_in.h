/*
 * sign_in.h - signs a user in: with a code that is typed on another device (RFC 8628), or in a
 * browser on this machine, which returns to our listener on the loopback interface (RFC 8252, with
 * PKCE, RFC 7636). The tokens are stored (kept.h), for every console.
 *
 * Owns its requests until sign_in_stop(). All callbacks come from the loop.
 */
#ifndef CLIENT_SIGN_IN_H
#define CLIENT_SIGN_IN_H

#include "client/session.h"

enum sign_in_method { SIGN_IN_DEVICE, SIGN_IN_BROWSER };

/* The user's next step, from the issuer: foreign text. */
struct sign_in_task {
	enum sign_in_method method;
	struct str code;    /* to be typed; STR_NONE in a browser */
	struct str address; /* where */
	struct str whole;   /* the same with the code in it, or STR_NONE */
	int64_t until_ms;   /* when the code ends */
};

struct sign_in;
struct sign_in_callbacks {
	/* Once, when it is known. Texts live as long as the call. */
	void (*task)(void *ctx, const struct sign_in_task *task);
	/* Called once, at the end: signed in, or err has the reason. */
	void (*done)(void *ctx, const struct err *err);
};

struct sign_in *sign_in_start(const struct io_watch *io, const struct sign_in_rules *rules,
    enum sign_in_method method, const struct sign_in_callbacks *told, void *ctx);
/* Has the issuer a page for a browser? Known when the task is. */
bool sign_in_has_browser(const struct sign_in *s);
/* NULL is allowed. To be called after `done`, too, but not within it. */
void sign_in_stop(struct sign_in *s);

/* Signs out: removes the stored sign-in, and revokes it at its issuer, if that supports it. With
 * err it is still stored. `was` is false if there was no sign-in. */
struct sign_out;
typedef void sign_out_fn(void *ctx, bool was, const struct err *err);
struct sign_out *sign_out_start(
    const struct io_watch *io, const struct sign_in_rules *rules, sign_out_fn *done, void *ctx);
void sign_out_stop(struct sign_out *s);

#endif
