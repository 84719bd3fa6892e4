#include "ui/basket/send_link.h"

#include "app/link/link.h"
#include "app/local/state.h"
#include "base/utf8.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/link_dialog.h"
#include "ui/basket/note.h"
#include "ui/kit/dialog.h"
#include "ui/kit/send.h"
#include "ui/term/term.h"

const struct link_ways link_ways = { .send = send_link,
	.bare = send_bare,
	.to_file = send_to_file,
	.note = note_open,
	.checked = SEND_CHECKS };

static void
say_not_sent(struct console *c, const struct err *err)
{
	struct buf bare = { 0 }, file = { 0 };
	console_key_of(c, &bare, ACT_BARE);
	console_key_of(c, &file, ACT_WRITE_FILE);
	console_say(c, ROLE_WARN, "%s. %s shows it, %s makes a file", err->text, buf_z(&bare),
	    buf_z(&file));
	buf_free(&bare);
	buf_free(&file);
}

static void
say_sent(struct console *c, struct str address)
{
	struct buf bytes = { 0 }, bare = { 0 };
	format_count(&bytes, address.n);
	console_key_of(c, &bare, ACT_BARE);
	console_say(c, ROLE_TEXT, "Sent %s bytes %s, ending %.*s. Not there? %s shows it",
	    buf_z(&bytes), clip_route_words(c->route_used), STR_ARG(link_ending(address)),
	    buf_z(&bare));
	buf_free(&bytes);
	buf_free(&bare);
}

/* A question that, answered yes, sends the link with one reason less to ask. */
struct question {
	char *basket;
	unsigned confirmed;
};

static void
answer(struct console *c, void *ctx, int button)
{
	struct question *q = ctx;
	if (button == 1)
		send_link(c, str_of(q->basket), q->confirmed);
	else if (button == 0)
		console_say(c, ROLE_TEXT, "Nothing was sent. Your clipboard is as before");
	x_free(q->basket);
	x_free(q);
}

static void
ask(struct console *c, const struct basket_row *row, unsigned confirmed, const char *title,
    const char *words, const char *yes)
{
	struct question *q = x_new(struct question);
	*q = (struct question){ str_dup(row->id), confirmed };
	dialog_ask(c, title, words, yes, answer, q);
}

static bool
ask_newer(struct console *c, const struct basket_row *row, unsigned confirmed)
{
	size_t others;
	const struct basket_row *newer = basket_newer(c->baskets, row, &others);
	struct buf words = { 0 };
	if (!newer || (confirmed & SEND_NEWER))
		return false;
	buf_addz(&words, "A newer basket of the same person exists (");
	when_write_age(&words, console_now(c), newer->created);
	buf_addz(&words, "). Send the link of this older one?");
	ask(c, row, confirmed | SEND_NEWER, "An older basket", buf_z(&words), "Send this one");
	buf_free(&words);
	return true;
}

static bool
was_sent_lately(const struct console *c, const struct basket_row *row)
{
	const struct sent_entry *e = sent_find(&c->sent, row->id);
	return e && console_now(c) - e->at < WHEN_DAY;
}

static bool
ask_again(struct console *c, const struct basket_row *row, unsigned confirmed)
{
	const struct sent_entry *e = sent_find(&c->sent, row->id);
	struct buf words = { 0 }, when = { 0 };
	if ((confirmed & SEND_AGAIN) || !was_sent_lately(c, row))
		return false;
	format_time(&when, e->at, console_now(c), c->times == TIME_UTC);
	bool mine = str_eqz(str_of(e->account), c->sent.account);
	buf_addf(&words, "The link of this basket was sent %s by %s. Send it again?", buf_z(&when),
	    mine ? "you" : e->account);
	ask(c, row, confirmed | SEND_AGAIN, "Sent already", buf_z(&words), "Send again");
	buf_free(&words);
	buf_free(&when);
	return true;
}

static bool
ask_flagged(struct console *c, const struct basket_row *row, unsigned confirmed)
{
	if (!row->dangerous || (confirmed & SEND_FLAGGED))
		return false;
	ask(c, row, confirmed | SEND_FLAGGED, "Not what it looks like",
	    "A name or e-mail of this basket holds invisible or control characters. The detail "
	    "shows them as \\u{...}. Send its link all the same?",
	    "Send");
	return true;
}

static void
note_sent(struct console *c, const struct basket_row *const *rows, size_t n)
{
	struct err ignored;
	for (size_t i = 0; i < n; i++)
		sent_add(&c->sent, rows[i]->id, console_now(c), &ignored);
	rows_pane_rebuild(rows_pane_of(console_tab(c, TAB_BASKETS)));
}

/* Out it goes. The first time on a terminal that nobody has proven, the check follows. */
static void
transmit(struct console *c, const struct basket_row *row, struct str address)
{
	struct err err;
	if (send_is_bare(c)) {
		note_sent(c, &row, 1);
		send_bare(c, row->id);
		return;
	}
	if (!send_raw(c, address, &err)) {
		say_not_sent(c, &err);
		return;
	}
	note_sent(c, &row, 1);
	say_sent(c, address);
	if (c->proof == PROOF_NONE)
		link_dialog_open(c, row->id, LINK_DIALOG_SENT, &link_ways);
}

void
send_link(struct console *c, struct str basket_id, unsigned confirmed)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	struct link link;
	if (!row)
		return;
	basket_link_examine(&link, &c->launch->links, c->baskets, row);
	if (!link.present)
		console_say(
		    c, ROLE_WARN, "This basket has no recovery link. Your clipboard is as before");
	else if (link.verdict == LINK_REFUSED ||
	    (link.verdict == LINK_FAILED && !(confirmed & SEND_CHECKS)))
		link_dialog_open(c, row->id, LINK_DIALOG_FAILED, &link_ways);
	else if (!ask_flagged(c, row, confirmed) && !ask_newer(c, row, confirmed) &&
	    !ask_again(c, row, confirmed))
		transmit(c, row, link_address(&link));
	link_free(&link);
}

/* What came of several marked rows. */
struct batch {
	struct buf links; /* one a line */
	VEC(const struct basket_row *) rows;
	size_t none, failed;
	size_t again, older; /* sent within a day; not the newest of their person */
};

static void
gather(struct console *c, struct batch *b, struct str id)
{
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct link link = { 0 };
	size_t others;
	if (row)
		basket_link_examine(&link, &c->launch->links, c->baskets, row);
	b->none += !link.present;
	if (link.present && link.verdict <= LINK_UNKNOWN && !row->dangerous) {
		buf_addz(&b->links, b->rows.n ? "\n" : "");
		buf_adds(&b->links, link_address(&link));
		vec_push(&b->rows, row);
		b->again += was_sent_lately(c, row);
		b->older += basket_newer(c->baskets, row, &others) != NULL;
	} else {
		b->failed += link.present;
	}
	link_free(&link);
}

static void
say_batch(struct console *c, const struct batch *b, size_t marked)
{
	struct buf words = { 0 };
	format_plural(&words, b->rows.n, "link", "links");
	buf_addz(&words, ", ");
	format_count(&words, b->links.n);
	buf_addz(&words, " bytes, one a line.");
	if (b->none)
		buf_addf(&words, " %zu of %zu marked had none.", b->none, marked);
	if (b->failed)
		buf_addf(&words, " %zu failed a check and stayed here.", b->failed);
	if (c->proof == PROOF_NONE)
		buf_addz(&words, " This terminal is not proven yet: y on one row checks it");
	console_say(c, ROLE_TEXT, "%s %s", send_done(c), buf_z(&words));
	buf_free(&words);
}

/* Several links that wait for a yes. */
struct many {
	VEC(char *) ids;
};

static void
answer_many(struct console *c, void *ctx, int button)
{
	struct many *m = ctx;
	if (button == 1)
		send_links(c, (const char *const *)m->ids.v, m->ids.n, true);
	else if (button == 0)
		console_say(c, ROLE_TEXT, "Nothing was sent. Your clipboard is as before");
	for (size_t i = 0; i < m->ids.n; i++)
		x_free(m->ids.v[i]);
	vec_free(&m->ids);
	x_free(m);
}

/* The questions that one link is asked, once for all of them. */
static bool
ask_many(struct console *c, const struct batch *b, const char *const *ids, size_t n)
{
	struct buf words = { 0 };
	if (!b->again && !b->older)
		return false;
	buf_addf(&words, "Of these %zu links ", b->rows.n);
	if (b->again)
		buf_addf(&words, "%zu went out within a day", b->again);
	if (b->older)
		buf_addf(&words, "%s%zu %s to an older basket of somebody who has a newer one",
		    b->again ? ", " : "", b->older, b->older == 1 ? "leads" : "lead");
	buf_addz(&words, ". Send them all the same?");
	struct many *m = x_new(struct many);
	for (size_t i = 0; i < n; i++) {
		char *id = x_strdup(ids[i]);
		vec_push(&m->ids, id);
	}
	dialog_ask(c, "Marked baskets", buf_z(&words), "Send them", answer_many, m);
	buf_free(&words);
	return true;
}

static void
transmit_batch(struct console *c, struct batch *b, size_t marked)
{
	struct err err;
	if (!send_raw(c, buf_str(&b->links), &err)) {
		say_not_sent(c, &err);
		return;
	}
	note_sent(c, b->rows.v, b->rows.n);
	say_batch(c, b, marked);
}

void
send_links(struct console *c, const char *const *ids, size_t n, bool confirmed)
{
	struct batch b = { 0 };
	for (size_t i = 0; i < n; i++)
		gather(c, &b, str_of(ids[i]));
	if (b.rows.n == 0)
		console_say(c, ROLE_WARN,
		    "Nothing sent: of %zu marked %zu have no link, %zu fail a "
		    "check",
		    n, b.none, b.failed);
	else if (confirmed || !ask_many(c, &b, ids, n))
		transmit_batch(c, &b, n);
	vec_free(&b.rows);
	buf_wipe(&b.links);
}

static bool
take_link(struct console *c, struct str basket_id, struct link *link)
{
	const struct basket_row *row = baskets_row(c->baskets, basket_id);
	*link = (struct link){ 0 };
	if (!row)
		return false;
	basket_link_examine(link, &c->launch->links, c->baskets, row);
	if (link_address(link).n)
		return true;
	console_say(c, ROLE_WARN,
	    link->present ? "Not shown: this is no link a customer can open"
			  : "This basket has no recovery link");
	link_free(link);
	return false;
}

/* Longer than the screen, the link would scroll and could not be selected whole. */
static bool
fits_screen(const struct console *c, size_t n)
{
	int rows, cols;
	(void)c;
	term_size(&rows, &cols);
	return n <= (size_t)cols * (size_t)(rows > 5 ? rows - 5 : 0);
}

void
send_bare(struct console *c, struct str basket_id)
{
	struct link link;
	if (!take_link(c, basket_id, &link))
		return;
	if (!c->linear && !fits_screen(c, link.address.n)) {
		console_say(c, ROLE_WARN,
		    "Not shown: %zu bytes do not fit this screen. w in the "
		    "link dialog makes a file",
		    link.address.n);
		link_free(&link);
		return;
	}
	if (c->script) { /* nothing is drawn raw there: the script sees the text as sent */
		buf_reset(&c->copied);
		buf_adds(&c->copied, link_address(&link));
	} else if (c->linear) {
		c->nav->say(c, link_address(&link));
	} else {
		c->nav->draw(c);
		term_show_bare(c->proof == PROOF_BARE
			? "Select it with the mouse: links do not arrive here. :clipboard tries again."
			: "Select it with the mouse. PuTTY: selecting copies.",
		    "tmux with mouse on: hold Shift; split pane: zoom first. Any key returns.",
		    link_address(&link));
		c->bare = true;
	}
	if (c->linear)
		console_say(c, ROLE_TEXT, "The link stands alone on the line above: %zu bytes",
		    link.address.n);
	if (c->script)
		console_say(
		    c, ROLE_TEXT, "Shown alone: %zu bytes. Any key returns", link.address.n);
	link_free(&link);
}

void
send_to_file(struct console *c, struct str basket_id)
{
	struct link link;
	struct buf path = { 0 };
	struct err err;
	if (!take_link(c, basket_id, &link))
		return;
	if (state_write_private(&path, link_address(&link), &err))
		console_say(c, ROLE_TEXT, "Written to %s, for you alone. Delete it when done",
		    buf_z(&path));
	else
		console_say(c, ROLE_BAD, "Not written: %s", err.text);
	buf_free(&path);
	link_free(&link);
}
