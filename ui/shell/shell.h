/*
 * shell.h - the console around its panes: one terminal, one environment, keys to actions, a frame
 * a turn. Owns all that the console points to but what `launch` owns.
 */
#ifndef UI_SHELL_SHELL_H
#define UI_SHELL_SHELL_H

#include "app/run/demo.h"
#include "app/run/loop.h"
#include "ui/basket/estimate.h"
#include "ui/kit/console.h"
#include "ui/shell/last_visit.h"
#include "ui/term/drawing.h"
#include "ui/term/input.h"

struct shell {
	struct console console; /* first: shell_of() finds the rest */
	struct loop *loop;
	struct demo *demo;
	bool demo_failed; /* its service did not start */
	/* Starts it, or starts it again; false when it cannot be tried. */
	bool (*start_demo)(struct console *c, struct err *err);
	struct estimates *estimates;
	bool catalog_failed;      /* and it was said */
	unsigned catalog_round;   /* the revision of which it was said that items may be missing */
	unsigned journeys_failed; /* the revision of which it was said that its journeys failed */

	struct last_visit last_visit; /* the last visit */

	struct drawing *drawing; /* the frame that is on the screen */
	struct input input;
	unsigned input_timer;
	int64_t input_late_at; /* ticks: what is held by then is what it is */
	uint32_t pressed;      /* the last key, for who watches */
	enum action running;   /* the shell's own action whose function is called */
	bool resetting;        /* the demo's data is being put back */
	unsigned token_timer;  /* until its end has to be said, or is over */
	unsigned tick;         /* a timer while something is waited for */
	int exit_status;

	bool is_switched;       /* another console was before this one */
	bool is_switching;      /* it ended to turn to another environment */
	char *switch_to;        /* whose name; NULL: the demo */
	struct buf greeting;    /* what is said first; empty: the usual */
	enum role greeting_role;
};

static inline struct shell *
shell_of(const struct console *c)
{
	return (struct shell *)(uintptr_t)c;
}

/* Ends this console at the end of the turn. */
static inline void
shell_quit(struct console *c)
{
	loop_stop(shell_of(c)->loop);
}

/* The program's consoles, one after the other where they turn to another environment; gives the exit
 * status. */
int console_main(const struct app_options *options);
/* One of them from start to end, on a terminal that is open. */
int shell_run(struct console *c, bool utf8, struct err *err);

void shell_key(struct console *c, uint32_t key);
void shell_paste(struct console *c, struct str text);
/* Draws everything when something changed. */
void shell_draw(struct console *c);
/* Nothing is about to be drawn, no request is under way, and no timer rings within a second. The
 * next poll of a watch and the next renewal of a sign-in are later, and do not count. */
bool shell_is_quiet(const struct console *c);
/* For scripts and linear mode: it is quiet, and no list is being read. */
bool shell_is_idle(const struct console *c);

/* shell_act.c: runs an action wherever it belongs, pane or shell. */
void shell_act(struct console *c, enum action a);
/* Why an action cannot run now, or NULL. */
const char *shell_why_not(struct console *c, enum action a);
/* Is the action one that means something in the pane that is seen? */
bool shell_has(const struct console *c, enum action a);
/* Says that a key, as it is written, does nothing here. */
void shell_show_unused_key(struct console *c, struct str key);

/* The pane of all messages. */
struct pane *messages_pane_new(struct console *c);

extern const struct tab_info shell_tabs[TABS];
extern const struct nav shell_nav;

#endif
