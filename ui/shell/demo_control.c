#include "ui/shell/demo_control.h"

#include "base/json_quote.h"
#include "base/utf8.h"
#include "model/when.h"
#include "ui/journal/write_session.h"
#include "ui/shell/shell.h"
#include "wire/member.h"

/* Shows why it failed; `what` begins the sentence. */
static void
show_demo_error(struct console *c, const char *what, struct client_answer *answer)
{
	struct buf words = { 0 };
	format_err(&words, &answer->err, answer->attempt_count);
	console_show(c, ROLE_BAD, "%s: %s", what, buf_z(&words));
	console_attach_error(c, &answer->err);
	buf_free(&words);
}

/* Ends the wait for the service. Returns false, with a message, if it refused. */
static bool
end_demo_wait(struct console *c, enum client_write_status outcome, const char *what,
    struct client_answer *answer)
{
	shell_of(c)->resetting = false;
	if (outcome != CLIENT_WRITE_DONE)
		show_demo_error(c, what, answer);
	return outcome == CLIENT_WRITE_DONE;
}

/* Cancels reads of the old data, and reads again. */
static void
read_new_data(struct console *c)
{
	catalog_stop(c->catalog);
	catalog_refresh(c->catalog);
	baskets_refresh(c->baskets);
	write_session_on_demo_reset(c->write_session);
}

static void
on_demo_reset(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct console *c = ctx;
	if (!end_demo_wait(c, outcome, "The demo was not reset", answer))
		return;
	read_new_data(c);
	console_show(c, ROLE_TEXT, "Demo data reset");
}

static void
reset_demo(struct console *c, struct str text)
{
	(void)text;
	shell_of(c)->resetting = true;
	client_write_demo(c->client, "/demo/reset", STR("{}"), on_demo_reset, c);
}

/* ---- time ---- */

/* "+3d" and "-2h" count from the demo's time; other times are those of a VIEW. */
static bool
parse_time(struct str text, int64_t now, int64_t *out)
{
	bool later = text.n && text.p[0] == '+', earlier = text.n && text.p[0] == '-';
	struct str rest = str_sub(text, later || earlier, text.n);
	/* A sign is that of a span such as 3d, not of a date or of "yesterday". */
	if ((later || earlier) &&
	    (!rest.n || rest.p[0] < '0' || rest.p[0] > '9' || rest.p[rest.n - 1] < 'a'))
		return false;
	if (!when_parse_typed(rest, now, out))
		return false;
	if (later)
		*out = now + (now - *out);
	return true;
}

/* Moves the console's clock; WHEN_NONE: back. */
static void
move_console_clock(struct console *c, int64_t to)
{
	if (to == WHEN_NONE)
		clock_move_back(&c->app->clock);
	else
		clock_move(&c->app->clock, to);
	c->start_day = when_local_date(console_now(c));
	console_notify_panes(c);
}

/* The words before the time: "The demo's time is". */
static void
show_demo_time(struct console *c, const char *words)
{
	struct buf text = { 0 };
	format_time_long(&text, console_now(c), c->time_style == TIME_UTC);
	console_show(c, ROLE_TEXT, "%s %s", words, buf_z(&text));
	buf_free(&text);
}

static void
on_clock_moved(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct console *c = ctx;
	if (!end_demo_wait(c, outcome, "The demo's time was not changed", answer))
		return;
	baskets_refresh(c->baskets);
	move_console_clock(c, shell_of(c)->demo_time);
	show_demo_time(c, "The demo's time is");
}

static void
move_demo_time(struct console *c, struct str text)
{
	struct buf body = { 0 };
	int64_t to = WHEN_NONE;
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

/* ---- faults ---- */

static void
on_faults_set(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct console *c = ctx;
	struct buf rules = { 0 }, clean = { 0 };
	if (!end_demo_wait(c, outcome, "The demo's faults were not changed", answer))
		return;
	member_read_text(&rules, buf_str(&answer->page.body), STR("rules"));
	text_clean(&clean, buf_str(&rules), c->look.ascii_lines);
	if (rules.n)
		console_show(
		    c, ROLE_WARN, "The demo's faults: %s. demo fault off ends them", buf_z(&clean));
	else
		console_show(c, ROLE_TEXT, "The demo has no faults");
	buf_free(&rules);
	buf_free(&clean);
}

/* Sends {"MEMBER":"text"}. */
static void
send_demo_text(struct console *c, const char *page, const char *member, struct str text,
    client_written_fn *done)
{
	struct buf body = { 0 };
	shell_of(c)->resetting = true;
	buf_addf(&body, "{\"%s\":", member);
	json_quote(&body, text);
	buf_addc(&body, '}');
	client_write_demo(c->client, page, buf_str(&body), done, c);
	buf_free(&body);
}

static void
set_demo_faults(struct console *c, struct str text)
{
	if (str_eqz(text, "off") || str_eqz(text, "none"))
		text = STR("");
	else if (text.n == 0) {
		shell_of(c)->resetting = true;
		client_write_demo(c->client, "/demo/faults", STR("{}"), on_faults_set, c);
		return;
	}
	send_demo_text(c, "/demo/faults", "rules", text, on_faults_set);
}

/* ---- saving and loading ---- */

static void
on_demo_saved(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct console *c = ctx;
	struct buf name = { 0 }, clean = { 0 };
	if (!end_demo_wait(c, outcome, "The demo was not saved", answer))
		return;
	member_read_text(&name, buf_str(&answer->page.body), STR("name"));
	text_clean(&clean, buf_str(&name), c->look.ascii_lines);
	console_show(
	    c, ROLE_TEXT, "The demo is saved. demo load %s brings it back", buf_z(&clean));
	buf_free(&name);
	buf_free(&clean);
}

static void
on_demo_loaded(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct console *c = ctx;
	struct buf text = { 0 };
	int64_t now;
	if (!end_demo_wait(c, outcome, "The demo was not loaded", answer))
		return;
	member_read_text(&text, buf_str(&answer->page.body), STR("now"));
	if (when_parse(buf_str(&text), &now))
		move_console_clock(c, now);
	buf_free(&text);
	read_new_data(c);
	show_demo_time(c, "Demo loaded. Its time is");
}

static void
save_demo(struct console *c, struct str text)
{
	send_demo_text(c, "/demo/save", "name", text, on_demo_saved);
}

static void
load_demo(struct console *c, struct str text)
{
	send_demo_text(c, "/demo/load", "name", text, on_demo_loaded);
}

/* ---- the command ---- */

static const struct demo_command {
	enum action id;
	const char *word; /* after "demo" */
	void (*run)(struct console *c, struct str text);
} demo_commands[] = {
	{ ACT_DEMO_NOW, "now", move_demo_time },
	{ ACT_DEMO_RESET, "reset", reset_demo },
	{ ACT_DEMO_FAULT, "fault", set_demo_faults },
	{ ACT_DEMO_FAULT, "faults", set_demo_faults },
	{ ACT_DEMO_SAVE, "save", save_demo },
	{ ACT_DEMO_LOAD, "load", load_demo },
};

enum action
demo_control_action(struct str *text)
{
	struct str word = str_sub(*text, 0, str_find_char(*text, ' '));
	for (size_t i = 0; i < sizeof(demo_commands) / sizeof(*demo_commands); i++)
		if (str_eqz(word, demo_commands[i].word)) {
			*text = str_trim(str_sub(*text, word.n, text->n));
			return demo_commands[i].id;
		}
	return ACT_DEMO_NOW;
}

void
demo_control_run(struct console *c, enum action a, struct str text)
{
	for (size_t i = 0; i < sizeof(demo_commands) / sizeof(*demo_commands); i++)
		if (demo_commands[i].id == a) {
			demo_commands[i].run(c, text);
			return;
		}
}
