#include "ui/rows/user_command.h"
#include "ui/access/whoami_pane.h"
#include "ui/shell/shell.h"

#include "access/whoami.h"
#include "app/account.h"
#include "snapshot/baseline.h"
#include "ui/access/connect.h"
#include "ui/access/requests_pane.h"
#include "ui/access/sign_in_box.h"
#include "ui/access/welcome.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/recheck.h"
#include "ui/basket/watch.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/identity/form.h"
#include "ui/journal/write_session.h"
#include "ui/kit/prompt.h"
#include "ui/linear/linear.h"
#include "ui/plan/plans.h"
#include "ui/shell/goto.h"
#include "ui/shell/last_visit.h"
#include "ui/shell/pointer.h"
#include "ui/shell/saved.h"
#include "ui/shell/saved_session.h"
#include "ui/shell/script.h"
#include "ui/shell/switch_environment.h"
#include "ui/shell/tour.h"
#include "ui/shell/typed_lines.h"
#include "ui/term/term.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { READ_SIZE_MAX = 65536, CTRL_C = 3 };

/* Applies the terminal's reply: it decides the theme if that is `auto`. */
static void
set_background(struct console *c, enum background background)
{
	struct err ignored;
	bool new = background != c->background;
	c->background = background;
	if (!new || !str_eqz(str_of(c->theme), "auto") || !console_use_theme(c, "auto", &ignored))
		return;
	term_invalidate_screen();
	console_request_redraw(c);
}

static void
handle_input_events(struct console *c)
{
	for (size_t i = 0; i < shell_of(c)->input.events.n; i++) {
		struct input_event e = shell_of(c)->input.events.v[i];
		if (e.kind == INPUT_DEVICE || e.kind == INPUT_BACKGROUND)
			term_on_answer();
		if (e.kind == INPUT_KEY)
			shell_press_key(c, e.key);
		else if (e.kind == INPUT_PASTE && e.is_cut)
			console_show(c, ROLE_WARN, "Paste refused: over %d bytes", PASTE_BYTES_MAX);
		else if (e.kind == INPUT_PASTE)
			shell_paste(c, e.text);
		else if (e.kind == INPUT_MOUSE)
			pointer_on_mouse(c, e.y, e.x, e.mouse);
		else if (e.kind == INPUT_BACKGROUND)
			set_background(c, background_of_rgb(e.report_values));
		else
			c->clipboard.terminal = clip_terminal_of(
			    e.report_values[0], e.report_values[1], e.report_values[2]);
	}
	shell_of(c)->input.events.n = 0;
}

/* How long an Esc waits for the rest of a key, in ms: ncurses' ESCDELAY, for slow connections. */
static int
escape_timeout_ms(void)
{
	enum { ESCAPE_TIMEOUT_MAX_MS = 10000 };
	int64_t ms;
	const char *set = getenv("ESCDELAY");
	return set && str_to_int64(str_of(set), &ms) && ms >= 0 && ms <= ESCAPE_TIMEOUT_MAX_MS
	    ? (int)ms
	    : ESCAPE_TIMEOUT_MS;
}

/* After the program was stopped, its timer may be due before pending input is read. */
static bool
has_more_input(void)
{
	struct pollfd keys = { .fd = STDIN_FILENO, .events = POLLIN };
	return poll(&keys, 1, 0) == 1;
}

/* True in a paste or a reply from the terminal: wait for its rest, however late. */
static bool
is_input_incomplete(const struct console *c)
{
	return shell_of(c)->input.in_paste || input_is_answer(&shell_of(c)->input);
}

static void
on_input_timeout(void *arg)
{
	struct console *c = arg;
	shell_of(c)->input_timer = 0;
	if (is_input_incomplete(c) && has_more_input())
		return; /* the input is read next, and the timer starts again */
	input_flush(&shell_of(c)->input);
	handle_input_events(c);
}

/* If the loop was busy, a late timer and the next key are found together: flushes the held bytes
 * first, so that the key is not added to them. Does not flush a paste, whose rest would then be
 * typed. */
static void
flush_late_input(struct console *c)
{
	c->io.cancel_timer(c->io.ctx, shell_of(c)->input_timer);
	shell_of(c)->input_timer = 0;
	if (input_is_held(&shell_of(c)->input) && !is_input_incomplete(c) &&
	    clock_ticks() >= shell_of(c)->input_flush_at)
		on_input_timeout(c);
}

static void
start_input_timer(struct console *c)
{
	int64_t wait = is_input_incomplete(c) ? PASTE_TIMEOUT_MS : escape_timeout_ms();
	if (!input_is_held(&shell_of(c)->input))
		return;
	shell_of(c)->input_flush_at = clock_ticks() + wait;
	shell_of(c)->input_timer = c->io.start_timer(c->io.ctx, wait, on_input_timeout, c);
}

static void
read_keys(void *arg, int fd, unsigned ready)
{
	struct console *c = arg;
	char bytes[READ_SIZE_MAX];
	(void)ready;
	ssize_t n = read(fd, bytes, sizeof(bytes));
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		shell_of(c)->exit_status = 128 + SIGHUP; /* the terminal is closed */
		shell_quit(c);
		return;
	}
	if (n < 0)
		return;
	flush_late_input(c);
	const struct modal *m = console_top_modal(c);
	bool burst_is_paste = m ? m->ops->burst_is_paste : !c->is_raw_view_open;
	input_feed(&shell_of(c)->input, str_from(bytes, (size_t)n), burst_is_paste);
	handle_input_events(c);
	start_input_timer(c);
}

static void
handle_signals(void *arg, int fd, unsigned ready)
{
	struct console *c = arg;
	int number;
	(void)fd;
	(void)ready;
	while ((number = term_next_signal())) {
		if (number == SIGWINCH || number == SIGCONT) {
			term_resize_to_real();
			if (number == SIGCONT)
				term_invalidate_screen();
			console_request_redraw(c);
		} else if (number == SIGINT && c->linear) {
			linear_interrupt(c->linear);
			shell_press_key(c, CTRL_C);
		} else if (number == SIGTSTP) {
			shell_run_action(c, ACT_SUSPEND);
		} else {
			shell_of(c)->exit_status = 128 + number;
			shell_quit(c);
		}
	}
}

/* True if idle, or if quiet without a service: none chosen, or the demo's did not start. */
static bool
is_settled(const struct console *c)
{
	bool none = c->app->missing_environment || shell_of(c)->demo_failed;
	return shell_is_idle(c) || (none && shell_is_quiet(c));
}

/* The user can no longer be asked, so unsaved text is only reported. */
static void
speak_or_stop(struct console *c)
{
	struct buf left = { 0 };
	shell_draw(c);
	if (linear_run_turn(c->linear, c, is_settled))
		return;
	if (linear_write_errno(c->linear))
		shell_of(c)->exit_status = 1;
	switch_environment_append_unsaved(c, &left);
	linear_speak(c->linear, buf_str(&left));
	buf_free(&left);
	shell_quit(c);
}

static void
on_before_wait(void *ctx)
{
	struct console *c = ctx;
	tour_run(c);
	if (c->linear)
		speak_or_stop(c);
	else if (!c->script)
		shell_draw(c);
	else if (!script_run(c->script, c, &shell_of(c)->exit_status))
		shell_quit(c);
}

/* ---- token expiry ---- */

static void start_token_timer(struct console *c);

static void
on_token_changed(void *ctx)
{
	struct console *c = ctx;
	start_token_timer(c);
	console_notify_panes(c);
}

static void
on_token_expiry(void *arg)
{
	struct console *c = arg;
	shell_of(c)->token_timer = 0;
	on_token_changed(c);
}

/* Sets a timer for when row 2 must show the expiry, then for the expiry itself. */
static void
start_token_timer(struct console *c)
{
	struct buf ignored = { 0 };
	int64_t ms = whoami_append_expiry(&ignored, c->client, clock_real());
	whoami_warn_expiry(c);
	c->io.cancel_timer(c->io.ctx, shell_of(c)->token_timer);
	shell_of(c)->token_timer = ms >= 0 && !c->script
	    ? c->io.start_timer(c->io.ctx, ms + 1, on_token_expiry, c) : 0;
	buf_free(&ignored);
}

/* ---- the demo ---- */

/* Reads the list of the visible pane first. */
static void
request_first_rows(struct console *c)
{
	pane_on_enter(console_top_pane(c));
	baskets_request_rows(c->baskets, 1);
}

static void
show_demo_failure(struct console *c, const struct err *err)
{
	console_show(c, ROLE_BAD, "The demo's service did not start: %s", err->text);
	shell_of(c)->demo_failed = true;
	c->baskets->state = BASKETS_FAILED;
	c->baskets->err = *err;
	console_notify_panes(c);
}

static void
on_demo_ready(void *ctx, const char *base_url, const char *token, const struct err *err)
{
	struct console *c = ctx;
	if (err) {
		show_demo_failure(c, err);
		return;
	}
	client_redirect(c->client, base_url, token);
	on_token_changed(c);
	write_session_on_demo_ready(c->write_session);
	request_first_rows(c);
}

static bool
load_theme_colours(struct console *c, bool utf8, struct err *err)
{
	const struct app_context *l = c->app;
	c->background = background_of_colorfgbg(getenv("COLORFGBG"));
	bool ok = console_use_theme(c, l->options.theme ? l->options.theme : l->config.theme, err);
	c->look.ascii_text = !utf8;
	c->look.ascii_lines = l->options.ascii || !utf8 || c->linear;
	return ok;
}

static bool
load_keys(struct console *c, struct err *err)
{
	const struct app_context *l = c->app;
	const char *name = l->options.keymap ? l->options.keymap : l->config.keymap;
	return keymap_load_all(&c->keys, name, &l->config, err);
}

/* Linear mode writes no escape sequences, so it uses only the tmux program. */
static enum clip_terminal
detect_linear_terminal(void)
{
	const char *tmux = getenv("TMUX");
	return tmux && *tmux ? TERMINAL_TMUX : TERMINAL_SILENT;
}

/* Describes the terminal, to remember the result of the clipboard test for it. */
static void
describe_terminal(struct console *c)
{
	const char *ssh = getenv("SSH_CONNECTION"), *term = getenv("TERM");
	struct str client = account_client_address();
	if (!client.n)
		client = STR("this-host");
	c->clipboard = (struct clip_environment){
		.terminal = c->linear ? detect_linear_terminal() : clip_terminal_by_name(term),
		.setting = c->app->config.clipboard,
		.tmux = getenv("TMUX"),
		.ssh = ssh,
		.wayland = getenv("WAYLAND_DISPLAY"),
		.display = getenv("DISPLAY"),
	};
	buf_reset(&c->terminal);
	buf_addf(&c->terminal, "%.*s %s%s%s", STR_ARG(client), term ? term : "",
	    c->clipboard.tmux ? " tmux" : "", getenv("STY") ? " screen" : "");
	for (size_t i = 0; i < c->terminal.n; i++)
		if (c->terminal.p[i] == '\n' || c->terminal.p[i] == '\t')
			c->terminal.p[i] = ' ';
}

static bool
start_demo(struct console *c, struct err *err)
{
	struct shell *s = shell_of(c);
	demo_stop(s->demo);
	c->baskets->state = BASKETS_IDLE; /* clear the failure: the service may start this time */
	s->demo = demo_start(c->app, &c->io, on_demo_ready, c, err);
	s->demo_failed = false;
	if (!s->demo)
		show_demo_failure(c, err);
	return s->demo != NULL;
}

/* Runs after the first frame: opens what takes time and is not visible yet. */
static bool
open_keeping_stacks(struct console *c, struct err *err)
{
	const struct app_context *l = c->app;
	contact_log_open(c);
	if (!c->script)
		c->terminal_proof = terminal_proof_read(buf_str(&c->terminal));
	c->write_session = write_session_new(c);
	c->plans = plans_new(c);
	shell_of(c)->start_demo = start_demo;
	return !l->options.demo_pack || start_demo(c, err);
}

/* Shows the greeting unless a warning is already shown. */
static void
show_greeting(struct console *c)
{
	const struct shell *s = shell_of(c);
	if (c->message_line.n)
		return;
	if (s->greeting.n)
		console_show(c, s->greeting_role, "%.*s", STR_ARG(buf_str(&s->greeting)));
	else if (saved_session_greet(c))
		;
	else if (c->app->options.demo_pack)
		console_show(c, ROLE_TEXT, "Sample data from memory. Nothing leaves this machine.");
	else if (!c->app->missing_environment && !c->linear)
		console_show(c, ROLE_TEXT,
		    "? keys   : commands   / find   y sends a link to your clipboard");
}

static bool
start_reading(struct console *c, struct err *err)
{
	if (!open_keeping_stacks(c, err))
		return false;
	show_greeting(c);
	start_token_timer(c);
	if (!c->app->options.demo_pack && !c->app->missing_environment)
		request_first_rows(c);
	return true;
}

static bool
show_first_view(struct console *c, struct err *err)
{
	const struct app_context *l = c->app;
	const char *first = l->options.view_line ? l->options.view_line : l->config.start_view;
	struct view view = { 0 };
	bool ok = !first ||
	    (saved_view_parse(&view, c, str_of(first), err) && goto_view(c, &view, err));
	view_free(&view);
	return ok;
}

static void
open_console(struct console *c)
{
	shell_of(c)->loop = loop_new();
	shell_of(c)->drawing = drawing_new();
	c->io = loop_io(shell_of(c)->loop);
	c->client = client_new(&c->app->client_config, &c->io);
	c->baskets = baskets_new(c->client, &c->app->clock, &c->io, on_baskets_changed, c);
	c->baskets->read_ahead_rows = c->app->config.read_ahead_rows;
	c->baskets->age_groups = &c->app->config.age_groups;
	c->catalog = catalog_new(c->client, &c->app->clock, &c->io, on_catalog_changed, c);
	client_watch_session(c->client, on_token_changed, c);
	requests_pane_watch(c);
	saved_session_begin(c);
	shell_of(c)->estimates = estimates_new(
	    c->baskets, c->catalog, &c->io, on_estimates_changed, c);
	c->start_day = when_local_date(console_now(c));
	console_tab_pane(c, TAB_BASKETS);
	last_visit_read(&shell_of(c)->last_visit, c);
	typed_lines_read(c);
	loop_set_before_wait(shell_of(c)->loop, on_before_wait, c);
	describe_terminal(c);
	if (c->script)
		c->forced_clip_route = CLIP_SCRIPT;
	if (c->linear)
		linear_begin(c->linear, c);
}

static void
close_console(struct console *c)
{
	last_visit_write(c);
	typed_lines_write(c);
	tour_close(c);
	saved_session_end(c);
	while (c->modals.n)
		console_close_modal(c);
	for (int r = 0; r < TABS; r++) {
		while (c->stacks[r].panes.n) {
			struct pane *p = c->stacks[r].panes.v[--c->stacks[r].panes.n];
			p->ops->close(p);
		}
		vec_free(&c->stacks[r].panes);
	}
	user_command_free(c);
	recheck_free(c);
	jumps_free(&c->jumps);
	baseline_free(c->baseline);
	buf_free(&c->snapshot_file);
	estimates_free(shell_of(c)->estimates);
	catalog_free(c->catalog);
	baskets_free(c->baskets);
	identity_form_free(c);
	connect_free(c);
	sign_in_cancel(c);
	write_session_free(c->write_session);
	client_free(c->client);
	plans_free(c->plans);
	buf_free(&c->progress);
	demo_stop(shell_of(c)->demo);
	watch_free(c->watch);
	contact_log_close(c);
	contact_prompt_free(c);
	contact_override_free(c);
	clip_delete_tmux_buffer(&c->tmux_buffer);
	buf_free(&c->tmux_buffer);
	console_clear_message_list(c);
	prompt_clear_history(c);
	for (int k = 0; k < 2; k++)
		vec_free(&c->typed_lines[k]);
	vec_free(&c->messages);
	vec_free(&c->modals);
	keymap_free(&c->keys);
	input_free(&shell_of(c)->input);
	drawing_free(shell_of(c)->drawing);
	buf_free(&c->message_line);
	x_free(c->theme);
	buf_free(&c->previous_theme);
	buf_wipe(&c->copied_text);
	buf_free(&c->terminal);
	loop_free(shell_of(c)->loop);
}

static void
watch_terminal(struct console *c)
{
	c->io.watch_fd(c->io.ctx, term_signal_fd(), IO_READ, handle_signals, c);
	if (c->script || c->linear)
		return;
	c->io.watch_fd(c->io.ctx, STDIN_FILENO, IO_READ, read_keys, c);
	loop_set_user_fd(shell_of(c)->loop, STDIN_FILENO);
	term_ask_device();
	if (str_eqz(str_of(c->theme), "auto"))
		term_ask_background();
	if (c->app->config.mouse)
		pointer_toggle(c);
}

/* After a switch, an invalid file does not end the console: shows the error, uses the defaults. */
static bool
use_plain_if_failed(
    struct console *c, bool ok, void (*use_plain)(struct console *c), const struct err *err)
{
	struct shell *s = shell_of(c);
	if (ok || !s->is_after_switch)
		return ok;
	buf_reset(&s->greeting);
	buf_addz(&s->greeting, err->text);
	s->greeting_role = ROLE_BAD;
	if (use_plain)
		use_plain(c);
	return true;
}

static void
use_plain_theme(struct console *c)
{
	struct err ignored;
	bool text = c->look.ascii_text, lines = c->look.ascii_lines;
	console_use_theme(c, "auto", &ignored);
	c->look.ascii_text = text;
	c->look.ascii_lines = lines;
}

static void
use_plain_keys(struct console *c)
{
	struct err ignored;
	keymap_free(&c->keys);
	c->keys = (struct keymap){ 0 };
	keymap_load_builtin(&c->keys, "default", &ignored);
}

static void
on_renewal_end(void *arg)
{
	shell_quit(arg);
}

static void
draw_before_wait(void *ctx)
{
	struct console *c = ctx;
	if (!c->script && !c->linear)
		shell_draw(c);
}

/* Waits until a refreshed sign-in is saved, because the issuer may already have replaced the
 * tokens. After a signal or a lost terminal, waits only if the sign-in would otherwise be lost. */
static void
wait_for_renewal(struct console *c)
{
	enum { RENEWAL_WAIT_MS = 5000, CRITICAL_RENEWAL_WAIT_MS = 3000 };
	bool told = shell_of(c)->exit_status != 0;
	if (told ? !client_renewal_is_critical(c->client) : !client_is_renewing(c->client))
		return;
	console_show(c, ROLE_TEXT, "Saving the renewed sign-in");
	client_watch_session(c->client, on_renewal_end, c);
	c->io.watch_fd(c->io.ctx, STDIN_FILENO, 0, NULL, NULL);
	loop_set_before_wait(shell_of(c)->loop, draw_before_wait, c);
	c->io.start_timer(
	    c->io.ctx, told ? CRITICAL_RENEWAL_WAIT_MS : RENEWAL_WAIT_MS, on_renewal_end, c);
	loop_run(shell_of(c)->loop);
}

int
shell_run(struct console *c, bool utf8, struct err *err)
{
	open_console(c);
	bool ok = use_plain_if_failed(c, load_theme_colours(c, utf8, err), use_plain_theme, err) &&
	    use_plain_if_failed(c, load_keys(c, err), use_plain_keys, err) &&
	    use_plain_if_failed(c, show_first_view(c, err), NULL, err);
	if (ok && c->app->missing_environment)
		welcome_open(c);
	if (ok) {
		console_request_redraw(c);
		shell_draw(c);
		watch_terminal(c);
		ok = start_reading(c, err);
	}
	if (ok) {
		loop_run(shell_of(c)->loop);
		wait_for_renewal(c);
	}
	int status = ok ? shell_of(c)->exit_status : err->kind == ERR_IO ? 1 : 2;
	if (ok)
		*err = (struct err){ 0 }; /* ignore errors that did not end the console */
	close_console(c);
	return status;
}
