#include "ui/linear/linear.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "ui/kit/lineedit.h"
#include "ui/linear/screen_text.h"
#include "ui/linear/state.h"

#include <unistd.h>

/* After the first time, a wait is announced. After the second, a typed line is handled anyway;
 * results are spoken when they arrive. */
enum { WAIT_REPEAT_MS = 1000, WAIT_SPEAK_MS = 2500 };

struct linear *
linear_new(int in)
{
	struct linear *l = x_new(struct linear);
	*l = (struct linear){ .lines.fd = in, .is_terminal = isatty(in) };
	return l;
}

void
linear_free(struct linear *l)
{
	if (!l)
		return;
	speak_end_prompt(&l->speaker, false);
	lines_free(&l->lines);
	speaker_free(&l->speaker);
	linear_reset_spoken(l);
	buf_free(&l->last_spoken.alarms);
	x_free(l);
}

void
linear_begin(struct linear *l, struct console *c)
{
	linear_reset_spoken(l);
	buf_reset(&l->last_spoken.alarms);
	l->last_spoken.message_count = 0;
	l->wake_timer = 0;
	l->watches_input = l->prompt_printed = l->greeted = l->wait_announced =
	    l->box_result_pending = false;
	l->busy_since = 0;
	c->linear = l;
}

void
linear_speak(struct linear *l, struct str text)
{
	speak_text(&l->speaker, text);
}

int
linear_write_errno(const struct linear *l)
{
	return l ? l->speaker.write_errno : 0;
}

void
linear_interrupt(struct linear *l)
{
	speak_end_prompt(&l->speaker, false);
	l->prompt_printed = false;
}

static void
do_nothing_on_timer(void *arg)
{
	((struct linear *)arg)->wake_timer = 0;
}

static void
start_wake_timer(struct linear *l, struct console *c, int64_t ms)
{
	l->wake_timer = c->io.start_timer(c->io.ctx, ms < 0 ? 0 : ms, do_nothing_on_timer, l);
}

static void
read_lines(void *arg, int fd, unsigned ready)
{
	struct linear *l = arg;
	(void)fd;
	(void)ready;
	lines_read(&l->lines);
}

static void
set_input_watch(struct linear *l, struct console *c, bool on)
{
	if (l->watches_input != on)
		c->io.watch_fd(c->io.ctx, l->lines.fd, on ? IO_READ : 0, read_lines, l);
	l->watches_input = on;
}

/* True if a line is handled although a request is in progress: after a long wait, or earlier in
 * a box that waits for the user, such as the sign-in. */
static bool
is_interactive_wait(const struct linear *l, const struct console *c)
{
	bool modal = console_top_modal(c) != NULL;
	int64_t waited = clock_ticks() - l->busy_since;
	return waited >= (modal && l->is_terminal ? WAIT_REPEAT_MS : WAIT_SPEAK_MS) &&
	    (l->is_terminal || modal);
}

static void
speak_wait_status(struct linear *l, struct console *c)
{
	struct buf status = { 0 };
	enum role role;
	l->wait_announced = true;
	if (console_top_modal(c))
		buf_addz(&status, "Waiting");
	else if (!c->app->options.demo_pack || c->baskets->rows.n)
		pane_append_status(console_top_pane(c), &status, &role);
	l->lines_before_input++; /* this line does not count as an answer */
	speak_words(&l->speaker, "%s. Ctrl-C stops it",
	    status.n ? buf_z(&status) : "Waiting for the service");
	buf_free(&status);
}

static void
announce_long_wait(struct linear *l, struct console *c)
{
	int64_t waited = clock_ticks() - l->busy_since;
	if (waited >= WAIT_REPEAT_MS && !l->wait_announced)
		speak_wait_status(l, c);
	if (waited < WAIT_SPEAK_MS)
		start_wake_timer(
		    l, c, (l->wait_announced ? WAIT_SPEAK_MS : WAIT_REPEAT_MS) - waited);
}

/* Appends a field's name or prompt without its punctuation: "Write to" for "Write to: ". */
static void
add_prompt_name(struct buf *out, struct str name)
{
	name = str_trim(name);
	if (str_eqz(name, "/"))
		name = STR("words");
	else if (str_eqz(name, ":"))
		name = STR("anything");
	else if (str_ends(name, STR(":")))
		name.n--;
	buf_adds(out, name);
}

/* True if the user has typed a line before its prompt. The terminal has then echoed it with its
 * newline. */
static bool
is_typed_ahead(const struct linear *l)
{
	return l->is_terminal && lines_has_next(&l->lines);
}

/* Prints the prompt: "PROD baskets: ", "PROD persons: ", "PROD Owner: ". It shows the place, and
 * what the line is for. Omitted if the next line has already arrived, because the answer would
 * start on the prompt's line, and a link must be alone on its line. */
static void
print_line_prompt(struct linear *l, struct console *c)
{
	struct modal *m = console_top_modal(c);
	const char *name;
	struct buf prompt = { 0 };
	if (is_typed_ahead(l))
		return;
	text_clean(&prompt, str_of(c->app->badge), true);
	buf_addc(&prompt, ' ');
	if (m && m->ops->get_focused_field && m->ops->get_focused_field(m, &name))
		add_prompt_name(&prompt, str_of(name));
	else if (m)
		buf_addz(&prompt, "choose");
	else
		screen_append_pane_name(c, &prompt);
	buf_addz(&prompt, ": "); /* screen readers do not spell out a colon */
	speak_prompt(&l->speaker, buf_str(&prompt));
	l->prompt_printed = true;
	buf_free(&prompt);
}

/* Handles the next line. Returns true if there was one, so that there may be more. */
static bool
run_line(struct linear *l, struct console *c, bool *over)
{
	struct str line;
	enum lines_next next = lines_next_line(&l->lines, &line);
	*over = next == LINES_END || l->speaker.write_errno;
	if (next != LINES_ONE && next != LINES_TOO_LONG)
		return false;
	speak_end_prompt(&l->speaker, l->is_terminal);
	l->prompt_printed = l->box_result_pending = false;
	l->lines_before_input = l->speaker.line_count;
	if (next == LINES_TOO_LONG)
		speak_words(&l->speaker, "Refused: the line is longer than %d MiB",
		    LINES_LINE_BYTES_MAX >> 20);
	else
		linear_answer(l, c, line);
	l->busy_since = 0;
	l->wait_announced = false;
	c->nav->draw(c);
	return true;
}

bool
linear_run_turn(struct linear *l, struct console *c, bool (*is_idle)(const struct console *c))
{
	bool over = false;
	c->io.cancel_timer(c->io.ctx, l->wake_timer);
	l->wake_timer = 0;
	bool idle = is_idle(c);
	if (!l->busy_since && !idle)
		l->busy_since = clock_ticks();
	if (idle)
		l->busy_since = 0;
	if (l->prompt_printed && is_typed_ahead(l))
		speak_end_prompt(&l->speaker, true);
	if (!idle && !is_interactive_wait(l, c)) {
		if (l->prompt_printed && linear_speak_news(l, c, false))
			print_line_prompt(l, c);
		announce_long_wait(l, c);
		return true;
	}
	bool any = linear_speak_news(l, c, !l->prompt_printed);
	if (idle && l->box_result_pending)
		any = linear_speak_pane_news(l, c) || any;
	if (any || !l->prompt_printed)
		print_line_prompt(l, c);
	if (run_line(l, c, &over)) {
		set_input_watch(l, c, false);
		start_wake_timer(l, c, 0);
		return true;
	}
	set_input_watch(l, c, true);
	return !over;
}
