#include "ui/basket/send_link.h"
#include "ui/basket/sent_links_pane.h"
#include "ui/basket/watch.h"
#include "ui/rows/user_command.h"
#include "ui/shell/demo_control.h"
#include "ui/shell/home.h"
#include "ui/shell/shell.h"

#include "ui/access/requests_pane.h"
#include "ui/access/sign_in_box.h"
#include "ui/access/whoami_pane.h"
#include "ui/audit/audit_pane.h"
#include "ui/catalog/tree_pane.h"
#include "ui/identity/form.h"
#include "ui/journal/journal_pane.h"
#include "ui/journal/write_session.h"
#include "ui/kit/dialog.h"
#include "ui/kit/prompt.h"
#include "ui/kit/send.h"
#include "ui/kit/text_pane.h"
#include "ui/rows/rows_pane.h"
#include "ui/shell/audience.h"
#include "ui/shell/help.h"
#include "ui/shell/pointer.h"
#include "ui/shell/saved.h"
#include "ui/shell/switch_environment.h"
#include "ui/term/crash.h"
#include "ui/shell/theme_menu.h"
#include "ui/shell/tour.h"
#include "ui/snapshot/snapshots.h"
#include "ui/term/term.h"

static void
toggle_pointer(struct console *c)
{
	c->is_pointing = !c->is_pointing;
	if (!c->is_pointing)
		return;
	struct buf key = { 0 };
	console_append_key_of(c, &key, ACT_POINTER);
	console_show(c, ROLE_TEXT, "Pointing at the selected row. %s ends it", buf_z(&key));
	buf_free(&key);
}

static void
open_tour(struct console *c)
{
	tour_run_command(c, STR_NONE);
}

static void
close_or_explain(struct console *c)
{
	struct buf key = { 0 };
	if (console_pop_pane(c))
		return;
	console_append_key_of(c, &key, ACT_QUIT);
	console_show(c, ROLE_TEXT, "This is the top level. %s quits", buf_z(&key));
	buf_free(&key);
}

static void
on_quit_answered(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button == 1)
		shell_quit(c);
}

static void
quit(struct console *c)
{
	struct buf left = { 0 };
	switch_environment_append_unsaved(c, &left);
	if (left.n)
		dialog_ask(c, "Quit", buf_z(&left), "Quit", on_quit_answered, NULL);
	else
		shell_quit(c);
	buf_free(&left);
}

enum { CTRL_C = 3 };

/* Ctrl-C ends many programs, so show which key quits. */
static void
show_how_to_quit(struct console *c, const char *why)
{
	struct buf key = { 0 };
	console_append_key_of(c, &key, ACT_QUIT);
	console_show(c, ROLE_TEXT, "%s. %s quits", why, buf_z(&key));
	buf_free(&key);
}

/* Closes or clears only the topmost thing. */
static void
cancel_or_pop(struct console *c)
{
	struct pane *p = console_top_pane(c);
	if (c->message_stays) {
		console_clear_message(c);
		return;
	}
	/* Only Ctrl-C ends a running command; Esc is often pressed only to leave a pane. */
	if (shell_of(c)->last_key == CTRL_C && user_command_cancel(c))
		return;
	if (c->is_tour_on && !c->is_tour_acting) {
		tour_leave(c);
		return;
	}
	if (!pane_cancel(p) && !console_pop_pane(c) && !user_command_cancel(c) &&
	    shell_of(c)->last_key == CTRL_C)
		show_how_to_quit(c, "Nothing to cancel");
}

static void
switch_time_style(struct console *c)
{
	static const char *const words[] = {
		[TIME_AGE] = "Showing ages",
		[TIME_LOCAL] = "Showing local time",
		[TIME_UTC] = "Showing UTC",
	};
	_Static_assert(
	    sizeof(words) / sizeof(*words) == TIME_STYLES, "every style needs a row in this table");
	c->time_style = (c->time_style + 1) % TIME_STYLES;
	console_notify_panes(c);
	console_show(c, ROLE_TEXT, "%s", words[c->time_style]);
}

static void
redraw(struct console *c)
{
	term_invalidate_screen();
	console_request_redraw(c);
}

static void
suspend(struct console *c)
{
	if (!term_suspend())
		console_show(c, ROLE_TEXT, "Works in a terminal only");
	console_request_redraw(c);
}

static void
retry_failed_read(struct console *c)
{
	struct err err;
	console_clear_message(c);
	if (shell_of(c)->demo_failed) {
		shell_of(c)->start_demo(c, &err);
		return;
	}
	baskets_retry(c->baskets);
	if (c->catalog->state == CATALOG_FAILED)
		catalog_retry(c->catalog);
}

/* Linear mode reads the same list as a text, where every command can be typed. */
static void
open_help(struct console *c)
{
	if (c->linear)
		console_push_pane(c, help_pane_new(c));
	else
		console_push_modal(c, prompt_commands_new(c));
}

static void
open_signs(struct console *c)
{
	console_push_pane(c, signs_pane_new(c));
}

static void
open_about(struct console *c)
{
	console_push_pane(c, about_pane_new(c));
}

static void
open_whoami(struct console *c)
{
	console_push_pane(c, whoami_pane_new(c));
}

static void
open_saved_view(struct console *c)
{
	saved_view_open(c, STR_NONE);
}

static void
delete_saved_view(struct console *c)
{
	saved_view_ask_delete(c, STR_NONE);
}

static void
open_messages(struct console *c)
{
	console_push_pane(c, messages_pane_new(c));
}

static void
open_campaigns_tree(struct console *c)
{
	catalog_read(c->catalog, CATALOG_CAMPAIGNS);
	console_push_pane(c, campaigns_tree_pane_new(c, STR_NONE));
}

static void
open_anything_prompt(struct console *c)
{
	console_push_modal(c, prompt_anything_new(c, STR_NONE));
}

/* The tab of an action; TABS if it has none. */
static enum tab
tab_of(enum action a)
{
	int r = 0;
	while (r < TABS && shell_tabs[r].action != a)
		r++;
	return (enum tab)r;
}

/* The key of the pane that is shown leads from its detail to its list. */
static void
go_to_action_tab(struct console *c)
{
	enum tab tab = tab_of(shell_of(c)->running_action);
	struct pane *p = console_top_pane(c);
	struct rows_pane *r = rows_pane_or_null(p);
	if (tab == c->tab && r && r->in_detail && !pane_has_action(p, ACT_NEXT_LIST))
		pane_handle_action(p, ACT_OUT);
	else
		console_press_tab(c, tab);
	if (home_is_open(c)) /* Today has a key of its own */
		console_go_to_tab(c, tab);
}

static void
toggle_present(struct console *c)
{
	audience_run_present(c, STR_NONE);
}

static void
toggle_mask(struct console *c)
{
	audience_run_mask(c, STR_NONE);
}

static void
control_demo(struct console *c)
{
	demo_control_run(c, shell_of(c)->running_action, STR_NONE);
}

static void
show_unknown_writes(struct console *c)
{
	journal_pane_show_unknown(c);
}

static void
lock_writes(struct console *c)
{
	write_lock_close(&c->write_session->lock);
	console_show(c, ROLE_TEXT, "Writes locked. The next write asks for a reason");
}

static void
open_form(struct console *c)
{
	identity_form_reopen(c);
}

static void
open_unlink_form(struct console *c)
{
	const struct identity_form_values ask = { .unlinks = true };
	identity_form_open(c, &ask);
}

static void
go_to_last_tab(struct console *c)
{
	const struct jump *ahead = jump_find_forward(c);
	if (ahead && (ahead->to_tab == c->previous_tab || ahead->to_tab == c->tab))
		jump_forward(c);
	else if (c->previous_tab != c->tab)
		console_go_to_tab(c, c->previous_tab);
	else
		console_show(c, ROLE_TEXT, "No other pane visited yet");
}

/* For panes that have no history of their own. */
static void
go_back(struct console *c)
{
	jump_end_history(c, true);
}

static void
go_forward(struct console *c)
{
	if (!jump_forward(c))
		jump_end_history(c, false);
}

struct console_action {
	enum action id;
	void (*run)(struct console *c);
};

static void
show_watch(struct console *c)
{
	watch_run_command(c, STR_NONE);
}

/* Actions that work in every pane. In addition, each tab has an action. */
static const struct console_action console_actions[] = {
	{ ACT_ANYTHING, open_anything_prompt },
	{ ACT_KEYS, open_help },
	{ ACT_SIGNS, open_signs },
	{ ACT_MESSAGES, open_messages },
	{ ACT_ABOUT, open_about },
	{ ACT_CLIPBOARD, send_reset_proof },
	{ ACT_DELETE_FILES, send_delete_link_files },
	{ ACT_THEME, theme_menu_open },
	{ ACT_ENVIRONMENT, switch_environment_menu_open },
	{ ACT_LOGIN, sign_in_open },
	{ ACT_LOGOUT, sign_out_open },
	{ ACT_WHOAMI, open_whoami },
	{ ACT_GO_VIEW, open_saved_view },
	{ ACT_UNSAVE, delete_saved_view },
	{ ACT_TREE, open_campaigns_tree },
	{ ACT_SNAPSHOT, snapshots_save },
	{ ACT_COMPARE, snapshots_compare },
	{ ACT_DEMO_RESET, control_demo },
	{ ACT_DEMO_NOW, control_demo },
	{ ACT_DEMO_FAULT, control_demo },
	{ ACT_DEMO_SAVE, control_demo },
	{ ACT_DEMO_LOAD, control_demo },
	{ ACT_TIME_STYLE, switch_time_style },
	{ ACT_CLOSE, close_or_explain },
	{ ACT_QUIT, quit },
	{ ACT_CANCEL, cancel_or_pop },
	{ ACT_REDRAW, redraw },
	{ ACT_SUSPEND, suspend },
	{ ACT_RETRY, retry_failed_read },
	{ ACT_PRESENT, toggle_present },
	{ ACT_MASK, toggle_mask },
	{ ACT_POINTER, toggle_pointer },
	{ ACT_TOUR, open_tour },
	{ ACT_TOUR_NEXT, tour_go_on },
	{ ACT_TOUR_BACK, tour_go_back },
	{ ACT_TOUR_LEAVE, tour_leave },
	{ ACT_MOUSE, pointer_toggle },
	{ ACT_UNKNOWN, show_unknown_writes },
	{ ACT_LOCK_WRITES, lock_writes },
	{ ACT_IDENTITY, open_form },
	{ ACT_FORM, open_form },
	{ ACT_UNLINK_FORM, open_unlink_form },
	{ ACT_AUDIT, audit_pane_open },
	{ ACT_REQUESTS, requests_pane_open },
	{ ACT_HOME, home_open },
	{ ACT_SINCE, last_visit_open_view },
	{ ACT_SENT_LINKS, sent_links_pane_open },
	{ ACT_WATCH, show_watch },
	{ ACT_LAST_PANE, go_to_last_tab },
	{ ACT_BACK, go_back },
	{ ACT_FORWARD, go_forward },
};

static const struct console_action *
find_action(enum action a)
{
	static const struct console_action to_tab = { .run = go_to_action_tab };
	for (size_t i = 0; i < sizeof(console_actions) / sizeof(*console_actions); i++)
		if (console_actions[i].id == a)
			return &console_actions[i];
	return tab_of(a) < TABS ? &to_tab : NULL;
}

bool
shell_has_action(const struct console *c, enum action a)
{
	return pane_has_action(console_top_pane(c), a) || find_action(a);
}

/* "6 Identities, 7 Journal": appends the tabs that have the action. */
static void
append_tabs_with_action(struct console *c, struct buf *out, enum action a)
{
	for (int t = 0; t < TABS; t++)
		if (pane_has_action(console_tab_pane(c, (enum tab)t), a))
			buf_addf(out, "%s%d %s", out->n ? ", " : "", shell_tabs[t].digit,
			    shell_tabs[t].name);
}

/* "Works in: 6 Identities, 7 Journal"; NULL if no tab has the action. */
static const char *
write_where_it_works(struct console *c, enum action a)
{
	struct buf tabs = { 0 }, *out = &shell_of(c)->works_in;
	buf_reset(out);
	append_tabs_with_action(c, &tabs, a);
	if (tabs.n)
		buf_addf(out, "Works in: %s", buf_z(&tabs));
	buf_free(&tabs);
	return out->n ? buf_z(out) : NULL;
}

static bool
is_demo_action(enum action a)
{
	return a == ACT_DEMO_NOW || a == ACT_DEMO_RESET || a == ACT_DEMO_FAULT ||
	    a == ACT_DEMO_SAVE || a == ACT_DEMO_LOAD;
}

const char *
shell_why_not(struct console *c, enum action a)
{
	const struct pane *p = console_top_pane(c);
	if (!shell_has_action(c, a))
		return write_where_it_works(c, a);
	if (a == ACT_RETRY && c->baskets->state != BASKETS_FAILED &&
	    c->catalog->state != CATALOG_FAILED)
		return "Nothing to retry";
	if (a == ACT_UNKNOWN && !write_session_count_unknown(c->write_session))
		return "Every write is confirmed";
	if (a == ACT_LOCK_WRITES && !write_lock_is_open(&c->write_session->lock, console_now(c)))
		return "Writes are locked already";
	if (a == ACT_LOGIN || a == ACT_LOGOUT)
		return sign_in_why_not(c);
	if ((a == ACT_WHOAMI || a == ACT_ABOUT || a == ACT_ENVIRONMENT) && c->presenting)
		return "Not while presenting. :present off ends it";
	if (a == ACT_ENVIRONMENT && (c->app->recorder || c->app->recording))
		return "A saved session has one environment";
	if (tour_why_not(c, a))
		return tour_why_not(c, a);
	if (is_demo_action(a) && !shell_of(c)->demo)
		return a == ACT_DEMO_RESET ? "Only the demo's data can be reset"
					   : "Only for the demo";
	if (is_demo_action(a) && (c->app->options.read_only || c->app->environment->read_only))
		return "Read-only: nothing is written to the service";
	if (is_demo_action(a) && shell_of(c)->resetting)
		return "The demo is being changed";
	return pane_why_not(p, a);
}

void
shell_show_unused_key(struct console *c, struct str key)
{
	struct buf help = { 0 }, meant = { 0 };
	enum action a = foreign_key_action(key);
	console_append_key_of(c, &help, ACT_KEYS);
	if (a != ACT_NONE && shell_has_action(c, a) && !shell_why_not(c, a)) {
		console_append_key_of(c, &meant, a);
		console_show(c, ROLE_TEXT, "%.*s does nothing here. Try %s (%s). All keys: %s",
		    STR_ARG(key), buf_z(&meant), action_infos[a].label, buf_z(&help));
	} else {
		console_show(c, ROLE_TEXT, "%.*s does nothing here. All keys: %s", STR_ARG(key),
		    buf_z(&help));
	}
	buf_free(&help);
	buf_free(&meant);
}

static void
show_no_such_action(struct console *c, enum action a)
{
	struct buf key = { 0 };
	const char *where = write_where_it_works(c, a);
	console_append_key_of(c, &key, a);
	if (where)
		console_show(
		    c, ROLE_TEXT, "%s works in%s", buf_z(&key), where + strlen("Works in"));
	else
		shell_show_unused_key(c, buf_str(&key));
	buf_free(&key);
}

void
shell_run_action(struct console *c, enum action a)
{
	const struct console_action *found = find_action(a);
	bool is_of_tour = a == ACT_TOUR_NEXT || a == ACT_TOUR_BACK;
	c->has_left_step = c->has_left_step || !(is_of_tour || c->is_tour_acting);
	console_request_redraw(c);
	crash_note_action(action_infos[a].name);
	if (tour_stops_action(c, a))
		return;
	if (pane_handle_action(console_top_pane(c), a))
		return;
	if (!found) {
		show_no_such_action(c, a);
		return;
	}
	const char *why = shell_why_not(c, a);
	shell_of(c)->running_action = a;
	if (why)
		console_show(c, ROLE_WARN, "%s", why);
	else
		found->run(c);
}
