/*
 * flow_row.h - a journey in one line: its conditions, shares and destinations, and its verdict for
 * the visitor. Texts live in the arena and are cleaned.
 */
#ifndef JOURNEY_FLOW_ROW_H
#define JOURNEY_FLOW_ROW_H

#include "journey/flow.h"
#include "list/rows.h"

enum { FLOW_ROW_BAR = 12 };

struct flow_row {
	struct str number, when, bar, goes, verdict, offers, findings, id;
	struct str search_text; /* folded */
	size_t at;              /* index of the journey */
	enum role role;         /* of the verdict's text */
	bool found;             /* a check has a finding about it */
};

/* `findings` is the number of findings about the journey. */
void flow_row_fill(struct flow_row *row, struct arena *a, const struct flow_doc_context *context,
    size_t at, size_t findings, bool ascii);

/* The journeys as the console lists them. */
extern const struct view_resource flow_resource;

#endif
