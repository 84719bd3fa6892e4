/*
 * flow_row.h - a journey in one line: whom it takes, how it splits them, where they go, and what it
 * does with the visitor who is asked about. Texts live in the arena and are cleaned.
 */
#ifndef APP_JOURNEY_FLOW_ROW_H
#define APP_JOURNEY_FLOW_ROW_H

#include "app/journey/flow.h"
#include "app/list/rows.h"

enum { FLOW_ROW_BAR = 12 };

struct flow_row {
	struct str number, when, bar, goes, verdict, offers, findings, id;
	struct str search_text; /* folded */
	size_t at;      /* which of the journeys */
	enum role role; /* of the verdict */
	bool found;     /* a check found something */
};

/* `findings`: how many the checks have about it. */
void flow_row_fill(struct flow_row *row, struct arena *a, const struct flow_doc_context *context,
    size_t at, size_t findings, bool ascii);

/* A resource like "journeys", as the console draws them. */
extern const struct view_resource flow_resource;

#endif
