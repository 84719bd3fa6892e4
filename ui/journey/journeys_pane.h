/*
 * journeys_pane.h - pane 5: the journeys in the order in which they are evaluated, the selected one
 * as a flow chart, and the what-if panel with the result for a visitor.
 */
#ifndef UI_JOURNEY_JOURNEYS_PANE_H
#define UI_JOURNEY_JOURNEYS_PANE_H

#include "journey/flow.h"
#include "ui/rows/rows_pane.h"

struct journey_finding {
	size_t journey_index; /* index of the journey */
	struct str rule, message;
};

struct journeys_view {
	const struct journeys *journeys; /* the journeys read last; NULL if none */
	unsigned revision;               /* the catalog's revision that they are from; 0: none */
	struct arena text_arena;         /* texts of the rows */
	struct arena tick_texts, finding_texts; /* of the segments to tick, and of findings */
	struct whatif_policy findings_policy; /* assumed in the findings */
	VEC(struct flow_row) rows;
	VEC(struct journey_finding) findings;

	struct whatif_panel {
		struct pane pane;
		struct rows_pane *rows; /* the journeys, whose part the panel is while it is open */
	} panel;
	struct rect panel_area; /* h is 0 if it is not visible */
	bool title_on_rule;     /* the title is on the rule above the panel, not in its first row */
	struct textview result; /* at the top of the panel */
	struct list segment_list; /* fills the rest of the panel */
	int segment_rows, segment_columns;
	int assumed_rows;              /* rows of the assumptions at the panel's bottom */
	struct buf segment_filter;     /* the filter for the segments */
	VEC(size_t) shown_memberships; /* indexes of those that match the filter */
	VEC(struct whatif_membership) all_memberships;
	const struct whatif_membership *last_unticked; /* the next tick makes it unknown */
	struct whatif_memberships memberships;         /* all of them, as passed to what-if */
	struct whatif_policy policy;
	struct whatif_visitor visitor;
	struct whatif whatif;
};

struct pane *journeys_pane_new(struct console *c);
/* Opens pane 5 and selects the journey at an index. Returns false if the index is out of range. */
bool journeys_pane_go_to(struct console *c, size_t at);

struct journeys_view *journeys_view_of(const struct rows_pane *r);
struct flow_doc_context journeys_doc_context(const struct rows_pane *r);

/* whatif_panel.c: the panel with the segments and the result, to the right of the flow or over
 * it. */
void whatif_panel_init(struct journeys_view *v, struct rows_pane *r);
void whatif_run_toggle(struct pane *p);
/* `:what-if lapsed-30 ?student`: opens the panel for a visitor who is in these segments, and of
 * whom those after a ? are not known. */
void whatif_open_for(struct console *c, struct str names);
void whatif_run_tick(struct pane *p);
void whatif_run_policy(struct pane *p);
/* Filters the segments if they are in focus, else the journeys. */
void whatif_run_filter(struct pane *p);
/* Shows all segments again. Returns false if they were not filtered. */
bool whatif_clear_narrowing(struct journeys_view *v);
/* Loads the catalog's segments; keeps the ticks of those that still exist. */
void whatif_load_segments(struct rows_pane *r);
void whatif_evaluate(struct journeys_view *v);

#endif
