/*
 * state.h - the private state of linear mode, shared by news.c and answer.c.
 */
#ifndef UI_LINEAR_STATE_H
#define UI_LINEAR_STATE_H

#include "ui/linear/linear.h"
#include "ui/linear/speak.h"

/* The last spoken state of the screen; the difference to the current state is spoken next. */
struct linear_spoken {
	const struct pane *pane;
	const struct modal *modal;
	struct buf location, alarms, status, selected_row_id, problem;
	struct buf modal_text; /* text of the modal; wiped */
	uint64_t text_hash;    /* hash of the focused text */
	size_t line;
	bool in_list;
	unsigned message_count;
};

struct linear {
	struct line_reader lines;
	struct speaker speaker;
	bool is_terminal;    /* stdin is a terminal */
	bool prompt_printed; /* the prompt was printed */
	bool watches_input;
	unsigned wake_timer;
	int64_t busy_since; /* ticks; 0: idle */
	bool wait_announced;
	bool box_result_pending; /* a box closed by itself: speak the pane under it */
	bool greeted;
	unsigned lines_before_input; /* speaker.line_count when the last input line was run */
	size_t next_row;             /* row where `more` continues; 0: at the selected row */
	struct linear_spoken last_spoken;
};

/* news.c: speaks what changed since the last call. With `asked`, a line was just handled: the
 * screen is compared, and at least something is spoken. Otherwise only what changed by itself is
 * spoken. Returns true if anything was spoken. */
bool linear_speak_news(struct linear *l, struct console *c, bool asked);
/* Speaks what changed in the pane without a typed line. */
bool linear_speak_pane_news(struct linear *l, struct console *c);
/* Speaks some rows of the focused list, starting at `from`. */
void linear_speak_rows(struct linear *l, struct console *c, size_t from);
/* Clears what was spoken, so that it is spoken again. */
void linear_reset_spoken(struct linear *l);

/* answer.c: runs a typed line. */
void linear_answer(struct linear *l, struct console *c, struct str line);

#endif
