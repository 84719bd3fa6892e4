/*
 * page.h - campaigns, offers and journeys as one HTML page, for readers without access to the
 * service. Pure.
 *
 * The page is complete: it needs no script, no font and no other file, and its policy allows no
 * request. It names no person, path or id; texts of the service are cleaned, bounded and escaped.
 * It is also well-formed XML.
 */
#ifndef CATALOG_PAGE_H
#define CATALOG_PAGE_H

#include "app/mute.h"
#include "base/embedded.h"
#include "base/err.h"
#include "base/vec.h"
#include "catalog/catalog.h"

/* The style sheet and the glossary: page_style.css, page_glossary.html. */
extern const struct embedded embedded_page[];

/* The content of a page. The items are nodes of the graph, each once: campaigns, and offers that
 * are shown without their campaigns. Zero-initialise it. */
struct page_choice {
	VEC(uint32_t) nodes;
	VEC(size_t) journeys;   /* indexes, ascending */
	VEC(bool) chosen_nodes; /* private: by node */
};

struct page_source {
	const struct catalog *catalog; /* read to its end */
	const char *environment;
	const struct muted_checks *mute;
	int64_t now, start_day; /* the first day of payments: its first millisecond in UTC */
};

void page_choice_free(struct page_choice *choice);
void page_choose_node(struct page_choice *choice, uint32_t node);
void page_choose_journey(struct page_choice *choice, size_t at);
/* All campaigns and all journeys. */
void page_choose_all(struct page_choice *choice, const struct catalog *c);
/* True for a VIEW of campaigns, offers or journeys; otherwise sets err. */
bool page_can_show(const struct view *view, struct err *err);
/* Adds the items of such a VIEW. Returns false and sets err if a term is invalid or nothing
 * matches. */
bool page_choose_view(
    struct page_choice *choice, const struct catalog *c, const struct view *view, struct err *err);

/* Appends the page, and its content in words: "8 campaigns, 42 offers, 9 journeys". */
void page_write(struct buf *out, struct buf *said, const struct page_source *source,
    const struct page_choice *choice);

#endif
