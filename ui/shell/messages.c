#include "ui/shell/shell.h"

#include "ui/kit/text_pane.h"

enum { TEXT_COLUMN = 13 };

/* Shows the complete request id as a link that can be sent: support at the service finds the
 * request by it. */
static void
add_request(struct doc *d, const char *id)
{
	const struct doc_target target = { 0, str_of(id) };
	doc_begin_line(d);
	doc_pad_to_column(d, TEXT_COLUMN);
	doc_printf(d, ROLE_LABEL, "request id ");
	doc_add_link(d, ROLE_REFERENCE, str_of(id), &target);
}

/* " 10:42  x  text": only the mark has a colour. Further lines are one level deeper. */
static void
add_message(struct doc *d, const struct console *c, const struct message *m)
{
	const char *mark = m->role == ROLE_BAD ? "x" : m->role == ROLE_WARN ? "!" : " ";
	struct buf when = { 0 };
	size_t first = d->lines.n;
	format_time_of_day(&when, m->shown_at, c->time_style == TIME_UTC);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "   %s  ", buf_z(&when));
	doc_printf(d, m->role, "%s", mark);
	doc_pad_to_column(d, TEXT_COLUMN);
	doc_add_value(d, ROLE_TEXT, str_of(m->text));
	if (m->request_id[0])
		add_request(d, m->request_id);
	for (size_t i = first + 1; i < d->lines.n; i++)
		d->lines.v[i].fold_level = 1;
	buf_free(&when);
}

struct pane *
messages_pane_new(struct console *c)
{
	struct pane *p = text_pane_new(c, "Messages, newest first, until the console ends", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	if (c->messages.n == 0) {
		doc_begin_line(d);
		doc_printf(d, ROLE_LEAD, "   No messages yet");
	}
	for (size_t i = c->messages.n; i-- > 0;)
		add_message(d, c, &c->messages.v[i]);
	text_pane_on_filled(p);
	if (c->messages.n)
		text_pane_mark_as_messages(p);
	return p;
}
