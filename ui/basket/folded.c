#include "ui/basket/folded.h"

#include "ui/basket/baskets_pane.h"
#include "ui/rows/empty.h"

bool
derived_list_is_outdated(const struct derived_list_state *f, const struct baskets *b)
{
	return !f->is_built || f->rows != b->rows.v || f->order_version != b->order_version ||
	    f->n > b->rows.n;
}

bool
derived_list_needs_rebuild(struct derived_list_state *f, const struct baskets *b, bool *anew)
{
	bool stale = derived_list_is_outdated(f, b), reading = b->state == BASKETS_READING;
	*anew = !f->is_built || f->order_version != b->order_version || f->n > b->rows.n;
	stale = stale || f->estimate_version != b->estimate_version ||
	    f->contact_version != b->contact_version;
	if (!stale && (f->n == b->rows.n || (reading && b->rows.n - f->n < f->n / 4)))
		return false;
	*f = (struct derived_list_state){ .rows = b->rows.v,
		.n = b->rows.n,
		.order_version = b->order_version,
		.estimate_version = b->estimate_version,
		.contact_version = b->contact_version,
		.is_built = true };
	return true;
}

void
sent_links_make_now(struct sent_links *l, const struct console *c)
{
	const struct baskets *b = c->baskets;
	sent_links_make(l, &c->contact_log, b->rows.v, b->rows.n, baskets_is_whole(b),
	    c->app->masked ? &c->app->mask : NULL);
}

void
sent_links_append_account(struct buf *out, const struct console *c)
{
	struct str account = str_of(c->contact_log.account);
	if (c->app->masked)
		mask_text(out, &c->app->mask, MASK_PERSON, account);
	else
		buf_adds(out, account);
}

void
derived_list_append_counts(const struct rows_pane *r, struct buf *out)
{
	const struct baskets *b = r->pane.console->baskets;
	buf_addz(out, " \xC2\xB7 ");
	format_plural(out, b->rows.n, "basket", "baskets");
	buf_addz(out, " read");
	if (baskets_has_all_requested(b) && b->created_after != WHEN_NONE) {
		buf_addz(out, " since ");
		format_day(out, b->created_after, r->pane.console->time_style == TIME_UTC);
	}
	buf_addz(out, baskets_has_all_requested(b) ? "" : " \xC2\xB7 the service has more");
}

bool
derived_list_append_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct baskets *b = p->console->baskets;
	*role = ROLE_TEXT;
	if (b->state == BASKETS_FAILED) {
		baskets_pane_append_failure(p, out);
		*role = ROLE_BAD;
		return true;
	}
	if (b->state != BASKETS_READING || p->console->script)
		return false;
	buf_addz(out, "Reading baskets: ");
	format_count(out, b->rows.n);
	buf_addz(out, " so far. Esc stops");
	return true;
}

bool
derived_list_cancel(struct pane *p)
{
	struct baskets *b = p->console->baskets;
	if (!baskets_stop(b))
		return false;
	console_show(p->console, ROLE_TEXT, "Stopped. %zu read", b->rows.n);
	return true;
}

void
derived_list_describe_empty(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct baskets *b = c->baskets;
	if (b->state == BASKETS_READING)
		return;
	empty_add_title(d, b->rows.n ? "No basket read so far matches" : "No baskets read");
	if (!baskets_has_all_requested(b))
		empty_add_action(d, c, ACT_OLDER, "read older baskets");
	empty_add_key(d, "Esc", "clear the filter, then go back");
}

const char *
derived_list_why_not(const struct pane *p, enum action a)
{
	const struct baskets *b = p->console->baskets;
	if (a == ACT_OLDER)
		return baskets_has_all_requested(b) ? "The service has no older baskets"
		    : baskets_at_end(b)
		    ? "The service sent the same page twice; older baskets may be missing"
		    : NULL;
	return rows_pane_why_not(p, a);
}

static void
run_folded_refresh(struct pane *p)
{
	console_show(p->console, ROLE_TEXT, "%s", baskets_rereading_text);
	baskets_refresh(p->console->baskets);
}

static void
run_folded_older(struct pane *p)
{
	baskets_read_older(p->console->baskets);
}

const struct pane_action derived_list_actions[] = {
	{ ACT_REFRESH, run_folded_refresh },
	{ ACT_OLDER, run_folded_older },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_PREV_SIBLING, rows_run_sibling },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_NONE, NULL },
};
