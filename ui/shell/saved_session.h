/*
 * saved_session.h - --save-session and --replay in the console: messages, and the keys of a
 * session.
 */
#ifndef UI_SHELL_SAVED_SESSION_H
#define UI_SHELL_SAVED_SESSION_H

#include "ui/kit/console.h"

/* These do nothing if no session is saved. Keys are added to the file when no prompt is open,
 * without pastes and typed texts: only names of actions and views, and the one key of a choice, are
 * kept. */
void saved_session_begin(struct console *c);
void saved_session_before_key(struct console *c, uint32_t key);
void saved_session_after_key(struct console *c);
void saved_session_on_paste(struct console *c);
void saved_session_end(struct console *c);
/* Shows that a session is saved or replayed. Returns false if neither is so. */
bool saved_session_greet(struct console *c);

#endif
