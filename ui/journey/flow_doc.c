#include "ui/journey/flow_doc.h"
#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "list/bar.h"
#include "model/check.h"
#include "model/format.h"

#include <string.h>

enum {
	BAR_WIDTH = 20,
	BAR_WIDTH_SMALL = 12,
	NARROW_WIDTH = 56,
	PERCENT_WIDTH_MIN = 2,
	TEXT_CELLS_MIN = 12,
	PERCENT_DECIMALS = 2, /* decimals in flow_write_percent() */
	NOTE_COLUMN = 8,
	SPLIT_SHOWN_MAX = 24,
	TYPE_SHOWN_MAX = 20
};

/* ---- the flow ---- */

struct flow_lines {
	const char *vertical, *branch, *last_branch, *horizontal, *arrow, *node;
};

static const struct flow_lines drawn_lines = { .vertical = "\xE2\x94\x82",
	.branch = "\xE2\x94\x9C\xE2\x94\x80",
	.last_branch = "\xE2\x94\x94\xE2\x94\x80",
	.horizontal = "\xE2\x94\x80",
	.arrow = "\xE2\x94\x80\xE2\x96\xB8",
	.node = "\xE2\x97\x86" };
static const struct flow_lines ascii_lines = { .vertical = "|",
	.branch = "+-",
	.last_branch = "`-",
	.horizontal = "-",
	.arrow = "->",
	.node = "*" };

struct flow {
	struct doc *d;
	const struct flow_doc_context *context;
	const struct flow_lines *lines;
	int bar_width, percent_width; /* cells; bar is 0 while the what-if panel shows the bars */
	int detail_column;            /* column of text after a tag; 0: next line */
};

/* Appends a piece of the flow's lines. */
static void
add_drawn_line(struct flow *f, const char *line)
{
	doc_printf(f->d, ROLE_TEXT, "   ");
	doc_add_drawing(f->d, ROLE_FAINT, "%s", line);
}

static void
add_drawn_branch(struct flow *f, const char *branch)
{
	doc_printf(f->d, ROLE_TEXT, "   ");
	doc_add_drawing(f->d, ROLE_FAINT, "%s ", branch);
}

static void
add_stem(struct flow *f)
{
	doc_begin_line(f->d);
	add_drawn_line(f, f->lines->vertical);
}

/* Appends a path as a link, cut to fit, and marks it if it is missing. */
static void
add_path(struct flow *f, enum graph_kind kind, struct str path)
{
	const struct graph *g = f->context->graph;
	const struct doc_target target = { (int)kind, path };
	uint32_t at = g ? graph_find(g, kind, path) : GRAPH_NONE;
	bool missing = g && graph_kinds[kind].has_endpoint &&
	    (at == GRAPH_NONE || graph_is_missing(&g->nodes.v[at]));
	int used = f->d->lines.v[f->d->lines.n - 1].cell_count;
	int room = f->d->width - used - 1 - (missing ? 10 : 0);
	doc_add_cut_link(f->d, missing ? ROLE_BAD : ROLE_REFERENCE, path.n ? path : STR("\"\""),
	    &target, room < TEXT_CELLS_MIN ? TEXT_CELLS_MIN : room);
	if (missing)
		doc_printf(f->d, ROLE_BAD, " (missing)");
}

/* Starts a note about a problem, on a line below a condition or branch. */
static void
begin_note_line(struct flow *f)
{
	doc_begin_line(f->d);
	add_drawn_line(f, f->lines->vertical);
	doc_pad_to_column(f->d, NOTE_COLUMN);
}

static void
add_flow_condition(struct flow *f, const struct journey_condition *c, bool first)
{
	static const enum role roles[] = {
		[WHATIF_NO] = ROLE_LABEL,
		[WHATIF_YES] = ROLE_GOOD,
		[WHATIF_UNKNOWN] = ROLE_UNKNOWN,
	};
	_Static_assert(sizeof(roles) / sizeof(*roles) == WHATIF_ANSWERS,
	    "every answer needs a row in this table");
	bool segment = str_eqz(c->type, "segment");
	struct str none = STR("\"\"");
	doc_begin_line(f->d);
	add_drawn_line(f, f->lines->node);
	doc_printf(f->d, ROLE_TEXT, " ");
	if (f->context->visitor) {
		enum whatif_answer is = whatif_evaluate_condition(c, f->context->visitor);
		doc_printf(f->d, roles[is], "%-3s  ", flow_answer_words[is]);
	}
	if (!first)
		doc_printf(f->d, ROLE_TEXT, "%s ", f->context->policy.any_condition ? "or" : "and");
	doc_add_text(
	    f->d, ROLE_TEXT, c->type.n ? str_sub(c->type, 0, TYPE_SHOWN_MAX) : STR("no type"));
	doc_printf(f->d, ROLE_TEXT, " is ");
	if (segment) {
		add_path(f, GRAPH_SEGMENT, c->value);
		return;
	}
	doc_add_value(f->d, ROLE_TEXT, c->value.n ? c->value : none);
	begin_note_line(f);
	doc_printf(f->d, ROLE_UNKNOWN, "? unknown type");
}

static void
add_conditions(struct flow *f, const struct journey *j)
{
	for (size_t i = 0; i < j->conditions_n; i++)
		add_flow_condition(f, &j->conditions[i], i == 0);
	if (j->conditions_n && !j->conditions_unreadable)
		return;
	doc_begin_line(f->d);
	add_drawn_line(f, f->lines->node);
	doc_printf(f->d, ROLE_TEXT, " ");
	if (j->conditions_unreadable)
		doc_printf(f->d, ROLE_WARN, "! its conditions cannot be read");
	else
		doc_printf(f->d, ROLE_TEXT, "everyone (no conditions)");
}

static size_t
count_offers_of_tag(const struct graph *g, struct str tag)
{
	uint32_t at = graph_find(g, GRAPH_TAG, tag);
	size_t n = 0;
	for (uint32_t e = at == GRAPH_NONE ? at : g->nodes.v[at].first_in; e != GRAPH_NONE;
	     e = g->edges.v[e].next_in)
		n += g->nodes.v[g->edges.v[e].from].kind == GRAPH_OFFER;
	return n;
}

/* Appends the text after a tag, "14 offers, the fallback". It goes on the tag's line, or on the
 * next line, further to the left, if there is too little room. */
static void
add_offers_of_tag(struct flow *f, struct str tag, const char *fallback, bool last, int column)
{
	const struct doc_target target = { LINK_USED_BY, tag };
	const struct graph *g = f->context->graph;
	const char *comma = g && *fallback ? ", " : "";
	size_t n = g ? count_offers_of_tag(g, tag) : 0;
	struct buf words = { 0 };
	if (!g && !*fallback)
		return;
	if (n)
		format_plural(&words, n, "offer", "offers");
	else if (g)
		buf_addz(&words, "no offer has this tag");
	int room = f->d->width - text_width(buf_str(&words)) - (int)strlen(comma) -
	    (int)strlen(fallback) - 1;
	if (!f->detail_column) {
		doc_begin_line(f->d);
		add_drawn_line(f, last ? " " : f->lines->vertical);
	}
	doc_pad_to_column(f->d,
	    f->detail_column        ? f->detail_column
		: column + 3 < room ? column + 3
				    : room);
	if (n)
		doc_add_link(f->d, ROLE_REFERENCE, buf_str(&words), &target);
	else
		doc_printf(f->d, ROLE_LABEL, "%s", buf_z(&words));
	doc_printf(f->d, ROLE_LABEL, "%s%s", comma, fallback);
	buf_free(&words);
}

/* Appends "├─ 70 % ██████████████······ ─▸ " and returns the column after it. */
static int
add_branch(struct flow *f, int64_t share, size_t part, bool last)
{
	struct buf percent = { 0 };
	flow_write_percent(&percent, share);
	doc_begin_line(f->d);
	add_drawn_branch(f, last ? f->lines->last_branch : f->lines->branch);
	doc_printf(f->d, ROLE_LEAD, "%*s", f->percent_width - text_width(buf_str(&percent)), "");
	doc_printf(f->d, share == WHATIF_NO_SHARE ? ROLE_BAD : ROLE_LEAD, "%s %%%s",
	    buf_z(&percent), f->bar_width ? " " : "");
	if (f->bar_width)
		bar_add_to_doc(f->d, &share, 1, part, f->bar_width);
	doc_add_drawing(f->d, ROLE_FAINT, " %s ", f->lines->arrow);
	buf_free(&percent);
	return f->d->lines.v[f->d->lines.n - 1].cell_count;
}

/* Adds the split as it was sent if it differs from the share that applies. */
static void
add_split_as_sent(struct flow *f, const struct journey_destination *to, int64_t share)
{
	int64_t sent;
	bool number = decimal_read(to->split, &sent);
	if (number && sent == share && decimal_places(to->split) <= PERCENT_DECIMALS)
		return;
	begin_note_line(f);
	if (number && (sent == share || (f->context->policy.scales_splits && sent >= 0))) {
		doc_printf(f->d, ROLE_LABEL, "%s %.*s", sent == share ? "exactly" : "sent as",
		    STR_ARG(to->split));
		return;
	}
	doc_printf(f->d, number ? ROLE_WARN : ROLE_BAD, "! sent as ");
	doc_add_text(f->d, number ? ROLE_WARN : ROLE_BAD,
	    to->split.p ? str_sub(to->split, 0, SPLIT_SHOWN_MAX) : STR("nothing"));
	if (!number)
		doc_printf(f->d, ROLE_BAD, ": not a number");
}

static void
add_destination(
    struct flow *f, const struct journey *j, size_t i, int64_t share, size_t part, bool last)
{
	const struct journey_destination *to = &j->destinations[i];
	bool loops = to->tag.n && str_eq(to->tag, f->context->journeys->starting_point);
	int column = add_branch(f, share, part, last);
	add_path(f, GRAPH_TAG, to->tag);
	if (f->detail_column)
		add_offers_of_tag(f, to->tag, "", last, column);
	add_split_as_sent(f, to, share);
	if (loops) {
		begin_note_line(f);
		doc_printf(f->d, ROLE_WARN, "! goes back to the start");
	}
	if (!f->detail_column)
		add_offers_of_tag(f, to->tag, "", last, column);
}

/* Appends the line for the remaining share, which goes to the fallback. */
static void
add_remainder_note(struct flow *f, int column)
{
	doc_begin_line(f->d);
	doc_pad_to_column(f->d, column);
	doc_printf(f->d, ROLE_LABEL, "remainder: the fallback");
}

static void
add_unassigned_share(struct flow *f, int64_t left)
{
	struct str fallback = f->context->journeys->fallback_tag;
	struct buf percent = { 0 };
	flow_write_percent(&percent, left);
	doc_begin_line(f->d);
	add_drawn_branch(f, f->lines->last_branch);
	doc_printf(f->d, left ? ROLE_LEAD : ROLE_LABEL, "%*s%s %%%s",
	    f->percent_width - text_width(buf_str(&percent)), "", buf_z(&percent),
	    f->bar_width ? " remainder " : "");
	for (int i = 10; i < f->bar_width; i++)
		doc_add_drawing(f->d, ROLE_FAINT, "%s", f->lines->horizontal);
	doc_add_drawing(f->d, ROLE_FAINT, " %s ", f->lines->arrow);
	int column = f->d->lines.v[f->d->lines.n - 1].cell_count;
	if (!fallback.n) {
		doc_printf(f->d, ROLE_BAD, "! %s",
		    f->context->journeys->fallback_unreadable ? "the fallback cannot be read"
							      : "no fallback");
	} else {
		add_path(f, GRAPH_TAG, fallback);
		add_offers_of_tag(f, fallback, f->bar_width ? "the fallback" : "", true, column);
		if (!f->bar_width)
			add_remainder_note(f, column);
	}
	buf_free(&percent);
}

static void
measure_percents(struct flow *f, const int64_t *shares, size_t n, int64_t left)
{
	struct buf text = { 0 };
	f->percent_width = PERCENT_WIDTH_MIN;
	for (size_t i = 0; i <= n; i++) {
		buf_reset(&text);
		flow_write_percent(&text, i < n ? shares[i] : left);
		if (text_width(buf_str(&text)) > f->percent_width)
			f->percent_width = text_width(buf_str(&text));
	}
	f->bar_width = f->context->whatif               ? 0
	    : f->d->width && f->d->width < NARROW_WIDTH ? BAR_WIDTH_SMALL
							: BAR_WIDTH;
	buf_free(&text);
}

/* Aligns the offers after the longest tag if they all fit there. */
static void
place_branch_ends(struct flow *f, const struct journey *j)
{
	enum {
		BRANCH_CELLS = 6,
		PERCENT_GAP = 2,
		ARROW_CELLS = 4,
		GAP = 3,
		OFFERS_CELLS = 12,
		FALLBACK_CELLS = 24
	};
	int longest = text_width(f->context->journeys->fallback_tag);
	for (size_t i = 0; i < j->destinations_n; i++) {
		int cells = text_width(j->destinations[i].tag);
		longest = cells > longest ? cells : longest;
	}
	int at = BRANCH_CELLS + f->percent_width + PERCENT_GAP +
	    (f->bar_width ? f->bar_width + 1 : 0) + ARROW_CELLS + longest + GAP;
	f->detail_column = f->d->width &&
		at + (f->bar_width ? FALLBACK_CELLS : OFFERS_CELLS) <= f->d->width
	    ? at
	    : 0;
}

/* A sum that is not 100 only because of rounding, such as thirds, is not a finding. */
static void
add_rounding_note(struct flow *f, int64_t sum)
{
	struct buf text = { 0 };
	decimal_write(&text, sum);
	doc_begin_line(f->d);
	doc_printf(f->d, ROLE_LABEL, "   rounding: the splits add up to %s", buf_z(&text));
	buf_free(&text);
}

static void
add_destinations(struct flow *f, const struct journey *j)
{
	int64_t *shares = x_new_array(int64_t, j->destinations_n + 1), left;
	size_t part = 0, others = 0;
	int64_t split = 0, sum = 0;
	bool numbers = true;
	whatif_destination_shares(j, &f->context->policy, shares, &left);
	measure_percents(f, shares, j->destinations_n, left);
	place_branch_ends(f, j);
	for (size_t i = 0; i < j->destinations_n; i++) {
		if (j->destinations[i].action_index != j->destinations[0].action_index) {
			others++;
			continue;
		}
		add_destination(f, j, i, shares[i], part++, false);
		numbers = decimal_read_share(j->destinations[i].split, &split) && numbers;
		sum = decimal_add(sum, split);
	}
	add_unassigned_share(f, left);
	if (numbers && check_is_rounding_error(sum))
		add_rounding_note(f, sum);
	if (others) {
		doc_begin_line(f->d);
		doc_printf(
		    f->d, ROLE_WARN, "   ! only the first action counts; ignored: %zu ", others);
	}
	x_free(shares);
}

/* The verdict, if other journeys decide it: otherwise the conditions above have the answers. */
static void
add_verdict(struct flow *f, size_t at)
{
	const struct whatif_result *a = &f->context->whatif->results.v[at];
	struct buf words = { 0 };
	if (a->verdict != WHATIF_NOT_REACHED && a->verdict != WHATIF_DEPENDS)
		return;
	flow_write_verdict(&words, a);
	doc_begin_line(f->d);
	doc_printf(f->d, ROLE_TEXT, " This visitor: ");
	doc_printf(f->d, flow_verdict_role(a->verdict), "%s", buf_z(&words));
	buf_reset(&words);
	flow_write_reason(&words, f->context, at);
	doc_printf(f->d, ROLE_LABEL, ", ");
	doc_add_value(f->d, ROLE_LABEL, buf_str(&words));
	buf_free(&words);
}

void
flow_doc(struct doc *d, const struct flow_doc_context *context, size_t at)
{
	const struct journey *j = &context->journeys->v[at];
	struct flow f = {
		.d = d, .context = context, .lines = d->ascii ? &ascii_lines : &drawn_lines
	};
	const struct doc_target start = { GRAPH_PAGE, context->journeys->starting_point };
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	if (context->journeys->starting_point.n)
		doc_add_link(d, ROLE_REFERENCE, context->journeys->starting_point, &start);
	else
		doc_printf(d, ROLE_WARN, "! no starting point");
	add_stem(&f);
	add_conditions(&f, j);
	add_stem(&f);
	if (j->destinations_n == 0 || j->destinations_unreadable) {
		add_stem(&f);
		doc_printf(d, ROLE_WARN,
		    j->destinations_unreadable
			? " ! its destinations cannot be read"
			: " ! no destination: everyone goes to the fallback");
	}
	add_destinations(&f, j);
	doc_begin_line(d);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, " no match: ");
	if (context->policy.last_match_wins ? at > 0 : at + 1 < context->journeys->n)
		doc_printf(
		    d, ROLE_LABEL, "journey %zu", context->policy.last_match_wins ? at : at + 2);
	else
		doc_printf(d, ROLE_LABEL, "the fallback");
	if (context->whatif)
		add_verdict(&f, at);
}

/* ---- the visitor's result ---- */

/* The width of the widest share in cells. */
static int
width_of_shares(const struct whatif *w)
{
	struct buf percent = { 0 };
	int most = 3;
	for (size_t i = 0; i < w->shares.n; i++) {
		buf_reset(&percent);
		flow_write_share(&percent, &w->shares.v[i]);
		most = (int)percent.n > most ? (int)percent.n : most;
	}
	buf_free(&percent);
	return most;
}

static const char fallback_words[] = ", fallback";

/* The width of the bar: long, short, or 0 if the longest destination leaves no room. */
static int
share_bar_cells(const struct doc *d, const struct whatif *w, int width)
{
	enum { AROUND_CELLS = 9, COUNT_CELLS = 8 };
	int longest = 0;
	for (size_t i = 0; i < w->shares.n; i++) {
		const struct whatif_share *s = &w->shares.v[i];
		int cells = text_width(flow_short_name(s->tag)) + (s->fallback ? (int)strlen(fallback_words) : 0);
		longest = cells > longest ? cells : longest;
	}
	if (w->shares.n == 1)
		return 0; /* all of it */
	int room = d->width - width - AROUND_CELLS - longest - COUNT_CELLS;
	return room >= BAR_WIDTH ? BAR_WIDTH : room >= BAR_WIDTH_SMALL ? BAR_WIDTH_SMALL : 0;
}

/* " 70 %  ██████████████······  /tags/save  6,974": the certain part of the share is filled, the
 * possible part is drawn in a second pattern. */
static void
add_share(struct doc *d, const struct flow_doc_context *context, size_t at, int width, int bar,
    const uint32_t *count_drawn)
{
	const struct whatif_share *s = &context->whatif->shares.v[at];
	const int64_t parts[] = { s->min_percent, s->max_percent - s->min_percent };
	struct buf percent = { 0 }, count = { 0 };
	flow_write_share(&percent, s);
	doc_begin_line(d);
	doc_printf(d, s->max_percent ? ROLE_LEAD : ROLE_LABEL, " %*s %%  ", width, buf_z(&percent));
	if (bar)
		bar_add_to_doc(d, parts, 2, 0, bar);
	doc_printf(d, ROLE_TEXT, "%s", bar ? "  " : "");
	doc_add_text(
	    d, ROLE_TEXT, s->tag.n ? flow_short_name(s->tag) : str_of(flow_no_fallback_words(context->journeys)));
	if (s->fallback)
		doc_printf(d, ROLE_LABEL, "%s", fallback_words);
	if (count_drawn) {
		format_count(&count, *count_drawn);
		doc_printf(d, ROLE_TEXT, " ");
		doc_pad_to_column(d, d->width - 1 - text_width(buf_str(&count)));
		doc_printf(d, ROLE_LABEL, "%s", buf_z(&count));
	}
	buf_free(&percent);
	buf_free(&count);
}

/* The journey that the visitor gets, and why; or the journeys that are possible. */
static void
add_reason(struct doc *d, const struct flow_doc_context *context)
{
	const struct whatif *w = context->whatif;
	struct buf words = { 0 };
	size_t may = 0;
	if (w->certain && w->firing_journey != SIZE_MAX) {
		buf_addf(&words, "Journey %zu fires: ", w->firing_journey + 1);
		flow_write_known_conditions(
		    &words, context, &context->journeys->v[w->firing_journey]);
	} else if (w->certain) {
		buf_addz(&words, "No journey fires");
	}
	for (size_t i = 0; i < w->results.n && !w->certain; i++)
		if (whatif_may_fire(w->results.v[i].verdict))
			buf_addf(
			    &words, "%s%zu", may++ ? ", " : "Not known: it may be journey ", i + 1);
	if (!w->certain && w->may_fall_back)
		buf_addz(&words, ", or the fallback");
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_value(d, ROLE_TEXT, buf_str(&words));
	buf_free(&words);
}

void
flow_result_doc(struct doc *d, const struct flow_doc_context *context, size_t most)
{
	const struct whatif *w = context->whatif;
	uint32_t *counts = x_new_array(uint32_t, w->shares.n + 1);
	struct buf words = { 0 };
	bool exact = whatif_is_exact(w);
	int width = width_of_shares(w), bar = share_bar_cells(d, w, width);
	if (exact)
		whatif_sample(w, FLOW_SEED, FLOW_VISITOR_COUNT, counts);
	for (size_t i = 0; i < w->shares.n && i < most; i++)
		add_share(d, context, i, width, bar, exact ? &counts[i] : NULL);
	if (w->shares.n > most) {
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, " and %zu more destination%s", w->shares.n - most,
		    w->shares.n - most == 1 ? "" : "s");
	}
	add_reason(d, context);
	if (exact) {
		format_count(&words, FLOW_VISITOR_COUNT);
		doc_begin_line(d);
		doc_printf(d, ROLE_LABEL, " simulated with %s visitors (seed %d)", buf_z(&words),
		    FLOW_SEED);
	}
	buf_free(&words);
	x_free(counts);
}

void
flow_policy_doc(struct doc *d, const struct flow_doc_context *context)
{
	struct buf words = { 0 };
	buf_addz(&words, "Assumes: ");
	flow_write_policy(&words, &context->policy);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_value(d, ROLE_LABEL, buf_str(&words));
	buf_free(&words);
}
