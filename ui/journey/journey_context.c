#include "ui/journey/journey_context.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "catalog/graph_names.h"
#include "list/view.h"
#include "model/path.h"
#include "model/price.h"

/* ---- segments ---- */

static size_t
count_users(const struct graph *g, const struct graph_node *n, enum graph_relation relation)
{
	size_t count = 0;
	for (uint32_t e = n->first_in; e != GRAPH_NONE; e = g->edges.v[e].next_in)
		count += g->edges.v[e].relation == relation;
	return count;
}

/* " Segments  lapsed-365  in 2 journeys, for 14 offers". */
static void
add_segment(struct doc *d, const struct graph *g, struct str path, bool first)
{
	uint32_t at = graph_find(g, GRAPH_SEGMENT, path);
	const struct graph_node *n = at == GRAPH_NONE ? NULL : &g->nodes.v[at];
	const struct doc_target target = { GRAPH_SEGMENT, path };
	struct buf journeys = { 0 }, offers = { 0 };
	if (!n)
		return;
	format_plural(&journeys, count_users(g, n, RELATION_CONDITION), "journey", "journeys");
	format_plural(&offers, count_users(g, n, RELATION_SEGMENT), "offer", "offers");
	doc_add_label(d, first ? "Segments" : "");
	doc_add_link(d, ROLE_REFERENCE, flow_short_name(path), &target);
	if (graph_is_missing(n))
		doc_printf(d, ROLE_BAD, " (missing)");
	doc_printf(d, ROLE_LABEL, "  in %s, for %s", buf_z(&journeys), buf_z(&offers));
	buf_free(&journeys);
	buf_free(&offers);
}

static void
add_segments(struct doc *d, const struct graph *g, const struct journey *j)
{
	bool first = true;
	for (size_t i = 0; i < j->conditions_n; i++) {
		if (!str_eqz(j->conditions[i].type, "segment"))
			continue;
		add_segment(d, g, j->conditions[i].value, first);
		first = false;
	}
}

/* ---- channels ---- */

static size_t
count_open_baskets(const struct baskets *baskets, struct str tag)
{
	size_t n = 0;
	for (size_t i = 0; i < baskets->rows.n; i++) {
		const struct basket_row *row = &baskets->rows.v[i];
		n += !row->completed && str_eq(basket_row_origin(row)->tag, tag);
	}
	return n;
}

static bool
is_first_of_tag(const struct journey *j, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (str_eq(j->destinations[i].tag, j->destinations[at].tag))
			return false;
	return true;
}

/* " Channels  uk/direct  13 open baskets"; the number opens them. */
static void
add_channels(struct doc *d, const struct journey *j, const struct baskets *baskets)
{
	bool first = true, read = baskets->rows.n || baskets_is_whole(baskets);
	for (size_t i = 0; i < j->destinations_n && read; i++) {
		struct str tag = j->destinations[i].tag;
		struct buf words = { 0 }, view = { 0 };
		if (!tag.n || !is_first_of_tag(j, i))
			continue;
		size_t n = count_open_baskets(baskets, tag);
		format_plural(&words, n, "open basket", "open baskets");
		buf_addz(&view, "baskets tag=");
		view_write_quoted(&view, tag);
		const struct doc_target to = { LINK_VIEW, buf_str(&view) };
		doc_add_label(d, first ? "Channels" : "");
		first = false;
		doc_add_text(d, ROLE_TEXT, flow_short_name(tag));
		doc_printf(d, ROLE_TEXT, "  ");
		if (n)
			doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &to);
		else
			doc_printf(d, ROLE_LABEL, "%s", buf_z(&words));
		if (!baskets_is_whole(baskets))
			doc_printf(d, ROLE_LABEL, " of those read");
		buf_free(&words);
		buf_free(&view);
	}
}

/* ---- campaigns ---- */

struct campaign_count {
	uint32_t campaign; /* its node; GRAPH_NONE: offers without a campaign */
	size_t offer_count;
};

struct campaign_counts {
	VEC(struct campaign_count) v;
	VEC(uint32_t) offers; /* each once */
};

static uint32_t
campaign_of(const struct graph *g, const struct graph_node *offer)
{
	for (uint32_t e = offer->first_in; e != GRAPH_NONE; e = g->edges.v[e].next_in)
		if (g->edges.v[e].relation == RELATION_OFFER)
			return g->edges.v[e].from;
	return GRAPH_NONE;
}

static void
count_offer(struct campaign_counts *counts, const struct graph *g, uint32_t offer)
{
	struct campaign_count count = { campaign_of(g, &g->nodes.v[offer]), 1 };
	for (size_t i = 0; i < counts->offers.n; i++)
		if (counts->offers.v[i] == offer)
			return;
	vec_push(&counts->offers, offer);
	for (size_t i = 0; i < counts->v.n; i++)
		if (counts->v.v[i].campaign == count.campaign) {
			counts->v.v[i].offer_count++;
			return;
		}
	vec_push(&counts->v, count);
}

static void
count_offers_of_tag(struct campaign_counts *counts, const struct graph *g, struct str tag)
{
	uint32_t at = graph_find(g, GRAPH_TAG, tag);
	for (uint32_t e = at == GRAPH_NONE ? at : g->nodes.v[at].first_in; e != GRAPH_NONE;
	     e = g->edges.v[e].next_in)
		if (g->nodes.v[g->edges.v[e].from].kind == GRAPH_OFFER)
			count_offer(counts, g, g->edges.v[e].from);
}

/* " Campaigns  Winback 2026  6 offers", one per line; last the offers without a campaign. */
static void
add_campaigns(struct doc *d, const struct graph *g, const struct journey *j)
{
	struct campaign_counts counts = { 0 };
	bool first = true;
	for (size_t i = 0; i < j->destinations_n; i++)
		count_offers_of_tag(&counts, g, j->destinations[i].tag);
	for (size_t i = 0; i < 2 * counts.v.n; i++) {
		const struct campaign_count *c = &counts.v.v[i % counts.v.n];
		struct buf words = { 0 };
		if ((c->campaign == GRAPH_NONE) != (i >= counts.v.n))
			continue;
		format_plural(&words, c->offer_count, "offer", "offers");
		doc_add_label(d, first ? "Campaigns" : "");
		first = false;
		if (c->campaign == GRAPH_NONE) {
			doc_printf(d, ROLE_LABEL, "no campaign  ");
		} else {
			const struct graph_node *n = &g->nodes.v[c->campaign];
			const struct doc_target target = { GRAPH_CAMPAIGN, n->path };
			doc_add_link(d, ROLE_REFERENCE, path_below_root(graph_name(n)), &target);
			doc_printf(d, ROLE_TEXT, "  ");
		}
		doc_printf(d, ROLE_TEXT, "%s", buf_z(&words));
		buf_free(&words);
	}
	vec_free(&counts.v);
	vec_free(&counts.offers);
}

/* ---- the other visitors ---- */

/* " Others    journey 2, lapsed-30": the journey that is tried next, or the fallback. */
static void
add_others(struct doc *d, const struct flow_doc_context *context, size_t at)
{
	const struct journeys *all = context->journeys;
	bool last = context->policy.last_match_wins ? at == 0 : at + 1 == all->n;
	size_t next = context->policy.last_match_wins ? at - 1 : at + 1;
	struct buf words = { 0 }, number = { 0 };
	doc_add_label(d, "Others");
	if (!last) {
		buf_addf(&number, "%zu", next + 1);
		buf_addf(&words, "journey %zu, ", next + 1);
		flow_write_conditions(&words, &all->v[next], &context->policy, d->ascii);
		const struct doc_target target = { LINK_JOURNEY, buf_str(&number) };
		doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &target);
	} else if (all->fallback_tag.n) {
		const struct doc_target target = { GRAPH_TAG, all->fallback_tag };
		doc_add_link(d, ROLE_REFERENCE, flow_short_name(all->fallback_tag), &target);
		doc_printf(d, ROLE_LABEL, ", the fallback");
	} else {
		doc_printf(d, ROLE_LABEL, "%s", flow_no_fallback_words(all));
	}
	buf_free(&words);
	buf_free(&number);
}

void
journey_context_doc(struct doc *d, const struct flow_doc_context *context,
    const struct baskets *baskets, size_t at)
{
	const struct journey *j = &context->journeys->v[at];
	add_segments(d, context->graph, j);
	add_channels(d, j, baskets);
	add_campaigns(d, context->graph, j);
	add_others(d, context, at);
}

/* ---- the offers of the channels ---- */

struct channel_offer {
	const struct catalog_item *item;
	struct price_parts price;
};

struct channel_offers {
	struct arena texts;
	VEC(struct channel_offer) v;
	struct number_cells amounts;
	int name_width;
};

/* "USD 12.99 monthly", or "GBP 1.00, then GBP 9.99 monthly x12". */
static void
write_price(struct buf *out, const struct catalog_item *owner, bool ascii)
{
	struct buf later = { 0 };
	charge_words_add_start(out, owner->charges, owner->charges_n, ascii);
	charge_words_add_later(&later, owner->charges, owner->charges_n, ascii);
	if (str_starts(buf_str(&later), buf_str(out)))
		buf_reset(out);
	else if (later.n)
		buf_addz(out, ", then ");
	buf_adds(out, buf_str(&later));
	buf_free(&later);
}

static void
add_channel_offer(struct channel_offers *all, const struct catalog_item *item,
    const struct check_items *offers, bool ascii)
{
	struct channel_offer o = { .item = item };
	struct price_chain chain = { .owner = item };
	struct buf price = { 0 };
	if (!item->charges_n)
		price_follow_references(&chain, offers, item);
	if (chain.owner && chain.owner->charges_n)
		write_price(&price, chain.owner, ascii);
	else
		buf_addz(&price, "no price");
	o.price = price_parts_of(arena_move_buf(&all->texts, &price));
	buf_free(&price);
	int cells = text_width(item->name.n ? item->name : item->path);
	all->name_width = cells > all->name_width ? cells : all->name_width;
	if (o.price.amount.n)
		number_cells_add(&all->amounts, number_cells_of(o.price.amount));
	vec_push(&all->v, o);
}

/* " uk/direct  13 offers", then each with its price. */
static void
add_offers_of_channel(struct doc *d, const struct graph *g, const struct check_items *offers,
    struct str tag)
{
	enum { NAME_COLUMN = 3, NAME_CELLS_MAX = 34, CURRENCY_CELLS = 4 };
	struct channel_offers all = { 0 };
	struct buf words = { 0 };
	uint32_t at = graph_find(g, GRAPH_TAG, tag);
	for (uint32_t e = at == GRAPH_NONE ? at : g->nodes.v[at].first_in; e != GRAPH_NONE;
	     e = g->edges.v[e].next_in)
		if (g->nodes.v[g->edges.v[e].from].item &&
		    g->nodes.v[g->edges.v[e].from].kind == GRAPH_OFFER)
			add_channel_offer(
			    &all, g->nodes.v[g->edges.v[e].from].item, offers, d->ascii);
	int names = all.name_width < NAME_CELLS_MAX ? all.name_width : NAME_CELLS_MAX;
	int point = NAME_COLUMN + names + 2 + CURRENCY_CELLS + all.amounts.integer;
	format_plural(&words, all.v.n, "offer", "offers");
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_text(d, ROLE_LEAD, flow_short_name(tag));
	doc_printf(d, ROLE_LABEL, "  %s", buf_z(&words));
	for (size_t i = 0; i < all.v.n; i++) {
		const struct channel_offer *o = &all.v.v[i];
		const struct doc_target target = { GRAPH_OFFER, o->item->path };
		doc_begin_line(d);
		doc_pad_to_column(d, NAME_COLUMN);
		doc_add_cut_link(d, ROLE_REFERENCE,
		    o->item->name.n ? o->item->name : o->item->path, &target, names);
		doc_pad_to_column(d, NAME_COLUMN + names + 2);
		doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(o->price.currency));
		if (o->price.amount.n)
			doc_add_aligned_number(d, point, ROLE_TEXT, o->price.amount);
		doc_printf(d, ROLE_TEXT, "%.*s", STR_ARG(o->price.rest));
	}
	buf_free(&words);
	vec_free(&all.v);
	arena_free(&all.texts);
}

/* The next channel from `from` on that is named for the first time; SIZE_MAX if there is none. */
static size_t
find_next_channel(const struct journey *j, size_t from)
{
	while (from < j->destinations_n &&
	    (!j->destinations[from].tag.n || !is_first_of_tag(j, from)))
		from++;
	return from < j->destinations_n ? from : SIZE_MAX;
}

void
journey_offers_doc(struct doc *d, const struct flow_doc_context *context,
    const struct check_items *offers, size_t at)
{
	enum { TWO_COLUMNS_WIDTH_MIN = 98 };
	const struct journey *j = &context->journeys->v[at];
	const struct graph *g = context->graph;
	size_t next = find_next_channel(j, 0);
	while (next != SIZE_MAX) {
		size_t second = find_next_channel(j, next + 1);
		struct doc_columns columns;
		doc_begin_line(d);
		if (d->width < TWO_COLUMNS_WIDTH_MIN || second == SIZE_MAX) {
			add_offers_of_channel(d, g, offers, j->destinations[next].tag);
			next = second;
			continue;
		}
		doc_columns_start(&columns, d, 50);
		add_offers_of_channel(&columns.left, g, offers, j->destinations[next].tag);
		add_offers_of_channel(&columns.right, g, offers, j->destinations[second].tag);
		doc_columns_end(&columns, d);
		next = find_next_channel(j, second + 1);
	}
}
