#include "ui/shell/demo_clock.h"

#include "model/when.h"
#include "ui/shell/shell.h"

/* "+3d" and "-2h" count from the demo's time; other times are those of a VIEW. */
static bool
parse_time(struct str text, int64_t now, int64_t *out)
{
	bool later = text.n && text.p[0] == '+', earlier = text.n && text.p[0] == '-';
	struct str rest = str_sub(text, later || earlier, text.n);
	if (!when_parse_typed(rest, now, out))
		return false;
	if (later)
		*out = now + (now - *out);
	return true;
}

static void
show_demo_time(struct console *c)
{
	struct buf text = { 0 }, words = { 0 };
	format_time_long(&text, console_now(c), c->time_style == TIME_UTC);
	buf_addf(&words, "The demo's time is %s", buf_z(&text));
	console_show(c, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&text);
	buf_free(&words);
}

static void
on_clock_moved(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct console *c = ctx;
	struct shell *shell = shell_of(c);
	struct buf words = { 0 };
	shell->resetting = false;
	if (outcome == CLIENT_WRITE_DONE) {
		if (shell->demo_time == WHEN_NONE)
			clock_move_back(&c->app->clock);
		else
			clock_move(&c->app->clock, shell->demo_time);
		c->start_day = when_local_date(console_now(c));
		baskets_refresh(c->baskets);
		console_notify_panes(c);
		show_demo_time(c);
	} else {
		format_err(&words, &answer->err, answer->attempt_count);
		console_show(c, ROLE_BAD, "The demo's time was not changed: %s", buf_z(&words));
		console_attach_error(c, &answer->err);
	}
	buf_free(&words);
}

void
demo_clock_run_command(struct console *c, struct str text)
{
	struct str word = STR("now");
	struct buf body = { 0 };
	int64_t to = WHEN_NONE;
	text = str_trim(text);
	if (str_starts(text, word) && (text.n == word.n || text.p[word.n] == ' '))
		text = str_trim(str_sub(text, word.n, text.n));
	if (str_eqz(text, "reset")) { /* "demo reset", as people type it */
		c->nav->run_action(c, ACT_DEMO_RESET);
		return;
	}
	if (text.n && !parse_time(text, console_now(c), &to)) {
		console_show(c, ROLE_WARN,
		    "demo now takes +3d, -2h, or a time such as 2026-12-24T09:00");
		return;
	}
	shell_of(c)->demo_time = to;
	shell_of(c)->resetting = true;
	buf_addz(&body, "{\"now\":");
	if (to == WHEN_NONE) {
		buf_addz(&body, "null");
	} else {
		buf_addc(&body, '"');
		when_write(&body, to);
		buf_addc(&body, '"');
	}
	buf_addc(&body, '}');
	client_write_demo(c->client, "/demo/clock", buf_str(&body), on_clock_moved, c);
	buf_free(&body);
}
