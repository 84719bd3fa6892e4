/*
 * fix_hint.h - what the user can do after data could not be read: a key that retries, or signing
 * in.
 */
#ifndef UI_KIT_FIX_HINT_H
#define UI_KIT_FIX_HINT_H

#include "ui/kit/console.h"

/* Appends ". r tries again", or what to do after a token was refused. */
void append_fix_hint(struct buf *out, const struct console *c, const struct err *err);
/* True if signing in can fix the error. */
bool is_fixed_by_sign_in(const struct console *c, const struct err *err);

#endif
