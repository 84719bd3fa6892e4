#include "ui/basket/link_questions.h"

#include "base/utf8.h"
#include "basket/link.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"
#include "ui/kit/dialog.h"

#include <string.h>

/* A question; on yes, `on_yes` continues with that reason confirmed. */
struct send_question {
	char *basket_id;
	unsigned confirmed_flags;
	bool needs_reason; /* the person must not be contacted: ask why, for the contact log */
	confirmed_fn *on_yes;
};

/* The texts of a question, which the functions below complete. */
struct question_texts {
	const char *title, *yes;
	struct buf words;
};

void
link_check(const struct console *c, const struct basket_row *row, struct send_check *check)
{
	const struct environment *e = c->app->environment;
	int64_t pause_ms = e ? (int64_t)e->contact_pause_h * WHEN_DAY / 24 : WHEN_DAY;
	send_check_basket(check, c->baskets, row, console_now(c), pause_ms);
}

static void
on_send_question_answered(struct console *c, void *ctx, int button)
{
	struct send_question *q = ctx;
	if (button == 1 && q->needs_reason)
		contact_override_ask(c, str_of(q->basket_id), q->confirmed_flags, q->on_yes);
	else if (button == 1)
		q->on_yes(c, str_of(q->basket_id), q->confirmed_flags);
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was sent. Your clipboard is unchanged");
	if (button != 1)
		contact_override_free(c);
	x_free(q->basket_id);
	x_free(q);
}

static void
write_misleading_text(struct question_texts *t)
{
	t->title = "Misleading characters";
	t->yes = "Send";
	buf_addz(&t->words,
	    "A name or e-mail of this basket contains invisible or control characters. The detail "
	    "shows them as \\u{...}. Send the link anyway?");
}

static void
write_completed_question(struct question_texts *t, const struct console *c,
    const struct basket_row *row, const struct basket_row *completed)
{
	t->title = "Completed";
	t->yes = "Send anyway";
	if (row->completed) {
		buf_addz(&t->words, "This basket is completed: its order was placed. ");
	} else if (row->maybe_completed) {
		buf_addz(&t->words, "It is not known whether this basket is completed. ");
	} else {
		buf_addz(&t->words,
		    completed->completed
			? "The same person completed another basket, started "
			: "The same person may have completed another basket, started ");
		when_write_age(&t->words, console_now(c), completed->created);
		buf_addz(&t->words, " ago. ");
	}
	buf_addz(&t->words, "Send the link anyway?");
}

static void
append_no_contact(struct buf *words, const struct console *c, const struct contact_entry *o)
{
	struct buf said = { 0 }, when = { 0 };
	format_time(&when, o->recorded_at, console_now(c), c->time_style == TIME_UTC);
	contact_log_format_entry(
	    &said, &c->contact_log, o, console_now(c), !c->app->masked && !c->presenting);
	text_clean(words, buf_str(&said), c->look.ascii_lines);
	buf_addf(words, ", recorded %s. ", buf_z(&when));
	buf_free(&said);
	buf_free(&when);
}

static void
write_unwanted_contact(
    struct question_texts *t, const struct console *c, const struct send_check *check)
{
	const struct contact_entry *no_contact = check->contact.no_contact_entry;
	t->title = no_contact ? "Do not contact" : "No consent";
	t->yes = "Contact anyway";
	if (no_contact)
		append_no_contact(&t->words, c, no_contact);
	if (check->is_without_consent) {
		buf_addz(&t->words, "No consent: customFields.");
		text_clean(&t->words, str_of(c->baskets->consent_field), c->look.ascii_lines);
		buf_addz(&t->words, " of this basket says no. ");
	}
	buf_addz(&t->words, "Contact this person anyway?");
}

static void
write_newer_basket(
    struct question_texts *t, const struct console *c, const struct basket_row *newer)
{
	t->title = "A newer basket exists";
	t->yes = "Send this one";
	buf_addz(&t->words, "A newer basket of the same person exists (");
	when_write_age(&t->words, console_now(c), newer->created);
	buf_addz(&t->words, "). Send the link of the older one?");
}

/* The person was contacted recently: with this basket's link or in any other way. */
static void
write_recent_contact(struct question_texts *t, const struct console *c,
    const struct basket_row *row, const struct contact_entry *o)
{
	bool sent = o == contact_log_find_link(&c->contact_log, row->id);
	struct buf said = { 0 };
	t->title = sent ? "Already sent" : "Already contacted";
	t->yes = sent ? "Send again" : "Send";
	if (sent) {
		format_time(&said, o->recorded_at, console_now(c), c->time_style == TIME_UTC);
		buf_addf(&t->words, "This basket's link was sent %s by ", buf_z(&said));
		text_clean(&t->words,
		    str_eqz(o->recorded_by, c->contact_log.account) ? STR("you") : o->recorded_by,
		    c->look.ascii_lines);
		buf_addz(&t->words, ". Send it again?");
	} else {
		contact_log_format_entry(&said, &c->contact_log, o, console_now(c), !c->presenting);
		text_clean(&t->words, buf_str(&said), c->look.ascii_lines);
		buf_addz(&t->words, ". Send the link anyway?");
	}
	buf_free(&said);
}

/* Writes the question about the first of these reasons, and returns that reason; 0: none. */
static enum send_reason
write_question(struct question_texts *t, const struct console *c, const struct basket_row *row,
    const struct send_check *check, unsigned reasons)
{
	if (reasons & SEND_MISLEADING_TEXT) {
		write_misleading_text(t);
		return SEND_MISLEADING_TEXT;
	}
	if (reasons & SEND_COMPLETED_BASKET) {
		write_completed_question(t, c, row, check->completed);
		return SEND_COMPLETED_BASKET;
	}
	if (reasons & SEND_UNWANTED_CONTACT) {
		write_unwanted_contact(t, c, check);
		return SEND_UNWANTED_CONTACT;
	}
	if (reasons & SEND_NEWER_BASKET) {
		write_newer_basket(t, c, check->newer);
		return SEND_NEWER_BASKET;
	}
	if (reasons & SEND_RECENT_CONTACT)
		write_recent_contact(t, c, row, check->contact.last_contact);
	return reasons & SEND_RECENT_CONTACT;
}

/* Adds the environment's notice to a question, or asks by it alone. Returns SEND_NOTICE if it is
 * shown. */
static unsigned
add_notice(
    struct question_texts *t, const struct console *c, const struct basket_row *row, bool is_asked)
{
	const struct environment *e = c->app->environment;
	if (!is_asked || !e || !e->contact_notice || !*e->contact_notice || !row->email.n)
		return 0;
	struct buf words = { 0 };
	text_clean(&words, str_of(e->contact_notice), c->look.ascii_lines);
	bool ends = words.n && strchr(".!?:", words.p[words.n - 1]);
	buf_addz(&words, !t->words.n ? "" : ends ? " " : ". ");
	buf_adds(&words, buf_str(&t->words));
	buf_free(&t->words);
	t->words = words;
	t->title = t->title ? t->title : "Before you contact this person";
	t->yes = t->yes ? t->yes : "Send";
	return SEND_NOTICE;
}

static bool
confirm_reasons(struct console *c, const struct basket_row *row, unsigned asked, unsigned confirmed,
    confirmed_fn *go)
{
	struct send_check check;
	struct question_texts t = { 0 };
	if (c->is_tour_acting) {
		console_show(c, ROLE_WARN, "%s", TOUR_SENDS_NOTHING);
		return true;
	}
	if (!(confirmed & SEND_NOT_RELOADED) &&
	    recheck_basket(c, row, go, confirmed, SEND_NOT_RELOADED))
		return true;
	if (!(confirmed & SEND_UNWANTED_CONTACT))
		contact_override_free(c); /* of an earlier send */
	link_check(c, row, &check);
	unsigned reason = write_question(&t, c, row, &check, check.reasons & asked & ~confirmed);
	if (!(confirmed & SEND_NOTICE))
		reason |= add_notice(&t, c, row, reason || asked == SEND_ABOUT_LINK);
	if (reason) {
		struct send_question *q = x_new(struct send_question);
		*q = (struct send_question){ .basket_id = str_dup(row->id),
			.confirmed_flags = confirmed | reason,
			.needs_reason = reason & SEND_UNWANTED_CONTACT &&
			    check.contact.no_contact_entry,
			.on_yes = go };
		dialog_ask(c, t.title, buf_z(&t.words), t.yes, on_send_question_answered, q);
	}
	buf_free(&t.words);
	return reason != 0;
}

bool
link_confirm_basket(
    struct console *c, const struct basket_row *row, unsigned confirmed, confirmed_fn *go)
{
	return confirm_reasons(c, row, SEND_ABOUT_BASKET, confirmed, go);
}

bool
link_confirm(struct console *c, const struct basket_row *row, unsigned confirmed, confirmed_fn *go)
{
	return confirm_reasons(c, row, SEND_ABOUT_LINK, confirmed, go);
}

bool
link_batch_add(struct link_batch *b, struct console *c, struct str id)
{
	const struct basket_row *row = baskets_row(c->baskets, id);
	struct link link = { 0 };
	struct send_check check = { 0 };
	if (row) {
		link_check(c, row, &check);
		basket_link_examine(&link, &c->app->link_rules, c->baskets, row);
	}
	bool wished = link.present && check.contact.no_contact_entry;
	bool takes = !wished && link_is_sendable(&link) && !row->has_unsafe_text;
	b->without_link_count += !link.present;
	b->no_contact_count += wished;
	b->failed_count += link.present && !wished && !takes;
	if (takes) {
		buf_addz(&b->links, b->rows.n ? "\n" : "");
		buf_adds(&b->links, link_address(&link));
		vec_push(&b->rows, row);
		b->recently_contacted_count += (check.reasons & SEND_RECENT_CONTACT) != 0;
		b->without_consent_count += row->consent == CONSENT_NO;
		b->unknown_consent_count += is_consent_unknown(c, row);
		b->bought_count += check.completed != NULL;
		b->newer_basket_count += check.newer != NULL;
	}
	link_free(&link);
	return takes;
}

bool
link_batch_append_warnings(struct buf *words, const struct link_batch *b)
{
	const char *between = "";
	if (!b->recently_contacted_count && !b->newer_basket_count && !b->without_consent_count &&
	    !b->bought_count)
		return false;
	buf_addf(words, "Of these %zu links ", b->rows.n);
	if (b->recently_contacted_count) {
		buf_addf(words, "%zu %s to a recently contacted person",
		    b->recently_contacted_count, b->recently_contacted_count == 1 ? "goes" : "go");
		between = ", ";
	}
	if (b->without_consent_count) {
		buf_addf(words, "%s%zu %s no consent", between, b->without_consent_count,
		    b->without_consent_count == 1 ? "has" : "have");
		between = ", ";
	}
	if (b->bought_count) {
		buf_addf(words,
		    "%s%zu may already be bought (this basket or another of the same person)",
		    between, b->bought_count);
		between = ", ";
	}
	if (b->newer_basket_count)
		buf_addf(words, "%s%zu %s to a basket although the person has a newer one", between,
		    b->newer_basket_count, b->newer_basket_count == 1 ? "leads" : "lead");
	return true;
}

void
link_batch_free(struct link_batch *b)
{
	vec_free(&b->rows);
	buf_wipe(&b->links);
}
