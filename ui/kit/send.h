/*
 * send.h - gets texts into the clipboard of the person in front of the terminal, and says what
 * was done: sent, through what, how many bytes. Never "copied": nobody answers.
 */
#ifndef UI_KIT_SEND_H
#define UI_KIT_SEND_H

#include "ui/kit/console.h"

/* A text; `what` names it: "the e-mail". */
void send_text(struct console *c, struct str text, const char *what);
/* What JSON is called in a menu, and where it is sent: masked is not as the service sent it. */
const char *send_json_words(const struct console *c);
const char *send_json_name(const struct console *c);
/* Puts the text on the route without a word; false with err when it could not go. */
bool send_raw(struct console *c, struct str text, struct err *err);
/* What was done by that, for the begin of a sentence: "Sent", or "Said" where the text stands there
 * as lines instead. */
const char *send_done(const struct console *c);
/* Is it known, or set, that nothing sent arrives here? Then links are shown alone. */
bool send_is_bare(const struct console *c);
/* Is a link of so many bytes seen whole where it stands alone? Longer than the screen it would
 * scroll and could not be selected. */
bool send_fits_alone(const struct console *c, size_t bytes);
/* Forgets whether what is sent arrives on this terminal: the next link asks again. */
void send_prove_again(struct console *c);

#endif
