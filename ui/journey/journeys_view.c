#include "ui/journey/journeys_pane.h"

#include "ui/journey/flow_doc.h"

struct journeys_view *
journeys_view_of(const struct rows_pane *r)
{
	return r->of;
}

struct flow_doc_context
journeys_doc_context(const struct rows_pane *r)
{
	const struct journeys_view *v = journeys_view_of(r);
	return (struct flow_doc_context){ .all = v->all,
		.graph = catalog_graph(r->pane.console->catalog),
		.policy = v->policy,
		.whatif = v->asking ? &v->whatif : NULL,
		.visitor = v->asking ? &v->visitor : NULL };
}
