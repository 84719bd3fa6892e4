/*
 * message.h - what the console says on its message line, and the list of what it said.
 *
 * The state is the console's own. Foreign text must be cleaned before it is said.
 */
#ifndef UI_KIT_MESSAGE_H
#define UI_KIT_MESSAGE_H

#include "app/config/theme.h"
#include "base/buf.h"

struct console;
struct err;

enum { MESSAGES_MAX = 200 };

struct message {
	int64_t at;
	enum role role;
	char *text;
	char request_id[64]; /* of the exchange it is about; empty: none, or not told */
};

/* Says a line. Information leaves with the next key; ROLE_BAD stays until Esc. Goes into the
 * list of messages too. */
void console_show(struct console *c, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The message that was said last is about this: its request id can be sent from the list. */
void console_attach_error(struct console *c, const struct err *err);
/* Puts a line into the list of messages alone: it is shown elsewhere. `err` may be NULL. */
void console_log_message(struct console *c, enum role role, struct str text, const struct err *err);
/* The message that was said last became of a write: keys leave it until it can have been seen. */
void console_hold_message(struct console *c);
/* Appends a refusal within so many cells. Its last sentence is the remedy: the text before it is
 * cut first. */
void message_cut(struct buf *out, struct str clean, int cells, bool ascii);
/* Takes the message away. */
void console_clear_message(struct console *c);
/* Forgets all that was said: it may name people. */
void console_clear_message_list(struct console *c);
/* As above because of a key: a message that must still be seen stays. */
void console_clear_old_message(struct console *c);
/* console_clear_message() for a message about a wait that began at `since` (ticks): keeps a newer
 * message that was not visible long enough to be read. */
void console_clear_read_message(struct console *c, int64_t since);
/* A frame shows the message. */
void console_on_message_drawn(struct console *c);

#endif
