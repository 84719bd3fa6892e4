#include "catalog/offers_svg.h"

#include "catalog/graph_names.h"
#include "catalog/offer_facts.h"
#include "list/markup.h"
#include "list/svg.h"
#include "model/format.h"

enum {
	MARGIN = 24,
	CAMPAIGN_WIDTH = 220,
	TRUNK_X = CAMPAIGN_WIDTH + 24,
	OFFER_X = CAMPAIGN_WIDTH + 48,
	OFFER_WIDTH = 500,
	PADDING = 14,
	CARD_GAP = 14,
	ROOT_GAP = 34,
	LINE_STEP = 20,
	LABEL_WIDTH = 72,
	RADIUS = 8,
	PRICE_LINES_MAX = 6,
	FACT_LINES_MAX = 4,
};

struct offers_drawing {
	struct buf *out;
	const struct graph *graph;
	const struct check_items *offers;
	int x, y;    /* of the next offer */
	int trunk_y; /* end of the line that leads to the offers */
	size_t offer_count;
};

/* Appends text in lines from y on, at most `lines`. Returns the y of the next line. */
static int
draw_lines(
    struct buf *out, struct str text, int x, int y, int width, const char *classes, int lines)
{
	struct buf line = { 0 };
	for (int i = 0; i < lines && svg_next_line(&line, &text, SVG_TEXT_SIZE, width); i++) {
		buf_addz(&line, i + 1 == lines && str_trim(text).n ? "\xE2\x80\xA6" : "");
		svg_add_text(out, x, y, classes, buf_str(&line));
		buf_reset(&line);
		y += LINE_STEP;
	}
	buf_free(&line);
	return y;
}

/* ---- an offer ---- */

/* Appends a line such as "Products  Digital All Access, Archive". */
static int
draw_references(struct offers_drawing *t, struct buf *card, const struct offer_facts *f,
    enum offer_reference list, int y)
{
	struct buf names = { 0 };
	bool missing = false;
	for (size_t i = 0; i < f->nodes[list].n; i++) {
		const struct graph_node *n = &t->graph->nodes.v[f->nodes[list].v[i]];
		buf_addz(&names, i ? ", " : "");
		offer_facts_add_name(&names, n);
		missing = missing || graph_is_missing(n);
		buf_addz(&names, graph_is_missing(n) ? " (missing)" : "");
	}
	if (names.n) {
		svg_add_text(card, t->x + PADDING, y, "c m", str_of(offer_reference_words[list]));
		y = draw_lines(card, buf_str(&names), t->x + PADDING + LABEL_WIDTH, y,
		    OFFER_WIDTH - 2 * PADDING - LABEL_WIDTH, missing ? "r" : "m", FACT_LINES_MAX);
	}
	buf_free(&names);
	return y;
}

static void
draw_offer(void *ctx, uint32_t node)
{
	struct offers_drawing *t = ctx;
	struct offer_facts f;
	struct buf card = { 0 }, text = { 0 };
	offer_facts_read(&f, t->graph, node, t->offers);
	markup_clean(&text, f.name, MARKUP_NAME_CELLS);
	int y = t->y + PADDING + 12;
	svg_add_cut_text(&card, t->x + PADDING, y, OFFER_WIDTH - 2 * PADDING, "b", SVG_BOLD_SIZE,
	    buf_str(&text));
	buf_reset(&text);
	offer_facts_add_price(&text, &f);
	y = draw_lines(&card, buf_str(&text), t->x + PADDING, y + LINE_STEP,
	    OFFER_WIDTH - 2 * PADDING, "", PRICE_LINES_MAX);
	for (int i = 0; i < OFFER_REFERENCES; i++)
		y = draw_references(t, &card, &f, (enum offer_reference)i, y);
	int bottom = y - LINE_STEP + PADDING;
	svg_add_box(t->out, t->x, t->y, OFFER_WIDTH, bottom - t->y, RADIUS, "k");
	buf_adds(t->out, buf_str(&card));
	if (t->x == OFFER_X) {
		t->trunk_y = t->y + PADDING + 7;
		buf_addf(
		    t->out, "<path class=\"l\" d=\"M%d %dH%d\"/>", TRUNK_X, t->trunk_y, OFFER_X);
	}
	t->y = bottom + CARD_GAP;
	t->offer_count++;
	offer_facts_free(&f);
	buf_free(&card);
	buf_free(&text);
}

/* ---- a campaign ---- */

static void
draw_campaign(struct offers_drawing *t, uint32_t node)
{
	struct buf text = { 0 };
	size_t before = t->offer_count;
	int top = t->y, line = top + PADDING + 7;
	t->x = OFFER_X;
	offer_facts_each(t->graph, node, draw_offer, t);
	markup_clean(&text, graph_name(&t->graph->nodes.v[node]), MARKUP_NAME_CELLS);
	/* The box is drawn below its text, whose height it needs. */
	struct buf lines = { 0 };
	int y = draw_lines(&lines, buf_str(&text), PADDING, top + PADDING + 12,
	    CAMPAIGN_WIDTH - 2 * PADDING, "b", 4);
	buf_reset(&text);
	if (graph_is_missing(&t->graph->nodes.v[node]))
		buf_addz(&text, "missing");
	else
		format_plural(&text, t->offer_count - before, "offer", "offers");
	svg_add_text(&lines, PADDING, y, "c m", buf_str(&text));
	int bottom = y + PADDING;
	svg_add_box(t->out, 0, top, CAMPAIGN_WIDTH, bottom - top, RADIUS,
	    graph_is_missing(&t->graph->nodes.v[node]) ? "x" : "p");
	buf_adds(t->out, buf_str(&lines));
	if (t->offer_count > before)
		buf_addf(t->out, "<path class=\"l\" d=\"M%d %dH%dV%d\"/>", CAMPAIGN_WIDTH, line,
		    TRUNK_X, t->trunk_y);
	t->y = (bottom + CARD_GAP > t->y ? bottom + CARD_GAP : t->y) - CARD_GAP + ROOT_GAP;
	buf_free(&text);
	buf_free(&lines);
}

void
offers_svg_write(struct buf *out, const struct graph *g, const struct check_items *offers,
    const uint32_t *nodes, size_t n)
{
	struct buf body = { 0 }, title = { 0 };
	struct offers_drawing t = { .out = &body, .graph = g, .offers = offers };
	size_t campaigns = 0;
	for (size_t i = 0; i < n; i++) {
		t.x = 0;
		if (g->nodes.v[nodes[i]].kind == GRAPH_CAMPAIGN)
			draw_campaign(&t, nodes[i]);
		else
			draw_offer(&t, nodes[i]);
		campaigns += g->nodes.v[nodes[i]].kind == GRAPH_CAMPAIGN;
	}
	if (campaigns) {
		format_plural(&title, campaigns, "campaign", "campaigns");
		buf_addz(&title, " with ");
	}
	format_plural(&title, t.offer_count, "offer", "offers");
	const struct svg_head head = { .width = (campaigns ? OFFER_X : 0) + OFFER_WIDTH +
		    2 * MARGIN,
		.height = t.y + 2 * MARGIN -
		    (n == 0             ? 0
			    : campaigns ? ROOT_GAP
					: CARD_GAP),
		.title = buf_str(&title),
		.description = STR("A tree: each campaign, its offers with their price, and the "
				   "products, segments and tags that they refer to") };
	svg_begin(out, &head);
	buf_addf(out, "<g transform=\"translate(%d %d)\">", MARGIN, MARGIN);
	buf_adds(out, buf_str(&body));
	buf_addz(out, "</g>\n");
	svg_end(out);
	buf_free(&body);
	buf_free(&title);
}
