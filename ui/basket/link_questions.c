#include "ui/basket/link_questions.h"

#include "base/utf8.h"
#include "ui/basket/basket_doc.h"
#include "ui/basket/recheck.h"
#include "ui/kit/dialog.h"

/* A question; on yes, `on_yes` continues with that reason confirmed. */
struct send_question {
	char *basket_id;
	unsigned confirmed_flags;
	contact_fn *on_yes;
};

static void
on_send_question_answered(struct console *c, void *ctx, int button)
{
	struct send_question *q = ctx;
	if (button == 1)
		q->on_yes(c, str_of(q->basket_id), q->confirmed_flags);
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was sent. Your clipboard is unchanged");
	x_free(q->basket_id);
	x_free(q);
}

static struct send_question
add_confirmed(struct send_question q, enum send_confirmed more)
{
	q.confirmed_flags |= more;
	return q;
}

static void
ask_send_question(struct console *c, const struct basket_row *row, struct send_question next,
    const char *title, const char *words, const char *yes)
{
	struct send_question *q = x_new(struct send_question);
	*q = next;
	q->basket_id = str_dup(row->id);
	dialog_ask(c, title, words, yes, on_send_question_answered, q);
}

static bool
ask_about_newer(struct console *c, const struct basket_row *row, struct send_question q)
{
	const struct basket_row *newer = basket_find_newer(c->baskets, row);
	struct buf words = { 0 };
	if (!newer || (q.confirmed_flags & SEND_NEWER_BASKET))
		return false;
	buf_addz(&words, "A newer basket of the same person exists (");
	when_write_age(&words, console_now(c), newer->created);
	buf_addz(&words, "). Send the link of the older one?");
	ask_send_question(c, row, add_confirmed(q, SEND_NEWER_BASKET), "A newer basket exists",
	    buf_z(&words), "Send this one");
	buf_free(&words);
	return true;
}

/* Asks if the person was contacted recently: with this basket's link or in any other way. */
static bool
ask_about_recent_contact(struct console *c, const struct basket_row *row, struct send_question q)
{
	struct contact_summary state;
	struct buf words = { 0 }, said = { 0 };
	contact_summarize(c, row, &state);
	if ((q.confirmed_flags & SEND_RECENT_CONTACT) || !contact_is_recent(c, &state))
		return false;
	const struct contact_entry *o = state.last_contact;
	if (o == contact_log_find_link(&c->contact_log, row->id)) {
		format_time(&said, o->recorded_at, console_now(c), c->time_style == TIME_UTC);
		buf_addf(&words, "This basket's link was sent %s by ", buf_z(&said));
		text_clean(&words,
		    str_eqz(o->recorded_by, c->contact_log.account) ? STR("you") : o->recorded_by,
		    c->look.ascii_lines);
		buf_addz(&words, ". Send it again?");
		ask_send_question(c, row, add_confirmed(q, SEND_RECENT_CONTACT), "Already sent",
		    buf_z(&words), "Send again");
	} else {
		contact_log_format_entry(&said, &c->contact_log, o, console_now(c), !c->presenting);
		text_clean(&words, buf_str(&said), c->look.ascii_lines);
		buf_addz(&words, ". Send the link anyway?");
		ask_send_question(c, row, add_confirmed(q, SEND_RECENT_CONTACT),
		    "Already contacted", buf_z(&words), "Send");
	}
	buf_free(&words);
	buf_free(&said);
	return true;
}

static bool
ask_about_misleading_text(struct console *c, const struct basket_row *row, struct send_question q)
{
	if (!row->has_unsafe_text || (q.confirmed_flags & SEND_MISLEADING_TEXT))
		return false;
	ask_send_question(c, row, add_confirmed(q, SEND_MISLEADING_TEXT), "Misleading characters",
	    "A name or e-mail of this basket contains invisible or control characters. The detail "
	    "shows them as \\u{...}. Send the link anyway?",
	    "Send");
	return true;
}

static bool
ask_about_unwanted_contact(struct console *c, const struct basket_row *row, struct send_question q)
{
	return !(q.confirmed_flags & SEND_UNWANTED_CONTACT) &&
	    contact_confirm(c, row, q.on_yes, q.confirmed_flags | SEND_UNWANTED_CONTACT);
}

static bool
ask_about_completed(struct console *c, const struct basket_row *row, struct send_question q)
{
	struct buf words = { 0 };
	const struct basket_row *other = basket_find_completed(c->baskets, row);
	if ((q.confirmed_flags & SEND_COMPLETED_BASKET) ||
	    (!row->completed && !row->maybe_completed && !other))
		return false;
	if (row->completed) {
		buf_addz(&words, "This basket is completed: its order was placed. ");
	} else if (row->maybe_completed) {
		buf_addz(&words, "It is not known whether this basket is completed. ");
	} else {
		buf_addz(&words,
		    other->completed
			? "The same person completed another basket, started "
			: "The same person may have completed another basket, started ");
		when_write_age(&words, console_now(c), other->created);
		buf_addz(&words, " ago. ");
	}
	buf_addz(&words, "Send the link anyway?");
	ask_send_question(c, row, add_confirmed(q, SEND_COMPLETED_BASKET), "Completed",
	    buf_z(&words), "Send anyway");
	buf_free(&words);
	return true;
}

static bool
reread_before_send(struct console *c, const struct basket_row *row, struct send_question q)
{
	return !(q.confirmed_flags & SEND_NOT_RELOADED) &&
	    recheck_basket(c, row, q.on_yes, q.confirmed_flags, SEND_NOT_RELOADED);
}

bool
link_confirm_basket(
    struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go)
{
	const struct send_question q = { NULL, confirmed, go };
	return reread_before_send(c, row, q) || ask_about_completed(c, row, q) ||
	    ask_about_unwanted_contact(c, row, q);
}

bool
link_confirm(struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go)
{
	const struct send_question q = { NULL, confirmed, go };
	return reread_before_send(c, row, q) || ask_about_misleading_text(c, row, q) ||
	    ask_about_completed(c, row, q) || ask_about_unwanted_contact(c, row, q) ||
	    ask_about_newer(c, row, q) || ask_about_recent_contact(c, row, q);
}
