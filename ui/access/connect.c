#include "ui/access/connect_state.h"

#include "app/access_rules.h"
#include "app/file.h"
#include "base/clock.h"
#include "base/conffile.h"
#include "base/mem.h"
#include "base/xdg.h"
#include "client/url.h"
#include "ui/access/connect.h"
#include "ui/access/sign_in_box.h"
#include "ui/kit/nav.h"
#include "wire/basket.h"

/* ---- the issuer of the address ---- */

static void
cancel_search(struct connect *x)
{
	oauth_free(x->issuer_search);
	x->issuer_search = NULL;
}

static void
on_issuer_answer(void *ctx, const struct err *err)
{
	struct connect *x = ctx;
	struct console *c = x->console;
	if (!err)
		connect_use_issuer(&x->form, str_of(oauth_rules(x->issuer_search)->issuer));
	console_request_redraw(c);
	x->search_ended = true; /* errors show up in the next search, or when the form is sent */
}

/* Many services publish the issuer of their tokens at their own address. */
static void
discover_issuer(struct connect *x)
{
	struct buf origin = { 0 };
	struct str address = connect_field_text(&x->form, CONNECT_ADDRESS);
	cancel_search(x);
	x->search_ended = false;
	url_append_origin(&origin, address);
	if (origin.n && oauth_is_safe_address(address, false)) {
		x->issuer_search = oauth_new(&x->console->io,
		    &(struct oauth_rules){ .issuer = buf_z(&origin), .client_id = "backroom" });
		oauth_discover(x->issuer_search, on_issuer_answer, x);
	}
	buf_free(&origin);
}

/* ---- fields ---- */

static void
leave_field(struct connect *x)
{
	if (x->focus != CONNECT_ADDRESS)
		return;
	struct str before = buf_str(&x->searched_address);
	connect_on_address_typed(&x->form);
	struct str now = connect_field_text(&x->form, CONNECT_ADDRESS);
	if (str_eq(before, now))
		return;
	buf_reset(&x->searched_address);
	buf_adds(&x->searched_address, now);
	discover_issuer(x);
}

static void
move_focus(struct connect *x, int by)
{
	leave_field(x);
	do
		x->focus = (enum connect_field)(
		    ((int)x->focus + by + CONNECT_FIELDS) % CONNECT_FIELDS);
	while (!connect_is_field_asked(&x->form, x->focus));
}

/* ---- testing the connection ---- */

static void
stop_clients(struct connect *x)
{
	x->console->io.cancel_timer(x->console->io.ctx, x->probe_end_timer);
	x->probe_end_timer = 0;
	client_free(x->client);
	x->client = NULL;
	for (size_t i = 0; i < CONNECT_PROBES_MAX; i++) {
		client_free(x->probes[i]);
		x->probes[i] = NULL;
	}
}

/* Removes the sign-in made for the test, because its environment was never saved. */
static void
cancel_trial(struct connect *x)
{
	if (x->signed_in && !x->config_saved)
		sign_out_quietly(x->console, &x->access.rules);
	x->signed_in = x->config_saved = false;
	stop_clients(x);
	access_free(&x->access);
	config_free(&x->config);
}

/* Rebuilds the text for config.conf. */
static bool
write_config_text(struct connect *x, enum connect_field *at, struct err *err)
{
	struct config taken;
	buf_reset(&x->text);
	bool ok = config_read(&taken, NULL, err) &&
	    connect_write_config(&x->text, &x->form, &taken, at, err);
	config_free(&taken);
	return ok;
}

/* Suggests the host of a basket's link as the shop if no shop was typed. */
static void
propose_shop(struct connect *x, const struct json_scan *page)
{
	struct arena a = { 0 };
	struct buf origin = { 0 };
	struct basket b;
	struct err ignored;
	enum connect_field at;
	x->shop_source = CONNECT_SHOP_TYPED;
	if (connect_field_text(&x->form, CONNECT_SHOP).n || page->items.n == 0)
		return;
	if (basket_read(&b, &a, json_scan_item(page, 0), page->items.v[0].flags, &ignored) &&
	    b.link.n) {
		url_append_origin(&origin, b.link);
		x->shop_source = origin.n ? CONNECT_SHOP_FOUND : CONNECT_SHOP_MISSING;
	}
	if (origin.n) {
		lineedit_set(&x->form.fields[CONNECT_SHOP], buf_str(&origin));
		write_config_text(x, &at, &ignored);
	}
	arena_wipe(&a);
	buf_free(&origin);
}

static void
on_basket(void *ctx, struct client_answer *answer)
{
	struct connect *x = ctx;
	x->test_err = answer->err;
	x->answer_ms = clock_ticks() - x->asked_at;
	x->has_baskets = !answer->err.kind && answer->page.items.n > 0;
	x->stage = CONNECT_SHOWING_RESULT;
	if (!answer->err.kind)
		propose_shop(x, &answer->page);
	console_request_redraw(x->console);
}

static void
ask_for_basket(struct connect *x)
{
	struct client_config config;
	client_config_fill(&config, &x->config.environments.v[0], &x->access);
	client_free(x->client);
	x->client = client_new(&config, &x->console->io);
	x->shop_source = CONNECT_SHOP_TYPED;
	x->stage = CONNECT_TRYING;
	x->asked_at = clock_ticks();
	client_read(x->client, ENDPOINT_BASKETS, STR("?limit=1"), on_basket, x);
}

static void
on_box_left(struct console *c, void *ctx, bool signed_in)
{
	struct connect *x = ctx;
	if (signed_in) {
		x->signed_in = true;
		ask_for_basket(x);
		return;
	}
	x->stage = CONNECT_TYPING;
	console_show(c, ROLE_TEXT, "Not signed in, and nothing was saved");
}

static void
start_trial(struct connect *x)
{
	const struct environment *e = &x->config.environments.v[0];
	x->stage = CONNECT_TYPING; /* closing the sign-in box returns to this stage */
	if (x->access.is_configured && !x->access.rules.uses_client_secret && !x->signed_in)
		sign_in_box_open(x->console, &x->access.rules, access_sign_in_method(e), e->name,
		    on_box_left, x);
	else
		ask_for_basket(x);
}

/* Reads the typed address into config and access. Reuses the sign-in of an earlier test of the
 * same address and issuer. */
static bool
read_form(struct connect *x, enum connect_field *at, struct err *err)
{
	struct sign_in_access before = x->access;
	struct config old = x->config;
	stop_clients(x);
	x->access = (struct sign_in_access){ 0 };
	x->config = (struct config){ 0 };
	bool ok = write_config_text(x, at, err) &&
	    config_parse(&x->config, buf_z(&x->text), "config.conf", err) &&
	    app_context_check_environment(&x->config.environments.v[0], err) &&
	    access_init(&x->access, &x->config.environments.v[0], err);
	bool same = ok && x->access.is_configured &&
	    str_eq(buf_str(&before.file_path), buf_str(&x->access.file_path));
	if (x->signed_in && !same)
		sign_out_quietly(x->console, &before.rules);
	x->signed_in = x->signed_in && same;
	access_free(&before);
	config_free(&old);
	return ok;
}

/* The address is tested without a token first, so that the user does not sign in to an address
 * that lacks /api. */
static void
check_form(struct connect *x)
{
	struct err err;
	enum connect_field at = x->focus;
	if (read_form(x, &at, &err)) {
		start_trial(x);
		return;
	}
	x->stage = CONNECT_TYPING;
	x->focus = at;
	console_show(x->console, ROLE_WARN, "%s", err.text);
}

static void
write_api_address(struct buf *out, const struct connect *x)
{
	buf_addf(out, "%s/api", x->config.environments.v[0].url);
}

/* Runs from a timer, outside of the client's callback, so that the client can be freed. */
static void
on_probe_ended(void *ctx)
{
	struct connect *x = ctx;
	struct buf longer = { 0 };
	x->probe_end_timer = 0;
	if (x->api_path_needed) {
		write_api_address(&longer, x);
		lineedit_set(&x->form.fields[CONNECT_ADDRESS], buf_str(&longer));
		buf_reset(&x->searched_address);
		buf_adds(&x->searched_address, buf_str(&longer));
		buf_free(&longer);
	}
	check_form(x);
	console_request_redraw(x->console);
}

static void probe_address(struct connect *x, size_t probe, const char *url);

static void
on_address_answer(void *ctx, struct client_answer *answer)
{
	struct connect *x = ctx;
	struct buf longer = { 0 };
	write_api_address(&longer, x);
	if (answer->http_status == 404 && !x->probes[1]) {
		probe_address(x, 1, buf_z(&longer));
	} else {
		x->api_path_needed = x->probes[1] &&
		    (answer->http_status == 200 || answer->http_status == 401 ||
			answer->http_status == 403);
		x->probe_end_timer = x->console->io.start_timer(
		    x->console->io.ctx, 0, on_probe_ended, x);
	}
	buf_free(&longer);
}

static void
probe_address(struct connect *x, size_t probe, const char *url)
{
	const struct sign_in_access nobody = { 0 };
	struct client_config config;
	client_config_fill(&config, &x->config.environments.v[0], &nobody);
	config.token_source = (struct session_source){ 0 };
	config.base_url = url;
	x->probes[probe] = client_new(&config, &x->console->io);
	client_read(x->probes[probe], ENDPOINT_BASKETS, STR("?limit=1"), on_address_answer, x);
}

static void
check_and_try_form(struct connect *x)
{
	struct err err;
	enum connect_field at = x->focus;
	leave_field(x);
	x->api_path_needed = false;
	if (!read_form(x, &at, &err)) {
		x->focus = at;
		console_show(x->console, ROLE_WARN, "%s", err.text);
	} else if (x->signed_in ||
	    str_ends(connect_field_text(&x->form, CONNECT_ADDRESS), STR("/api"))) {
		start_trial(x);
	} else {
		x->stage = CONNECT_TRYING;
		probe_address(x, 0, x->config.environments.v[0].url);
	}
}

/* ---- saving ---- */

/* Writes the current config.conf with this section appended, if the file can be read. */
static bool
write_config_file(struct connect *x, struct err *err)
{
	struct buf path = { 0 }, whole = { 0 };
	struct config config = { 0 };
	char *text = NULL;
	append_own_config_path(&path);
	buf_z(&path);
	bool ok = conffile_read(&text, buf_z(&path), err);
	if (ok && text)
		buf_addf(&whole, "%s%s\n", text, str_ends(str_of(text), STR("\n")) ? "" : "\n");
	buf_adds(&whole, buf_str(&x->text));
	ok = ok && config_parse(&config, buf_z(&whole), buf_z(&path), err) &&
	    xdg_make_folders(path.p, err) && file_replace(buf_z(&path), buf_str(&whole), err);
	config_free(&config);
	x_free(text);
	buf_free(&path);
	buf_free(&whole);
	return ok;
}

static void
save_and_switch(struct connect *x)
{
	struct console *c = x->console;
	struct err err;
	char *name = str_dup(connect_field_text(&x->form, CONNECT_NAME));
	x->config_saved = write_config_file(x, &err);
	if (x->config_saved)
		c->nav->switch_environment(c, name);
	else
		console_show(c, ROLE_BAD, "Not saved: %s", err.text);
	x_free(name);
}

/* ---- keys ---- */

static struct connect *
connect_of_modal(const struct modal *m)
{
	return m->console->connect;
}

/* Goes back to the field that the service's response is about. Keeps the sign-in for the next
 * test, unless the sign-in was refused. */
static void
return_to_fields(struct connect *x)
{
	if (x->stage == CONNECT_SHOWING_RESULT && x->test_err.http_status == 404)
		x->focus = CONNECT_ADDRESS;
	else if (connect_lacks_token(x))
		x->focus = CONNECT_METHOD;
	x->stage = CONNECT_TYPING;
	if (x->test_err.http_status == 401)
		cancel_trial(x);
	else
		stop_clients(x);
}

static bool
press_result_key(struct connect *x, uint32_t k)
{
	bool back = k == KEY_ESCAPE || k == 3 || k == KEY_ARROW_LEFT;
	if (k == KEY_RETURN && x->stage == CONNECT_SHOWING_RESULT && !connect_lacks_token(x))
		save_and_switch(x);
	else if (back || (k == KEY_RETURN && x->stage == CONNECT_SHOWING_RESULT))
		return_to_fields(x);
	else
		return k < KEY_F1;
	return true;
}

static bool
press_choice_key(struct connect *x, uint32_t k)
{
	if (k != KEY_SPACE && k != KEY_ARROW_RIGHT && k != KEY_ARROW_LEFT)
		return k < KEY_F1;
	connect_change_choice(&x->form, x->focus, k == KEY_ARROW_LEFT ? -1 : 1);
	return true;
}

static bool
press_edit_key(struct connect *x, uint32_t k)
{
	struct lineedit *e = &x->form.fields[x->focus];
	struct buf words = { 0 };
	enum lineedit_result r = lineedit_press_key(e, k);
	if (r == LINEEDIT_HANDLED && x->focus == CONNECT_DETAIL &&
	    x->form.method <= CONNECT_BY_BROWSER)
		x->form.issuer_found = false;
	if (r == LINEEDIT_FULL || r == LINEEDIT_INVALID) {
		lineedit_append_rejection(&words, e, r, 1);
		console_show(x->console, ROLE_WARN, "%s", buf_z(&words));
	}
	buf_free(&words);
	return r != LINEEDIT_IGNORED;
}

static bool
on_connect_key(struct modal *m, uint32_t k)
{
	struct connect *x = connect_of_modal(m);
	if (x->stage != CONNECT_TYPING)
		return press_result_key(x, k);
	switch (k) {
	case KEY_ESCAPE:
	case 3:
		leave_field(x);
		console_close_modal(m->console);
		return true;
	case KEY_TAB:
	case KEY_ARROW_DOWN:
		move_focus(x, 1);
		return true;
	case KEY_BACKTAB:
	case KEY_ARROW_UP:
		move_focus(x, -1);
		return true;
	case KEY_RETURN:
		if (x->focus == CONNECT_DETAIL ||
		    (x->focus == CONNECT_METHOD &&
			!connect_is_field_asked(&x->form, CONNECT_DETAIL)))
			check_and_try_form(x);
		else
			move_focus(x, 1);
		return true;
	default:
		return connect_is_choice(x->focus) ? press_choice_key(x, k) : press_edit_key(x, k);
	}
}

static void
connect_paste(struct modal *m, struct str text)
{
	struct connect *x = connect_of_modal(m);
	struct buf words = { 0 };
	if (x->stage != CONNECT_TYPING || connect_is_choice(x->focus))
		return;
	struct lineedit *e = &x->form.fields[x->focus];
	enum lineedit_result r = lineedit_paste(e, text);
	if (r == LINEEDIT_HANDLED && x->focus == CONNECT_DETAIL &&
	    x->form.method <= CONNECT_BY_BROWSER)
		x->form.issuer_found = false;
	if (r != LINEEDIT_HANDLED) {
		lineedit_append_rejection(&words, e, r, text.n);
		console_show(m->console, ROLE_WARN, "%s", buf_z(&words));
	}
	buf_free(&words);
}

/* For linear mode: the visible fields and the actions, as numbered choices. */
static enum connect_field
nth_field(const struct connect *x, size_t at)
{
	int f = 0;
	for (; f < CONNECT_FIELDS; f++)
		if (connect_is_field_asked(&x->form, (enum connect_field)f) && at-- == 0)
			break;
	return (enum connect_field)f;
}

static bool
write_connect_choice(const struct modal *m, size_t at, struct buf *out)
{
	const struct connect *x = connect_of_modal(m);
	if (x->stage != CONNECT_TYPING) {
		bool shown = x->stage == CONNECT_SHOWING_RESULT && !connect_lacks_token(x);
		buf_addz(out, at || !shown ? "Back to the form" : "Save and switch to it");
		return at < 1u + shown;
	}
	enum connect_field f = nth_field(x, at);
	bool last = at > 0 && f == CONNECT_FIELDS && nth_field(x, at - 1) != CONNECT_FIELDS;
	if (f == CONNECT_FIELDS && !last)
		return false;
	buf_addz(out, last ? "Test it" : connect_label(&x->form, f));
	if (!last && connect_is_choice(f))
		buf_addf(
		    out, ", %s; choose again to change it", connect_value_or_example(&x->form, f));
	return true;
}

static void
connect_choose(struct modal *m, size_t at)
{
	struct connect *x = connect_of_modal(m);
	if (x->stage != CONNECT_TYPING) {
		bool write = at == 0 && x->stage == CONNECT_SHOWING_RESULT &&
		    !connect_lacks_token(x);
		press_result_key(x, write ? KEY_RETURN : KEY_ESCAPE);
		return;
	}
	enum connect_field f = nth_field(x, at);
	leave_field(x);
	if (f == CONNECT_FIELDS) {
		check_and_try_form(x);
		return;
	}
	if (f == x->focus && connect_is_choice(f))
		connect_change_choice(&x->form, f, 1);
	x->focus = f;
}

static const struct lineedit *
focused_connect_field(const struct modal *m, const char **name)
{
	const struct connect *x = connect_of_modal(m);
	if (x->stage != CONNECT_TYPING || connect_is_choice(x->focus))
		return NULL;
	*name = connect_label(&x->form, x->focus);
	return &x->form.fields[x->focus];
}

static bool
connect_is_busy(const struct modal *m)
{
	const struct connect *x = connect_of_modal(m);
	return (x->client && client_is_busy(x->client)) || (x->issuer_search && !x->search_ended) ||
	    x->probe_end_timer || (x->probes[0] && client_is_busy(x->probes[0])) ||
	    (x->probes[1] && client_is_busy(x->probes[1]));
}

static void
connect_close(struct modal *m)
{
	struct connect *x = connect_of_modal(m);
	cancel_search(x);
	cancel_trial(x);
	x->stage = CONNECT_TYPING;
	x_free(m);
}

static void
write_connect_bar(const struct modal *m, struct buf *out)
{
	const struct connect *x = connect_of_modal(m);
	bool can_save = x->stage == CONNECT_SHOWING_RESULT && !connect_lacks_token(x);
	if (x->stage == CONNECT_TYPING)
		buf_addz(
		    out, "Tab next field   Enter next, then test   Esc back");
	else
		buf_addf(out, "%sEsc back to the form",
		    can_save ? "Enter save and switch to it   " : "");
}

static const struct modal_ops connect_ops = {
	.on_key = on_connect_key,
	.on_paste = connect_paste,
	.draw = connect_draw,
	.write_key_bar = write_connect_bar,
	.write_doc = connect_write_doc,
	.write_choice = write_connect_choice,
	.select_choice = connect_choose,
	.get_focused_field = focused_connect_field,
	.is_busy = connect_is_busy,
	.close = connect_close,
	.covers_whole_screen = true,
};

void
connect_open(struct console *c)
{
	struct modal *m = x_new(struct modal);
	*m = (struct modal){ &connect_ops, c };
	if (!c->connect) {
		c->connect = x_new(struct connect);
		c->connect->console = c;
		for (int i = 0; i < CONNECT_FIELDS; i++)
			c->connect->form.fields[i].max_bytes = 1000;
	}
	c->connect->stage = CONNECT_TYPING;
	console_push_modal(c, m);
}

void
connect_free(struct console *c)
{
	struct connect *x = c->connect;
	if (!x)
		return;
	connect_form_free(&x->form);
	buf_free(&x->searched_address);
	buf_free(&x->text);
	x_free(x);
	c->connect = NULL;
}
