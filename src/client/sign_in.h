/*
 * sign_in.h - signs a user in, either with a code typed on another device (RFC 8628), or in a
 * browser on this machine, which returns to our listener on the loopback interface (RFC 8252, with
 * PKCE, RFC 7636). The tokens are stored (sign_in_store.h) for all consoles of the account.
 *
 * Owns its requests until sign_in_stop(). All callbacks come from the loop.
 */
#ifndef CLIENT_SIGN_IN_H
#define CLIENT_SIGN_IN_H

#include "base/str.h"

struct err;
struct io_watch;
struct sign_in_rules;

enum sign_in_method { SIGN_IN_DEVICE, SIGN_IN_BROWSER };

/* The user's next step, as the issuer describes it (untrusted text). */
struct sign_in_task {
	enum sign_in_method method;
	struct str code;              /* the code to type; STR_NONE for a browser */
	struct str address;           /* URL to open */
	struct str address_with_code; /* URL that includes the code, or STR_NONE */
	int64_t code_expires_at;      /* when the code expires */
};

struct sign_in;
struct sign_in_callbacks {
	/* Called once, as soon as the task is known. Texts are valid during the call. */
	void (*on_task)(void *ctx, const struct sign_in_task *task);
	/* Called once, at the end; err is set if the sign-in failed. */
	void (*on_done)(void *ctx, const struct err *err);
};

struct sign_in *sign_in_start(const struct io_watch *io, const struct sign_in_rules *rules,
    enum sign_in_method method, const struct sign_in_callbacks *told, void *ctx);
/* True if the issuer has a sign-in page for a browser. Known once the task is known. */
bool sign_in_has_browser(const struct sign_in *s);
/* NULL is allowed. Also needed after `on_done`, but not within it. */
void sign_in_stop(struct sign_in *s);

/* Signs out: removes the stored sign-in and revokes it at its issuer, if the issuer supports
 * that. If err is set, the sign-in is still stored. `was` is false if there was no sign-in. */
struct sign_out;
typedef void sign_out_done_fn(void *ctx, bool was, const struct err *err);
struct sign_out *sign_out_start(const struct io_watch *io, const struct sign_in_rules *rules,
    sign_out_done_fn *done, void *ctx);
void sign_out_stop(struct sign_out *s);

#endif
