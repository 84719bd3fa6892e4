#include "ui/shell/shell.h"

#include "ui/kit/text_pane.h"

/* Shows the complete request id as a link that can be sent: support at the service finds the
 * request by it. */
static void
add_request(struct doc *d, const char *id)
{
	const struct doc_target target = { 0, str_of(id) };
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "        request id ");
	doc_add_link(d, ROLE_REFERENCE, str_of(id), &target);
}

struct pane *
messages_pane_new(struct console *c)
{
	struct pane *p = text_pane_new(c, "Messages, newest first", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	if (c->messages.n == 0) {
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, " No messages yet.");
	}
	for (size_t i = c->messages.n; i-- > 0;) {
		const struct message *m = &c->messages.v[i];
		struct buf when = { 0 };
		format_time_of_day(&when, m->shown_at, c->time_style == TIME_UTC);
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, " %s  ", buf_z(&when));
		doc_add_value(d, m->role, str_of(m->text));
		buf_free(&when);
		if (m->request_id[0])
			add_request(d, m->request_id);
	}
	text_pane_on_filled(p);
	text_pane_mark_as_messages(p);
	return p;
}
