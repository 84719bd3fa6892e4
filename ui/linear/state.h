/*
 * state.h - the inside of the linear console, for what says news and what answers lines.
 */
#ifndef UI_LINEAR_STATE_H
#define UI_LINEAR_STATE_H

#include "ui/linear/linear.h"
#include "ui/linear/lines.h"
#include "ui/linear/speak.h"

/* The last spoken state of the screen, to find the news. */
struct linear_spoken {
	const struct pane *pane;
	const struct modal *modal;
	struct buf place, alarms, status, selected, problem;
	struct buf box; /* what the modal showed; wiped */
	uint64_t text;  /* of the text in focus */
	size_t line;
	bool in_list;
	unsigned messages;
};

struct linear {
	struct lines lines;
	struct speaker speaker;
	bool is_terminal; /* a person types */
	bool prompted;    /* and was asked to */
	bool watching;
	unsigned timer;
	int64_t busy_since; /* ticks; 0: it is idle */
	bool wait_spoken;
	bool box_result_pending; /* a box closed by itself: the state of the pane under it will be
				    spoken */
	bool greeted;
	unsigned spoken_lines; /* so many lines, when the last one was taken: its answer is what
				  came since */
	size_t next_row; /* of a list, where `more` goes on; 0: from the selected one */
	struct linear_spoken seen;
};

/* news.c: says what is new since. `asked`: a line was answered, so that the screen is looked at,
 * and something is said in any case; else only what came by itself. True when anything was. */
bool linear_speak_news(struct linear *l, struct console *c, bool asked);
/* Speaks news of the pane, without a request. */
bool linear_speak_pane_news(struct linear *l, struct console *c);
/* So many rows of the list in focus, from one on. */
void linear_speak_rows(struct linear *l, struct console *c, size_t from);
/* Forgets what was said, so that it is said again. */
void linear_reset_spoken(struct linear *l);

/* answer.c: does what a line asks for. */
void linear_answer(struct linear *l, struct console *c, struct str line);

#endif
