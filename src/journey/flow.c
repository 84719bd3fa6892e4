#include "journey/flow.h"

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
	bar_compute_cells(shares, j->destinations_n, FLOW_ROW_BAR_CELLS, cells);
	bool one_part = j->destinations_n == 1 && left == 0; /* "all save" needs no bar */
	for (size_t i = 0; i < j->destinations_n && !one_part; i++) {
		if (shares[i] == WHATIF_NO_SHARE)
			continue;
		for (int c = 0; c < cells[i]; c++, used++)
			buf_addz(out, bar_pattern(part, ascii));
		part++;
	}
	for (; used < FLOW_ROW_BAR_CELLS && !one_part; used++)
		buf_addz(out, bar_empty_cell(ascii));
	x_free(shares);
	x_free(cells);
}

static size_t
count_offers_of_tags(const struct graph *g, const struct journey *j)
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
	const struct journey *j = &context->journeys->v[at];
	struct buf b = { 0 };
	*row = (struct flow_row){ .journey_index = at, .has_finding = findings > 0 };
	row->number = arena_printf(a, "%zu", at + 1);
	flow_write_conditions(&b, j, &context->policy, ascii);
	row->conditions = arena_move_buf(a, &b);
	write_bar(&b, j, &context->policy, ascii);
	row->split_bar = arena_move_buf(a, &b);
	flow_append_destinations(&b, context->journeys, j, &context->policy, ascii);
	row->destinations = arena_move_buf(a, &b);
	text_clean(&b, j->id, ascii);
	row->id = arena_move_buf(a, &b);
	if (context->whatif) {
		flow_write_verdict(&b, &context->whatif->results.v[at]);
		row->verdict = arena_move_buf(a, &b);
		row->role = flow_verdict_role(context->whatif->results.v[at].verdict);
	}
	if (context->graph)
		row->offers = arena_printf(a, "%zu", count_offers_of_tags(context->graph, j));
	if (findings)
		row->findings = arena_printf(a, "! %zu", findings);
	row_fold_line(&b, row->conditions);
	row_fold_line(&b, row->destinations);
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
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text);
	return row_term_matches_column(t, row);
}

static int
compare_flow_rows(const void *x, const void *y)
{
	const struct flow_row *a = x, *b = y;
	return (a->journey_index > b->journey_index) - (a->journey_index < b->journey_index);
}

static const struct row_ops ops = {
	.size = sizeof(struct flow_row),
	.match_term = match_flow_row,
	.compare = compare_flow_rows,
	.id_offset = offsetof(struct flow_row, number), /* two journeys may share an id */
	.search_text_offset = offsetof(struct flow_row, search_text),
};

#define TEXT(member) .text_offset = offsetof(struct flow_row, member)

static const struct column columns[] = {
	{ COLUMN("number", "#", 3, 3, ALWAYS), .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEVER_CUT,
	    TEXT(number) },
	{ COLUMN("whatif", "WHAT IF", 11, 13, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(verdict) },
	{ COLUMN("condition", "WHEN THE VISITOR IS IN", 20, 34, ALWAYS), .alias = "when",
	    .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(conditions) },
	{ COLUMN("split", "SPLIT", FLOW_ROW_BAR_CELLS, FLOW_ROW_BAR_CELLS, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_BLANK_IF_EMPTY | COLUMN_SCREEN_ONLY,
	    TEXT(split_bar) },
	{ COLUMN("destination", "GOES TO", 18, 34, ROOM), .alias = "goes", TEXT(destinations) },
	{ COLUMN("findings", "FINDINGS", 8, 8, ROOM), .flags = COLUMN_NEVER_CUT, TEXT(findings) },
	{ COLUMN("offers", "OFFERS", 6, 6, ROOM), .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEVER_CUT,
	    TEXT(offers) },
	{ COLUMN("id", "ID", 12, 30, ROOM), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "id", "condition", "destination", "whatif", "text", NULL };

const struct view_resource flow_resource = {
	.name = "journeys",
	.singular = "journey",
	.endpoint = ENDPOINT_JOURNEYS,
	.keys = view_keys,
	.columns = columns,
	.row_ops = &ops,
};

/* ---- words ---- */

const char *const flow_answer_words[] = {
	[WHATIF_NO] = "no",
	[WHATIF_YES] = "yes",
	[WHATIF_UNKNOWN] = "not known",
};
_Static_assert(sizeof(flow_answer_words) / sizeof(*flow_answer_words) == WHATIF_ANSWERS,
    "every answer needs a row in this table");

struct str
flow_short_name(struct str path)
{
	static const char *const fronts[] = { "/tags/", "/segments/" };
	for (size_t i = 0; i < sizeof(fronts) / sizeof(*fronts); i++)
		if (str_starts(path, str_of(fronts[i])) && path.n > str_of(fronts[i]).n)
			return str_sub(path, str_of(fronts[i]).n, path.n);
	return path;
}

static void
add_clean(struct buf *out, struct str text, bool ascii)
{
	text_clean(out, text.n ? text : STR("\"\""), ascii);
}

/* Appends "lapsed-365"; for a type other than segment, "country GB". */
static void
write_condition(struct buf *out, const struct journey_condition *c, bool ascii)
{
	if (!str_eqz(c->type, "segment")) {
		add_clean(out, c->type, ascii);
		buf_addc(out, ' ');
	}
	add_clean(out, flow_short_name(c->value), ascii);
}

void
flow_write_conditions(
    struct buf *out, const struct journey *j, const struct whatif_policy *policy, bool ascii)
{
	if (j->conditions_n == 0 && !j->conditions_unreadable)
		buf_addz(out, "everybody");
	for (size_t i = 0; i < j->conditions_n; i++) {
		buf_addz(out, i == 0 ? "" : policy->any_condition ? " or " : " and ");
		write_condition(out, &j->conditions[i], ascii);
	}
	if (j->conditions_unreadable)
		buf_addf(out, "%s? unreadable", j->conditions_n ? ", " : "");
}

void
flow_write_percent(struct buf *out, int64_t share)
{
	const int64_t hundredth = DECIMAL_ONE / 100;
	if (share == WHATIF_NO_SHARE)
		buf_addc(out, '?');
	else if (share > 0 && share < hundredth / 2)
		buf_addz(out, "<0.01");
	else
		decimal_write(out, (share + hundredth / 2) / hundredth * hundredth);
}

const char *
flow_no_fallback_words(const struct journeys *all)
{
	return all->fallback_unreadable ? "an unreadable fallback" : "nowhere";
}

void
flow_append_destinations(struct buf *out, const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, bool ascii)
{
	int64_t *shares = x_new_array(int64_t, j->destinations_n + 1), left;
	const char *dot = ascii ? ", " : " \xC2\xB7 ";
	size_t n = 0;
	whatif_destination_shares(j, policy, shares, &left);
	for (size_t i = 0; i < j->destinations_n; i++) {
		if (j->destinations[i].action_index != j->destinations[0].action_index)
			continue;
		buf_addz(out, n++ ? dot : "");
		if (j->destinations_n == 1 && left == 0)
			buf_addz(out, "all");
		else
			flow_write_percent(out, shares[i]);
		buf_addc(out, ' ');
		add_clean(out, flow_short_name(j->destinations[i].tag), ascii);
	}
	if (j->destinations_unreadable)
		buf_addf(out, "%s? unreadable", n++ ? dot : "");
	if (left) {
		buf_addz(out, n++ ? dot : "");
		flow_write_percent(out, left);
		buf_addz(out, " left over");
		if (all->fallback_tag.n == 0)
			buf_addf(out, " to %s", flow_no_fallback_words(all));
	}
	x_free(shares);
}

void
flow_write_verdict(struct buf *out, const struct whatif_result *answer)
{
	static const char *const words[] = {
		[WHATIF_FIRES] = "FIRES",
		[WHATIF_DOES_NOT_FIRE] = "no",
		[WHATIF_NOT_REACHED] = "not reached",
		[WHATIF_UNDECIDED] = "cannot tell",
		[WHATIF_DEPENDS] = "depends on",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == WHATIF_VERDICTS,
	    "every verdict needs a row in this table");
	buf_addz(out, words[answer->verdict]);
	if (answer->verdict == WHATIF_DEPENDS)
		buf_addf(out, " %zu", answer->deciding_journey + 1);
}

enum role
flow_verdict_role(enum whatif_verdict verdict)
{
	static const enum role roles[] = {
		[WHATIF_FIRES] = ROLE_GOOD,
		[WHATIF_DOES_NOT_FIRE] = ROLE_LABEL,
		[WHATIF_NOT_REACHED] = ROLE_LABEL,
		[WHATIF_UNDECIDED] = ROLE_UNKNOWN,
		[WHATIF_DEPENDS] = ROLE_UNKNOWN,
	};
	_Static_assert(sizeof(roles) / sizeof(*roles) == WHATIF_VERDICTS,
	    "every verdict needs a row in this table");
	return roles[verdict];
}

void
flow_write_share(struct buf *out, const struct whatif_share *share)
{
	flow_write_percent(out, share->min_percent);
	if (share->min_percent == share->max_percent)
		return;
	buf_addz(out, " to ");
	flow_write_percent(out, share->max_percent);
}

void
flow_write_policy(struct buf *out, const struct whatif_policy *policy)
{
	buf_addf(out, "%s match wins, %s; only the first action counts; %s",
	    policy->last_match_wins ? "the last" : "the first",
	    policy->any_condition ? "one condition is enough" : "every condition must hold",
	    policy->scales_splits ? "splits are scaled to 100"
				  : "any remainder goes to the fallback");
}

void
flow_write_known_conditions(
    struct buf *out, const struct flow_doc_context *context, const struct journey *j)
{
	for (size_t i = 0; i < j->conditions_n; i++) {
		const struct journey_condition *c = &j->conditions[i];
		buf_addz(out, i ? ", " : "");
		write_condition(out, c, false);
		buf_addf(
		    out, " %s", flow_answer_words[whatif_evaluate_condition(c, context->visitor)]);
	}
	if (j->conditions_unreadable)
		buf_addf(out, "%sunreadable conditions", j->conditions_n ? ", " : "");
	else if (j->conditions_n == 0)
		buf_addz(out, "no conditions");
}

/* Appends the journeys that may come first: "journey 1", "journey 1 or 5", "journey 1, 5 or 7
 * more". */
static void
write_undecided_earlier(struct buf *out, const struct flow_doc_context *context, size_t at)
{
	enum { LISTED_DESTINATIONS_MAX = 2 };
	size_t named[LISTED_DESTINATIONS_MAX], n = 0;
	for (size_t i = 0; i < context->whatif->results.n; i++) {
		bool before = context->policy.last_match_wins ? i > at : i < at;
		if (!before || context->whatif->results.v[i].verdict != WHATIF_UNDECIDED)
			continue;
		if (n < LISTED_DESTINATIONS_MAX)
			named[n] = i + 1;
		n++;
	}
	buf_addf(
	    out, "journey %zu", n ? named[0] : context->whatif->results.v[at].deciding_journey + 1);
	if (n > 1)
		buf_addf(out, "%s %zu", n > LISTED_DESTINATIONS_MAX ? "," : " or", named[1]);
	if (n > LISTED_DESTINATIONS_MAX)
		buf_addf(out, " or %zu more", n - LISTED_DESTINATIONS_MAX);
}

void
flow_write_reason(struct buf *out, const struct flow_doc_context *context, size_t at)
{
	const struct whatif_result *a = &context->whatif->results.v[at];
	if (a->verdict == WHATIF_NOT_REACHED) {
		/* If one condition suffices, several undecided journeys may together cover it. */
		bool together = context->policy.any_condition &&
		    context->whatif->results.v[a->deciding_journey].verdict == WHATIF_UNDECIDED;
		if (together)
			buf_addz(out, "earlier journeys get all its visitors");
		else if (context->whatif->results.v[a->deciding_journey].verdict == WHATIF_FIRES)
			buf_addf(out, "journey %zu fires before it", a->deciding_journey + 1);
		else
			buf_addf(out, "journey %zu gets all its visitors", a->deciding_journey + 1);
		return;
	}
	flow_write_known_conditions(out, context, &context->journeys->v[at]);
	if (a->verdict != WHATIF_DEPENDS)
		return;
	buf_addz(out, "; it fires unless ");
	write_undecided_earlier(out, context, at);
	buf_addz(out, " does");
}
