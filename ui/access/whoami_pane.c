#include "ui/access/whoami_pane.h"

#include "access/whoami.h"
#include "model/when.h"
#include "ui/kit/text_pane.h"

static void
write_pane(struct doc *d, const struct console *c)
{
	const struct app_context *l = c->app;
	struct buf address = { 0 };
	if (c->presenting) {
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, " Hidden while presenting. :present off ends it");
		return;
	}
	app_context_append_service_name(&address, l);
	doc_begin_line(d);
	whoami_write(d,
	    &(struct whoami){ .badge = l->badge,
		.name = l->environment_name,
		.address = buf_str(&address),
		.environment = l->environment,
		.is_demo_token = l->options.demo_pack != NULL,
		.is_replay = l->recording != NULL,
		.client = c->client,
		.access = &l->access });
	doc_begin_line(d);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, " Read from your token; not verified by the service.");
	buf_free(&address);
}

/* Rebuilt on changes: a token can arrive, be refreshed or expire while the pane is open, and
 * presenting may start. */
struct pane *
whoami_pane_new(struct console *c)
{
	struct pane *p = text_pane_new(c, "Who am I", SCOPE_TEXT);
	text_pane_rebuild_on_change(p, write_pane);
	return p;
}

void
whoami_warn_expiry(struct console *c)
{
	struct buf words = { 0 };
	int64_t at = whoami_append_expiry_warning(
	    &words, c->app->environment, c->client, clock_real());
	if (at != WHEN_NONE && at != c->warned_expiry)
		console_show(c, ROLE_WARN, "%s", buf_z(&words));
	c->warned_expiry = at;
	buf_free(&words);
}
