#include "base/utf8.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/watch.h"
#include "ui/rows/empty.h"

const char baskets_rereading_text[] = "Reloading";

static const struct baskets *
baskets_of_pane(const struct pane *p)
{
	return p->console->baskets;
}

void
baskets_pane_title(const struct rows_pane *r, struct title *out)
{
	const struct console *c = r->pane.console;
	const struct baskets *list = c->baskets;
	buf_addz(&out->breadcrumb, "Baskets");
	watch_append_status(&out->counts, c);
	baskets_append_count(&out->counts, list, c->time_style == TIME_UTC);
	if (list->read_at != WHEN_NONE) {
		buf_addz(&out->counts, " \xC2\xB7 ");
		format_recent_time(&out->counts, list->read_at, console_now(c),
		    c->time_style == TIME_UTC);
	}
}

void
baskets_pane_append_failure(const struct pane *p, struct buf *out)
{
	const struct baskets *list = baskets_of_pane(p);
	format_err(out, &list->err, list->attempt_count);
	if (list->rows.n && list->read_at != WHEN_NONE) {
		buf_addz(out, ". Showing the rows of ");
		format_recent_time(out, list->read_at, console_now(p->console),
		    p->console->time_style == TIME_UTC);
	}
	append_fix_hint(out, p->console, &list->err);
}

static void
append_search(const struct pane *p, struct buf *out)
{
	const struct baskets *list = baskets_of_pane(p);
	buf_addz(out, "Searching older baskets: ");
	format_count(out, list->rows.n);
	buf_addz(out, " read");
	if (baskets_oldest_created(list) != WHEN_NONE) {
		buf_addz(out, ", back to ");
		format_day(out, baskets_oldest_created(list), p->console->time_style == TIME_UTC);
	}
	buf_addf(out, ", %zu match   Esc stops", list->shown_rows.n);
}

static void
append_filter_status(const struct pane *p, struct buf *out)
{
	const struct baskets *list = baskets_of_pane(p);
	struct buf older = { 0 };
	bool paused = list->search_paused && list->state != BASKETS_READING;
	console_append_key_of(p->console, &older, ACT_OLDER);
	if (paused)
		buf_addz(out, "Stopped at ");
	format_count(out, paused ? list->rows.n : list->shown_rows.n);
	buf_addz(out, paused ? " baskets, " : " of ");
	format_count(out, paused ? list->shown_rows.n : list->rows.n);
	buf_addf(out, "%s. %s reads older baskets, Esc clears the filter",
	    paused ? " match" : " baskets read", buf_z(&older));
	buf_free(&older);
}

static bool
append_waiting_time(const struct pane *p, struct buf *out)
{
	const struct baskets *list = baskets_of_pane(p);
	int64_t waited = clock_ticks() - list->requested_at;
	/* without rows, the wait is shown in their place */
	if (list->state != BASKETS_READING || waited < 1000 || p->console->script || !list->rows.n)
		return false;
	buf_addf(out, "%s \xE2\x80\xA6 %lld s   Esc stops",
	    list->refreshing ? "Reloading baskets" : "Reading older baskets",
	    (long long)(waited / 1000));
	return true;
}

bool
baskets_pane_append_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct baskets *list = baskets_of_pane(p);
	*role = ROLE_TEXT;
	if (list->state == BASKETS_FAILED && !list->rows.n)
		return false; /* the failure is shown in place of the rows */
	if (list->state == BASKETS_FAILED) {
		baskets_pane_append_failure(p, out);
		*role = ROLE_BAD;
	} else if (list->searching) {
		append_search(p, out);
	} else if (append_waiting_time(p, out)) {
		return true;
	} else if (view_is_filtered(&list->view) && list->shown_rows.n == 0 && list->rows.n) {
		return false; /* so is a filter without a match */
	} else if (view_is_filtered(&list->view) && !baskets_at_end(list) && list->rows.n) {
		append_filter_status(p, out);
	} else if (baskets_append_cursor_loop(out, list)) {
		*role = ROLE_WARN;
	} else {
		return false;
	}
	return true;
}
