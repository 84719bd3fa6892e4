/*
 * send.h - sends texts to the clipboard of the user's terminal, and reports the route and the
 * number of bytes. The message says "sent", never "copied", because no terminal confirms it.
 */
#ifndef UI_KIT_SEND_H
#define UI_KIT_SEND_H

#include "ui/kit/console.h"

/* Sends a text; `what` names it in the message: "the e-mail". */
void send_text(struct console *c, struct str text, const char *what);
/* The name for JSON in a menu, and in a message; it differs for masked JSON, which is not what
 * the service sent. */
const char *send_json_label(const struct console *c);
const char *send_json_name(const struct console *c);
/* Sends the text to the clipboard without a message. Returns false and sets err if it could not
 * be sent. */
bool send_to_clipboard(struct console *c, struct str text, struct err *err);
/* The verb for the message: "Sent", or "Said" if the text was printed in linear mode. */
const char *send_verb_done(const struct console *c);
/* True if sent texts are known or configured not to reach the clipboard; links are then shown on
 * the screen instead. */
bool send_is_raw_only(const struct console *c);
/* True if a link of this size can be shown completely on an otherwise empty screen. A longer
 * link would scroll and could not be selected. */
bool send_fits_alone(const struct console *c, size_t bytes);
/* Resets whether sent texts are known to arrive: after the next link, the user is asked again. */
void send_reset_proof(struct console *c);

#endif
