#include "ui/console.h"

#include "base/utf8.h"

#include <stdarg.h>

static void
remember(struct console *c, enum role role, struct str text)
{
	struct message m = { console_now(c), role, str_dup(text) };
	if (c->messages.n == MESSAGES_MAX) {
		x_free(c->messages.v[0].text);
		vec_remove(&c->messages, 0);
	}
	vec_push(&c->messages, m);
}

void
console_say(struct console *c, enum role role, const char *format, ...)
{
	va_list args;
	buf_reset(&c->said);
	va_start(args, format);
	buf_addv(&c->said, format, args);
	va_end(args);
	c->said_role = role;
	c->said_stays = role == ROLE_BAD;
	remember(c, role, buf_str(&c->said));
	console_dirty(c);
}

void
console_hush(struct console *c)
{
	buf_reset(&c->said);
	c->said_stays = false;
	console_dirty(c);
}
