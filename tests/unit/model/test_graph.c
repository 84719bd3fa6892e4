#include "base/buf.h"
#include "lib/test.h"
#include "model/catalog.h"
#include "model/graph.h"

#include <stdint.h>

#define LIST(...)                                                                    \
	{                                                                            \
		(const struct str[]){ __VA_ARGS__ },                                 \
		    sizeof((const struct str[]){ __VA_ARGS__ }) / sizeof(struct str) \
	}

static const struct catalog_item product = { .id = { "p-1", 3 }, .path = { "/products/a", 11 } };

static struct catalog_item
offer_at(struct str path)
{
	return (struct catalog_item){ .id = path, .path = path };
}

/* The users of a node as text: each one's path and how it uses the node, one per line. */
static char *
users_of(const struct graph *g, enum graph_kind kind, struct str path)
{
	struct buf out = { 0 };
	const struct graph_node *n = &g->nodes.v[graph_find(g, kind, path)];
	for (uint32_t e = n->first_in; e != GRAPH_NONE; e = g->edges.v[e].next_in)
		buf_addf(&out, "%.*s %s\n", STR_ARG(g->nodes.v[g->edges.v[e].from].path),
		    graph_relations[g->edges.v[e].relation]);
	return buf_detach(&out);
}

static void
expect_users(const struct graph *g, enum graph_kind kind, struct str path, const char *expected)
{
	char *users = users_of(g, kind, path);
	assert_string_equal(users, expected);
	x_free(users);
}

TEST(products_are_found_by_id_with_their_users)
{
	CLEANUP(graph_free) struct graph g;
	const struct bundle_part bundle = { .product = STR("/products/a"), .split = STR("100") };
	const struct embedded_product copy = { .path = STR("/products/a"),
		.source = STR("/products/a") };
	struct catalog_item legacy = offer_at(STR("/offers/C/x")),
			    own = offer_at(STR("/offers2/y"));
	legacy.product_ids = (struct text_list)LIST(STR("p-1"), STR("p-2"));
	own.bundles = &bundle;
	own.bundles_n = 1;
	own.embedded_products = &copy;
	own.embedded_products_n = 1;
	graph_init(&g);
	graph_add_item(&g, GRAPH_PRODUCT, &product, 0);
	graph_add_item(&g, GRAPH_OFFER, &legacy, 0);
	graph_add_item(&g, GRAPH_OFFER, &own, 1);
	expect_users(
	    &g, GRAPH_PRODUCT, STR("/products/a"), "/offers/C/x sells it\n/offers2/y bundles it\n");
	/* a missing item is in the graph, with the items that refer to it */
	expect_users(&g, GRAPH_PRODUCT, STR("p-2"), "/offers/C/x sells it\n");
	assert_true(graph_is_missing(&g.nodes.v[graph_find(&g, GRAPH_PRODUCT, STR("p-2"))]));
	assert_false(graph_is_missing(&g.nodes.v[graph_find(&g, GRAPH_PRODUCT, STR("p-1"))]));
}

TEST(an_offer_belongs_to_its_parent)
{
	CLEANUP(graph_free) struct graph g;
	struct catalog_item a = offer_at(STR("/offers/C/x")),
			    b = offer_at(STR("/offers/elsewhere"));
	struct catalog_item c = offer_at(STR("/offers2/z"));
	b.parent = STR("/offers/C");
	graph_init(&g);
	graph_add_item(&g, GRAPH_OFFER, &a, 0);
	graph_add_item(&g, GRAPH_OFFER, &b, 1);
	graph_add_item(&g, GRAPH_OFFER, &c, 2);
	const struct graph_node *campaign =
	    &g.nodes.v[graph_find(&g, GRAPH_CAMPAIGN, STR("/offers/C"))];
	assert_int_equal(campaign->out_count, 2);
	assert_true(graph_is_missing(campaign));
	assert_int_equal(g.nodes.v[graph_find(&g, GRAPH_OFFER, STR("/offers2/z"))].in_count, 0);
}

TEST(two_items_with_one_path_are_two_nodes)
{
	CLEANUP(graph_free) struct graph g;
	struct catalog_item a = offer_at(STR("/offers2/z")), b = offer_at(STR("/offers2/z"));
	b.copied_from = STR("/offers2/z");
	graph_init(&g);
	graph_add_item(&g, GRAPH_OFFER, &a, 0);
	graph_add_item(&g, GRAPH_OFFER, &b, 1);
	assert_int_equal(g.nodes.n, 2);
	assert_ptr_equal(g.nodes.v[graph_find(&g, GRAPH_OFFER, STR("/offers2/z"))].item, &a);
	expect_users(&g, GRAPH_OFFER, STR("/offers2/z"), "/offers2/z was copied from it\n");
}

TEST(journeys_and_labels_meet_at_tags)
{
	CLEANUP(graph_free) struct graph g;
	const struct journey_condition when = { STR("segment"), STR("/segments/s") };
	const struct journey_condition odd = { STR("country"), STR("JP") };
	const struct journey_condition conditions[] = { when, odd };
	const struct journey_destination to = { .tag = STR("/tags/uk/winback") };
	const struct journey journey = { .id = STR("j1"),
		.conditions = conditions,
		.conditions_n = 2,
		.destinations = &to,
		.destinations_n = 1 };
	const struct journeys all = { .starting_point = STR("/subscribe/"),
		.fallback_tag = STR("/tags/uk/direct"),
		.v = &journey,
		.n = 1 };
	struct catalog_item own = offer_at(STR("/offers2/y")),
			    legacy = offer_at(STR("/offers/C/x"));
	own.labels = legacy.labels = (struct text_list)LIST(STR("winback"));
	graph_init(&g);
	graph_add_item(&g, GRAPH_OFFER, &own, 0);
	graph_add_item(&g, GRAPH_OFFER, &legacy, 1);
	graph_add_journeys(&g, &all);
	graph_link_labels(&g);
	expect_users(&g, GRAPH_TAG, STR("/tags/uk/winback"),
	    "j1 sends visitors to it\n/offers2/y has its label\n");
	expect_users(&g, GRAPH_SEGMENT, STR("/segments/s"), "j1 requires it\n");
	expect_users(&g, GRAPH_TAG, STR("/tags/uk/direct"), "j1 falls back to it\n");
	assert_int_equal(graph_find(&g, GRAPH_SEGMENT, STR("JP")), GRAPH_NONE);
	assert_false(
	    graph_is_missing(&g.nodes.v[graph_find(&g, GRAPH_TAG, STR("/tags/uk/direct"))]));
}
