/*
 * sign_in.h - somebody signs in: by a code that is typed on another device (RFC 8628), or in a
 * browser on this machine, which comes back to a listener of ours on the loopback interface (RFC
 * 8252, with PKCE, RFC 7636). What the issuer gives is kept (kept.h), for every console.
 *
 * Owns what it asks with until sign_in_stop(). Everything is told from the loop.
 */
#ifndef CLIENT_SIGN_IN_H
#define CLIENT_SIGN_IN_H

#include "client/session.h"

enum sign_in_way { SIGN_IN_DEVICE, SIGN_IN_BROWSER };

/* What a person has to do, as the issuer says it: foreign text. */
struct sign_in_task {
	enum sign_in_way way;
	struct str code;    /* to be typed; STR_NONE in a browser */
	struct str address; /* where */
	struct str whole;   /* the same with the code in it, or STR_NONE */
	int64_t until_ms;   /* when the code ends */
};

struct sign_in;
struct sign_in_told {
	/* Once, when it is known. Texts live as long as the call. */
	void (*task)(void *ctx, const struct sign_in_task *task);
	/* Once, at the end: somebody is signed in, or err says why not. */
	void (*done)(void *ctx, const struct err *err);
};

struct sign_in *sign_in_start(const struct io_watch *io, const struct sign_in_rules *rules,
    enum sign_in_way way, const struct sign_in_told *told, void *ctx);
/* Has the issuer a page for a browser? Known when the task is. */
bool sign_in_has_browser(const struct sign_in *s);
/* NULL is allowed. To be called after `done`, too, but not within it. */
void sign_in_stop(struct sign_in *s);

/* Signs out: what is kept goes, and the issuer is told, where it listens and where it is the one that
 * the sign-in is of. err: it is still kept. Where nobody was signed in, `was` is false. */
struct sign_out;
typedef void sign_out_fn(void *ctx, bool was, const struct err *err);
struct sign_out *sign_out_start(
    const struct io_watch *io, const struct sign_in_rules *rules, sign_out_fn *done, void *ctx);
void sign_out_stop(struct sign_out *s);

#endif
