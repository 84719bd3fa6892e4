#include "ui/plan/send_page_state.h"

#include "ui/journal/write_session.h"

const struct plan_row *
send_page_row(const struct send_page *p, int at)
{
	return &p->draft->plan.rows.v[p->listed.v[at]];
}

struct str
send_page_text(const struct send_page *p, enum send_part part)
{
	return str_trim(buf_str(&p->fields[part].text));
}

bool
send_page_is_locked(const struct send_page *p)
{
	const struct console *c = p->modal.console;
	return !write_lock_is_open(&c->write_session->lock, console_now(c));
}

bool
send_page_needs_name(const struct send_page *p)
{
	return send_page_is_locked(p) &&
	    badge_role_of(p->modal.console->app->environment_role) == ROLE_ENV_PROD;
}

/* A text that is the start of the wanted one is incomplete, not wrong. */
static bool
check_typed_field(struct buf *out, struct str typed, struct str wanted, const char *field)
{
	if (str_eq(typed, wanted))
		return true;
	if (str_starts(wanted, typed))
		buf_addf(out, "Missing: %s", field);
	else
		buf_addf(out, "That is not %s", field);
	return false;
}

bool
send_page_append_missing(const struct send_page *p, struct buf *out)
{
	const struct console *c = p->modal.console;
	const char *why = plans_why_not(c->plans);
	struct buf count = { 0 }, name = { 0 };
	buf_addf(&count, "%zu", plan_count(&p->draft->plan).changes);
	buf_addf(&name, "the environment's name, %s", c->app->environment_name);
	if (why)
		buf_addz(out, why);
	else if (!send_page_text(p, SEND_REASON).n && send_page_is_locked(p))
		buf_addf(out, "Missing: a reason, which unlocks writes for %d minutes",
		    WRITE_LOCK_MINUTES);
	else if (!send_page_text(p, SEND_REASON).n)
		buf_addz(out, "Missing: a reason for this plan");
	else if (!send_page_needs_name(p) ||
	    check_typed_field(
		out, send_page_text(p, SEND_NAME), str_of(c->app->environment_name), buf_z(&name)))
		check_typed_field(
		    out, send_page_text(p, SEND_COUNT), buf_str(&count), "the number of changes");
	buf_free(&count);
	buf_free(&name);
	return out->n > 0;
}
