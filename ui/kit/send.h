/*
 * send.h - sends texts to the clipboard of the person at the terminal, and reports it: sent,
 * through what, how many bytes. Never "copied": no terminal confirms it.
 */
#ifndef UI_KIT_SEND_H
#define UI_KIT_SEND_H

#include "ui/kit/console.h"

/* A text; `what` names it: "the e-mail". */
void send_text(struct console *c, struct str text, const char *what);
/* The name of JSON in a menu, and in the message: masked JSON is not as the service sent it. */
const char *send_json_words(const struct console *c);
const char *send_json_name(const struct console *c);
/* Puts the text on the route without a word; false with err when it could not go. */
bool send_to_clipboard(struct console *c, struct str text, struct err *err);
/* The verb for the message: "Sent", or "Said" if the text was printed as lines instead. */
const char *send_verb_done(const struct console *c);
/* Is it known, or set, that nothing sent arrives here? Then links are shown alone. */
bool send_is_raw_only(const struct console *c);
/* Is a link of so many bytes visible as a whole when shown alone? A longer one would scroll and
 * could not be selected. */
bool send_fits_alone(const struct console *c, size_t bytes);
/* Forgets whether what is sent arrives on this terminal: the next link asks again. */
void send_reset_proof(struct console *c);

#endif
