#include "ui/basket/recheck.h"

#include "base/utf8.h"
#include "basket/send_check.h"
#include "ui/kit/dialog.h"
#include "ui/kit/ids.h"

struct recheck {
	struct ids ids;
	unsigned value, failure_accepted_flag; /* passed to `on_one`; `failure_accepted_flag` is
						  added if the reload failed */
	confirmed_fn *on_one;                  /* or NULL */
	recheck_done_fn *on_many;
};

static void
recheck_end(struct recheck *r)
{
	if (r)
		ids_free(&r->ids);
	x_free(r);
}

void
recheck_free(struct console *c)
{
	recheck_end(c->recheck);
	c->recheck = NULL;
}

/* The time of the oldest basket; WHEN_NONE if any basket has no time. */
static int64_t
oldest_created_time(const struct console *c, const char *const *ids, size_t n)
{
	int64_t oldest = INT64_MAX;
	for (size_t i = 0; i < n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(ids[i]));
		if (row && row->created < oldest)
			oldest = row->created;
	}
	return oldest;
}

static bool
is_any_stale(const struct console *c, const char *const *ids, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(ids[i]));
		if (row && send_check_is_stale(row, console_now(c)))
			return true;
	}
	return false;
}

/* Starts a reload; the caller then sets `on_one` or `on_many`. Returns NULL if all baskets were
 * read recently. */
static struct recheck *
begin_recheck(struct console *c, const char *const *ids, size_t n)
{
	recheck_free(c); /* a later request replaces a waiting one */
	if (!is_any_stale(c, ids, n))
		return NULL;
	c->recheck = x_new(struct recheck);
	ids_copy(&c->recheck->ids, ids, n);
	console_show(c, ROLE_TEXT,
	    n == 1 ? "Reloading this basket before its link is sent"
		   : "Reloading these baskets before their links are sent");
	baskets_refresh_from(c->baskets, oldest_created_time(c, ids, n));
	return c->recheck;
}

bool
recheck_basket(struct console *c, const struct basket_row *row, confirmed_fn *go, unsigned value,
    unsigned accepted)
{
	char *id = str_dup(row->id);
	struct recheck *r = begin_recheck(c, (const char *const *)&id, 1);
	if (r) {
		r->on_one = go;
		r->value = value;
		r->failure_accepted_flag = accepted;
	}
	x_free(id);
	return r != NULL;
}

bool
recheck_baskets(struct console *c, const char *const *ids, size_t n, recheck_done_fn *go)
{
	struct recheck *r = begin_recheck(c, ids, n);
	if (r)
		r->on_many = go;
	return r != NULL;
}

void
recheck_cancel(struct console *c)
{
	if (!c->recheck)
		return;
	recheck_free(c);
	console_show(c, ROLE_WARN,
	    "Nothing sent: you pressed a key while Backroom was reloading the basket");
}

/* Runs the waiting action. `stale`: the user continues with the old data. */
static void
run_rechecked_action(struct console *c, struct recheck *r, bool stale)
{
	if (r->on_one)
		r->on_one(
		    c, str_of(r->ids.v[0]), r->value | (stale ? r->failure_accepted_flag : 0));
	else
		r->on_many(c, (const char *const *)r->ids.v, r->ids.n);
	recheck_end(r);
}

static void
on_stale_answered(struct console *c, void *ctx, int button)
{
	struct recheck *r = ctx;
	if (button == 1) {
		run_rechecked_action(c, r, true);
		return;
	}
	if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was sent. Your clipboard is unchanged");
	recheck_end(r);
}

/* Asks whether to continue with the old data, because the reload failed. */
static void
ask_about_stale(struct console *c, struct recheck *r)
{
	struct buf words = { 0 };
	const struct baskets *b = c->baskets;
	const struct basket_row *row = baskets_row(b, str_of(r->ids.v[0]));
	buf_addz(&words, "Not reloaded");
	if (b->state == BASKETS_FAILED) {
		buf_addz(&words, ": ");
		format_err(&words, &b->err, b->attempt_count);
	}
	buf_addz(&words, ". It was read ");
	when_write_age(&words, console_now(c), row ? (int64_t)row->read_at_s * 1000 : WHEN_NONE);
	buf_addz(&words,
	    r->ids.n == 1 ? " ago; it may be completed by now. Send its link anyway?"
			  : " ago; some may be completed by now. Send the links anyway?");
	dialog_ask(c, "Not reloaded", buf_z(&words), "Send anyway", on_stale_answered, r);
	buf_free(&words);
}

/* Some of the baskets have left the list: asks whether to send the others. */
static void
ask_about_removed(struct console *c, struct recheck *r, size_t gone)
{
	struct buf words = { 0 };
	format_plural(&words, gone, "marked basket is", "marked baskets are");
	buf_addz(&words, " no longer listed and may be completed. Send the other ");
	format_plural(&words, r->ids.n, "link?", "links?");
	dialog_ask(c, "Marked baskets", buf_z(&words), "Send the others", on_stale_answered, r);
	buf_free(&words);
}

/* Removes the ids of baskets that are no longer listed, and returns how many. */
static size_t
drop_removed_ids(const struct console *c, struct ids *ids)
{
	size_t kept = 0, gone = 0;
	for (size_t i = 0; i < ids->n; i++) {
		bool there = baskets_row(c->baskets, str_of(ids->v[i])) != NULL;
		gone += !there;
		if (there)
			ids->v[kept++] = ids->v[i];
		else
			x_free(ids->v[i]);
	}
	ids->n = kept;
	return gone;
}

void
recheck_on_baskets_changed(struct console *c)
{
	struct recheck *r = c->recheck;
	if (!r || (c->baskets->refreshing && c->baskets->state == BASKETS_READING))
		return;
	c->recheck = NULL;
	size_t gone = drop_removed_ids(c, &r->ids);
	if (gone && !r->ids.n) {
		console_show(c, ROLE_WARN,
		    "Nothing sent: the basket is no longer listed and may be completed. Your "
		    "clipboard is unchanged");
		recheck_end(r);
	} else if (is_any_stale(c, (const char *const *)r->ids.v, r->ids.n)) {
		ask_about_stale(c, r);
	} else if (gone) {
		ask_about_removed(c, r, gone);
	} else {
		run_rechecked_action(c, r, false);
	}
}
