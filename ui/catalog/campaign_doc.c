#include "ui/catalog/campaign_doc.h"

#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "journey/flow.h"
#include "list/view.h"
#include "model/path.h"
#include "ui/catalog/offer_doc.h"

enum { CHANNELS_MAX = 8 };

#define RELATION_BIT(relation) (1u << (relation))

void
campaign_doc_add_offers(struct doc *d, const struct graph *g, const struct graph_node *n,
    const struct item_doc_context *context)
{
	VEC(const struct catalog_item *) offers = { 0 };
	for (uint32_t e = n->first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out)
		if (g->edges.v[e].relation == RELATION_OFFER && g->nodes.v[g->edges.v[e].to].item)
			vec_push(&offers, g->nodes.v[g->edges.v[e].to].item);
	offer_doc_add_offers(d, "Offers", offers.v, offers.n, context);
	if (!offers.n) {
		doc_add_label(d, "Offers");
		doc_printf(d, ROLE_LABEL, "none");
	}
	vec_free(&offers);
}

/* ---- items connected to the offers ---- */

struct node_list {
	VEC(uint32_t) nodes; /* each once */
};

static void
note_node(struct node_list *list, uint32_t node)
{
	for (size_t i = 0; i < list->nodes.n; i++)
		if (list->nodes.v[i] == node)
			return;
	vec_push(&list->nodes, node);
}

/* Collects the nodes that the campaign's offers refer to by these relations. */
static void
collect_from_offers(struct node_list *out, const struct graph *g, const struct graph_node *campaign,
    unsigned relations)
{
	for (uint32_t e = campaign->first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out) {
		const struct graph_node *offer = &g->nodes.v[g->edges.v[e].to];
		if (g->edges.v[e].relation != RELATION_OFFER)
			continue;
		for (uint32_t o = offer->first_out; o != GRAPH_NONE; o = g->edges.v[o].next_out)
			if (RELATION_BIT(g->edges.v[o].relation) & relations)
				note_node(out, g->edges.v[o].to);
	}
}

static void
add_nodes_of_offers(struct doc *d, const char *label, const struct graph *g,
    const struct graph_node *campaign, unsigned relations)
{
	struct node_list list = { 0 };
	collect_from_offers(&list, g, campaign, relations);
	for (size_t i = 0; i < list.nodes.n; i++) {
		const struct graph_node *n = &g->nodes.v[list.nodes.v[i]];
		const struct doc_target target = { (int)n->kind, n->path };
		bool missing = graph_is_missing(n);
		struct str name = path_below_root(graph_name(n));
		if (i == 0)
			doc_add_label(d, label);
		else
			doc_printf(d, ROLE_LABEL, ", ");
		doc_wrap(d, DOC_VALUE_COLUMN, item_name_width(name, missing) + 2);
		item_add_name(d, name, missing, &target);
	}
	vec_free(&list.nodes);
}

/* The journeys that send visitors to a tag of the offers, in their order. */
static void
collect_journeys(struct node_list *out, const struct graph *g, const struct graph_node *campaign)
{
	struct node_list tags = { 0 };
	collect_from_offers(&tags, g, campaign, RELATION_BIT(RELATION_TAG));
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		if (!g->nodes.v[i].journey)
			continue;
		for (uint32_t e = g->nodes.v[i].first_out; e != GRAPH_NONE;
		     e = g->edges.v[e].next_out)
			for (size_t t = 0; t < tags.nodes.n; t++)
				if (g->edges.v[e].relation == RELATION_DESTINATION &&
				    g->edges.v[e].to == tags.nodes.v[t])
					note_node(out, i);
	}
	vec_free(&tags.nodes);
}

/* " Journeys  3 lapsed-365 and region-uk", one per line. */
static void
add_journeys(struct doc *d, const struct graph *g, const struct graph_node *campaign)
{
	const struct whatif_policy usual = { 0 };
	struct node_list list = { 0 };
	collect_journeys(&list, g, campaign);
	for (size_t i = 0; i < list.nodes.n; i++) {
		const struct graph_node *n = &g->nodes.v[list.nodes.v[i]];
		struct buf words = { 0 }, number = { 0 };
		buf_addf(&number, "%u", n->item_index + 1);
		buf_addf(&words, "%u  ", n->item_index + 1);
		flow_write_conditions(&words, n->journey, &usual, d->ascii);
		const struct doc_target target = { LINK_JOURNEY, buf_str(&number) };
		doc_add_label(d, i ? "" : "Journeys");
		doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &target);
		buf_free(&words);
		buf_free(&number);
	}
	vec_free(&list.nodes);
}

/* ---- channels of its open baskets ---- */

struct channel_count {
	struct str tag;
	size_t n;
};

struct channel_counts {
	VEC(struct channel_count) v;
};

static void
count_channel(struct channel_counts *counts, struct str tag)
{
	size_t i = 0;
	while (i < counts->v.n && !str_eq(counts->v.v[i].tag, tag))
		i++;
	if (i == counts->v.n) {
		const struct channel_count count = { .tag = tag };
		vec_push(&counts->v, count);
	}
	counts->v.v[i].n++;
	for (; i && counts->v.v[i - 1].n < counts->v.v[i].n; i--) {
		const struct channel_count other = counts->v.v[i - 1];
		counts->v.v[i - 1] = counts->v.v[i];
		counts->v.v[i] = other;
	}
}

/* "uk/direct" opens the open baskets of that channel that started at the campaign. */
static void
add_channel_link(struct doc *d, struct str tag, struct str campaign)
{
	struct buf view = { 0 };
	buf_addz(&view, "baskets started=");
	view_write_quoted(&view, campaign);
	buf_addz(&view, " tag=");
	view_write_quoted(&view, tag);
	const struct doc_target to = { LINK_VIEW, buf_str(&view) };
	doc_add_link(d, ROLE_REFERENCE, flow_short_name(tag), &to);
	buf_free(&view);
}

/* " Channels  uk/direct 12, uk/newsletter 7": the open baskets by channel, largest first. */
static void
add_channels(struct doc *d, struct str campaign, const struct baskets *baskets)
{
	struct channel_counts counts = { 0 };
	for (size_t i = 0; i < baskets->rows.n; i++) {
		const struct basket_row *row = &baskets->rows.v[i];
		const struct basket_origin *origin = basket_row_origin(row);
		if (!row->completed && str_eq_nocase(origin->start_page, campaign))
			count_channel(&counts, origin->tag);
	}
	for (size_t i = 0; i < counts.v.n && i < CHANNELS_MAX; i++) {
		const struct channel_count *c = &counts.v.v[i];
		if (i == 0)
			doc_add_label(d, "Channels");
		else
			doc_printf(d, ROLE_LABEL, ", ");
		doc_wrap(d, DOC_VALUE_COLUMN, text_width(flow_short_name(c->tag)) + 8);
		if (c->tag.n)
			add_channel_link(d, c->tag, campaign);
		else
			doc_printf(d, ROLE_LABEL, "no channel");
		doc_printf(d, ROLE_TEXT, " %zu", c->n);
	}
	if (counts.v.n > CHANNELS_MAX)
		doc_printf(d, ROLE_LABEL, " and %zu more", counts.v.n - CHANNELS_MAX);
	vec_free(&counts.v);
}

void
campaign_doc_add_context(struct doc *d, const struct graph *g, const struct graph_node *n,
    const struct item_doc_context *context)
{
	add_channels(d, n->path, context->baskets);
	add_journeys(d, g, n);
	add_nodes_of_offers(d, "Segments", g, n, RELATION_BIT(RELATION_SEGMENT));
	add_nodes_of_offers(d, "Products", g, n,
	    RELATION_BIT(RELATION_PRODUCT) | RELATION_BIT(RELATION_BUNDLE) |
		RELATION_BIT(RELATION_EMBEDDED));
}
