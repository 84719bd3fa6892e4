/*
 * page_state.h - the state of a page while it is written, shared by page.c and page_offer.c.
 */
#ifndef CATALOG_PAGE_STATE_H
#define CATALOG_PAGE_STATE_H

#include "base/index.h"
#include "catalog/finding_row.h"
#include "catalog/page.h"

struct page_writer {
	const struct page_source *source;
	const struct graph *graph;
	struct check_items offers; /* of the whole catalog, sorted by path */
	struct findings findings;
	struct index *first_findings; /* by item or journey: the index of its first finding */
	uint32_t *next_finding;   /* by finding: the next one about the same; UINT32_MAX: none */
	struct buf body, symbols; /* the parts of the page; symbols are shared charts */
	struct index *chart_symbols;
	struct index *shown_paths; /* path of an item on the page, and its node */
	uint32_t *written_in; /* by node: the campaign with the offer; GRAPH_NONE: not written */
	uint32_t campaign;    /* being written; the offer itself if it has none */
	size_t symbol_count, drawing_count, offer_count, campaign_count;
};

/* Appends an offer as an article; a reference if it is on the page already. */
void page_add_offer(struct page_writer *p, uint32_t node);
/* Adds an item's name; the last name of its path if it has none. */
void page_add_name(struct buf *out, struct str name);
/* Adds the message of a finding; of paths only their last names. */
void page_add_message(struct buf *out, const struct finding_row *row);
/* Appends "and 3 more" as a paragraph of that class. */
void page_add_more(struct buf *out, const char *class, size_t n);
/* Checks the catalog. */
void page_collect_findings(struct page_writer *p);
/* Appends the findings about an item, or about a journey by its number. */
void page_add_findings_of(struct page_writer *p, struct str path, size_t journey_number);
/* Appends the severity as a word with its colour. */
void page_add_severity(struct buf *out, enum check_severity severity);

#endif
