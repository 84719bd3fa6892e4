#include "ui/journey/journeys_pane.h"

#include "ui/journey/flow_doc.h"

struct journeys_view *
journeys_view_of(const struct rows_pane *r)
{
	return r->kind_data;
}

struct flow_doc_context
journeys_doc_context(const struct rows_pane *r)
{
	const struct journeys_view *v = journeys_view_of(r);
	return (struct flow_doc_context){ .journeys = v->journeys,
		.graph = catalog_graph(r->pane.console->catalog),
		.policy = v->policy,
		.whatif = r->part ? &v->whatif : NULL,
		.visitor = r->part ? &v->visitor : NULL };
}
