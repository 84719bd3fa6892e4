#include "catalog/page.h"

#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "catalog/offer_facts.h"
#include "catalog/page_state.h"
#include "journey/flow_svg.h"
#include "list/markup.h"
#include "list/svg.h"
#include "model/format.h"

#include <stdio.h>
#include <stdlib.h>

enum { OPEN_CAMPAIGNS_MAX = 3, COMMIT_SHOWN = 7, FINDINGS_MAX = 300 };

/* ---- head ---- */

static void
begin_document(struct buf *out, const struct page_writer *p)
{
	buf_addz(out,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	    "<meta http-equiv=\"Content-Security-Policy\" "
	    "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
	    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	    "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
	    "<meta name=\"generator\" content=\"Backroom\"/>\n"
	    "<title>Offers and journeys, ");
	markup_add_text(out, str_of(p->source->environment), MARKUP_NAME_CELLS);
	buf_addf(out, "</title>\n<style>\n%s%s\n</style>\n</head>\n<body>\n",
	    embedded_find(embedded_page, "page_style"), svg_style);
	buf_addz(out, "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n");
	if (p->symbols.n) {
		buf_addz(out, "<svg class=\"defs\" aria-hidden=\"true\">\n<defs>\n");
		buf_adds(out, buf_str(&p->symbols));
		buf_addz(out, "</defs></svg>\n");
	}
}

static void
add_sum(struct buf *out, size_t n, const char *one, const char *many)
{
	if (n == 0)
		return;
	buf_addz(out, "<li><b>");
	format_count(out, n);
	buf_addf(out, "</b>%s</li>\n", n == 1 ? one : many);
}

static void
add_header(
    struct buf *out, const struct page_writer *p, const struct page_choice *choice, size_t findings)
{
	struct str commit = catalog_commit(p->source->catalog);
	struct buf time = { 0 };
	buf_addz(out, "<header>\n<h1>Offers and journeys</h1>\n<p>Made on <time datetime=\"");
	when_write(out, p->source->now);
	buf_addz(out, "\">");
	format_time_long(&time, p->source->now, false);
	markup_escape(out, buf_str(&time));
	buf_addz(out, "</time> from ");
	markup_add_text(out, str_of(p->source->environment), MARKUP_NAME_CELLS);
	if (commit.n) {
		buf_addz(out, ", catalog ");
		markup_add_text(out, str_sub(commit, 0, COMMIT_SHOWN), COMMIT_SHOWN);
	}
	buf_reset(&time);
	format_date(&time, p->source->start_day, true);
	buf_addf(out,
	    ". Payments are calculated from the charges of each offer for a start on %s, before tax "
	    "and discounts.</p>\n<ul class=\"sum\">\n",
	    buf_z(&time));
	add_sum(out, p->campaign_count, "campaign", "campaigns");
	add_sum(out, p->offer_count, "offer", "offers");
	add_sum(out, choice->journeys.n, "journey", "journeys");
	add_sum(out, findings, "finding", "findings");
	buf_addz(out, "</ul>\n</header>\n");
	buf_free(&time);
}

static bool
is_campaign(const struct page_writer *p, uint32_t node)
{
	return p->graph->nodes.v[node].kind == GRAPH_CAMPAIGN;
}

static void
add_contents(struct buf *out, const struct page_writer *p, const struct page_choice *choice)
{
	buf_addz(
	    out, "<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n");
	if (choice->nodes.n)
		buf_addf(out, "<li><a href=\"#offers\">%s</a>",
		    p->campaign_count ? "Campaigns" : "Offers");
	if (p->campaign_count) {
		buf_addz(out, "<ol>\n");
		for (size_t i = 0; i < choice->nodes.n; i++) {
			uint32_t node = choice->nodes.v[i];
			if (!is_campaign(p, node))
				continue;
			buf_addf(out, "<li><a href=\"#n%u\">", node);
			page_add_name(out, graph_name(&p->graph->nodes.v[node]));
			buf_addz(out, "</a></li>\n");
		}
		buf_addz(out, "</ol>");
	}
	buf_addz(out, choice->nodes.n ? "</li>\n" : "");
	if (choice->journeys.n)
		buf_addz(out, "<li><a href=\"#journeys\">Journeys</a></li>\n");
	buf_addz(out,
	    "<li><a href=\"#findings\">Findings</a></li>\n"
	    "<li><a href=\"#glossary\">Glossary</a></li>\n</ol>\n</nav>\n");
}

/* ---- campaigns ---- */

static void
count_offer(void *ctx, uint32_t offer)
{
	(void)offer;
	++*(size_t *)ctx;
}

static void
add_offer_of_campaign(void *ctx, uint32_t offer)
{
	page_add_offer(ctx, offer);
}

/* Begins a group of offers that folds. */
static void
begin_fold(struct page_writer *p, const char *id, bool open, struct str name, size_t offers)
{
	buf_addf(&p->body, "<details class=\"c\" id=\"%s\"%s>\n<summary><h3>", id,
	    open ? " open=\"open\"" : "");
	page_add_name(&p->body, name);
	buf_addz(&p->body, "</h3> <span class=\"m\">");
	format_plural(&p->body, offers, "offer", "offers");
	buf_addz(&p->body, "</span></summary>\n");
}

static void
add_campaign(struct page_writer *p, uint32_t node, bool open)
{
	const struct graph_node *n = &p->graph->nodes.v[node];
	size_t offers = 0;
	char id[16];
	snprintf(id, sizeof(id), "n%u", node);
	offer_facts_each(p->graph, node, count_offer, &offers);
	begin_fold(p, id, open, graph_name(n), offers);
	index_add(p->shown_paths, n->path, node);
	page_add_findings_of(p, n->path, 0);
	p->campaign = node;
	buf_addz(&p->body, offers ? "<div class=\"g\">\n" : "<p class=\"lead\">No offers.</p>");
	offer_facts_each(p->graph, node, add_offer_of_campaign, p);
	buf_addz(&p->body, offers ? "</div>\n</details>\n" : "</details>\n");
}

static void
add_offer_section(struct page_writer *p, const struct page_choice *choice)
{
	size_t others = choice->nodes.n - p->campaign_count;
	if (choice->nodes.n == 0)
		return;
	buf_addf(&p->body,
	    "<section id=\"offers\" aria-labelledby=\"ho\">\n<h2 id=\"ho\">%s</h2>\n",
	    p->campaign_count ? "Campaigns" : "Offers");
	buf_addz(&p->body,
	    "<p class=\"lead\">Each offer with its price in words and its payments by month.</p>\n");
	for (size_t i = 0; i < choice->nodes.n; i++)
		if (is_campaign(p, choice->nodes.v[i]))
			add_campaign(
			    p, choice->nodes.v[i], p->campaign_count <= OPEN_CAMPAIGNS_MAX);
	if (others) {
		begin_fold(p, "others", true,
		    p->campaign_count ? STR("More offers") : STR("Offers"), others);
		buf_addz(&p->body, "<div class=\"g\">\n");
	}
	for (size_t i = 0; i < choice->nodes.n; i++) {
		p->campaign = choice->nodes.v[i];
		if (!is_campaign(p, choice->nodes.v[i]))
			page_add_offer(p, choice->nodes.v[i]);
	}
	buf_addz(&p->body, others ? "</div>\n</details>\n</section>\n" : "</section>\n");
}

/* ---- journeys ---- */

static void
add_journey(struct page_writer *p, const struct flow_doc_context *context, size_t at)
{
	struct buf name = { 0 };
	buf_addf(&p->body, "<article class=\"j\" id=\"j%zu\"><h3>%zu. ", at + 1, at + 1);
	flow_write_conditions(&name, &context->journeys->v[at], &context->policy, false);
	page_add_name(&p->body, buf_str(&name));
	buf_addz(&p->body, "</h3>\n");
	flow_svg_write(
	    &p->body, context, (struct flow_choice){ &at, 1 }, FLOW_CARD_WIDTH, ++p->drawing_count);
	page_add_findings_of(p, STR_NONE, at + 1);
	buf_addz(&p->body, "</article>\n");
	buf_free(&name);
}

static void
add_journey_section(struct page_writer *p, const struct page_choice *choice)
{
	const struct flow_doc_context context = { .journeys = catalog_journeys(p->source->catalog),
		.graph = p->graph };
	struct buf policy = { 0 };
	if (choice->journeys.n == 0)
		return;
	flow_write_policy(&policy, &context.policy);
	buf_addz(&p->body,
	    "<section id=\"journeys\" aria-labelledby=\"hj\">\n<h2 id=\"hj\">Journeys</h2>\n"
	    "<p class=\"lead\">Which offers a visitor of the start page sees. The order is the one "
	    "that the service sends. Assumed: ");
	markup_escape(&p->body, buf_str(&policy));
	buf_addz(&p->body, ".</p>\n<div class=\"js\">\n");
	for (size_t i = 0; i < choice->journeys.n; i++)
		add_journey(p, &context, choice->journeys.v[i]);
	buf_addz(&p->body, "</div>\n</section>\n");
	buf_free(&policy);
}

/* ---- findings ---- */

static int
compare_numbers(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

static bool
is_shown_journey(const struct page_choice *choice, size_t at)
{
	return choice->journeys.n &&
	    bsearch(&at, choice->journeys.v, choice->journeys.n, sizeof(at), compare_numbers);
}

/* True if the finding is about something on the page; *node is the item, GRAPH_NONE for a
 * journey. */
static bool
concerns_page(const struct page_writer *p, const struct page_choice *choice,
    const struct finding_row *row, uint32_t *node)
{
	*node = row->journey_number ? GRAPH_NONE : index_get(p->shown_paths, row->path);
	return row->journey_number ? is_shown_journey(choice, row->journey_number - 1)
				   : *node != GRAPH_NONE;
}

/* Links to the item if it has a place on the page. */
static void
add_finding_place(
    struct buf *out, const struct page_writer *p, const struct finding_row *row, uint32_t node)
{
	bool linked = node == GRAPH_NONE || is_campaign(p, node) ||
	    p->written_in[node] != GRAPH_NONE;
	if (node == GRAPH_NONE)
		buf_addf(out, "<a href=\"#j%zu\">", row->journey_number);
	else if (linked)
		buf_addf(out, "<a href=\"#n%u\">", node);
	page_add_name(out, row->name);
	buf_addz(out, linked ? "</a>" : "");
}

static void
add_listed_finding(
    struct buf *out, const struct page_writer *p, const struct finding_row *row, uint32_t node)
{
	buf_addz(out, "<li>");
	page_add_severity(out, check_rules[row->rule].severity);
	buf_addz(out, "<div>");
	add_finding_place(out, p, row, node);
	buf_addz(out, ": ");
	page_add_message(out, row);
	buf_addz(out, "<br/><span class=\"m\">To fix: ");
	markup_escape(out, str_of(check_rules[row->rule].how_to_fix));
	buf_addz(out, "</span></div></li>\n");
}

/* Returns the number of findings. */
static size_t
add_finding_section(struct page_writer *p, const struct page_choice *choice)
{
	size_t n = 0;
	uint32_t node;
	struct buf list = { 0 };
	for (size_t i = 0; i < p->findings.rows.n; i++)
		if (concerns_page(p, choice, &p->findings.rows.v[i], &node) && n++ < FINDINGS_MAX)
			add_listed_finding(&list, p, &p->findings.rows.v[i], node);
	buf_addf(&p->body,
	    "<section id=\"findings\" aria-labelledby=\"hf\">\n<h2 id=\"hf\">Findings</h2>\n"
	    "<p class=\"lead\">%s</p>\n",
	    n ? "The results of automatic checks of this page’s items."
	      : "The automatic checks found nothing about this page’s items.");
	if (n) {
		buf_addz(&p->body, "<ul class=\"fs\">\n");
		buf_adds(&p->body, buf_str(&list));
		buf_addz(&p->body, "</ul>\n");
	}
	if (n > FINDINGS_MAX)
		page_add_more(&p->body, "lead", n - FINDINGS_MAX);
	buf_addz(&p->body, "</section>\n");
	buf_free(&list);
	return n;
}

/* ---- the page ---- */

static void
begin_page(
    struct page_writer *p, const struct page_source *source, const struct page_choice *choice)
{
	*p = (struct page_writer){ .source = source,
		.graph = catalog_graph(source->catalog),
		.offers = catalog_items(source->catalog, CATALOG_OFFERS),
		.chart_symbols = index_new(),
		.shown_paths = index_new() };
	p->written_in = x_new_array(uint32_t, p->graph->nodes.n + 1);
	for (size_t i = 0; i < p->graph->nodes.n; i++)
		p->written_in[i] = GRAPH_NONE;
	for (size_t i = 0; i < choice->nodes.n; i++)
		p->campaign_count += is_campaign(p, choice->nodes.v[i]);
	page_collect_findings(p);
}

static void
end_page(struct page_writer *p)
{
	findings_free(&p->findings);
	index_free(p->first_findings);
	x_free(p->next_finding);
	buf_free(&p->body);
	buf_free(&p->symbols);
	index_free(p->chart_symbols);
	index_free(p->shown_paths);
	x_free(p->written_in);
}

static void
add_content_words(struct buf *said, const struct page_writer *p, size_t journeys)
{
	const struct {
		size_t n;
		const char *one, *many;
	} parts[] = { { p->campaign_count, "campaign", "campaigns" },
		{ p->offer_count, "offer", "offers" }, { journeys, "journey", "journeys" } };
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (parts[i].n == 0)
			continue;
		buf_addz(said, said->n ? ", " : "");
		format_plural(said, parts[i].n, parts[i].one, parts[i].many);
	}
	if (said->n == 0)
		buf_addz(said, "no offers");
}

static void
write_whole_page(struct buf *out, struct buf *said, const struct page_source *source,
    const struct page_choice *choice)
{
	struct page_writer p;
	begin_page(&p, source, choice);
	add_offer_section(&p, choice);
	add_journey_section(&p, choice);
	size_t findings = add_finding_section(&p, choice);
	begin_document(out, &p);
	add_header(out, &p, choice, findings);
	add_contents(out, &p, choice);
	buf_addz(out, "<main id=\"main\">\n");
	buf_adds(out, buf_str(&p.body));
	buf_addf(out,
	    "<section id=\"glossary\" aria-labelledby=\"hg\">\n<h2 id=\"hg\">Glossary</h2>\n"
	    "<dl class=\"gl\">\n%s</dl>\n</section>\n</main>\n"
	    "<footer><p>Written by Backroom. This page loads nothing and contains no data about "
	    "people.</p></footer>\n</body>\n</html>\n",
	    embedded_find(embedded_page, "page_glossary"));
	add_content_words(said, &p, choice->journeys.n);
	end_page(&p);
}

void
page_write(struct buf *out, struct buf *said, const struct page_source *source,
    const struct page_choice *choice)
{
	bool only_ascii = text_lift_ascii_only();
	write_whole_page(out, said, source, choice);
	if (only_ascii)
		text_set_ascii_only();
}
