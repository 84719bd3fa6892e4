/*
 * saved_session.h - --save-session and --replay in the console: a message when the file cannot be
 * written any more.
 */
#ifndef UI_SHELL_SAVED_SESSION_H
#define UI_SHELL_SAVED_SESSION_H

#include "ui/kit/console.h"

/* Does nothing if no session is saved. */
void saved_session_begin(struct console *c);
/* Shows that a session is saved or replayed. Returns false if neither is so. */
bool saved_session_greet(struct console *c);

#endif
