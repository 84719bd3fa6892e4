/*
 * sign_in_box.h - signs in without leaving the console: a box with the address and the code, or the
 * state of the browser, that waits and closes by itself. Nothing under it changes.
 */
#ifndef UI_ACCESS_SIGN_IN_BOX_H
#define UI_ACCESS_SIGN_IN_BOX_H

#include "ui/kit/console.h"

/* Called once, after the sign-in (true) or when the box was closed (false); the box is gone. */
typedef void sign_in_box_fn(struct console *c, void *ctx, bool signed_in);

/* `name` is the environment's, foreign; rules and ctx outlive the box. */
void sign_in_box_open(struct console *c, const struct sign_in_rules *rules,
    enum sign_in_method method, const char *name, sign_in_box_fn *done, void *ctx);

/* :login and :logout, for the environment that the console speaks to. */
void sign_in_open(struct console *c);
void sign_out_open(struct console *c);
/* Removes a sign-in that is not needed, without a message. */
void sign_in_discard(struct console *c, const struct sign_in_rules *rules);
/* The console goes: what is under way of that is left. */
void sign_in_cancel(struct console *c);
/* The reason why there is no sign-in here, or NULL. */
const char *sign_in_why_not(const struct console *c);

#endif
