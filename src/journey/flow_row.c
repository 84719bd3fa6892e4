#include "journey/flow_row.h"

#include "base/utf8.h"
#include "list/bar.h"
#include "list/columns.h"

#include <stddef.h>
#include <stdlib.h>

/* Appends the shares side by side, each in its own pattern; the share of the fallback is empty. */
static void
write_bar(struct buf *out, const struct journey *j, const struct whatif_policy *policy, bool ascii)
{
	int64_t *shares = x_new_array(int64_t, j->destinations_n + 1), left;
	int *cells = x_new_array(int, j->destinations_n + 1), used = 0;
	size_t part = 0;
	whatif_destination_shares(j, policy, shares, &left);
	bar_cells(shares, j->destinations_n, FLOW_ROW_BAR, cells);
	bool one_part = j->destinations_n == 1 && left == 0; /* "all save" needs no bar */
	for (size_t i = 0; i < j->destinations_n && !one_part; i++) {
		if (shares[i] == WHATIF_NO_SHARE)
			continue;
		for (int c = 0; c < cells[i]; c++, used++)
			buf_addz(out, bar_pattern(part, ascii));
		part++;
	}
	for (; used < FLOW_ROW_BAR && !one_part; used++)
		buf_addz(out, bar_empty(ascii));
	x_free(shares);
	x_free(cells);
}

static size_t
offers_of_tags(const struct graph *g, const struct journey *j)
{
	size_t n = 0;
	for (size_t i = 0; i < j->destinations_n; i++) {
		uint32_t at = graph_find(g, GRAPH_TAG, j->destinations[i].tag);
		for (uint32_t e = at == GRAPH_NONE ? at : g->nodes.v[at].first_in; e != GRAPH_NONE;
		     e = g->edges.v[e].next_in)
			n += g->nodes.v[g->edges.v[e].from].kind == GRAPH_OFFER;
	}
	return n;
}

void
flow_row_fill(struct flow_row *row, struct arena *a, const struct flow_doc_context *context,
    size_t at, size_t findings, bool ascii)
{
	const struct journey *j = &context->all->v[at];
	struct buf b = { 0 };
	*row = (struct flow_row){ .at = at, .found = findings > 0 };
	row->number = arena_printf(a, "%zu", at + 1);
	flow_write_when(&b, j, &context->policy, ascii);
	row->when = arena_move_buf(a, &b);
	write_bar(&b, j, &context->policy, ascii);
	row->bar = arena_move_buf(a, &b);
	flow_append_destinations(&b, context->all, j, &context->policy, ascii);
	row->goes = arena_move_buf(a, &b);
	text_clean(&b, j->id, ascii);
	row->id = arena_move_buf(a, &b);
	if (context->whatif) {
		flow_write_verdict(&b, &context->whatif->answers.v[at]);
		row->verdict = arena_move_buf(a, &b);
		row->role = flow_verdict_role(context->whatif->answers.v[at].verdict);
	}
	if (context->graph)
		row->offers = arena_printf(a, "%zu", offers_of_tags(context->graph, j));
	if (findings)
		row->findings = arena_printf(a, "! %zu", findings);
	row_fold_line(&b, row->when);
	row_fold_line(&b, row->goes);
	row_fold_line(&b, row->id);
	row->search_text = arena_move_buf(a, &b);
	buf_free(&b);
}

/* ---- list rows ---- */

static bool
match_flow_row(const struct row_term *t, const void *of, struct str json)
{
	const struct flow_row *row = of;
	(void)json;
	if (t->term->op == VIEW_WORD || row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text);
	return row_term_matches_column(t, row);
}

static int
compare_flow_rows(const void *x, const void *y)
{
	const struct flow_row *a = x, *b = y;
	return (a->at > b->at) - (a->at < b->at);
}

/* Uses the number, since two journeys may share an id. */
static struct str
id_of_flow_row(const void *of)
{
	return ((const struct flow_row *)of)->number;
}

static const struct row_ops ops = {
	.size = sizeof(struct flow_row),
	.match = match_flow_row,
	.compare = compare_flow_rows,
	.id = id_of_flow_row,
	.search_text = offsetof(struct flow_row, search_text),
};

#define TEXT(member) .text = offsetof(struct flow_row, member)

static const struct column columns[] = {
	{ COLUMN("number", "#", 3, 3, ALWAYS), .shape = COLUMN_RIGHT | COLUMN_WHOLE, TEXT(number) },
	{ COLUMN("whatif", "WHAT IF", 11, 13, ALWAYS), .shape = COLUMN_WHOLE, TEXT(verdict) },
	{ COLUMN("condition", "WHEN THE VISITOR IS IN", 20, 34, ALWAYS), .also = "when",
	    .shape = COLUMN_FLEXIBLE, TEXT(when) },
	{ COLUMN("split", "SPLIT", FLOW_ROW_BAR, FLOW_ROW_BAR, ALWAYS),
	    .shape = COLUMN_WHOLE | COLUMN_BLANK | COLUMN_DRAWN, TEXT(bar) },
	{ COLUMN("destination", "GOES TO", 18, 34, ROOM), .also = "goes", TEXT(goes) },
	{ COLUMN("findings", "FINDINGS", 8, 8, ROOM), .shape = COLUMN_WHOLE, TEXT(findings) },
	{ COLUMN("offers", "OFFERS", 6, 6, ROOM), .shape = COLUMN_RIGHT | COLUMN_WHOLE,
	    TEXT(offers) },
	{ COLUMN("id", "ID", 12, 30, ROOM), TEXT(id) },
	{ .id = NULL },
};

static const char *const keys[] = { "id", "condition", "destination", "whatif", "text", NULL };

const struct view_resource flow_resource = {
	.name = "journeys",
	.one = "journey",
	.endpoint = ENDPOINT_JOURNEYS,
	.keys = keys,
	.columns = columns,
	.rows = &ops,
};
