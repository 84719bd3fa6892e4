#include "ui/plan/plan_send.h"

#include "ui/journal/write_session.h"
#include "ui/kit/prompt.h"
#include "ui/plan/plans.h"

static void
write_expected(struct buf *out, const struct console *c, const struct draft *d)
{
	if (str_eqz(str_of(c->app->role), "prod"))
		buf_addf(out, "%s ", c->app->name);
	buf_addf(out, "%zu", plan_count(&d->plan).changes);
}

static bool
on_count(struct console *c, struct str text, struct err *err)
{
	struct draft *d = plans_draft_in_question(c->plans);
	struct buf expected = { 0 };
	write_expected(&expected, c, d);
	bool same = str_eq(str_trim(text), buf_str(&expected)) ||
	    err_set(err, ERR_USAGE, "that is not %s, so nothing was sent", buf_z(&expected));
	buf_free(&expected);
	struct str reason = buf_str(&c->write_session->lock.reason);
	if (!same || !draft_seal(d, reason, err) || !plans_send(c->plans, d, err))
		return false;
	console_changed(c);
	return true;
}

static void
ask_count(struct console *c)
{
	struct draft *d = plans_draft_in_question(c->plans);
	struct buf expected = { 0 }, words = { 0 };
	write_expected(&expected, c, d);
	struct plan_counts n = plan_count(&d->plan);
	buf_addf(
	    &words, "Send %zu change%s to %s", n.changes, n.changes == 1 ? "" : "s", c->app->badge);
	if (n.to_review)
		buf_addf(&words, " (%zu need%s review)", n.to_review, n.to_review == 1 ? "s" : "");
	buf_addf(&words, "? Type %s: ", buf_z(&expected));
	struct str kept = arena_str(&d->texts, buf_str(&words));
	console_open(c, prompt_text_new(c, kept.p, STR_NONE, on_count));
	buf_free(&expected);
	buf_free(&words);
}

static bool
on_plan_reason(struct console *c, struct str text, struct err *err)
{
	if (!str_trim(text).n)
		return err_set(err, ERR_USAGE,
		    "a reason unlocks writes for %d minutes, such as INC-4711", WRITE_LOCK_MINUTES);
	if (text.n > JOURNAL_REASON_MAX)
		return err_set(err, ERR_USAGE, "the reason is over %d bytes", JOURNAL_REASON_MAX);
	write_lock_open(&c->write_session->lock, str_trim(text), console_now(c));
	ask_count(c);
	return true;
}

void
plan_send_ask(struct console *c, struct draft *d)
{
	plans_set_draft_in_question(c->plans, d);
	if (write_lock_is_open(&c->write_session->lock, console_now(c)))
		ask_count(c);
	else
		console_open(c,
		    prompt_text_new(
			c, "Reason, kept in the journal: ", STR_NONE, on_plan_reason));
}
