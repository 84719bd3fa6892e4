#include "catalog/graph_names.h"

#include "model/catalog.h"

struct str
graph_name(const struct graph_node *n)
{
	struct str templates = STR("/config/templates/");
	if (n->item && n->kind != GRAPH_SEGMENT && n->item->facts.display_name.n)
		return n->item->facts.display_name;
	if (n->item && n->kind != GRAPH_SEGMENT && n->item->name.n)
		return n->item->name;
	if (n->kind == GRAPH_TEMPLATE && str_starts(n->path, templates))
		return str_sub(n->path, templates.n, n->path.n);
	return n->path;
}

struct doc_target
graph_target(struct arena *a, const struct graph_node *n)
{
	if (n->journey)
		return (
		    struct doc_target){ LINK_JOURNEY, arena_printf(a, "%u", n->item_index + 1) };
	return (struct doc_target){ (int)n->kind, n->path };
}
