#include "ui/basket/basket_doc_context.h"

#include "ui/kit/console.h"

struct basket_doc_context
basket_doc_context_now(const struct console *c)
{
	return (struct basket_doc_context){ .all = c->baskets,
		.contact_log = &c->contact_log,
		.consent_field = c->app->environment ? c->app->environment->consent_field : NULL,
		.masked = c->app->masked,
		.links = &c->app->links,
		.catalog = c->catalog,
		.then = c->baseline,
		.start = c->start_day,
		.now = console_now(c),
		.times = c->times,
		.plain = c->present };
}
