#include "catalog/user_row.h"

#include "base/utf8.h"
#include "journey/flow.h"
#include "list/columns.h"
#include "model/path.h"

#include <stddef.h>

void
used_by_free(struct used_by *u)
{
	arena_free(&u->text_arena);
	vec_free(&u->rows);
}

/* Names a journey by number and conditions: its id means nothing to an audience. */
static struct str
journey_name(struct arena *a, const struct graph_node *n)
{
	const struct whatif_policy usual = { 0 };
	struct buf words = { 0 };
	buf_addf(&words, "journey %u, ", n->item_index + 1);
	flow_write_conditions(&words, n->journey, &usual, false);
	struct str name = arena_str(a, buf_str(&words));
	buf_free(&words);
	return name;
}

static void
add_referring_node(struct used_by *u, const struct graph_node *n, const char *how)
{
	struct str name = n->journey ? journey_name(&u->text_arena, n) : graph_name(n);
	/* An offer's name includes its currency, its display name does not. */
	if (n->item && n->kind == GRAPH_OFFER && n->item->name.n)
		name = n->item->name;
	const struct used_by_row row = { .kind = str_of(graph_kinds[n->kind].singular),
		.name = name,
		.usage = str_of(how),
		.path = n->path,
		.link_kind = (int)n->kind,
		.target = graph_target(&u->text_arena, n),
		.missing = graph_is_missing(n),
		.position_in_kind = n->item_index };
	vec_push(&u->rows, row);
	/* Journeys may be found through several tags; they are kept in order of their numbers. */
	for (size_t i = u->rows.n - 1; n->journey && i > 0; i--) {
		struct used_by_row *before = &u->rows.v[i - 1], last = u->rows.v[i];
		if (before->link_kind != GRAPH_JOURNEY ||
		    before->position_in_kind <= last.position_in_kind)
			break;
		u->rows.v[i] = *before;
		*before = last;
	}
}

/* Compares numbers, since several journeys may share an id. */
static bool
has_journey(const struct used_by *u, const struct graph_node *n)
{
	for (size_t i = 0; i < u->rows.n; i++)
		if (u->rows.v[i].link_kind == GRAPH_JOURNEY &&
		    u->rows.v[i].position_in_kind == n->item_index)
			return true;
	return false;
}

static void
add_referring_nodes(struct used_by *u, const struct graph *g, uint32_t node, enum graph_kind kind)
{
	for (uint32_t e = g->nodes.v[node].first_in; e != GRAPH_NONE; e = g->edges.v[e].next_in) {
		const struct graph_edge *edge = &g->edges.v[e];
		if (g->nodes.v[edge->from].kind == kind)
			add_referring_node(
			    u, &g->nodes.v[edge->from], graph_relations[edge->relation]);
	}
}

/* Adds journeys that lead to one of the offer's tags. */
static void
add_journeys_by_tags(struct used_by *u, const struct graph *g, uint32_t node)
{
	for (uint32_t e = g->nodes.v[node].first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out) {
		const struct graph_node *tag = &g->nodes.v[g->edges.v[e].to];
		if (tag->kind != GRAPH_TAG)
			continue;
		for (uint32_t i = tag->first_in; i != GRAPH_NONE; i = g->edges.v[i].next_in) {
			const struct graph_node *from = &g->nodes.v[g->edges.v[i].from];
			bool leads = g->edges.v[i].relation == RELATION_DESTINATION;
			if (from->journey && leads && !has_journey(u, from))
				add_referring_node(u, from, "sends visitors to its tag");
		}
	}
}

/* True if the basket is open and contains the offer or product, or started at the page. */
static bool
basket_contains(const struct basket_row *row, enum graph_kind kind, struct str folded)
{
	const struct basket_goods *goods = basket_row_goods(row);
	struct str line,
	    lines = kind == GRAPH_PRODUCT ? goods->folded_product_texts : goods->folded_offer_paths;
	if (row->completed)
		return false;
	if (kind == GRAPH_CAMPAIGN)
		return str_eq_nocase(basket_row_origin(row)->start_page, folded);
	while (lines.n && str_next(&lines, '\n', &line))
		if (str_eq(line, folded))
			return true;
	return false;
}

static void
add_referring_baskets(
    struct used_by *u, const struct baskets *baskets, enum graph_kind kind, struct str path)
{
	struct buf folded = { 0 }, who = { 0 };
	if (kind != GRAPH_OFFER && kind != GRAPH_PRODUCT && kind != GRAPH_CAMPAIGN)
		return;
	text_fold(&folded, path);
	for (size_t i = 0; i < baskets->rows.n; i++) {
		const struct basket_row *row = &baskets->rows.v[i];
		if (!basket_contains(row, kind, buf_str(&folded)))
			continue;
		buf_reset(&who);
		basket_row_write_customer(&who, row);
		struct used_by_row user = { .kind = STR("basket"),
			.name = arena_str(&u->text_arena, buf_str(&who)),
			.usage = kind == GRAPH_CAMPAIGN ? STR("started there") : STR("holds it"),
			.path = arena_str(&u->text_arena, row->id),
			.link_kind = LINK_BASKET };
		user.target = (struct doc_target){ LINK_BASKET, user.path };
		vec_push(&u->rows, user);
	}
	buf_free(&folded);
	buf_free(&who);
}

/* The rows of one user are adjacent, so the key has a counter. */
static void
set_used_by_keys(struct used_by *u)
{
	for (size_t i = 0; i < u->rows.n; i++) {
		struct used_by_row *row = &u->rows.v[i];
		unsigned before = 0;
		while (before < i && row[-1 - (int)before].link_kind == row->link_kind &&
		    str_eq(row[-1 - (int)before].path, row->path))
			before++;
		row->key = arena_printf(
		    &u->text_arena, "%d %.*s %u", row->link_kind, STR_ARG(row->path), before);
	}
}

void
used_by_collect(struct used_by *u, const struct catalog *c, const struct baskets *baskets,
    enum graph_kind kind, struct str path)
{
	const struct graph *g = catalog_graph(c);
	uint32_t node = g ? graph_find(g, kind, path) : GRAPH_NONE;
	*u = (struct used_by){ 0 };
	for (int k = 0; k < GRAPH_KINDS && node != GRAPH_NONE; k++) {
		add_referring_nodes(u, g, node, (enum graph_kind)k);
		if (k == GRAPH_JOURNEY && kind == GRAPH_OFFER)
			add_journeys_by_tags(u, g, node);
	}
	add_referring_baskets(u, baskets, kind, path);
	set_used_by_keys(u);
}

/* ---- list rows ---- */

static bool
match_used_by_row(const struct row_term *t, const void *of, struct str json)
{
	const struct used_by_row *row = of;
	(void)json;
	if (!row_term_is_word(t))
		return row_term_matches_column(t, row);
	return row_term_matches_text(t, row->name) || row_term_matches_text(t, row->path) ||
	    row_term_matches_text(t, row->kind) || row_term_matches_text(t, row->usage);
}

/* Users stay in the order in which they were found. */
static int
compare_used_by_rows(const void *x, const void *y)
{
	(void)x;
	(void)y;
	return 0;
}

static const struct row_ops ops = {
	.size = sizeof(struct used_by_row),
	.match_term = match_used_by_row,
	.compare = compare_used_by_rows,
	.id_offset = offsetof(struct used_by_row, key),
};

#define TEXT(member) .text_offset = offsetof(struct used_by_row, member)

static const struct column columns[] = {
	{ COLUMN("kind", "KIND", 8, 10, ALWAYS), .alias = "who", .flags = COLUMN_NEVER_CUT,
	    TEXT(kind) },
	{ COLUMN("name", "NAME", 24, 34, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("how", "HOW", 18, 20, ALWAYS), TEXT(usage) },
	{ COLUMN("path", "PATH", 24, 44, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "kind", "name", "how", "path", NULL };

const struct view_resource used_by_resource = {
	.name = "users", .singular = "user", .keys = view_keys, .columns = columns, .row_ops = &ops
};
