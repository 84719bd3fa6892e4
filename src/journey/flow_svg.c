#include "journey/flow_svg.h"

#include "list/markup.h"
#include "list/svg.h"
#include "model/format.h"

enum {
	CONDITIONS_MAX = 12, /* drawn of one journey; the rest is counted */
	DESTINATIONS_MAX = 24,
	TWO_COLUMNS_MIN = 600,
	PILL_HEIGHT = 32,
	GAP = 22,
	SPINE_X = 16,
	BLOCK_X = 44,
	NUMBER_RADIUS = 14,
	CHIP_HEIGHT = 28,
	CHIP_STEP = 34,
	BAR_HEIGHT = 14,
	ROW_STEP = 26,
	PERCENT_X = 76, /* end of the percentage, from the start of its row */
	OFFERS_WIDTH = 66,
};

struct flow_drawing {
	struct buf *out;
	const struct flow_doc_context *context;
	int width, y;
};

static void
draw_stroke(struct flow_drawing *f, int x1, int y1, int x2, int y2)
{
	buf_addf(f->out, "<path class=\"l\" d=\"M%d %dL%d %d\"/>", x1, y1, x2, y2);
}

/* Draws the spine down to the next node, and the words at its right. */
static void
draw_spine(struct flow_drawing *f, const char *words)
{
	int height = *words ? GAP + 12 : GAP;
	draw_stroke(f, SPINE_X, f->y, SPINE_X, f->y + height);
	svg_add_cut_text(f->out, BLOCK_X, f->y + height / 2 + 4, f->width - BLOCK_X, "c m",
	    SVG_SMALL_SIZE, str_of(words));
	f->y += height;
}

/* Draws the start page or the fallback: a label and a name in a rounded box. */
static void
draw_pill(struct flow_drawing *f, const char *label, struct str name, const char *placeholder)
{
	struct buf text = { 0 };
	int label_width = svg_text_width(str_of(label), SVG_SMALL_SIZE) + 8;
	markup_clean(&text, name.n ? name : str_of(placeholder), MARKUP_NAME_CELLS);
	int room = f->width - label_width - 32;
	int wanted = svg_text_width(buf_str(&text), SVG_BOLD_SIZE);
	int width = label_width + (wanted < room ? wanted : room) + 30;
	svg_add_box(f->out, 1, f->y, width, PILL_HEIGHT, PILL_HEIGHT / 2, "p");
	svg_add_text(f->out, 16, f->y + 21, "c m", str_of(label));
	svg_add_cut_text(
	    f->out, 16 + label_width, f->y + 21, room, "b", SVG_BOLD_SIZE, buf_str(&text));
	f->y += PILL_HEIGHT;
	buf_free(&text);
}

/* ---- conditions ---- */

static bool
is_missing(const struct flow_drawing *f, enum graph_kind kind, struct str path)
{
	uint32_t at = f->context->graph ? graph_find(f->context->graph, kind, path) : GRAPH_NONE;
	return at != GRAPH_NONE && graph_is_missing(&f->context->graph->nodes.v[at]);
}

/* Appends "lapsed-365", or "country GB". */
static void
add_condition_name(struct buf *out, const struct journey_condition *c)
{
	if (!str_eqz(c->type, "segment")) {
		markup_clean(out, c->type.n ? c->type : STR("?"), MARKUP_NAME_CELLS);
		buf_addc(out, ' ');
	}
	markup_clean(out, c->value.n ? flow_short_name(c->value) : STR("?"), MARKUP_NAME_CELLS);
}

/* Draws a condition below the last one. Returns its width. */
static int
draw_chip(struct flow_drawing *f, int y, int room, const char *lead, struct str name, bool missing)
{
	int lead_width = svg_text_width(str_of(lead), SVG_SMALL_SIZE) + 6;
	int width = svg_text_width(name, SVG_BOLD_SIZE) + lead_width + 20;
	width = width < room ? width : room;
	svg_add_box(f->out, BLOCK_X, y, width, CHIP_HEIGHT, 6, missing ? "x" : "p");
	svg_add_text(f->out, BLOCK_X + 10, y + 19, "c m", str_of(lead));
	svg_add_cut_text(f->out, BLOCK_X + 10 + lead_width, y + 19, width - lead_width - 16,
	    missing ? "b r" : "b", SVG_BOLD_SIZE, name);
	return width;
}

/* Draws the conditions from y on. Returns the y after them. */
static int
draw_conditions(struct flow_drawing *f, const struct journey *j, int y, int room)
{
	const char *next = f->context->policy.any_condition ? "or in" : "and in";
	struct buf name = { 0 };
	size_t n = j->conditions_n < CONDITIONS_MAX ? j->conditions_n : CONDITIONS_MAX;
	for (size_t i = 0; i < n; i++, y += CHIP_STEP) {
		const struct journey_condition *c = &j->conditions[i];
		bool segment = str_eqz(c->type, "segment");
		buf_reset(&name);
		add_condition_name(&name, c);
		draw_chip(f, y, room,
		    i == 0        ? (segment ? "in" : "if")
			: segment ? next
				  : "and",
		    buf_str(&name), segment && is_missing(f, GRAPH_SEGMENT, c->value));
	}
	buf_reset(&name);
	if (n < j->conditions_n)
		buf_addf(&name, "%zu more conditions", j->conditions_n - n);
	else if (j->conditions_unreadable)
		buf_addz(&name, "conditions that cannot be read");
	else if (n == 0)
		buf_addz(&name, "every visitor");
	if (name.n) {
		draw_chip(f, y, room, n ? "and" : "", buf_str(&name), j->conditions_unreadable);
		y += CHIP_STEP;
	}
	buf_free(&name);
	return y;
}

/* ---- destinations ---- */

static size_t
count_offers(const struct graph *g, struct str tag)
{
	size_t n = 0;
	uint32_t at = graph_find(g, GRAPH_TAG, tag);
	for (uint32_t e = at == GRAPH_NONE ? at : g->nodes.v[at].first_in; e != GRAPH_NONE;
	     e = g->edges.v[e].next_in)
		n += g->nodes.v[g->edges.v[e].from].kind == GRAPH_OFFER;
	return n;
}

/* The shares of a journey: those of its destinations that are used, then the rest. */
struct flow_shares {
	int64_t *v;
	int64_t left;
	bool has_rest;
};

static struct flow_shares
read_shares(const struct flow_drawing *f, const struct journey *j)
{
	struct flow_shares s = { .v = x_new_array(int64_t, j->destinations_n + 1) };
	bool known = whatif_destination_shares(j, &f->context->policy, s.v, &s.left);
	s.has_rest = s.left > 0 || !known;
	return s;
}

static const char *
series_class(char out[4], size_t at)
{
	out[0] = 's';
	out[1] = (char)('1' + at % SVG_SERIES);
	out[2] = '\0';
	return out;
}

/* Draws the shares side by side; those of destinations that are not drawn are part of the rest. */
static void
draw_split_bar(
    struct flow_drawing *f, const struct journey *j, const struct flow_shares *s, int x, int y)
{
	char class[4];
	int width = f->width - x, from = 0;
	double at = 0;
	size_t n = j->destinations_n < DESTINATIONS_MAX ? j->destinations_n : DESTINATIONS_MAX;
	for (size_t i = 0; i < n; i++) {
		if (s->v[i] == WHATIF_NO_SHARE || s->v[i] <= 0)
			continue;
		at += (double)s->v[i] / (double)DECIMAL_ONE / 100 * width;
		int to = at < width ? (int)at : width;
		if (from < to)
			svg_add_box(f->out, x + from, y, to - from > 4 ? to - from - 2 : 2,
			    BAR_HEIGHT, 2, series_class(class, i));
		from = to;
	}
	if ((s->has_rest || n < j->destinations_n) && from < width - 2)
		svg_add_box(f->out, x + from, y, width - from - 1, BAR_HEIGHT, 2, "s0");
}

/* Draws a row: colour, percentage, name, and the number of offers at the right. */
static void
draw_share_row(struct flow_drawing *f, int x, int y, const char *class, int64_t share,
    struct str name, const char *note)
{
	struct buf percent = { 0 };
	flow_write_percent(&percent, share);
	buf_addz(&percent, " %");
	svg_add_box(f->out, x, y + 3, 11, 11, 2, class);
	svg_add_text(f->out, x + PERCENT_X, y + 14, "e b", buf_str(&percent));
	svg_add_cut_text(f->out, x + PERCENT_X + 10, y + 14,
	    f->width - x - PERCENT_X - 10 - (*note ? OFFERS_WIDTH : 0), "", SVG_TEXT_SIZE, name);
	if (*note)
		svg_add_text(f->out, f->width, y + 14, "c m e", str_of(note));
	buf_free(&percent);
}

static void
draw_destination(struct flow_drawing *f, const struct journey *j, const struct flow_shares *s,
    size_t i, int x, int y)
{
	char class[4];
	struct buf name = { 0 }, note = { 0 };
	struct str tag = j->destinations[i].tag;
	markup_clean(&name, tag.n ? flow_short_name(tag) : STR("?"), MARKUP_NAME_CELLS);
	if (f->context->graph)
		format_plural(&note, count_offers(f->context->graph, tag), "offer", "offers");
	draw_share_row(f, x, y, s->v[i] == WHATIF_NO_SHARE ? "s0" : series_class(class, i), s->v[i],
	    buf_str(&name), note.n ? buf_z(&note) : "");
	buf_free(&name);
	buf_free(&note);
}

static void
draw_rest(struct flow_drawing *f, const struct flow_shares *s, int x, int y)
{
	const struct journeys *all = f->context->journeys;
	struct buf name = { 0 };
	if (all->fallback_tag.n)
		markup_clean(&name, flow_short_name(all->fallback_tag), MARKUP_NAME_CELLS);
	else
		buf_addz(&name, flow_no_fallback_words(all));
	draw_share_row(
	    f, x, y, "s0", s->left > 0 ? s->left : WHATIF_NO_SHARE, buf_str(&name), "fallback");
	buf_free(&name);
}

/* Draws the split and its destinations from y on. Returns the y after them. */
static int
draw_destinations(struct flow_drawing *f, const struct journey *j, int x, int y)
{
	struct flow_shares s = read_shares(f, j);
	struct buf more = { 0 };
	size_t drawn = 0;
	draw_split_bar(f, j, &s, x, y);
	y += BAR_HEIGHT + 8;
	for (size_t i = 0; i < j->destinations_n && drawn < DESTINATIONS_MAX;
	     i++, drawn++, y += ROW_STEP)
		draw_destination(f, j, &s, i, x, y);
	if (drawn < j->destinations_n)
		buf_addf(&more, "%zu more destinations", j->destinations_n - drawn);
	else if (j->destinations_unreadable)
		buf_addz(&more, "destinations that cannot be read");
	else if (drawn == 0)
		buf_addz(&more, "no destination");
	if (more.n) {
		svg_add_text(f->out, x, y + 14, "m", buf_str(&more));
		y += ROW_STEP;
	}
	if (s.has_rest) {
		draw_rest(f, &s, x, y);
		y += ROW_STEP;
	}
	x_free(s.v);
	buf_free(&more);
	return y;
}

/* ---- a journey ---- */

static void
draw_number(struct flow_drawing *f, size_t number)
{
	struct buf text = { 0 };
	buf_addf(&text, "%zu", number);
	buf_addf(f->out, "<circle class=\"n\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>", SPINE_X,
	    f->y + NUMBER_RADIUS, NUMBER_RADIUS);
	svg_add_text(f->out, SPINE_X, f->y + NUMBER_RADIUS + 4, "c b w i", buf_str(&text));
	buf_free(&text);
}

static void
draw_journey(struct flow_drawing *f, size_t at)
{
	const struct journey *j = &f->context->journeys->v[at];
	bool beside = f->width >= TWO_COLUMNS_MIN;
	int top = f->y, right = beside ? f->width * 45 / 100 : BLOCK_X;
	int room = (beside ? right - 36 : f->width) - BLOCK_X;
	int end = draw_conditions(f, j, top, room);
	if (beside) {
		draw_stroke(f, right - 30, top + NUMBER_RADIUS, right - 8, top + NUMBER_RADIUS);
		buf_addf(f->out, "<path class=\"l\" d=\"M%d %dl6 6l-6 6\"/>", right - 14,
		    top + NUMBER_RADIUS - 6);
	}
	int after = draw_destinations(f, j, right, beside ? top + 7 : end + 2);
	end = after > end ? after : end;
	draw_stroke(f, SPINE_X, top, SPINE_X, end);
	draw_number(f, at + 1);
	f->y = end;
}

/* ---- the whole flow ---- */

/* "the journeys 1 to 3 did not match" before a journey that does not follow its predecessor. */
static void
draw_gap(struct flow_drawing *f, size_t from, size_t to)
{
	struct buf words = { 0 };
	if (from + 1 == to)
		buf_addf(&words, "journey %zu did not match", to);
	else if (from < to)
		buf_addf(&words, "journeys %zu %s %zu did not match", from + 1,
		    from + 2 == to ? "and" : "to", to);
	else if (to)
		buf_addz(&words, "no match");
	draw_spine(f, buf_z(&words));
	buf_free(&words);
}

/* Draws the end: the fallback; after a single journey the next one if there is one. */
static void
draw_end(struct flow_drawing *f, size_t next, bool single)
{
	const struct journeys *all = f->context->journeys;
	struct buf name = { 0 };
	if (!single && next < all->n)
		draw_gap(f, next, all->n);
	else
		draw_spine(f, "no match");
	if (single && next < all->n) {
		buf_addf(&name, "journey %zu", next + 1);
		draw_pill(f, "Next", buf_str(&name), "");
	} else {
		draw_pill(
		    f, "Fallback", flow_short_name(all->fallback_tag), flow_no_fallback_words(all));
	}
	buf_free(&name);
}

/* Appends a journey in words: "Visitors in student go to: all uk/referral." */
static void
describe_journey(struct buf *out, const struct flow_doc_context *context, size_t at)
{
	const struct journey *j = &context->journeys->v[at];
	buf_addz(out, j->conditions_n ? "Visitors in " : "");
	flow_write_conditions(out, j, &context->policy, false);
	buf_addz(out, j->destinations_n ? " go to: " : " go nowhere");
	flow_append_destinations(out, context->journeys, j, &context->policy, false);
	buf_addz(out, ".");
}

static void
describe_flow(struct buf *out, const struct flow_doc_context *context, struct flow_choice chosen)
{
	buf_addz(out, "Start page ");
	markup_clean(out, context->journeys->starting_point, MARKUP_NAME_CELLS);
	buf_addc(out, '.');
	for (size_t i = 0; i < chosen.n; i++) {
		struct buf words = { 0 };
		describe_journey(&words, context, chosen.v[i]);
		buf_addf(out, " Journey %zu: ", chosen.v[i] + 1);
		buf_adds(out, str_head(buf_str(&words), 1000));
		buf_free(&words);
	}
	buf_addz(out, " Fallback: ");
	if (context->journeys->fallback_tag.n)
		markup_clean(
		    out, flow_short_name(context->journeys->fallback_tag), MARKUP_NAME_CELLS);
	else
		buf_addz(out, flow_no_fallback_words(context->journeys));
	buf_addc(out, '.');
}

void
flow_svg_write(struct buf *out, const struct flow_doc_context *context, struct flow_choice chosen,
    int width, size_t number)
{
	struct buf body = { 0 }, title = { 0 }, description = { 0 };
	struct flow_drawing f = { .out = &body, .context = context, .width = width, .y = 1 };
	size_t next = 0;
	draw_pill(&f, "Start page", context->journeys->starting_point, "not known");
	for (size_t i = 0; i < chosen.n; i++) {
		draw_gap(&f, next, chosen.v[i]);
		draw_journey(&f, chosen.v[i]);
		next = chosen.v[i] + 1;
	}
	draw_end(&f, next, chosen.n == 1);
	if (chosen.n == 1)
		buf_addf(&title, "Journey %zu", chosen.v[0] + 1);
	else
		format_plural(&title, chosen.n, "journey", "journeys");
	describe_flow(&description, context, chosen);
	int margin = number ? 0 : 24;
	const struct svg_head head = { .width = width + 2 + 2 * margin,
		.height = f.y + 2 + 2 * margin,
		.title = buf_str(&title),
		.description = buf_str(&description),
		.number = number };
	svg_begin(out, &head);
	if (margin)
		buf_addf(out, "<g transform=\"translate(%d %d)\">", margin, margin);
	buf_adds(out, buf_str(&body));
	buf_addz(out, margin ? "</g>" : "");
	svg_end(out);
	buf_free(&body);
	buf_free(&title);
	buf_free(&description);
}
