/*
 * sign_in_box.h - signs in without leaving the console: a box that shows the address and the code,
 * or the state of the browser sign-in, and closes by itself when done. The panes under it do not
 * change.
 */
#ifndef UI_ACCESS_SIGN_IN_BOX_H
#define UI_ACCESS_SIGN_IN_BOX_H

#include "ui/kit/console.h"

/* Called once, after the box is closed: with true after the sign-in, false if the user closed
 * the box. */
typedef void sign_in_box_done_fn(struct console *c, void *ctx, bool signed_in);

/* `name` is the environment's name, untrusted text. rules and ctx must outlive the box. */
void sign_in_box_open(struct console *c, const struct sign_in_rules *rules,
    enum sign_in_method method, const char *name, sign_in_box_done_fn *done, void *ctx);

/* :login and :logout, for the environment that the console is connected to. */
void sign_in_open(struct console *c);
void sign_out_open(struct console *c);
/* Removes a sign-in that is not needed, without a message. */
void sign_out_quietly(struct console *c, const struct sign_in_rules *rules);
/* Call when the console closes: abandons a sign-in or sign-out in progress. */
void sign_in_cancel(struct console *c);
/* The reason why signing in is not possible here; NULL if it is possible. */
const char *sign_in_why_not(const struct console *c);

#endif
