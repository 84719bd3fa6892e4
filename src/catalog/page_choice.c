#include "catalog/page.h"

#include "list/rows.h"

void
page_choice_free(struct page_choice *choice)
{
	vec_free(&choice->nodes);
	vec_free(&choice->journeys);
	vec_free(&choice->chosen_nodes);
}

void
page_choose_node(struct page_choice *choice, uint32_t node)
{
	while (choice->chosen_nodes.n <= node)
		vec_push(&choice->chosen_nodes, false);
	if (choice->chosen_nodes.v[node])
		return;
	choice->chosen_nodes.v[node] = true;
	vec_push(&choice->nodes, node);
}

void
page_choose_journey(struct page_choice *choice, size_t at)
{
	size_t i = choice->journeys.n;
	while (i > 0 && choice->journeys.v[i - 1] > at)
		i--;
	if (i > 0 && choice->journeys.v[i - 1] == at)
		return;
	vec_push(&choice->journeys, at);
	for (size_t k = choice->journeys.n - 1; k > i; k--)
		choice->journeys.v[k] = choice->journeys.v[k - 1];
	choice->journeys.v[i] = at;
}

void
page_choose_all(struct page_choice *choice, const struct catalog *c)
{
	const struct graph *g = catalog_graph(c);
	const struct journeys *journeys = catalog_journeys(c);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (g->nodes.v[i].kind == GRAPH_CAMPAIGN && g->nodes.v[i].item)
			page_choose_node(choice, i);
	for (size_t i = 0; journeys && i < journeys->n; i++)
		page_choose_journey(choice, i);
}

/* Adds the matching items of a list. Returns their number. */
static size_t
choose_items(struct page_choice *choice, const struct catalog *c, enum catalog_part part,
    const struct row_filter *filter)
{
	const struct graph *g = catalog_graph(c);
	const struct listing *list = catalog_list(c, part);
	size_t n = 0;
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		const struct graph_node *node = &g->nodes.v[i];
		unsigned flags;
		if (node->kind != catalog_kind_of(part) || !node->item)
			continue;
		if (!row_filter_match(filter, &list->rows.v[node->item_index],
			listing_json(list, node->item_index, &flags)))
			continue;
		page_choose_node(choice, i);
		n++;
	}
	return n;
}

static size_t
choose_journeys(struct page_choice *choice, const struct catalog *c, const struct row_ops *ops,
    const struct row_filter *filter)
{
	const struct journeys *journeys = catalog_journeys(c);
	struct arena a = { 0 };
	size_t n = 0;
	for (size_t i = 0; journeys && i < journeys->n; i++) {
		struct str json = catalog_journey_json(c, i);
		void *row = arena_alloc(&a, ops->size);
		ops->fill_row(row, &a, json, 0);
		if (row_filter_match(filter, row, json)) {
			page_choose_journey(choice, i);
			n++;
		}
		arena_reset(&a);
	}
	arena_free(&a);
	return n;
}

bool
page_can_show(const struct view *view, struct err *err)
{
	enum catalog_part part = catalog_part_of_resource(view->resource);
	return part == CATALOG_CAMPAIGNS || part == CATALOG_OFFERS ||
	    view->resource->endpoint == ENDPOINT_JOURNEYS ||
	    err_set(err, ERR_USAGE, "--select takes campaigns, offers or journeys, not %s",
		view_plural_name(view->resource));
}

bool
page_choose_view(
    struct page_choice *choice, const struct catalog *c, const struct view *view, struct err *err)
{
	bool journeys = view->resource->endpoint == ENDPOINT_JOURNEYS;
	struct row_filter filter;
	if (view->sort_count || view->columns.n || view->group_keys.n)
		return err_set(err, ERR_USAGE,
		    "--select: a page has an order of its own: it takes no sort=, cols= or group=");
	if (!row_filter_init(
		&filter, view, (struct age_context){ .now = clock_now(c->clock) }, err)) {
		row_filter_free(&filter);
		return false;
	}
	size_t n = journeys
	    ? choose_journeys(choice, c, view->resource->row_ops, &filter)
	    : choose_items(choice, c, catalog_part_of_resource(view->resource), &filter);
	row_filter_free(&filter);
	return n > 0 ||
	    err_set(err, ERR_NOT_FOUND, "--select: no %s match", view_plural_name(view->resource));
}
