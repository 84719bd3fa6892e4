/*
 * console.h - the console: one terminal, one environment, a stack of panes and one of modals.
 *
 * Everything here runs on the loop's thread. Actions change state and mark the screen dirty;
 * drawing happens once a turn. Owns all it points to but what `launch` owns.
 */
#ifndef UI_CONSOLE_H
#define UI_CONSOLE_H

#include "app/baskets.h"
#include "app/catalog.h"
#include "app/clip.h"
#include "app/compared.h"
#include "app/demo.h"
#include "app/estimate.h"
#include "app/launch.h"
#include "app/loop.h"
#include "app/sent.h"
#include "app/words.h"
#include "ui/input.h"
#include "ui/jump.h"
#include "ui/message.h"
#include "ui/modal.h"
#include "ui/pane.h"

struct script;
struct writes;
struct identity_form;

struct console {
	struct launch *launch;
	struct loop *loop;
	struct io_watch io;
	struct client *client;
	struct demo *demo;
	struct baskets *baskets;
	struct catalog *catalog;
	struct estimates *estimates;
	struct compared *compared; /* what was compared last; NULL: nothing yet */
	unsigned comparisons;      /* how many were made */
	bool catalog_failed;       /* and it was said */
	unsigned catalog_round;    /* the edition of which it was said that items may be missing */
	struct buf snapshot_file;  /* the name that was typed last */
	struct sent sent;
	struct writes *writes;
	struct identity_form *form; /* as it was left; NULL: nothing was typed */
	struct keymap keys;
	struct look look;
	struct script *script; /* NULL: a person is here */

	struct pane_stack stacks[ROOTS];
	enum root root, last_root; /* whose stack is seen, and was seen before */
	struct jumps jumps;
	VEC(struct modal *) modals;
	VEC(struct message) messages;
	struct buf said; /* the message line; empty: the pane's own status */
	enum role said_role;
	bool said_stays;      /* an error: until Esc */
	bool said_holds;      /* what became of a write: until it was on the screen for a while */
	int64_t said_seen_at; /* ticks of the frame that showed it first; 0: none yet */

	struct input input;
	unsigned input_timer;
	int64_t input_late_at;    /* ticks: what is held by then is what it is */
	uint32_t typed[KEYS_MAX]; /* of a sequence that is not whole */
	size_t typed_n;

	VEC(char *) typed_lines[2]; /* earlier lines of `:` and of `/` */

	enum time_style times;
	int64_t start_day;  /* payments are counted from it: its first millisecond in UTC */
	int timeline_shift; /* months scrolled away */
	struct clip_place place;
	enum clip_route route_forced; /* CLIP_SCRIPT under a script */
	enum clip_route route_used;   /* by the last sending: a program may have failed */
	struct buf copied;            /* under a script: what was sent last */
	struct buf terminal;          /* client address, TERM and multiplexer */
	enum terminal_proof proof;
	struct buf tmux_buffer; /* that the last sending left in tmux */
	bool present;     /* an audience watches: nothing private, nothing that moves by itself */
	uint32_t pressed; /* the last key, for them */
	int note_choice;  /* what a ticket note may say, plus 1; 0: not asked yet */
	enum action running; /* the console's own action whose function is called */
	bool bare;           /* the bare view is up: any key returns */
	bool resetting;      /* the demo's data is being put back */
	bool dirty;
	int exit_status;
	struct layout layout;
	unsigned tick; /* a timer while something is waited for */
};

/* The console from start to end; gives the program's exit status. */
int console_main(const struct launch_options *options);

/* Something changed: draw at the end of this turn. */
void console_dirty(struct console *c);
void console_key(struct console *c, uint32_t key);
void console_paste(struct console *c, struct str text);
/* Runs an action wherever it belongs: modal, pane, console. */
void console_act(struct console *c, enum action a);
/* Why an action cannot run now, or NULL. */
const char *console_refuse(struct console *c, enum action a);
/* Says that a key, as it is written, does nothing here. */
void console_say_useless(struct console *c, struct str key);
/* Is the action one that means something in the pane that is seen? */
bool console_has(const struct console *c, enum action a);

struct pane *console_pane(const struct console *c);
/* The root's own pane, made when it is not there yet. */
struct pane *console_root(struct console *c, enum root root);
/* Goes to a root: its pane comes back as it was left. */
void console_go_root(struct console *c, enum root root);
/* What panes show was changed by others: all of them look again. */
void console_changed(struct console *c);
void console_push(struct console *c, struct pane *p);
/* The pane below the one on top of what is seen; NULL at the root. */
struct pane *console_below(const struct console *c);
/* Appends the parts of row 2's path of all panes of the stack. */
void console_add_way(const struct console *c, struct buf *out);
/* Closes the pane on top; the root stays. False when it is the root. */
bool console_pop(struct console *c);
struct modal *console_modal(const struct console *c);
void console_open(struct console *c, struct modal *m);
/* Closes the modal on top. */
void console_close_modal(struct console *c);
void console_quit(struct console *c);

/* Appends how a key is pressed here: "y", or "nothing" when no key runs the action. */
void console_key_of(const struct console *c, struct buf *out, enum action a);
int64_t console_now(const struct console *c);
struct cell_context;
struct cell_context console_cells(const struct console *c);
/* The theme of that name from now on; false when there is none. */
bool console_use_theme(struct console *c, const char *name, struct err *err);
/* Draws everything when something changed. */
void console_draw(struct console *c);

/* For scripts: nothing is read, waited for or about to be drawn. */
bool console_is_idle(const struct console *c);

#endif
