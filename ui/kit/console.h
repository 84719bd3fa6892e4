/*
 * console.h - the console's state shared by panes, dialogs and menus: the data, the display
 * settings, the messages, the stacks of panes, and navigation to other subjects (nav.h).
 *
 * Everything here runs on the loop's thread. Actions change state and mark the screen dirty;
 * drawing happens once a turn. The shell (ui/shell/shell.h) makes it, and owns what it points to.
 */
#ifndef UI_KIT_CONSOLE_H
#define UI_KIT_CONSOLE_H

#include "app/basket/baskets.h"
#include "app/catalog/catalog.h"
#include "app/contact/contact_log.h"
#include "app/local/terminal_proof.h"
#include "app/run/app_context.h"
#include "app/snapshot/baseline.h"
#include "app/text/format.h"
#include "ui/kit/jump.h"
#include "ui/kit/message.h"
#include "ui/kit/nav.h"
#include "ui/kit/stack.h"
#include "ui/term/clip.h"

struct script;
struct linear;
struct write_session;
struct plans;
struct identity_form;
struct signing_out;
struct watch;
struct connect;
struct contact_prompt;
struct user_command_run;
struct recheck;

struct console {
	const struct nav *nav;
	const struct tab_info *tabs;
	struct app_context *app;
	struct io_watch io;
	struct client *client;
	struct baskets *baskets;
	struct catalog *catalog;
	struct baseline *baseline; /* what was compared last; NULL: nothing yet */
	unsigned comparisons;      /* how many were made */
	unsigned compare_after;    /* the catalog's revision when :compare asked for another one */
	struct buf snapshot_file;  /* the name that was typed last */
	struct contact_log contact_log;        /* what was done about people */
	struct contact_prompt *contact_prompt; /* an outcome that is being noted; or NULL */
	struct user_command_run *user_command; /* a program of the user's own; NULL: none yet */
	struct write_session *write_session;
	struct plans *plans;      /* of prices, that were sent from here */
	struct buf progress;      /* of one that is being sent, for row 2 of every pane; else empty */
	struct identity_form *form; /* as it was left; NULL: nothing was typed */
	bool form_waits;            /* it holds what was not sent, and is not seen */
	struct connect *connect;    /* what was typed of a service to connect to; or NULL */
	struct signing_out *leaving; /* signing out is under way; or NULL */
	struct recheck *recheck;    /* links that wait for their baskets; or NULL */
	struct watch *watch;        /* for new baskets; NULL: not watching */
	struct script *script;      /* NULL: a person is here */
	struct linear *linear;      /* its screen is said, line by line; NULL: it is drawn */
	struct keymap keys;
	struct look look;
	char *theme;                /* its name, "auto" where the background decides */
	struct buf theme_before;    /* while another is tried */
	enum background background; /* of the terminal */
	struct layout layout;       /* of the last frame */

	struct pane_stack stacks[TABS];
	enum tab tab, last_tab; /* whose stack is seen, and was seen before */
	struct jumps jumps;
	VEC(struct modal *) modals;
	uint32_t typed[KEYS_MAX]; /* of a sequence that is not whole */
	size_t typed_n;
	VEC(char *) typed_lines[2]; /* by enum prompt_earlier */
	char *rejected_line;        /* the line typed last, where it was not understood; or NULL */

	VEC(struct message) messages;
	struct buf message_line; /* the message line; empty: the pane's own status */
	enum role message_role;
	unsigned messages_shown;  /* how often something was */
	unsigned messages_logged; /* since it began, those too that are forgotten by now */
	bool message_stays;       /* an error: until Esc */
	bool message_is_held; /* what became of a write: until it was on the screen for a while */
	int64_t message_shown_at; /* ticks */
	int64_t message_drawn_at; /* ticks of the frame that showed it first; 0: none yet */

	enum time_style times;
	int64_t start_day;  /* payments are counted from it: its first millisecond in UTC */
	int timeline_shift; /* months scrolled away */
	bool present;       /* an audience watches: nothing private, nothing that moves by itself */
	int note_choice;    /* what a ticket note may say, plus 1; 0: not asked yet */
	bool raw_view;      /* the bare view is up: any key returns */
	bool mouse;         /* it is listened to */
	bool dirty;

	struct clip_place place;
	enum clip_route route_forced; /* CLIP_SCRIPT under a script */
	enum clip_route route_used;   /* by the last sending: a program may have failed */
	struct buf copied;            /* under a script: what was sent last */
	struct buf terminal;          /* client address, TERM and multiplexer */
	enum terminal_proof proof;
	struct buf tmux_buffer; /* that the last sending left in tmux */
};

/* Something changed: draw at the end of this turn. */
void console_dirty(struct console *c);
int64_t console_now(const struct console *c);
struct cell_context;
struct cell_context console_cells(const struct console *c);
/* The theme of that name from now on; false when there is none, and nothing changed. */
bool console_use_theme(struct console *c, const char *name, struct err *err);

#endif
