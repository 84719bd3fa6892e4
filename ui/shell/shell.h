/*
 * shell.h - the shell runs the console: one terminal, one environment, keys mapped to actions, and
 * a frame per turn of the loop. Owns everything that the console points to, except what app_context
 * owns.
 */
#ifndef UI_SHELL_SHELL_H
#define UI_SHELL_SHELL_H

#include "app/demo.h"
#include "app/loop.h"
#include "ui/basket/basket_cost.h"
#include "ui/kit/console.h"
#include "ui/shell/last_visit.h"
#include "ui/shell/typed_keys.h"
#include "ui/term/drawing.h"
#include "ui/term/input.h"

struct shell {
	struct console console; /* first, so that shell_of() can cast */
	struct loop *loop;
	struct demo *demo;
	bool demo_failed; /* the demo's service did not start */
	/* Starts or restarts the demo's service. Returns false and sets err if that cannot be
	 * tried. */
	bool (*start_demo)(struct console *c, struct err *err);
	struct estimates *estimates;
	bool catalog_failure_reported;         /* a failure was already reported */
	unsigned incomplete_revision_reported; /* revision reported as possibly incomplete */
	unsigned failed_journeys_revision;     /* revision reported to have failed journeys */
	unsigned restarts_reported;            /* lists read again from the start, as reported */

	struct last_visit last_visit;

	struct drawing *drawing; /* the frame on the screen */
	struct typed_keys session_keys; /* of a saved session, since no prompt was open */
	struct input input;
	unsigned input_timer;
	int64_t input_flush_at;     /* ticks: incomplete input is flushed then */
	uint32_t last_key;          /* the last key */
	uint32_t shown_key;         /* the last key of the user, shown while presenting */
	enum action running_action; /* the shell's own action being run */
	bool resetting;             /* the demo's data or clock is being changed */
	int64_t demo_time;          /* the time to move the demo to; WHEN_NONE: back */
	struct buf works_in;        /* the panes of an action that this one lacks */
	unsigned token_timer;       /* rings when the token's expiry must be shown, or at its end */
	unsigned wait_timer;        /* repeating timer while a wait is shown */
	int exit_status;

	bool is_after_switch;          /* an earlier console ran before this one */
	bool is_switching_environment; /* this console ended to switch environments */
	char *next_environment;        /* the next environment's name; NULL: the demo */
	struct buf greeting;           /* the first message; empty: the default */
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

/* Runs consoles one after the other until the user no longer switches environments. Returns the
 * exit status. */
int console_main(const struct app_options *options);
/* Runs one console from start to end on an open terminal. */
int shell_run(struct console *c, bool utf8, struct err *err);

void shell_press_key(struct console *c, uint32_t key);
void shell_paste(struct console *c, struct str text);
/* Draws the whole screen if something changed. */
void shell_draw(struct console *c);
/* True if nothing has to be drawn, no request is in progress, and no timer is due within a
 * second. The next poll of a watch and the next refresh of a token are later and do not count. */
bool shell_is_quiet(const struct console *c);
/* True if the console is quiet and no list is being read. For scripts and linear mode. */
bool shell_is_idle(const struct console *c);

/* shell_act.c: runs an action of the pane or of the shell. */
void shell_run_action(struct console *c, enum action a);
/* The reason why the action cannot run now, or NULL. */
const char *shell_why_not(struct console *c, enum action a);
/* True if the action exists in the visible pane or in the shell. */
bool shell_has_action(const struct console *c, enum action a);
/* Shows that a key, given by its name, does nothing here. */
void shell_show_unused_key(struct console *c, struct str key);

/* The pane with the list of messages. */
struct pane *messages_pane_new(struct console *c);

extern const struct tab_info shell_tabs[TABS];
extern const struct nav shell_nav;

#endif
