#include "ui/shell/shell.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "ui/basket/recheck.h"
#include "ui/journal/write_session.h"
#include "ui/kit/prompt.h"
#include "ui/rows/command_here.h"
#include "ui/rows/user_command.h"
#include "ui/shell/caption.h"
#include "ui/shell/frame.h"
#include "ui/shell/saved_session.h"
#include "ui/shell/tour_record.h"
#include "ui/term/term.h"

static void
show_unknown_key(struct console *c)
{
	struct buf typed = { 0 }, clean = { 0 };
	for (size_t i = 0; i < c->typed_keys_n; i++)
		key_write(&typed, c->typed_keys[i]);
	text_clean(&clean, buf_str(&typed), false);
	shell_show_unused_key(c, buf_str(&clean));
	buf_free(&typed);
	buf_free(&clean);
}

/* Sets `out` if the typed keys are those of a user command; otherwise returns whether more keys may
 * follow. */
static enum keymap_match
find_command_on_keys(
    const struct console *c, enum keymap_match match, const struct user_command **out)
{
	const struct user_command *found = NULL;
	enum keymap_match own = command_lookup_keys(c, c->typed_keys, c->typed_keys_n, &found);
	*out = own == MATCH_ACTION ? found : NULL;
	return own == MATCH_PREFIX ? MATCH_PREFIX : match;
}

static void
press_pane_key(struct console *c, uint32_t key)
{
	enum action a = ACT_NONE;
	c->typed_keys[c->typed_keys_n++] = key;
	enum keymap_match match = console_lookup_keys(c, &a);
	const struct user_command *command = NULL;
	if (match != MATCH_ACTION)
		match = find_command_on_keys(c, match, &command);
	if (command) {
		c->typed_keys_n = 0;
		user_command_run_named(c, str_of(command->name));
		return;
	}
	if (match == MATCH_PREFIX && c->typed_keys_n < KEYS_PER_BINDING_MAX) {
		console_request_redraw(c);
		return;
	}
	if (match == MATCH_ACTION) {
		c->typed_keys_n = 0;
		shell_run_action(c, a);
		return;
	}
	/* Esc cancels a key sequence and does nothing else. */
	if (c->typed_keys_n < 2 || key != KEY_ESCAPE)
		show_unknown_key(c);
	c->typed_keys_n = 0;
}

/* Prompts and dialogs ignore unknown keys. But on a slow connection, Esc and a letter in one
 * packet arrive as Alt plus the letter, so a message shows that Esc did not work. */
static void
show_unknown_sequence(struct console *c, uint32_t key)
{
	struct buf name = { 0 };
	key_write(&name, key);
	shell_show_unused_key(c, buf_str(&name));
	buf_free(&name);
}

static void
leave_raw_view(struct console *c)
{
	c->is_raw_view_open = false;
	term_invalidate_screen();
	console_request_redraw(c);
}

static void
press_key(struct console *c, uint32_t key)
{
	struct modal *m = console_top_modal(c);
	console_request_redraw(c);
	recheck_cancel(c);
	shell_of(c)->last_key = key;
	if (!c->is_tour_acting)
		shell_of(c)->shown_key = key;
	if (c->is_raw_view_open) {
		leave_raw_view(c);
		return;
	}
	console_clear_old_message(c);
	c->has_left_step = c->has_left_step || (m && !c->is_tour_acting);
	if (!m)
		press_pane_key(c, key);
	else if (m->ops->on_key(m, key))
		return;
	else if (key == KEY_F1)
		frame_show_keys(c, m);
	else if (key > KEY_F1)
		show_unknown_sequence(c, key);
}

void
shell_press_key(struct console *c, uint32_t key)
{
	tour_record_before_key(c, key);
	saved_session_before_key(c, key);
	press_key(c, key);
	tour_record_after_key(c);
	saved_session_after_key(c);
}

void
shell_paste(struct console *c, struct str text)
{
	struct modal *m = console_top_modal(c);
	console_request_redraw(c);
	console_clear_old_message(c);
	tour_record_on_paste(c);
	saved_session_on_paste(c);
	c->has_left_step = true;
	if (c->is_raw_view_open)
		leave_raw_view(c);
	else if (m && m->ops->on_paste)
		m->ops->on_paste(m, text);
	else if (!m)
		console_push_modal(c, prompt_anything_new(c, text));
}

static bool
is_reading_baskets(const struct console *c)
{
	return c->baskets->state == BASKETS_READING && c->tab == TAB_BASKETS;
}

/* When the current read started, in ticks. */
static int64_t
read_started_at(const struct console *c)
{
	return is_reading_baskets(c) ? c->baskets->requested_at : c->catalog->requested_at;
}

static void
on_wait_tick(void *arg)
{
	struct console *c = arg;
	shell_of(c)->wait_timer = 0;
	console_clear_read_message(c, read_started_at(c)); /* the message line shows the wait */
	console_request_redraw(c);
}

/* While something is being read, shows the wait after one second, then every five. If another
 * message must stay visible first, tries again after a second. */
static void
update_wait_timer(struct console *c)
{
	bool baskets = is_reading_baskets(c);
	bool waiting = (baskets || c->catalog->state == CATALOG_READING) && !c->script &&
	    !c->linear;
	if (!waiting && shell_of(c)->wait_timer) {
		c->io.cancel_timer(c->io.ctx, shell_of(c)->wait_timer);
		shell_of(c)->wait_timer = 0;
	} else if (waiting && !shell_of(c)->wait_timer) {
		int64_t waited = clock_ticks() - read_started_at(c);
		shell_of(c)->wait_timer = c->io.start_timer(c->io.ctx,
		    waited < 1000           ? 1000 - waited
			: c->message_line.n ? 1000
					    : 5000,
		    on_wait_tick, c);
	}
}

static void
draw_modal(struct modal *m, const struct surface *screen)
{
	if (m->ops->arrange)
		m->ops->arrange(m, screen->h, screen->w);
	m->ops->draw(m, screen);
}

/* True if a modal covers all panes. */
static bool
is_screen_covered(const struct console *c)
{
	for (size_t i = 0; i < c->modals.n; i++)
		if (c->modals.v[i]->ops->covers_whole_screen)
			return true;
	return false;
}

void
shell_draw(struct console *c)
{
	struct pane *p = console_top_pane(c);
	update_wait_timer(c);
	if (!c->dirty || c->is_raw_view_open)
		return;
	c->dirty = false;
	struct screen_cursor cursor = { 0, 0 };
	struct surface s = surface_begin_frame(&c->look, shell_of(c)->drawing, &cursor);
	c->layout = layout_make(
	    s.h, s.w, &(struct layout_request){ .caption_rows = caption_rows(c, s.h, s.w) });
	if (c->layout.shape == LAYOUT_TOO_SMALL) {
		frame_draw_too_small(&s);
		surface_finish(&s);
		term_present();
		return;
	}
	s.is_behind = c->modals.n > 0;
	s.is_pointing = c->is_pointing;
	if (!is_screen_covered(c)) {
		p->ops->arrange(p, &c->layout);
		frame_draw(c, &s);
		p->ops->draw(p, &s, &c->layout);
	}
	s.is_pointing = false;
	for (size_t i = 0; i < c->modals.n; i++) {
		s.is_behind = i + 1 < c->modals.n;
		draw_modal(c->modals.v[i], &s);
	}
	if (is_screen_covered(c) && !console_top_modal(c)->ops->draws_own_foot)
		frame_draw_foot(c, &s);
	surface_finish(&s);
	term_present();
	if (!console_top_modal(c) || !console_top_modal(c)->ops->is_on_message_line)
		console_on_message_drawn(c);
}

/* Counts requests instead of looking at timers, because libcurl may have none while it waits for
 * a response. A token refresh that no request waits for does not count. */
static bool
has_request_under_way(const struct console *c)
{
	if (client_is_busy(c->client) || c->signing_out)
		return true;
	for (size_t i = 0; i < c->modals.n; i++) {
		const struct modal *m = c->modals.v[i];
		if (m->ops->is_busy && m->ops->is_busy(m))
			return true;
	}
	return false;
}

bool
shell_is_quiet(const struct console *c)
{
	enum { TICK_SOON_MS = 1000 };
	return !c->dirty && !has_request_under_way(c) &&
	    !loop_has_timer_within(shell_of(c)->loop, TICK_SOON_MS);
}

bool
shell_is_idle(const struct console *c)
{
	return c->baskets->state != BASKETS_READING && c->catalog->state != CATALOG_READING &&
	    client_has_address(c->client) && !shell_of(c)->resetting && shell_is_quiet(c) &&
	    (c->is_tour_acting || !(c->is_tour_on && c->has_tour_lines));
}
