#include "ui/rows/empty.h"
#include "ui/rows/undo.h"

#include "access/whoami.h"
#include "model/format.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"

#include <string.h>

static void
show_suggestion(struct rows_pane *r, size_t which)
{
	struct view view;
	struct err err;
	suggestion_make_view(&view, rows_pane_shown_rows(r).view, &r->suggestions.best[which]);
	undo_remember_shown_view(r);
	if (rows_pane_show_view(r, &view, true, &err))
		rows_pane_on_view_accepted(r);
	else
		console_show(r->pane.console, ROLE_WARN, "%s", err.text);
	view_free(&view);
}

/* The suggestions are still those of the menu: no read that ends while it is open reduces them. */
static void
on_suggestion_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	(void)ctx;
	if ((size_t)value < r->suggestions.n)
		show_suggestion(r, (size_t)value);
}

bool
suggestion_rows_show(struct rows_pane *r)
{
	size_t n = count_suggestions_shown(&r->suggestions);
	if (rows_pane_shown_rows(r).n || n == 0)
		return false;
	if (n == 1) {
		show_suggestion(r, 0);
		return true;
	}
	struct menu *m = menu_new(r->pane.console, "Nearest", false, on_suggestion_chosen, NULL);
	for (size_t i = 0; i < n; i++) {
		struct buf words = { 0 };
		append_suggestions(&words, &r->suggestions, i, 1);
		menu_add(m, (int)i, false, "%s", buf_z(&words));
		buf_free(&words);
	}
	menu_open(m);
	return true;
}

/* Appends "Did you mean (Enter): ellison (3)"; nothing if no word is similar. */
static void
append_suggestion_hint(const struct rows_pane *r, struct buf *out)
{
	struct buf key = { 0 };
	if (rows_pane_shown_rows(r).n || count_suggestions_shown(&r->suggestions) == 0)
		return;
	console_append_key_of(r->pane.console, &key, ACT_IN);
	/* The key comes first because the end may be cut. In a prompt, the first Enter closes
	 * the prompt. */
	buf_addf(out,
	    console_top_modal(r->pane.console) ? "Did you mean (%s twice): "
					       : "Did you mean (%s): ",
	    buf_z(&key));
	append_suggestions(out, &r->suggestions, 0, SUGGESTIONS_SHOWN_MAX);
	buf_free(&key);
}

void
suggestion_rows_describe_empty(const struct rows_pane *r, struct doc *d)
{
	struct buf words = { 0 };
	if (r->pane.console->app->masked)
		empty_add_reason(d, STR("People are masked: only the names that are shown can be found"));
	append_suggestion_hint(r, &words);
	if (words.n)
		empty_add_reason(d, buf_str(&words));
	buf_free(&words);
}

/* True if signing in can fix the error. */
static bool
is_fixed_by_sign_in(const struct console *c, const struct err *err)
{
	const struct app_context *l = c->app;
	return err->kind == ERR_AUTH && l->access.is_configured &&
	    !l->access.rules.uses_client_secret && !l->client_config.token_source.token;
}

static void
append_sign_in_hint(struct buf *out, const struct console *c, const struct err *err)
{
	struct buf skew = { 0 };
	bool signed_out = str_eqz(str_of(err->code), "signed_out");
	buf_addz(out, ". ");
	if (signed_out)
		buf_addz(out, ":login signs in");
	else
		whoami_append_refusal_remedy(out, c->app->environment, c->client);
	whoami_append_clock_skew(&skew, c->client);
	if (skew.n)
		buf_addf(out, ". %s", buf_z(&skew));
	buf_free(&skew);
}

void
append_fix_hint(struct buf *out, const struct console *c, const struct err *err)
{
	struct buf key = { 0 };
	if (err->kind == ERR_AUTH && !c->app->options.demo_pack) {
		append_sign_in_hint(out, c, err);
		return;
	}
	console_append_key_of(c, &key, ACT_RETRY);
	buf_addf(out, ". %s tries again", buf_z(&key));
	buf_free(&key);
}

enum { TEXT_X = 3, FAILURE_X = 5, ACTION_X = 9 };

static void
begin_line(struct doc *d)
{
	doc_begin_line(d);
	doc_pad_to_column(d, TEXT_X);
}

void
empty_add_title(struct doc *d, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	begin_line(d);
	doc_add_value(d, ROLE_LEAD, buf_str(&words));
	buf_free(&words);
}

void
empty_add_reason(struct doc *d, struct str words)
{
	begin_line(d);
	doc_add_value(d, ROLE_TEXT, words);
}

void
empty_add_key(struct doc *d, const char *key, const char *does)
{
	begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s ", key);
	doc_pad_to_column(d, ACTION_X);
	doc_add_value(d, ROLE_LABEL, str_of(does));
}

void
empty_add_action(struct doc *d, const struct console *c, enum action a, const char *does)
{
	struct buf key = { 0 };
	const struct pane *p = console_top_pane(c);
	if (pane_has_action(p, a) && pane_why_not(p, a))
		return;
	console_append_key_of(c, &key, a);
	if (key.n)
		empty_add_key(d, buf_z(&key), does);
	buf_free(&key);
}

static void
add_sentence(struct doc *d, struct str words)
{
	doc_begin_line(d);
	doc_pad_to_column(d, FAILURE_X);
	doc_add_value(d, ROLE_TEXT, words);
}

/* "502 bad_gateway, request id 97fcb7ec1a47c4e6dd78" */
static void
add_reference(struct doc *d, const struct err *err)
{
	if (!err->http_status && !err->request_id[0])
		return;
	doc_begin_line(d);
	doc_pad_to_column(d, FAILURE_X);
	if (err->http_status)
		doc_printf(d, ROLE_LABEL, "%d%s", err->http_status, err->code[0] ? " " : "");
	doc_add_text(d, ROLE_LABEL, str_of(err->code));
	if (!err->request_id[0])
		return;
	doc_printf(d, ROLE_LABEL, "%srequest id ", err->http_status ? ", " : "");
	doc_add_text(d, ROLE_LABEL, str_of(err->request_id));
}

/* Reloading reads again what could not be read, so the pane's key for that is the only one to show.
 * The demo's service is started by a retry only. */
static void
add_retry_key(struct doc *d, const struct console *c)
{
	bool reloads = client_has_address(c->client) &&
	    pane_has_action(console_top_pane(c), ACT_REFRESH);
	empty_add_action(d, c, reloads ? ACT_REFRESH : ACT_RETRY, "try again");
}

/* The keys that help after a token was refused. */
static void
add_sign_in_keys(struct doc *d, const struct console *c, const struct err *err)
{
	struct session_state session;
	client_get_session_state(c->client, &session);
	if (is_fixed_by_sign_in(c, err))
		empty_add_key(d, ":login", "sign in");
	else if (session.kind == SESSION_TOKEN || session.kind == SESSION_NONE)
		empty_add_action(d, c, ACT_QUIT, "quit, then start again with a token");
	else
		add_retry_key(d, c);
}

static void
add_failure_keys(struct doc *d, const struct console *c, const struct err *err)
{
	doc_begin_line(d);
	if (err->kind == ERR_AUTH && !c->app->options.demo_pack)
		add_sign_in_keys(d, c, err);
	else if (err->kind == ERR_DENIED)
		empty_add_key(d, ":whoami", "show what your token may do");
	else
		add_retry_key(d, c);
	if (pane_has_action(console_top_pane(c), ACT_SEND_MENU))
		empty_add_action(d, c, ACT_SEND_MENU,
		    err->request_id[0] ? "send the request id, or the request as curl"
				       : "send the request as curl");
	else if (err->request_id[0])
		empty_add_action(d, c, ACT_MESSAGES, "messages; there y sends the request id");
}

/* `ctx`: the request id, a NUL, and the command. */
static void
on_failure_text_chosen(struct console *c, void *ctx, int is_curl)
{
	const char *texts = ctx;
	if (is_curl)
		send_text(c, str_of(texts + strlen(texts) + 1), "the request as curl");
	else
		send_text(c, str_of(texts), "the request id");
}

void
empty_open_failure_menu(struct console *c, const struct err *err, struct str curl)
{
	struct buf texts = { 0 };
	buf_addz(&texts, err->request_id);
	buf_addc(&texts, 0);
	buf_adds(&texts, curl);
	struct menu *m = menu_new(
	    c, "Send to your clipboard", false, on_failure_text_chosen, buf_detach(&texts));
	if (err->request_id[0])
		menu_add(m, false, false, "request id  %s", err->request_id);
	menu_add(m, true, false, "the request as curl, with $BACKROOM_TOKEN");
	menu_open(m);
}

void
empty_add_failure(
    struct doc *d, const struct console *c, const char *what, const struct err *err, int tries)
{
	static const char signed_out[] = "Signed out: ";
	bool refused = err->kind == ERR_AUTH && err->http_status == 401;
	struct buf words = { 0 }, remedy = { 0 };
	begin_line(d);
	doc_add_drawing(d, ROLE_BAD, "x ");
	doc_printf(d, ROLE_LEAD, "%s",
	    refused                                        ? "The service refused your token"
		: str_eqz(str_of(err->code), "signed_out") ? "Not signed in"
							   : what);
	format_err_words(&words, err, tries);
	struct str sentence = buf_str(&words);
	if (err->kind == ERR_AUTH && str_starts(sentence, STR(signed_out)))
		sentence = str_sub(sentence, sizeof(signed_out) - 1, sentence.n);
	if (!str_eqz(str_of(err->code), "signed_out"))
		add_sentence(d, sentence);
	add_reference(d, err);
	if (is_fixed_by_sign_in(c, err)) {
		whoami_append_clock_skew(&remedy, c->client);
	} else if (err->kind == ERR_AUTH && !c->app->options.demo_pack) {
		append_fix_hint(&remedy, c, err);
		remedy.n = remedy.n > 2 ? remedy.n - 2 : 0; /* without ". " */
		memmove(remedy.p, remedy.p + 2, remedy.n);
	}
	if (remedy.n)
		add_sentence(d, buf_str(&remedy));
	add_failure_keys(d, c, err);
	buf_free(&words);
	buf_free(&remedy);
}

void
empty_add_reading(struct doc *d, const struct console *c, const char *what, int64_t started_at)
{
	int64_t waited = clock_ticks() - started_at;
	if (waited < 1000 || c->script || c->linear)
		return;
	empty_add_title(d, "Reading %s %s %lld s", what, d->ascii ? "..." : "\xE2\x80\xA6",
	    (long long)(waited / 1000));
	empty_add_action(d, c, ACT_CANCEL, "stop reading");
}

bool
empty_add_no_service(struct doc *d, const struct console *c)
{
	if (client_has_address(c->client))
		return false;
	if (c->baskets->state == BASKETS_FAILED) {
		empty_add_failure(d, c, "The demo's service did not start", &c->baskets->err, 0);
	} else {
		empty_add_title(d, "Waiting for the demo's service to start");
	}
	return true;
}
