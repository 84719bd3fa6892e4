/*
 * journeys_pane.h - pane 5: the journeys in the order in which they are tried, one of them as a
 * flow, and what a visitor would get.
 */
#ifndef UI_JOURNEY_JOURNEYS_PANE_H
#define UI_JOURNEY_JOURNEYS_PANE_H

#include "app/journey/flow_row.h"
#include "ui/rows/rows_pane.h"

struct finding_about {
	size_t at; /* the journey */
	struct str rule, message;
};

struct journeys_view {
	const struct journeys *all; /* that were read last; NULL: none */
	unsigned revision;          /* the number of what they are of; 0: none */
	struct arena texts;         /* of rows */
	struct arena found_texts;   /* of findings and ticks */
	VEC(struct flow_row) rows;
	VEC(struct finding_about) findings;

	bool asking; /* the what-if is on */
	bool in_panel;
	struct rect panel;      /* h 0: not seen */
	bool titled;            /* a rule above it bears its title; else its first row does */
	struct textview result; /* its rows are at the panel's top */
	struct list ticks_pos;  /* the segments scroll in what is left below */
	int tick_rows, tick_columns;
	int assumed_rows; /* at its bottom */
	struct buf words;  /* that narrow them */
	VEC(size_t) shown; /* those that have all the words, of the ticks */
	VEC(struct whatif_membership) ticks;
	struct whatif_memberships said; /* the same */
	struct whatif_policy policy;
	struct whatif_visitor visitor;
	struct whatif whatif;
};

struct pane *journeys_pane_new(struct console *c);
/* Goes to pane 5 and selects a journey by its place; false when there are not so many. */
bool journeys_pane_go(struct console *c, size_t at);

struct journeys_view *journeys_view_of(const struct rows_pane *r);
struct flow_doc_context journeys_doc_context(const struct rows_pane *r);

/* whatif_panel.c: the segments and the result, right of the flow or over it. */
void whatif_panel_place(struct rows_pane *r);
void whatif_panel_draw(const struct rows_pane *r, const struct surface *screen);
void whatif_run_toggle(struct pane *p);
void whatif_run_tick(struct pane *p);
void whatif_run_policy(struct pane *p);
/* Narrows the segments while they are in focus, else the journeys. */
void whatif_run_filter(struct pane *p);
/* Shows all segments again; false when they were not narrowed. */
bool whatif_clear_narrowing(struct journeys_view *v);
bool whatif_handle_action(struct rows_pane *r, enum action a);
/* The segments there are: ticks stay with those that are there still. */
void whatif_load_segments(struct rows_pane *r);
void whatif_evaluate(struct journeys_view *v);

#endif
