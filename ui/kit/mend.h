/*
 * mend.h - what can be done where something could not be read: a key that tries again, or signing in.
 */
#ifndef UI_KIT_MEND_H
#define UI_KIT_MEND_H

#include "ui/kit/console.h"

/* Appends ". r again", or the remedy after a token was refused. */
void mend_say(struct buf *out, const struct console *c, const struct err *err);
/* Is it to be mended by signing in? */
bool mend_by_login(const struct console *c, const struct err *err);

#endif
