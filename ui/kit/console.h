/*
 * console.h - the console's state, shared by panes, dialogs and menus: the data, the display
 * settings, the messages, the stacks of panes, and navigation between subjects (nav.h).
 *
 * Everything here runs on the loop's thread. Actions change state and mark the screen dirty;
 * drawing happens once per turn of the loop. The shell (ui/shell/shell.h) creates the console and
 * owns everything it points to.
 */
#ifndef UI_KIT_CONSOLE_H
#define UI_KIT_CONSOLE_H

#include "app/app_context.h"
#include "app/state.h"
#include "basket/baskets.h"
#include "catalog/catalog.h"
#include "contact/contact_log.h"
#include "model/format.h"
#include "ui/kit/message.h"
#include "ui/kit/nav.h"
#include "ui/kit/stack.h"
#include "ui/term/clip.h"

struct baseline;
struct script;
struct linear;
struct write_session;
struct plans;
struct identity_form;
struct signing_out;
struct watch;
struct connect;
struct contact_override;
struct contact_prompt;
struct user_command_run;
struct recheck;
struct guided_tour;
struct tour_record;
struct script_file;

struct console {
	const struct nav *nav;
	const struct tab_info *tabs;
	struct app_context *app;
	struct io_watch io;
	struct client *client;
	struct baskets *baskets;
	struct catalog *catalog;
	struct baseline *baseline;  /* the last snapshot compared; NULL: none */
	unsigned comparison_count;  /* number of comparisons so far */
	unsigned compared_revision; /* the catalog's revision when the comparison was requested */
	struct buf snapshot_file;   /* the file name that was typed last */
	struct contact_log contact_log;        /* when and how people were contacted */
	struct contact_prompt *contact_prompt; /* an outcome waiting for its remark; or NULL */
	struct contact_override *contact_override; /* why a person is contacted anyway; or NULL */
	struct user_command_run *user_command; /* running, or awaiting confirmation; or NULL */
	struct write_session *write_session;
	struct plans *plans;        /* price plans sent from this console */
	struct buf progress;        /* status of a plan or command, shown in row 2 of every pane */
	struct identity_form *form; /* the form as it was left; NULL if nothing was typed */
	const char *closed_form_words;   /* row 2: the closed form has text; or NULL */
	struct connect *connect;         /* the connect form and its text; or NULL */
	int64_t warned_expiry;           /* of the token that was last said to expire soon */
	struct signing_out *signing_out; /* the sign-out in progress; or NULL */
	struct recheck *recheck;         /* links waiting for a reload of their baskets; or NULL */
	struct watch *watch;             /* :watch for new baskets; NULL: off */
	struct script *script;           /* the script that drives the console; NULL: interactive */
	struct guided_tour *tour;        /* the tour opened last; NULL: none */
	struct tour_record *tour_record; /* the tour being recorded; or NULL */
	struct linear *linear;           /* linear mode: prints lines instead of drawing; or NULL */
	struct keymap keys;
	struct look look;
	char *theme;                /* name of the theme; "auto": by the background */
	struct buf previous_theme;  /* the previous theme, while another is previewed */
	enum background background; /* the terminal's background */
	struct layout layout;       /* layout of the last frame */

	struct buf caption, caption_problem; /* for an audience (ui/shell/caption.h) */
	const struct script_file *tour_file; /* the tour that is running; NULL: none */
	size_t tour_step, tour_step_count;   /* "3 of 12" is 2 and 12 */
	bool has_tour_lines;                 /* the step has lines to run */
	bool is_tour_on;                     /* a tour is running: its keys work */
	bool is_tour_acting;                 /* the tour itself acts, not the user */
	bool has_left_step;                  /* the user acted since the step was shown */

	struct pane_stack stacks[TABS];
	enum tab tab, previous_tab; /* the visible tab, and the one visible before */
	struct jumps jumps;
	VEC(struct modal *) modals;
	uint32_t typed_keys[KEYS_PER_BINDING_MAX]; /* an incomplete key sequence */
	size_t typed_keys_n;
	VEC(char *) typed_lines[2]; /* input history, indexed by enum prompt_history_kind */
	char *rejected_line;        /* the last line, if it was not understood; or NULL */

	VEC(struct message) messages;
	struct buf message_line; /* message shown; empty: the pane's own status */
	enum role message_role;
	unsigned messages_shown;  /* number of messages shown so far */
	unsigned messages_logged; /* number logged so far, including those since dropped */
	bool message_stays;       /* an error: stays until Esc */
	bool message_is_held; /* the result of a write: stays until it was visible for a while */
	int64_t message_shown_at; /* ticks */
	int64_t message_drawn_at; /* ticks of the first frame that showed it; 0: none yet */

	enum time_style time_style;
	int64_t start_day;     /* first day of payments: its first millisecond in UTC */
	int timeline_shift;    /* months scrolled in the timeline */
	bool presenting;       /* presenting to an audience: nothing private or animated is shown */
	bool is_pointing;      /* all but the selected row is dimmed */
	int note_choice;       /* enum note_person of ticket notes, plus 1; 0: not asked yet */
	bool is_raw_view_open; /* the raw view is open: any key closes it */
	bool is_mouse_enabled; /* mouse events are handled */
	bool dirty;

	struct clip_environment clipboard;
	enum clip_route forced_clip_route; /* CLIP_SCRIPT when a script runs */
	enum clip_route last_clip_route; /* of the last text sent; can differ if a program failed */
	struct buf copied_text;          /* in a script: the text sent last */
	struct buf terminal;             /* client address, TERM and multiplexer */
	enum terminal_proof terminal_proof;
	struct buf tmux_buffer; /* the tmux buffer that holds the last sent text */
};

/* Marks the screen as changed: it is drawn at the end of this turn. */
void console_request_redraw(struct console *c);
/* A tour sends nothing: the presenter presses the key that confirms a write. */
#define TOUR_SENDS_NOTHING "A tour sends nothing. Press the key yourself"
int64_t console_now(const struct console *c);
struct age_context console_ages(const struct console *c);
struct cell_context;
struct cell_context console_cell_context(const struct console *c);
/* The role of an environment's badge: "demo", "test"; everything else is production. */
enum role badge_role_of(const char *environment_role);
/* Switches to the named theme. Returns false and sets err, without a change, if there is no such
 * theme. */
bool console_use_theme(struct console *c, const char *name, struct err *err);

#endif
