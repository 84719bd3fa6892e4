#include "ui/access/sign_in_box.h"

#include "access/whoami.h"
#include "app/access_rules.h"
#include "base/utf8.h"
#include "client/url.h"
#include "ui/kit/dialog.h"
#include "ui/kit/qr_box.h"
#include "ui/kit/send.h"
#include "ui/term/term.h"

enum { BOX_WIDTH = 72, TEXT_WIDTH = 66, LABEL_X = 2, VALUE_X = 12, FACT_ROWS = 5 };

enum sign_in_stage { STAGE_ASKING, STAGE_WAITING, STAGE_FAILED };

struct sign_in_box {
	struct modal modal;
	const struct sign_in_rules *rules;
	struct sign_in *sign_in;
	enum sign_in_method method;
	enum sign_in_stage stage;
	char *name;
	struct buf code, address, address_with_code; /* as received */
	int64_t expires_at_ms;
	struct err err;
	unsigned timer; /* the box closes itself from the event loop */
	bool signed_in, browser_opened;
	sign_in_box_done_fn *on_done;
	void *ctx;
};

static struct sign_in_box *
box_of_modal(const struct modal *m)
{
	return (struct sign_in_box *)(uintptr_t)m;
}

/* ---- progress ---- */

static void
free_task(struct sign_in_box *b)
{
	buf_wipe(&b->code);
	buf_wipe(&b->address);
	buf_wipe(&b->address_with_code);
}

static void
on_sign_in_task(void *ctx, const struct sign_in_task *task)
{
	struct sign_in_box *b = ctx;
	free_task(b);
	buf_adds(&b->code, task->code);
	buf_adds(&b->address, task->address);
	buf_adds(&b->address_with_code, task->address_with_code);
	b->expires_at_ms = task->code_expires_at;
	b->stage = STAGE_WAITING;
	b->browser_opened = task->method == SIGN_IN_BROWSER && access_has_browser() &&
	    access_open_browser(task->address);
	console_request_redraw(b->modal.console);
}

static void
close_sign_in_box(void *arg)
{
	struct sign_in_box *b = arg;
	struct console *c = b->modal.console;
	b->timer = 0;
	/* Also closes dialogs above the box. */
	while (console_top_modal(c) != &b->modal)
		console_close_modal(c);
	console_close_modal(c);
}

static void
on_sign_in_done(void *ctx, const struct err *err)
{
	struct sign_in_box *b = ctx;
	struct console *c = b->modal.console;
	console_request_redraw(c);
	if (err) {
		b->stage = STAGE_FAILED;
		b->err = *err;
		return;
	}
	b->signed_in = true;
	b->timer = c->io.start_timer(c->io.ctx, 0, close_sign_in_box, b);
}

static void
start_sign_in(struct sign_in_box *b, enum sign_in_method method)
{
	static const struct sign_in_callbacks told = { on_sign_in_task, on_sign_in_done };
	sign_in_stop(b->sign_in);
	free_task(b);
	b->method = method;
	b->stage = STAGE_ASKING;
	b->sign_in = sign_in_start(&b->modal.console->io, b->rules, method, &told, b);
}

static void
box_close(struct modal *m)
{
	struct sign_in_box *b = box_of_modal(m);
	struct console *c = m->console;
	sign_in_box_done_fn *done = b->on_done;
	void *ctx = b->ctx;
	bool signed_in = b->signed_in;
	c->io.cancel_timer(c->io.ctx, b->timer);
	sign_in_stop(b->sign_in);
	free_task(b);
	x_free(b->name);
	x_free(b);
	if (done)
		done(c, ctx, signed_in);
}

/* ---- drawing ---- */

static void
add_failure(const struct sign_in_box *b, struct doc *d)
{
	struct buf words = { 0 };
	if (b->err.kind == ERR_AUTH)
		buf_addz(&words, b->err.text);
	else
		format_err(&words, &b->err, 0);
	doc_begin_line(d);
	doc_add_drawing(d, ROLE_BAD, " x  ");
	doc_printf(d, ROLE_BAD, "Not signed in");
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "    ");
	doc_add_value(d, ROLE_TEXT, buf_str(&words));
	buf_free(&words);
}

/* The code and the expiry come first, since the address may need more rows than there are. */
static void
add_task(const struct sign_in_box *b, struct doc *d, bool is_spaced)
{
	struct buf end = { 0 };
	format_time_of_day(&end, b->expires_at_ms, false);
	if (b->method == SIGN_IN_DEVICE) {
		doc_add_label(d, "Code");
		doc_add_text(d, ROLE_LEAD, buf_str(&b->code));
		if (is_spaced)
			doc_begin_line(d);
	}
	doc_begin_line(d);
	if (b->method == SIGN_IN_DEVICE)
		doc_printf(d, ROLE_TEXT, " Type it at this address, on %s",
		    url_is_loopback(buf_str(&b->address)) ? "this machine" : "any device");
	else
		doc_printf(d, ROLE_TEXT, " %s this in a browser on this machine",
		    b->browser_opened ? "Opened" : "Open");
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, " Waiting until %s", buf_z(&end));
	buf_free(&end);
}

/* Everything but the address to open. `is_spaced`: with a blank line after the code. */
static void
add_state(const struct sign_in_box *b, struct doc *d, bool is_spaced)
{
	const struct oauth_rules *oauth = &b->rules->oauth;
	if (b->stage == STAGE_FAILED)
		add_failure(b, d);
	else if (b->stage == STAGE_WAITING)
		add_task(b, d, is_spaced);
	else
		doc_add_labelled(
		    d, "Asking", str_of(oauth->issuer ? oauth->issuer : oauth->token_url));
}

static void
write_box_title(struct buf *out, const struct sign_in_box *b)
{
	buf_addz(out, "Sign in to ");
	text_clean(out, str_of(b->name), b->modal.console->look.ascii_text);
}

static size_t
write_sign_in_doc(const struct modal *m, struct doc *d)
{
	const struct sign_in_box *b = box_of_modal(m);
	struct buf title = { 0 };
	write_box_title(&title, b);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s", buf_z(&title));
	add_state(b, d, false);
	doc_begin_line(d);
	if (b->stage == STAGE_WAITING)
		doc_add_text(d, ROLE_REFERENCE, buf_str(&b->address));
	buf_free(&title);
	return SIZE_MAX;
}

/* Wraps an address that is wider than the box, because the user may copy it by hand. */
static int
draw_address(const struct surface *box, int y, struct str address)
{
	struct buf clean = { 0 };
	int room = box->w - LABEL_X - 1;
	text_clean(&clean, address, true);
	struct str rest = buf_str(&clean);
	while (rest.n && y < box->h) {
		bool cut = y == box->h - 1 && rest.n > (size_t)room;
		if (cut) /* never show a part that looks complete */
			surface_print(box, y++, LABEL_X, ROLE_WARN,
			    "! Too long to show here: y sends all of it");
		else
			surface_draw_text(
			    box, y++, LABEL_X, ROLE_REFERENCE, str_sub(rest, 0, (size_t)room));
		rest = cut ? STR_NONE : str_sub(rest, (size_t)room, rest.n);
	}
	buf_free(&clean);
	return y;
}

static bool
has_room_for_blanks(const struct surface *screen)
{
	enum { ROWS_MIN = 24 };
	return screen->h >= ROWS_MIN;
}

/* The number of rows for the address and the text above and below it. */
static int
rows_needed(const struct sign_in_box *b, const struct surface *screen)
{
	int cols = screen->w < BOX_WIDTH + 2 ? screen->w - 2 : BOX_WIDTH, room = cols - LABEL_X - 1;
	if (b->stage != STAGE_WAITING)
		return FACT_ROWS;
	return 7 + has_room_for_blanks(screen) +
	    (int)(b->address.n / (size_t)(room > 0 ? room : 1));
}

/* Makes the QR code, and returns its number of rows; 0 if it does not fit into the window. */
static int
write_qr(struct buf *qr, const struct sign_in_box *b, const struct surface *screen, int above)
{
	enum { BOX_ROWS_MAX = 26 };
	const struct console *c = b->modal.console;
	int room = screen->h - 6 < BOX_ROWS_MAX - 2 ? screen->h - 6 : BOX_ROWS_MAX - 2;
	return b->stage == STAGE_WAITING && b->method == SIGN_IN_DEVICE
	    ? qr_box_write(
		  qr, c, buf_str(&b->address_with_code), TEXT_WIDTH - VALUE_X, room - above)
	    : 0;
}

static void
box_draw(const struct modal *m, const struct surface *screen)
{
	const struct sign_in_box *b = box_of_modal(m);
	struct buf title = { 0 }, qr = { 0 };
	int rows = rows_needed(b, screen);
	rows += write_qr(&qr, b, screen, rows);
	write_box_title(&title, b);
	struct surface box = dialog_draw_box(screen, buf_z(&title), rows, BOX_WIDTH);
	struct surface text = surface_part(&box, 0, 1, box.h, box.w - 2);
	struct doc doc = { .width = box.w - 7, .ascii = screen->look->ascii_text };
	add_state(b, &doc, has_room_for_blanks(screen));
	dialog_draw_doc(&text, &doc, 1);
	if (b->stage == STAGE_WAITING)
		qr_box_draw(&box,
		    draw_address(&box, (int)doc.lines.n + 2, buf_str(&b->address)) + 1, VALUE_X,
		    ROLE_TEXT, &qr);
	surface_set_cursor(&box, 1, LABEL_X);
	arena_wipe(&doc.text_arena);
	doc_free(&doc);
	buf_free(&title);
	buf_wipe(&qr);
}

/* True if another sign-in method is available. Using a code needs an endpoint of the issuer,
 * which is known by then. */
static bool
has_other_method(const struct sign_in_box *b)
{
	return b->method == SIGN_IN_BROWSER ||
	    (b->stage != STAGE_ASKING && sign_in_has_browser(b->sign_in));
}

static void
write_sign_in_bar(const struct modal *m, struct buf *out)
{
	const struct sign_in_box *b = box_of_modal(m);
	if (b->stage == STAGE_FAILED)
		buf_addz(out, "r or Enter try again   ");
	if (b->stage == STAGE_WAITING)
		buf_addz(out, "y send the address   ");
	if (has_other_method(b))
		buf_addz(out,
		    b->method == SIGN_IN_DEVICE ? "b use a browser here   "
						: "d use a code on another device   ");
	buf_addz(out, "Esc cancel");
}

static bool
on_sign_in_key(struct modal *m, uint32_t k)
{
	struct sign_in_box *b = box_of_modal(m);
	struct str address = b->address_with_code.n ? buf_str(&b->address_with_code)
						    : buf_str(&b->address);
	switch (k) {
	case KEY_ESCAPE:
	case 3:
	case 7:
	case 'q':
		if (!b->signed_in)
			console_close_modal(m->console);
		return true;
	case 'y':
		if (b->stage == STAGE_WAITING)
			send_text(m->console, address, "the address");
		return true;
	case 'r':
	case KEY_RETURN:
		if (b->stage == STAGE_FAILED)
			start_sign_in(b, b->method);
		return true;
	case 'b':
	case 'd':
		if (!b->signed_in && has_other_method(b) &&
		    (k == 'b') == (b->method == SIGN_IN_DEVICE))
			start_sign_in(b, k == 'b' ? SIGN_IN_BROWSER : SIGN_IN_DEVICE);
		return true;
	default:
		return false;
	}
}

/* True until the code or address has arrived. After that the box waits for the user, who may
 * cancel. */
static bool
box_is_busy(const struct modal *m)
{
	return box_of_modal(m)->stage == STAGE_ASKING;
}

static const struct modal_ops sign_in_box_ops = {
	.on_key = on_sign_in_key,
	.draw = box_draw,
	.write_key_bar = write_sign_in_bar,
	.write_doc = write_sign_in_doc,
	.is_busy = box_is_busy,
	.close = box_close,
	.burst_is_paste = true,
};

void
sign_in_box_open(struct console *c, const struct sign_in_rules *rules, enum sign_in_method method,
    const char *name, sign_in_box_done_fn *done, void *ctx)
{
	struct sign_in_box *b = x_new(struct sign_in_box);
	*b = (struct sign_in_box){ .modal = { &sign_in_box_ops, c },
		.rules = rules,
		.name = x_strdup(name),
		.on_done = done,
		.ctx = ctx };
	start_sign_in(b, method);
	console_push_modal(c, &b->modal);
}

/* ---- the console's environment ---- */

const char *
sign_in_why_not(const struct console *c)
{
	const struct app_context *l = c->app;
	if (c->presenting)
		return "Not while presenting. :present off ends it";
	if (l->options.demo_pack || l->recording)
		return l->recording ? "A replay needs no sign-in" : "The demo needs no sign-in";
	if (l->client_config.token_source.token)
		return "The token comes from BACKROOM_TOKEN. Restart without it to sign in";
	if (l->client_config.token_source.token_command)
		return NULL; /* possible: the command asks on the terminal */
	if (!l->access.is_configured)
		return l->client_config.token_source.token_file
		    ? "This environment takes its token from a file, not from a sign-in"
		    : "This environment has no token and no sign-in: backroom config edit adds one";
	return l->access.rules.uses_client_secret
	    ? "This environment uses a client secret, not a sign-in"
	    : NULL;
}

/* Retries reads that failed for lack of a token; the screen stays as it is. */
static void
reload_after_sign_in(struct console *c)
{
	if (c->baskets->state == BASKETS_FAILED)
		baskets_retry(c->baskets);
	if (c->catalog->state == CATALOG_FAILED)
		catalog_retry(c->catalog);
	console_notify_panes(c);
}

static void
on_sign_out_box_left(struct console *c, void *ctx, bool signed_in)
{
	(void)ctx;
	if (!signed_in) {
		console_show(c, ROLE_TEXT, "Not signed in");
		return;
	}
	client_reload_session(c->client);
	reload_after_sign_in(c);
	console_show(
	    c, ROLE_GOOD, "Signed in to %s. Your screen is unchanged", c->app->environment_name);
}

/* ---- a command that asks for the token ---- */

struct token_question {
	const struct app_context *app;
	struct buf token;
	struct err err;
	bool answered;
};

static void
run_command_on_terminal(void *ctx)
{
	struct token_question *q = ctx;
	q->answered = session_run_command(
	    &q->token, q->app->client_config.token_source.token_command, &q->err);
}

/* The command uses the terminal while it runs; then the screen is restored. */
static void
sign_in_by_command(struct console *c)
{
	struct token_question q = { .app = c->app };
	term_run_outside_screen(run_command_on_terminal, &q);
	if (q.answered) {
		client_set_token(c->client, buf_str(&q.token));
		reload_after_sign_in(c);
		console_show(c, ROLE_GOOD, "%s returned a token. Your screen is unchanged",
		    c->app->client_config.token_source.token_command[0]);
	} else {
		console_show(c, ROLE_BAD, "%s", q.err.text);
	}
	buf_wipe(&q.token);
}

void
sign_in_open(struct console *c)
{
	if (c->app->client_config.token_source.token_command) {
		sign_in_by_command(c);
		return;
	}
	sign_in_box_open(c, &c->app->access.rules, access_sign_in_method(c->app->environment),
	    c->app->badge, on_sign_out_box_left, NULL);
}

/* ---- signing out ---- */

struct signing_out {
	struct signing_out *next;
	struct console *console;
	struct sign_out *sign_out;
	bool quiet; /* not requested by the user: no message */
};

static void
free_signing_out(void *arg)
{
	struct signing_out *l = arg;
	struct signing_out **at = &l->console->signing_out;
	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	sign_out_stop(l->sign_out);
	x_free(l);
}

static void
show_signed_out(const struct signing_out *l, bool was, const struct err *err)
{
	struct console *c = l->console;
	client_reload_session(c->client);
	if (err) {
		console_show(c, ROLE_BAD, "Still signed in: %s", err->text);
		return;
	}
	if (was)
		baskets_reload(c->baskets); /* without a sign-in no customer stays */
	console_show(c, ROLE_TEXT, "%s %s",
	    was ? "Signed out. :login signs in to" : "You were not signed in to",
	    c->app->environment_name);
}

static void
on_signed_out(void *ctx, bool was, const struct err *err)
{
	struct signing_out *l = ctx;
	if (!l->quiet)
		show_signed_out(l, was, err);
	l->console->io.start_timer(l->console->io.ctx, 0, free_signing_out, l);
}

static void
start_sign_out(struct console *c, const struct sign_in_rules *rules, bool quiet)
{
	struct signing_out *l = x_new(struct signing_out);
	*l = (struct signing_out){ .next = c->signing_out, .console = c, .quiet = quiet };
	c->signing_out = l;
	l->sign_out = sign_out_start(&c->io, rules, on_signed_out, l);
}

void
sign_out_quietly(struct console *c, const struct sign_in_rules *rules)
{
	start_sign_out(c, rules, true);
}

void
sign_out_open(struct console *c)
{
	if (c->signing_out)
		return;
	if (!c->app->access.is_configured) {
		console_show(c, ROLE_WARN, "No sign-in is saved for this environment");
		return;
	}
	start_sign_out(c, &c->app->access.rules, false);
	console_show(c, ROLE_TEXT, "Signing out");
}

void
sign_in_cancel(struct console *c)
{
	while (c->signing_out)
		free_signing_out(c->signing_out);
}
