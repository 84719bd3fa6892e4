#include "ui/access/whoami_pane.h"

#include "app/access/whoami.h"
#include "ui/kit/text_pane.h"

struct pane *
whoami_pane_new(struct console *c)
{
	const struct launch *l = c->launch;
	struct pane *p = text_pane_new(c, "Who am I", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	struct buf address = { 0 };
	launch_service(&address, l);
	doc_line(d);
	whoami_write(d,
	    &(struct whoami){ .badge = l->badge,
		.name = l->name,
		.address = buf_str(&address),
		.environment = l->environment,
		.demo = l->options.pack != NULL,
		.client = c->client,
		.access = &l->access });
	doc_line(d);
	doc_line(d);
	doc_words(d, ROLE_LABEL,
	    " As the token says it: only the service knows whether it is true.");
	buf_free(&address);
	text_pane_ready(p);
	return p;
}
