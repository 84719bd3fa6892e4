#include "ui/basket/send_link.h"

#include "app/state.h"
#include "base/utf8.h"
#include "basket/link.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/link_dialog.h"
#include "ui/basket/link_questions.h"
#include "ui/basket/note.h"
#include "ui/basket/recheck.h"
#include "ui/kit/dialog.h"
#include "ui/kit/ids.h"
#include "ui/kit/qr_box.h"
#include "ui/kit/send.h"
#include "ui/term/term.h"

static void
record_link_sent(struct console *c, struct str basket_id)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	if (row)
		contact_record(c, CONTACT_LINK_SENT, &row, 1, STR_NONE);
}

const struct link_dialog_actions link_dialog_actions = { .send = send_link,
	.show_raw_view = send_link_raw,
	.write_to_file = send_link_to_file,
	.show_qr_code = send_as_qr_code,
	.copy_note = ticket_note_open,
	.confirm_arrival = record_link_sent,
	.accepted_flag = SEND_FAILED_CHECK };

static void
show_not_sent(struct console *c, const struct err *err)
{
	struct buf bare = { 0 }, file = { 0 };
	console_append_key_of(c, &bare, ACT_BARE);
	console_append_key_of(c, &file, ACT_WRITE_FILE);
	console_show(
	    c, ROLE_WARN, "%s. %s shows it, %s saves it", err->text, buf_z(&bare), buf_z(&file));
	buf_free(&bare);
	buf_free(&file);
}

static void
append_customer(struct buf *out, const struct console *c, const struct basket_row *row)
{
	struct buf who = { 0 };
	basket_row_write_customer(&who, row);
	text_clean(out, buf_str(&who), c->look.ascii_lines);
	buf_free(&who);
}

/* "Sent 151 bytes through tmux, ending x7Qa, for Mara Ellison. v shows it"; in a narrow window
 * without its end. */
static void
show_link_sent(struct console *c, const struct basket_row *row, struct str address)
{
	struct buf words = { 0 }, hint = { 0 };
	buf_addz(&words, "Sent ");
	format_count(&words, address.n);
	buf_addf(&words, " bytes %s, ending %.*s", clip_route_words(c->last_clip_route),
	    STR_ARG(link_last_characters(address)));
	bool unknown = is_consent_unknown(c, row);
	if (unknown) /* first, since a narrow window cuts the end */
		buf_addz(&words, ", consent not known");
	bool names = !c->linear && basket_row_has_customer(row);
	if (names) {
		buf_addz(&words, ", for ");
		append_customer(&words, c, row);
	}
	buf_addz(&hint, names || unknown ? ". " : ". Not there? ");
	console_append_key_of(c, &hint, ACT_BARE);
	buf_addz(&hint, " shows it");
	if (c->linear ||
	    text_width(buf_str(&words)) + text_width(buf_str(&hint)) < c->layout.body.w - 1)
		buf_adds(&words, buf_str(&hint));
	console_show(c, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&words);
	buf_free(&hint);
}

/* In linear mode the row is not in view, so each answer with a link names the person. */
static void
speak_customer(struct console *c, const struct basket_row *row)
{
	struct buf words = { 0 };
	if (!c->linear)
		return;
	buf_addz(&words, "Link for ");
	if (basket_row_has_customer(row))
		append_customer(&words, c, row);
	else
		buf_addz(&words, "an anonymous customer");
	c->nav->speak(c, buf_str(&words));
	buf_free(&words);
}

static bool show_link_alone(struct console *c, struct str basket_id);

static void
on_arrived_answered(struct console *c, void *ctx, int button)
{
	struct ids *ids = ctx;
	for (size_t i = 0; button == 1 && i < ids->n; i++)
		record_link_sent(c, str_of(ids->v[i]));
	if (button == 0)
		console_show(c, ROLE_TEXT, "Not saved as sent");
	ids_free(ids);
	x_free(ids);
}

/* Asks whether a link that was only shown, or may not have arrived, is to be recorded as sent. */
static void
ask_to_record_sent(
    struct console *c, const char *title, const char *words, const char *const *ids, size_t n)
{
	struct ids *kept = x_new(struct ids);
	ids_copy(kept, ids, n);
	dialog_ask(c, title, words, "Save as sent", on_arrived_answered, kept);
}

static void
ask_whether_sent(struct console *c, const struct basket_row *row)
{
	char *id = str_dup(row->id);
	struct buf words = { 0 };
	buf_addz(&words, "Did you send ");
	if (basket_row_has_customer(row)) {
		append_customer(&words, c, row);
		buf_addz(&words, " this link? ");
	} else {
		buf_addz(&words, "this link? ");
	}
	buf_addz(&words, "The person counts as contacted only if you did.");
	ask_to_record_sent(c, "Link shown", buf_z(&words), (const char *const *)&id, 1);
	buf_free(&words);
	x_free(id);
}

/* Sends the link. If it is not yet known that sent texts arrive on this terminal, the test
 * follows, and it records the link as sent. */
static void
send_address(struct console *c, const struct basket_row *row, struct str address)
{
	struct err err;
	if (send_is_raw_only(c)) {
		if (show_link_alone(c, row->id))
			ask_whether_sent(c, row);
		return;
	}
	if (!send_to_clipboard(c, address, &err)) {
		show_not_sent(c, &err);
		return;
	}
	speak_customer(c, row);
	show_link_sent(c, row, address);
	if (c->terminal_proof == PROOF_NONE)
		link_dialog_open(c, row->id, LINK_DIALOG_SENT, &link_dialog_actions);
	else
		record_link_sent(c, row->id);
}

void
send_link(struct console *c, struct str basket_id, unsigned confirmed)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	struct link link;
	if (!row)
		return;
	contact_log_reload(c);
	basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	if (!link.present)
		console_show(
		    c, ROLE_WARN, "This basket has no recovery link. Your clipboard is unchanged");
	else if (link.verdict == LINK_REFUSED ||
	    (link.verdict == LINK_FAILED && !(confirmed & SEND_FAILED_CHECK)))
		link_dialog_open(c, row->id, LINK_DIALOG_FAILED, &link_dialog_actions);
	else if (!link_confirm(c, row, confirmed, send_link))
		send_address(c, row, link_address(&link));
	link_free(&link);
}

static void
show_batch_sent(struct console *c, const struct link_batch *b, size_t marked)
{
	struct buf words = { 0 };
	format_plural(&words, b->rows.n, "link", "links");
	buf_addz(&words, ", ");
	format_count(&words, b->links.n);
	buf_addz(&words, " bytes, one per line.");
	if (b->without_link_count)
		buf_addf(&words, " %zu of %zu marked had no link.", b->without_link_count, marked);
	if (b->failed_count)
		buf_addf(&words, " %zu not sent: a check failed.", b->failed_count);
	if (b->no_contact_count)
		buf_addf(&words, " %zu left out: do not contact.", b->no_contact_count);
	if (b->unknown_consent_count)
		buf_addf(&words, " %zu without a known consent.", b->unknown_consent_count);
	console_show(c, ROLE_TEXT, "%s %s", send_verb_done(c), buf_z(&words));
	buf_free(&words);
}

static void
ask_whether_arrived(struct console *c, const struct link_batch *b)
{
	struct buf words = { 0 };
	VEC(char *) ids = { 0 };
	for (size_t i = 0; i < b->rows.n; i++)
		vec_push(&ids, str_dup(b->rows.v[i]->id));
	buf_addz(&words, "This terminal has not been checked yet. Paste the links somewhere: did ");
	if (b->rows.n > 1) {
		buf_addz(&words, "all ");
		format_count(&words, b->rows.n);
	} else {
		buf_addz(&words, "it");
	}
	buf_addz(&words, " arrive? The people count as contacted only if they did.");
	ask_to_record_sent(c, "Marked baskets", buf_z(&words), (const char *const *)ids.v, ids.n);
	for (size_t i = 0; i < ids.n; i++)
		x_free(ids.v[i]);
	vec_free(&ids);
	buf_free(&words);
}

static void
transmit_batch(struct console *c, struct link_batch *b, size_t marked)
{
	struct err err;
	if (!send_to_clipboard(c, buf_str(&b->links), &err)) {
		show_not_sent(c, &err);
		return;
	}
	show_batch_sent(c, b, marked);
	if (c->terminal_proof == PROOF_NONE)
		ask_whether_arrived(c, b);
	else
		contact_record(c, CONTACT_LINK_SENT, b->rows.v, b->rows.n, STR_NONE);
}

/* Shows only the reasons that apply, so that the message also fits into a narrow window. */
static void
show_no_link_allowed(struct console *c, const struct link_batch *b, size_t marked)
{
	const struct {
		size_t n;
		const char *label;
	} reasons[] = {
		{ b->without_link_count, "without a link" },
		{ b->failed_count, "with a failed check" },
		{ b->no_contact_count, "not to be contacted" },
	};
	struct buf words = { 0 };
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (reasons[i].n)
			buf_addf(&words, "%s%zu %s", words.n ? ", " : "", reasons[i].n,
			    reasons[i].label);
	console_show(c, ROLE_WARN, "Nothing sent of %zu marked: %s", marked, buf_z(&words));
	buf_free(&words);
}

static void on_links_reread(struct console *c, const char *const *ids, size_t n);

static void
send_confirmed_links(struct console *c, const char *const *ids, size_t n)
{
	struct link_batch b = { 0 };
	contact_override_free(c); /* of a single link that was not sent */
	for (size_t i = 0; i < n; i++)
		link_batch_add(&b, c, str_of(ids[i]));
	if (b.rows.n == 0)
		show_no_link_allowed(c, &b, n);
	else
		transmit_batch(c, &b, n);
	link_batch_free(&b);
}

static void
on_send_many_answered(struct console *c, void *ctx, int button)
{
	struct ids *ids = ctx;
	const char *const *v = (const char *const *)ids->v;
	bool waits = button == 1 && recheck_baskets(c, v, ids->n, on_links_reread);
	if (button == 1 && !waits)
		send_confirmed_links(c, v, ids->n);
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was sent. Your clipboard is unchanged");
	ids_free(ids);
	x_free(ids);
}

/* Asks the questions of a single link once for all links. */
static bool
ask_about_warnings(struct console *c, const struct link_batch *b, const char *const *ids, size_t n)
{
	struct buf words = { 0 };
	if (!link_batch_append_warnings(&words, b))
		return false;
	buf_addz(&words, ". Send them anyway?");
	struct ids *kept = x_new(struct ids);
	ids_copy(kept, ids, n);
	dialog_ask(c, "Marked baskets", buf_z(&words), "Send them", on_send_many_answered, kept);
	buf_free(&words);
	return true;
}

static void
on_links_reread(struct console *c, const char *const *ids, size_t n)
{
	struct link_batch b = { 0 };
	contact_log_reload(c);
	for (size_t i = 0; i < n; i++)
		link_batch_add(&b, c, str_of(ids[i]));
	if (b.rows.n == 0)
		show_no_link_allowed(c, &b, n);
	else if (!ask_about_warnings(c, &b, ids, n))
		transmit_batch(c, &b, n);
	link_batch_free(&b);
}

void
send_links(struct console *c, const char *const *ids, size_t n)
{
	if (!recheck_baskets(c, ids, n, on_links_reread))
		on_links_reread(c, ids, n);
}

static bool
find_shareable_link(struct console *c, struct str basket_id, struct link *link)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	*link = (struct link){ 0 };
	if (!row)
		return false;
	basket_link_examine(link, &c->app->link_rules, c->baskets, row);
	if (link_address(link).n)
		return true;
	console_show(c, ROLE_WARN,
	    link->present ? "Not shown: customers cannot open this link"
			  : "This basket has no recovery link");
	link_free(link);
	return false;
}

/* Returns false and shows a message if the link does not fit on the screen. */
/* Draws the link on a cleared screen, with its person and its last characters. */
static void
draw_link_alone(struct console *c, const struct basket_row *row, struct str address)
{
	enum { NAME_CELLS_MAX = 40 };
	struct buf name = { 0 }, subject = { 0 };
	append_customer(&name, c, row);
	name.n = text_fit(buf_str(&name), NAME_CELLS_MAX, NULL);
	buf_addf(&subject, "For %s, ends %.*s:",
	    basket_row_has_customer(row) ? buf_z(&name) : "an anonymous customer",
	    STR_ARG(link_last_characters(address)));
	term_show_raw(c->terminal_proof == PROOF_RAW
		? "Select it with the mouse: sent links do not arrive here. :clipboard "
		  "tries again."
		: "Select it with the mouse. PuTTY: selecting copies.",
	    "tmux with mouse on: hold Shift; split pane: zoom first. Any key returns.",
	    buf_z(&subject), address);
	c->is_raw_view_open = true;
	buf_free(&name);
	buf_free(&subject);
}

static bool
show_link_alone(struct console *c, struct str basket_id)
{
	struct link link;
	if (!find_shareable_link(c, basket_id, &link))
		return false;
	if (!send_fits_alone(c, link.address.n)) {
		console_show(c, ROLE_WARN,
		    "Not shown: %zu bytes do not fit on this screen. :link, then w makes a file",
		    link.address.n);
		link_free(&link);
		return false;
	}
	if (c->script) { /* a script cannot see the raw view: store the text as sent */
		buf_reset(&c->copied_text);
		buf_adds(&c->copied_text, link_address(&link));
	} else if (c->linear) {
		speak_customer(c, baskets_row(c->baskets, basket_id));
		c->nav->speak(c, link_address(&link));
	} else {
		c->nav->draw(c);
		draw_link_alone(c, baskets_row(c->baskets, basket_id), link_address(&link));
	}
	if (c->linear)
		console_show(
		    c, ROLE_TEXT, "The link is alone on the line above: %zu bytes", link.address.n);
	if (c->script)
		console_show(
		    c, ROLE_TEXT, "Shown alone: %zu bytes. Any key returns", link.address.n);
	link_free(&link);
	return true;
}

/* True if the user is asked before the link is shown or written; `again` then continues. */
static bool
ask_before_send(struct console *c, struct str basket_id, unsigned confirmed, confirmed_fn *again)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	contact_log_reload(c);
	return row && link_confirm_basket(c, row, confirmed, again);
}

static void
show_raw_link(struct console *c, struct str basket_id, unsigned confirmed)
{
	if (!ask_before_send(c, basket_id, confirmed, show_raw_link))
		show_link_alone(c, basket_id);
}

void
send_link_raw(struct console *c, struct str basket_id)
{
	show_raw_link(c, basket_id, 0);
}

static void
write_link_file(struct console *c, struct str basket_id, unsigned confirmed)
{
	struct link link;
	struct buf path = { 0 };
	struct err err;
	if (ask_before_send(c, basket_id, confirmed, write_link_file) ||
	    !find_shareable_link(c, basket_id, &link))
		return;
	if (state_write_private_file(&path, link_address(&link), &err))
		console_show(c, ROLE_TEXT,
		    "Saved to %s, readable only by you. :delete-files removes it", buf_z(&path));
	else
		console_show(c, ROLE_BAD, "File not saved: %s", err.text);
	buf_free(&path);
	link_free(&link);
}

void
send_link_to_file(struct console *c, struct str basket_id)
{
	write_link_file(c, basket_id, 0);
}

void
send_delete_link_files(struct console *c)
{
	struct err err;
	struct buf words = { 0 };
	size_t n;
	bool ok = state_remove_private_files(&n, &err);
	format_plural(&words, n, "file with a link was", "files with links were");
	if (!ok)
		console_show(c, ROLE_BAD, "Not removed: %s", err.text);
	else if (n == 0)
		console_show(c, ROLE_TEXT, "No link files to remove");
	else
		console_show(c, ROLE_TEXT, "%s removed", buf_z(&words));
	buf_free(&words);
}

static void
show_link_qr_code(struct console *c, struct str basket_id, unsigned confirmed)
{
	struct link link;
	if (ask_before_send(c, basket_id, confirmed, show_link_qr_code) ||
	    !find_shareable_link(c, basket_id, &link))
		return;
	qr_box_open(c,
	    "Only for this person's camera: anyone with this link can resume the checkout",
	    link_address(&link));
	link_free(&link);
}

static void
on_code_answered(struct console *c, void *ctx, int button)
{
	char *basket = ctx;
	if (button == 1)
		show_link_qr_code(c, str_of(basket), 0);
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was shown");
	x_free(basket);
}

void
send_as_qr_code(struct console *c, struct str basket_id)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	struct buf words = { 0 };
	struct link link;
	if (!row)
		return;
	if (c->app->masked) {
		console_show(c, ROLE_WARN, "Masked: links are not shown");
		return;
	}
	basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	if (link.verdict == LINK_FAILED) {
		buf_addf(&words, "%s. Show the QR code of this link anyway?",
		    link.checks[link.worst_check].text);
		dialog_ask(c, "A check failed", buf_z(&words), "Show it", on_code_answered,
		    str_dup(row->id));
	} else {
		show_link_qr_code(c, row->id, 0);
	}
	buf_free(&words);
	link_free(&link);
}
