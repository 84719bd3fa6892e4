/*
 * message.h - the message line, and the list of past messages.
 *
 * The state is in struct console. Untrusted text must be cleaned before it is passed.
 */
#ifndef UI_KIT_MESSAGE_H
#define UI_KIT_MESSAGE_H

#include "app/theme.h"
#include "base/buf.h"

struct console;
struct err;
struct surface;

enum { MESSAGES_MAX = 200 };

struct message {
	int64_t shown_at;
	enum role role;
	char *text;
	char request_id[64]; /* of the request it is about; empty: none or not known */
};

/* Shows a message and adds it to the list. Information disappears with the next key; ROLE_BAD
 * stays until Esc. */
void console_show(struct console *c, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Attaches the error to the last message, so that its request id can be sent from the list. */
void console_attach_error(struct console *c, const struct err *err);
/* Adds a line only to the list of messages, for text that is shown elsewhere. `err` may be NULL. */
void console_log_message(struct console *c, enum role role, struct str text, const struct err *err);
/* Marks the last message as the result of a write: keys do not clear it until it was visible
 * long enough. */
void console_hold_message(struct console *c);
/* Appends a refusal cut to `cells`. Its last sentence says what to do, so the text before that
 * is cut first. */
void message_cut(struct buf *out, struct str clean, int cells, bool ascii);
/* Appends a message cut to `cells`: a path in its middle, a refusal as message_cut() does, also a
 * failure that ends in a short remedy, any other text at its end. */
void message_fit(struct buf *out, struct str clean, enum role role, int cells, bool ascii);
/* Draws a message within `cells`: the mark of its role in colour, unless the text begins with it,
 * and the sentence as text. If the mark would cut the sentence, its first word is coloured instead.
 * Returns the cells used. */
int message_draw(
    const struct surface *s, int y, int x, int cells, enum role role, struct str clean);
/* Clears the message line. */
void console_clear_message(struct console *c);
/* Deletes all messages from the list, because they may name people. */
void console_clear_message_list(struct console *c);
/* Clears the message line after a key; a message held by console_hold_message() stays until it
 * was visible long enough. */
void console_clear_old_message(struct console *c);
/* Like console_clear_message(), for the end of a wait that began at `since` (ticks): keeps a
 * newer message that was not visible long enough to be read. */
void console_clear_read_message(struct console *c, int64_t since);
/* Call when a frame shows the message. */
void console_on_message_drawn(struct console *c);

#endif
