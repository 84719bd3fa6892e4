#include "ui/basket/link_dialog.h"

#include "base/utf8.h"
#include "basket/link.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/baskets_pane.h"
#include "ui/kit/dialog.h"
#include "ui/kit/qr_box.h"
#include "ui/kit/send.h"

static const char dialog_title[] = "Recovery link";

enum { SMALL_BODY_ROWS = 20 /* body rows of an 80x24 screen */ };

struct link_dialog {
	struct modal modal;
	const struct link_dialog_actions *routes;
	char *basket_id;
	struct link link;
	bool sent;
	bool paste_matched; /* a pasted link matched */
	bool paste_failed;  /* another text was pasted, or the user says it did not arrive */
	struct doc doc;
	int field_line;    /* line of the paste field; -1: none */
	struct buf result; /* result of the last paste */
	enum role result_role;
	int focus; /* focused button, if nothing was sent */
};

static struct link_dialog *
link_dialog_of_modal(const struct modal *m)
{
	return (struct link_dialog *)(uintptr_t)m;
}

/* True on a small screen: successful checks are then shown on one line, so that the question
 * stays visible. */
static bool
is_window_small(const struct link_dialog *d)
{
	return d->modal.console->layout.body.h < SMALL_BODY_ROWS;
}

/* True if that way of showing the link works in this window. If not, it shows the reason, and
 * the dialog stays open to offer the others. */
static bool
has_route(const struct link_dialog *d, enum action route)
{
	const struct console *c = d->modal.console;
	struct str address = link_address(&d->link);
	if (route == ACT_QR)
		return address.n && qr_box_fits(c, address);
	if (route == ACT_BARE)
		return address.n && send_fits_alone(c, address.n);
	return route != ACT_WRITE_FILE || address.n;
}

static void
add_terminal_proof(struct link_dialog *d)
{
	struct console *c = d->modal.console;
	struct doc *doc = &d->doc;
	struct str place = buf_str(&c->terminal), host;
	struct buf bytes = { 0 };
	format_count(&bytes, d->link.address.n);
	str_next(&place, ' ', &host);
	doc_begin_line(doc);
	if (!is_window_small(d))
		doc_begin_line(doc);
	doc_printf(doc, ROLE_TEXT, " Sent %s bytes to your clipboard %s. They end in ",
	    buf_z(&bytes), clip_route_words(c->last_clip_route));
	doc_printf(
	    doc, ROLE_LEAD, "%.*s", STR_ARG(link_last_characters(buf_str(&d->link.address))));
	doc_printf(doc, ROLE_TEXT, ".");
	doc_begin_line(doc);
	doc_printf(doc, ROLE_TEXT, " First link from ");
	doc_add_text(doc, ROLE_TEXT, host);
	doc_printf(doc, ROLE_TEXT, "%s. Paste it here once to check:",
	    c->clipboard.terminal == TERMINAL_TMUX         ? " in tmux"
		: c->clipboard.terminal == TERMINAL_SCREEN ? " in screen"
		: c->clipboard.terminal == TERMINAL_MOSH   ? " over mosh"
							   : "");
	doc_begin_line(doc);
	d->field_line = (int)doc->lines.n - 1;
	doc_printf(doc, ROLE_LEAD, " %s ", doc->ascii ? ">" : "\xE2\x96\xB8");
	doc_add_text(doc, d->result_role, buf_str(&d->result));
	doc_begin_line(doc);
	if (!is_window_small(d))
		doc_begin_line(doc);
	doc_printf(doc, ROLE_TEXT, " Not there?  ");
	doc_printf(doc, ROLE_LEAD, "v");
	doc_printf(doc, ROLE_TEXT, "  show only the link, to select by mouse (works everywhere)");
	doc_begin_line(doc);
	doc_pad_to_column(doc, 13);
	doc_printf(doc, ROLE_LEAD, "w");
	doc_printf(doc, ROLE_TEXT, "  write it to a private file on this host");
	if (has_route(d, ACT_QR)) {
		doc_printf(doc, ROLE_LEAD, "   c");
		doc_printf(doc, ROLE_TEXT, "  QR code");
	}
	doc_begin_line(doc);
	doc_pad_to_column(doc, 13);
	doc_printf(doc, ROLE_LEAD, "n");
	doc_printf(doc, ROLE_TEXT, "  links never arrive here: always show only the link");
	buf_free(&bytes);
}

static void
build_small_text(struct link_dialog *d, const struct basket_row *row)
{
	const struct console *c = d->modal.console;
	struct buf summary = { 0 };
	link_doc_add_customer(&d->doc, c, row);
	link_write_summary(&summary, &d->link);
	doc_begin_line(&d->doc);
	doc_printf(&d->doc, d->link.verdict <= LINK_UNKNOWN ? ROLE_GOOD : ROLE_WARN, " Link     %s",
	    buf_z(&summary));
	if (d->sent) {
		add_terminal_proof(d);
	} else {
		doc_begin_line(&d->doc);
		doc_printf(&d->doc, ROLE_TEXT, " Nothing has been sent.");
	}
	buf_free(&summary);
}

static void
build_link_text(struct link_dialog *d)
{
	struct console *c = d->modal.console;
	const struct basket_row *row = baskets_row(c->baskets, str_of(d->basket_id));
	if (!row) /* the basket has left the list: keep the text */
		return;
	doc_clear(&d->doc);
	d->field_line = -1;
	if (is_window_small(d)) {
		build_small_text(d, row);
		return;
	}
	link_doc_add_customer(&d->doc, c, row);
	if (!d->sent) {
		link_doc_add_checks(&d->doc, c, &d->link, row);
		doc_begin_line(&d->doc);
		link_doc_add_address(&d->doc, c, &d->link);
		doc_begin_line(&d->doc);
		doc_begin_line(&d->doc);
		doc_printf(
		    &d->doc, ROLE_TEXT, " Nothing has been sent. Your clipboard is unchanged.");
		return;
	}
	link_doc_add_address(&d->doc, c, &d->link);
	link_doc_add_checks(&d->doc, c, &d->link, row);
	add_terminal_proof(d);
}

static const char *
send_button_text(const struct link_dialog *d)
{
	return d->link.verdict <= LINK_UNKNOWN ? "Send" : "Send anyway";
}

/* Rebuilt because the possible choices depend on the window's size. */
static void
arrange_link_dialog(struct modal *m, int rows, int cols)
{
	(void)rows;
	(void)cols;
	build_link_text(link_dialog_of_modal(m));
}

static void
draw_link_dialog(const struct modal *m, const struct surface *screen)
{
	const struct link_dialog *d = link_dialog_of_modal(m);
	const char *const buttons[] = { "Cancel", send_button_text(d) };
	int rows = (int)d->doc.lines.n + (d->sent ? 0 : 2);
	struct surface box = dialog_draw_box(screen, dialog_title, rows, 0);
	dialog_draw_doc(&box, &d->doc, 0);
	if (d->field_line >= 0) {
		int x = 3, cells = box.w - x - 2;
		if (!d->result.n) /* the paste goes here */
			surface_fill(&box, d->field_line, x, cells, ROLE_SELECTED);
		surface_set_cursor(&box, d->field_line, x);
	}
	if (!d->sent)
		dialog_draw_buttons(
		    &box, box.h - 1, buttons, d->link.verdict == LINK_REFUSED ? 1 : 2, d->focus);
}

static void
clear_result(struct link_dialog *d)
{
	buf_reset(&d->result);
	d->result_role = ROLE_TEXT;
}

static void
remember_proof(struct link_dialog *d, enum terminal_proof proof)
{
	struct console *c = d->modal.console;
	struct err err;
	c->terminal_proof = proof;
	if (!c->script && !terminal_proof_write(buf_str(&c->terminal), proof, &err))
		console_show(c, ROLE_WARN, "Not saved: %s", err.text);
}

/* The row of another basket that has the pasted link; NULL if no basket has it. */
static const struct basket_row *
row_of_link(const struct link_dialog *d, struct str got)
{
	const struct baskets *list = d->modal.console->baskets;
	struct buf link = { 0 };
	const struct basket_row *found = NULL;
	size_t i = 0;
	while (!found && (i = basket_link_find(list, i, got)) != SIZE_MAX) {
		const struct basket_row *row = &list->rows.v[i++];
		buf_reset(&link);
		basket_link_add(&link, list, row);
		if (link.n > 16 && str_ends(got, buf_str(&link)) && !str_eqz(row->id, d->basket_id))
			found = row;
	}
	buf_wipe(&link);
	return found;
}

static void
show_other_link(struct link_dialog *d, const struct basket_row *row)
{
	struct buf who = { 0 };
	basket_row_write_customer(&who, row);
	buf_addz(&d->result, "You pasted the link of ");
	buf_adds(&d->result, str_sub(buf_str(&who), 0, 24));
	buf_addz(&d->result, ": your clipboard still has that one. Do not paste it.");
	buf_free(&who);
}

/* Compares the pasted text with the link that was sent, and writes the result. */
static void
compare_with_paste(struct link_dialog *d, struct str got)
{
	struct str want = buf_str(&d->link.address);
	const struct basket_row *other;
	size_t same = 0;
	if (str_ends(got, STR("\n")))
		got.n--;
	if (str_ends(got, STR("\r")))
		got.n--;
	while (same < got.n && same < want.n && got.p[same] == want.p[same])
		same++;
	clear_result(d);
	d->result_role = ROLE_BAD;
	d->paste_failed = true;
	if (str_eq(got, want)) {
		buf_addf(&d->result,
		    "The link arrived, %zu bytes. From now on y sends at once in this terminal.",
		    got.n);
		d->result_role = ROLE_GOOD;
		d->paste_matched = true;
		d->paste_failed = false;
		remember_proof(d, PROOF_WORKS);
	} else if ((other = row_of_link(d, got))) {
		show_other_link(d, other);
	} else if (str_starts(got, STR("https://")) && same < want.n / 2) {
		buf_addz(&d->result,
		    "That is another link, an older one in your clipboard. Do not paste it.");
	} else {
		buf_addf(&d->result,
		    "Not the link: %zu bytes sent, %zu pasted, different starting at byte %zu.",
		    want.n, got.n, same + 1);
	}
	build_link_text(d);
	console_request_redraw(d->modal.console);
}

static void
paste_into_link_dialog(struct modal *m, struct str text)
{
	struct link_dialog *d = link_dialog_of_modal(m);
	if (d->sent)
		compare_with_paste(d, text);
}

/* Runs an action on the dialog's basket; closes the dialog first unless that action is not
 * possible. */
static void
close_dialog_and_run(
    struct link_dialog *d, enum action route, void (*then)(struct console *c, struct str basket))
{
	struct console *c = d->modal.console;
	char *basket = x_strdup(d->basket_id);
	if (has_route(d, route))
		console_close_modal(c);
	then(c, str_of(basket));
	x_free(basket);
}

static void
send_checked_link(struct link_dialog *d)
{
	const struct link_dialog_actions *routes = d->routes;
	struct console *c = d->modal.console;
	char *basket = x_strdup(d->basket_id);
	console_close_modal(c);
	routes->send(c, str_of(basket), routes->accepted_flag);
	x_free(basket);
}

static void
switch_to_raw_view(struct link_dialog *d)
{
	struct console *c = d->modal.console;
	d->paste_failed = true;
	close_dialog_and_run(d, ACT_NONE, d->routes->show_raw_view);
	console_show(c, ROLE_TEXT,
	    "From now on y shows the link alone in this terminal; :clipboard tries again");
}

static void
press_button(struct link_dialog *d)
{
	if (d->focus == 1)
		send_checked_link(d);
	else
		console_close_modal(d->modal.console);
}

static bool
run_button(struct link_dialog *d, enum action a)
{
	switch (a) {
	case ACT_BARE:
		d->paste_failed = true;
		if (d->modal.console->linear) /* which would ask again */
			close_dialog_and_run(d, ACT_BARE, d->routes->show_raw_view);
		else
			d->routes->show_raw_view(d->modal.console, str_of(d->basket_id));
		return true;
	case ACT_WRITE_FILE:
		d->paste_failed = true;
		close_dialog_and_run(d, ACT_WRITE_FILE, d->routes->write_to_file);
		return true;
	case ACT_QR:
		d->paste_failed = true;
		close_dialog_and_run(d, ACT_QR, d->routes->show_qr_code);
		return true;
	case ACT_NOTE:
		close_dialog_and_run(d, ACT_NOTE, d->routes->copy_note);
		return true;
	case ACT_CANCEL:
	case ACT_CLOSE:
		console_close_modal(d->modal.console);
		return true;
	default:
		return false;
	}
}

static bool
on_link_dialog_key(struct modal *m, uint32_t k)
{
	struct link_dialog *d = link_dialog_of_modal(m);
	enum action a = ACT_NONE;
	bool may_send = !d->sent && d->link.verdict != LINK_REFUSED;
	switch (k) {
	case KEY_RETURN:
		if (!d->sent || d->paste_matched)
			press_button(d);
		else
			console_show(m->console, ROLE_TEXT,
			    "Paste only (Ctrl-V, right click or your terminal's paste key); "
			    "typing is ignored");
		return true;
	case 'n':
		if (!d->sent)
			return false;
		remember_proof(d, PROOF_RAW);
		switch_to_raw_view(d);
		return true;
	case KEY_TAB:
	case KEY_BACKTAB:
	case KEY_ARROW_LEFT:
	case KEY_ARROW_RIGHT:
		d->focus = may_send && !d->focus;
		return true;
	default:
		return keymap_lookup(&m->console->keys, SCOPE_LINK, &k, 1, &a) == MATCH_ACTION &&
		    run_button(d, a);
	}
}

/* Appends the ways to show the link that work here: "   v show  w file". */
static void
append_send_routes(struct buf *out, const struct link_dialog *d)
{
	static const struct {
		enum action route;
		const char *label;
	} routes[] = {
		{ ACT_BARE, "v show" },
		{ ACT_WRITE_FILE, "w file" },
		{ ACT_QR, "c code" },
		{ ACT_NOTE, "T note" },
	};
	const char *between = "   ";
	for (size_t i = 0; i < sizeof(routes) / sizeof(*routes); i++) {
		if (!has_route(d, routes[i].route))
			continue;
		buf_addf(out, "%s%s", between, routes[i].label);
		between = "  ";
	}
}

static void
write_link_dialog_bar(const struct modal *m, struct buf *out)
{
	const struct link_dialog *d = link_dialog_of_modal(m);
	if (d->sent)
		buf_addz(out, "Ctrl-V paste here");
	else if (d->link.verdict == LINK_REFUSED)
		buf_addz(out, "Enter choose");
	else
		buf_addz(out, "Tab next button   Enter choose");
	append_send_routes(out, d);
	buf_addz(out, "   Esc close");
}

static size_t
write_link_dialog_doc(const struct modal *m, struct doc *out)
{
	const struct link_dialog *d = link_dialog_of_modal(m);
	doc_begin_line(out);
	doc_printf(out, ROLE_LEAD, "%s", dialog_title);
	doc_append(out, &d->doc);
	return d->field_line < 0 ? SIZE_MAX : (size_t)d->field_line + 1;
}

/* The choices in linear mode; the first closes the dialog, the second sends the link. */
static const struct {
	const char *label;
	enum action action;                 /* ACT_NONE: handled by the dialog itself */
	bool before_sending, after_sending; /* offered before sending; offered after it */
} choices[] = {
	{ "Close", ACT_CLOSE, true, true },
	{ NULL, ACT_NONE, true, false },
	{ "The link alone on a line", ACT_BARE, true, true },
	{ "The link in a private file on this host", ACT_WRITE_FILE, true, true },
	{ "Links never arrive: always show the link alone on a line", ACT_NONE, false, true },
};

enum { CHOICE_COUNT = sizeof(choices) / sizeof(*choices), CHOICE_SEND = 1 };

/* The index of the nth choice offered now; CHOICES if there are fewer. */
static size_t
nth_choice(const struct link_dialog *d, size_t at)
{
	size_t i = 0;
	for (; i < CHOICE_COUNT; i++) {
		bool is = d->sent ? choices[i].after_sending : choices[i].before_sending;
		bool may = i == CHOICE_SEND ? d->link.verdict != LINK_REFUSED
					    : has_route(d, choices[i].action);
		if (is && may && at-- == 0)
			break;
	}
	return i;
}

static bool
write_link_dialog_choice(const struct modal *m, size_t at, struct buf *out)
{
	const struct link_dialog *d = link_dialog_of_modal(m);
	size_t i = nth_choice(d, at);
	if (i == CHOICE_COUNT)
		return false;
	buf_addz(out, choices[i].label ? choices[i].label : send_button_text(d));
	return true;
}

static void
link_dialog_choose(struct modal *m, size_t at)
{
	struct link_dialog *d = link_dialog_of_modal(m);
	size_t i = nth_choice(d, at);
	d->focus = i == CHOICE_SEND;
	if (i == CHOICE_SEND)
		press_button(d);
	else if (!run_button(d, choices[i].action))
		on_link_dialog_key(m, 'n');
}

static void
close_dialog(struct modal *m)
{
	struct link_dialog *d = link_dialog_of_modal(m);
	doc_free(&d->doc);
	if (d->sent && !d->paste_failed)
		d->routes->confirm_arrival(m->console, str_of(d->basket_id));
	link_free(&d->link);
	buf_free(&d->result);
	x_free(d->basket_id);
	x_free(d);
}

static const struct modal_ops ops = {
	.on_key = on_link_dialog_key,
	.on_paste = paste_into_link_dialog,
	.arrange = arrange_link_dialog,
	.draw = draw_link_dialog,
	.write_key_bar = write_link_dialog_bar,
	.write_doc = write_link_dialog_doc,
	.write_choice = write_link_dialog_choice,
	.select_choice = link_dialog_choose,
	.close = close_dialog,
	.burst_is_paste = true,
};

void
link_dialog_open(struct console *c, struct str basket_id, enum link_dialog_reason why,
    const struct link_dialog_actions *routes)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	struct buf as_sent = { 0 };
	struct link_dialog *d;
	if (!row)
		return;
	basket_link_add(&as_sent, c->baskets, row);
	bool none = as_sent.n == 0;
	buf_wipe(&as_sent);
	if (none) {
		console_show(c, ROLE_WARN, "This basket has no recovery link");
		return;
	}
	d = x_new(struct link_dialog);
	*d = (struct link_dialog){ .modal = { &ops, c },
		.routes = routes,
		.basket_id = str_dup(basket_id),
		.sent = why == LINK_DIALOG_SENT };
	d->doc.ascii = c->look.ascii_lines;
	basket_link_examine(&d->link, &c->app->link_rules, c->baskets, row);
	build_link_text(d);
	if (d->sent)
		console_show(c, ROLE_TEXT,
		    "Give this link only to this person: anyone who has it can resume the "
		    "checkout");
	else if (why == LINK_DIALOG_FAILED)
		console_show(
		    c, ROLE_WARN, "Not sent: %s", d->link.checks[d->link.worst_check].text);
	console_push_modal(c, &d->modal);
}
