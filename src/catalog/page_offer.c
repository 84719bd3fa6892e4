#include "catalog/graph_names.h"
#include "catalog/offer_facts.h"
#include "catalog/page_state.h"
#include "catalog/price_months.h"
#include "list/html.h"
#include "list/markup.h"
#include "list/svg.h"
#include "model/format.h"
#include "wire/catalog.h"
#include "wire/member.h"

#include <ctype.h>

enum {
	CHARTS_MAX = 3,
	WORDING_BYTES_MAX = 16384,
	WORDING_LINES_MAX = 12,
	NAMES_MAX = 40,
	FINDINGS_OF_ITEM_MAX = 5
};

/* ---- texts ---- */

void
page_add_name(struct buf *out, struct str name)
{
	size_t at = name.n;
	while (str_starts(name, STR("/")) && at && name.p[at - 1] != '/')
		at--;
	markup_add_text(
	    out, str_sub(name, str_starts(name, STR("/")) ? at : 0, name.n), MARKUP_NAME_CELLS);
}

void
page_add_message(struct buf *out, const struct finding_row *row)
{
	struct buf text = { 0 };
	struct str rest = row->short_message, word;
	while (rest.n && str_next(&rest, ' ', &word)) {
		buf_addz(&text, text.n ? " " : "");
		size_t root = str_find_char(word, '/'), last = word.n;
		bool is_path = root != SIZE_MAX &&
		    (!root || !isalnum((unsigned char)word.p[root - 1]));
		while (is_path && word.p[last - 1] != '/')
			last--;
		bool is_short = is_path && str_eqz(str_sub(word, 0, root), "\xE2\x80\xA6");
		buf_adds(&text, str_sub(word, 0, !is_path ? word.n : is_short ? 0 : root));
		if (is_path)
			buf_adds(&text, str_sub(word, last, word.n));
	}
	markup_add_text(out, buf_str(&text), MARKUP_TEXT_CELLS);
	buf_free(&text);
}

/* ---- charts ---- */

/* The number of the chart's symbol. Equal charts share one. */
static uint32_t
chart_symbol(struct page_writer *p, const struct price_months *months)
{
	struct buf chart = { 0 };
	price_months_add_chart(&chart, months);
	uint32_t known = index_add(
	    p->chart_symbols, buf_str(&chart), (uint32_t)p->symbol_count + 1);
	if (known == UINT32_MAX) {
		known = (uint32_t)++p->symbol_count;
		buf_addf(&p->symbols, "<g id=\"k%u\">", known);
		buf_adds(&p->symbols, buf_str(&chart));
		buf_addz(&p->symbols, "</g>\n");
	}
	buf_free(&chart);
	return known;
}

static void
add_chart(struct page_writer *p, const struct price_months *months)
{
	struct buf title = { 0 }, words = { 0 };
	markup_clean(&title, months->total.currency.n ? months->total.currency : STR("?"), 12);
	buf_addz(&title, " by month");
	price_months_add_words(&words, months);
	buf_addz(&p->body, "<figure>");
	if (price_months_can_be_drawn(months)) {
		const struct svg_head head = { .width = PRICE_CHART_WIDTH,
			.height = PRICE_CHART_HEIGHT,
			.title = buf_str(&title),
			.description = buf_str(&words),
			.number = ++p->drawing_count };
		uint32_t symbol = chart_symbol(p, months);
		svg_begin(&p->body, &head);
		buf_addf(&p->body, "<use href=\"#k%u\"/>", symbol);
		svg_end(&p->body);
	}
	buf_addz(&p->body, "<figcaption>");
	markup_escape(&p->body, buf_str(&title));
	buf_addz(&p->body, ": ");
	markup_escape(&p->body, buf_str(&words));
	buf_addz(&p->body, ".<br/>");
	buf_reset(&words);
	price_months_add_totals(&words, months);
	markup_escape(&p->body, buf_str(&words));
	buf_addz(&p->body, ".</figcaption></figure>\n");
	buf_free(&title);
	buf_free(&words);
}

static void
add_charts(struct page_writer *p, const struct offer_facts *f)
{
	struct price_months months[CHARTS_MAX];
	size_t n = price_months_compute(
	    months, CHARTS_MAX, f->charges, f->charges_n, p->source->start_day);
	for (size_t i = 0; i < n && i < CHARTS_MAX; i++)
		if (months[i].total.payment_count || months[i].total.endless)
			add_chart(p, &months[i]);
}

/* ---- texts ---- */

/* Appends the wording of the shop in lines, without its markup. */
static void
add_wording(struct page_writer *p, const struct graph_node *n)
{
	unsigned flags;
	const struct listing *list = catalog_list(p->source->catalog, catalog_part_of(n->kind));
	struct str json = listing_json(list, n->item_index, &flags);
	struct str value = catalog_find_attribute(json, STR("checkout_description"));
	struct buf html = { .max = WORDING_BYTES_MAX }, line = { 0 };
	struct doc d = { .omits_addresses = true };
	size_t lines = 0;
	if (json_is_string(value))
		json_lex_unquote(&html, value);
	doc_begin_line(&d);
	if (html.n)
		html_add_to_doc(&d, ROLE_TEXT, buf_str(&html));
	for (size_t i = 0; i < d.lines.n && lines < WORDING_LINES_MAX; i++) {
		buf_reset(&line);
		doc_write_line(&line, &d, i);
		struct str text = str_trim(buf_str(&line));
		bool is_item = str_starts(text, STR("- "));
		if (text.n == 0)
			continue;
		buf_addz(&p->body, lines++ ? "<br/>" : "<p class=\"wd\">");
		buf_addz(&p->body, is_item ? "\xE2\x80\xA2 " : "");
		markup_add_text(
		    &p->body, str_sub(text, is_item ? 2 : 0, text.n), MARKUP_TEXT_CELLS);
	}
	buf_addz(&p->body, lines ? "</p>\n" : "");
	doc_free(&d);
	buf_free(&html);
	buf_free(&line);
}

static void
add_references(struct page_writer *p, const struct offer_facts *f)
{
	struct buf name = { 0 };
	size_t lists = 0;
	for (int list = 0; list < OFFER_REFERENCES; list++) {
		size_t n = f->nodes[list].n < NAMES_MAX ? f->nodes[list].n : NAMES_MAX;
		if (n)
			buf_addf(&p->body, "%s<dt>%s</dt><dd>", lists++ ? "" : "<dl>",
			    offer_reference_words[list]);
		for (size_t i = 0; i < n; i++) {
			const struct graph_node *node = &p->graph->nodes.v[f->nodes[list].v[i]];
			buf_reset(&name);
			offer_facts_add_name(&name, node);
			buf_addz(&p->body, i ? ", " : "");
			markup_escape(&p->body, buf_str(&name));
			if (graph_is_missing(node))
				buf_addz(&p->body, " <span class=\"err\">missing</span>");
			index_add(p->shown_paths, node->path, f->nodes[list].v[i]);
		}
		if (n < f->nodes[list].n)
			buf_addz(&p->body, " and more");
		buf_addz(&p->body, n ? "</dd>" : "");
	}
	buf_addz(&p->body, lists ? "</dl>\n" : "");
	buf_free(&name);
}

/* ---- findings ---- */

void
page_add_severity(struct buf *out, enum check_severity severity)
{
	static const char *const classes[] = {
		[CHECK_ERROR] = "err", [CHECK_WARNING] = "wrn", [CHECK_NOTE] = "nte"
	};
	static const char *const words[] = {
		[CHECK_ERROR] = "Error", [CHECK_WARNING] = "Warning", [CHECK_NOTE] = "Note"
	};
	_Static_assert(sizeof(words) / sizeof(*words) == CHECK_SEVERITIES,
	    "every severity needs a row in this table");
	buf_addf(out, "<span class=\"%s\">%s</span>", classes[severity], words[severity]);
}

void
page_add_more(struct buf *out, const char *class, size_t n)
{
	buf_addf(out, "<p class=\"%s\">and ", class);
	format_count(out, n);
	buf_addz(out, " more</p>\n");
}

/* The key of the findings about an item, or about a journey. */
static void
write_finding_key(struct buf *out, struct str path, size_t journey_number)
{
	if (journey_number)
		buf_addf(out, "journey %zu", journey_number);
	else
		buf_addf(out, "item %.*s", STR_ARG(path));
}

void
page_collect_findings(struct page_writer *p)
{
	struct findings *f = &p->findings;
	struct buf key = { 0 };
	findings_collect(f, p->source->catalog, FINDINGS_ALL, p->source->mute);
	p->next_finding = x_new_array(uint32_t, f->rows.n + 1);
	p->first_findings = index_new();
	for (size_t i = f->rows.n; i-- > 0;) {
		buf_reset(&key);
		write_finding_key(&key, f->rows.v[i].path, f->rows.v[i].journey_number);
		p->next_finding[i] = index_get(p->first_findings, buf_str(&key));
		index_put(p->first_findings, buf_str(&key), (uint32_t)i);
	}
	buf_free(&key);
}

void
page_add_findings_of(struct page_writer *p, struct str path, size_t journey_number)
{
	struct buf key = { 0 };
	size_t n = 0;
	write_finding_key(&key, path, journey_number);
	for (uint32_t i = index_get(p->first_findings, buf_str(&key)); i != UINT32_MAX;
	     i = p->next_finding[i]) {
		const struct finding_row *row = &p->findings.rows.v[i];
		if (n++ >= FINDINGS_OF_ITEM_MAX)
			continue;
		buf_addz(&p->body, "<p class=\"fl\">");
		page_add_severity(&p->body, check_rules[row->rule].severity);
		buf_addc(&p->body, ' ');
		page_add_message(&p->body, row);
		buf_addz(&p->body, "</p>\n");
	}
	if (n > FINDINGS_OF_ITEM_MAX)
		page_add_more(&p->body, "fl", n - FINDINGS_OF_ITEM_MAX);
	buf_free(&key);
}

/* ---- the offer ---- */

/* Refers to the campaign in which an offer is described. */
static void
add_reference_to_offer(struct page_writer *p, uint32_t node)
{
	const struct graph_node *campaign = &p->graph->nodes.v[p->written_in[node]];
	buf_addz(&p->body, "<p class=\"pr\">The same offer as in ");
	buf_addf(&p->body, "<a href=\"#n%u\">", node);
	page_add_name(&p->body, graph_name(campaign));
	buf_addz(&p->body, "</a></p></article>\n");
}

void
page_add_offer(struct page_writer *p, uint32_t node)
{
	const struct graph_node *n = &p->graph->nodes.v[node];
	struct offer_facts f;
	struct buf price = { 0 };
	bool again = p->written_in[node] != GRAPH_NONE;
	offer_facts_read(&f, p->graph, node, &p->offers);
	buf_addz(&p->body, "<article class=\"o\"");
	if (!again)
		buf_addf(&p->body, " id=\"n%u\"", node);
	buf_addz(&p->body, "><h4>");
	page_add_name(&p->body, f.name);
	buf_addz(&p->body, "</h4>\n");
	if (again) {
		add_reference_to_offer(p, node);
	} else {
		p->written_in[node] = p->campaign;
		p->offer_count++;
		index_add(p->shown_paths, n->path, node);
		offer_facts_add_price(&price, &f);
		buf_addz(&p->body, "<p class=\"pr\">");
		markup_add_text(&p->body, buf_str(&price), MARKUP_TEXT_CELLS);
		buf_addz(&p->body, "</p>\n");
		add_charts(p, &f);
		add_wording(p, n);
		add_references(p, &f);
		page_add_findings_of(p, n->path, 0);
		buf_addz(&p->body, "</article>\n");
	}
	offer_facts_free(&f);
	buf_free(&price);
}
