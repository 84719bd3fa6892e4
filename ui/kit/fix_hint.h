/*
 * fix_hint.h - what can be done where something could not be read: a key that tries again, or signing in.
 */
#ifndef UI_KIT_FIX_HINT_H
#define UI_KIT_FIX_HINT_H

#include "ui/kit/console.h"

/* Appends ". r again", or the remedy after a token was refused. */
void append_fix_hint(struct buf *out, const struct console *c, const struct err *err);
/* Is it to be mended by signing in? */
bool is_fixed_by_sign_in(const struct console *c, const struct err *err);

#endif
