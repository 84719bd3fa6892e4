#include "ui/rows/empty.h"

enum { TEXT_X = 3, ACTION_X = 9 };

static void
begin_line(struct doc *d)
{
	doc_line(d);
	doc_tab(d, TEXT_X);
}

void
empty_what(struct doc *d, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	begin_line(d);
	doc_value(d, ROLE_LEAD, buf_str(&words));
	buf_free(&words);
}

void
empty_why(struct doc *d, struct str words)
{
	begin_line(d);
	doc_value(d, ROLE_TEXT, words);
}

void
empty_why_failed(struct doc *d, const struct console *c)
{
	empty_why(d,
	    c->linear ? STR("The reason is in the last message.")
		      : STR("The line below has the reason."));
}

void
empty_key(struct doc *d, const char *key, const char *does)
{
	begin_line(d);
	doc_words(d, ROLE_LEAD, "%s ", key);
	doc_tab(d, ACTION_X);
	doc_value(d, ROLE_LABEL, str_of(does));
}

void
empty_action(struct doc *d, const struct console *c, enum action a, const char *does)
{
	struct buf key = { 0 };
	console_key_of(c, &key, a);
	if (key.n)
		empty_key(d, buf_z(&key), does);
	buf_free(&key);
}

bool
empty_no_service(struct doc *d, const struct console *c)
{
	if (client_has_address(c->client))
		return false;
	if (c->baskets->state == BASKETS_FAILED) {
		empty_what(d, "The demo's service did not start");
		empty_why(d, str_of(c->baskets->err.text));
		empty_action(d, c, ACT_RETRY, "try again");
	} else {
		empty_what(d, "Waiting for the demo's service to start");
	}
	return true;
}
