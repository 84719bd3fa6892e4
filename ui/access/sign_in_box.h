/*
 * sign_in_box.h - somebody signs in without leaving the console: a box with the address and the code,
 * or what the browser does, that waits and goes by itself. Nothing behind it changes.
 */
#ifndef UI_ACCESS_SIGN_IN_BOX_H
#define UI_ACCESS_SIGN_IN_BOX_H

#include "ui/kit/console.h"

/* Called once, when somebody has signed in (true) or the box was left (false); the box is gone. */
typedef void sign_in_box_fn(struct console *c, void *ctx, bool signed_in);

/* `name` is the environment's, foreign; rules and ctx outlive the box. */
void sign_in_box_open(struct console *c, const struct sign_in_rules *rules, enum sign_in_way way,
    const char *name, sign_in_box_fn *done, void *ctx);

/* :login and :logout, for the environment that the console speaks to. */
void sign_in_open(struct console *c);
void sign_in_end(struct console *c);
/* Forgets a sign-in that nobody needs, without a word. */
void sign_in_drop(struct console *c, const struct sign_in_rules *rules);
/* The console goes: what is under way of that is left. */
void sign_in_forget(struct console *c);
/* Why nobody can sign in here, or NULL. */
const char *sign_in_refuse(const struct console *c);

#endif
