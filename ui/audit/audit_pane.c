#include "ui/audit/audit_pane.h"

#include "audit/entries.h"
#include "base/utf8.h"
#include "ui/audit/audit_doc.h"
#include "ui/kit/send_fields.h"
#include "ui/kit/send.h"
#include "ui/rows/empty.h"
#include "ui/rows/export_menu.h"
#include "ui/rows/rows_pane.h"
#include "ui/rows/source_pane.h"

enum { FIRST_ROWS = 50, PAGE_SIZE = 200, SEARCH_PAGE_SIZE = 1000, SEARCH_ROWS_MAX = 10000 };

struct audit_pane_state {
	struct audit_entries *entries;
	size_t wanted_rows;  /* rows that the list should show */
	size_t search_limit; /* entries to read at most until they are shown */
	bool masked;         /* people were masked when the entries were read */
	bool failure_logged;
	struct buf selected_before; /* entry to select again after a reload; or empty */
};

static struct audit_pane_state *
audit_state_of(const struct rows_pane *r)
{
	return r->kind_data;
}

static struct audit_entries *
entries_of(const struct rows_pane *r)
{
	return audit_state_of(r)->entries;
}

/* ---- reading ---- */

static bool
is_search_paused(const struct rows_pane *r)
{
	const struct audit_pane_state *own = audit_state_of(r);
	return own->wanted_rows != SIZE_MAX && entries_of(r)->rows.n >= own->search_limit;
}

/* Reads on until enough rows match the filter, within the limit. */
static void
read_wanted_rows(struct rows_pane *r)
{
	bool filtered = view_is_filtered(&r->table.view);
	if (entries_of(r)->state == AUDIT_IDLE && !is_search_paused(r) &&
	    r->table.shown_numbers.n < audit_state_of(r)->wanted_rows)
		audit_entries_read_more(entries_of(r), filtered ? SEARCH_PAGE_SIZE : PAGE_SIZE);
}

static void
begin_search(struct rows_pane *r)
{
	audit_state_of(r)->search_limit = entries_of(r)->rows.n + SEARCH_ROWS_MAX;
	if (entries_of(r)->state == AUDIT_FAILED)
		entries_of(r)->state = AUDIT_IDLE;
	read_wanted_rows(r);
}

static void
request_audit_rows(struct rows_pane *r, size_t rows)
{
	if (rows <= audit_state_of(r)->wanted_rows)
		return;
	audit_state_of(r)->wanted_rows = rows;
	if (entries_of(r)->state != AUDIT_FAILED)
		begin_search(r);
}

static void
set_audit_rows(struct rows_pane *r)
{
	table_set_rows(&r->table, entries_of(r)->rows.v, entries_of(r)->rows.n);
}

/* Drops the entries, and reads those of a VIEW, or all with NULL. */
static void
restart_audit(struct rows_pane *r, const struct view *view)
{
	if (audit_state_of(r)->wanted_rows == SIZE_MAX)
		audit_state_of(r)->wanted_rows = FIRST_ROWS;
	audit_entries_restart(entries_of(r), view, r->pane.console->app->masked);
	set_audit_rows(r);
	begin_search(r);
}

/* While people are masked, or are not any more, the entries are others, and a filter may name
 * people. */
static void
load_audit(struct rows_pane *r)
{
	struct audit_pane_state *own = audit_state_of(r);
	struct console *c = r->pane.console;
	struct view all;
	struct err err;
	r->has_short_detail = true;
	if (own->masked != c->app->masked) {
		own->masked = c->app->masked;
		view_parse_terms(&all, r->table.view.resource, STR_NONE, &err);
		view_inherit_shape(&all, &r->table.view);
		if (!table_set_view(&r->table, &all, console_ages(c), &err))
			view_free(&all);
		history_clear(r->history);
		restart_audit(r, NULL);
	}
	set_audit_rows(r);
}

static void
log_failure_once(struct rows_pane *r)
{
	struct audit_pane_state *own = audit_state_of(r);
	const struct audit_entries *e = entries_of(r);
	bool failed = e->state == AUDIT_FAILED;
	if (failed && !own->failure_logged) {
		struct buf words = { 0 };
		format_err(&words, &e->err, e->attempt_count);
		console_log_message(r->pane.console, ROLE_BAD, buf_str(&words), &e->err);
		buf_free(&words);
	}
	own->failure_logged = failed;
}

/* After a reload the cursor returns to its entry, unless the user has moved it meanwhile. */
static void
select_again(struct rows_pane *r)
{
	struct buf *id = &audit_state_of(r)->selected_before;
	if (id->n &&
	    (r->pos.cursor || rows_pane_select(r, buf_str(id)) ||
		audit_entries_at_end(entries_of(r))))
		buf_reset(id);
}

static void
on_entries_changed(void *ctx)
{
	struct rows_pane *r = ctx;
	rows_pane_on_change(&r->pane);
	select_again(r);
	log_failure_once(r);
	read_wanted_rows(r);
	export_continue(r);
}

/* ---- the VIEW ---- */

static bool
is_sent_as_read(const struct rows_pane *r)
{
	struct buf sent = { 0 };
	audit_append_sent_terms(&sent, entries_of(r), &r->table.view, r->pane.console->app->masked);
	bool same = str_eq(buf_str(&sent), buf_str(&entries_of(r)->sent_terms));
	buf_free(&sent);
	return same;
}

/* A confirmed VIEW is sent to the service, unless all entries were read. While it is typed, only
 * entries that an earlier VIEW left out have to be read. */
static bool
set_audit_view(struct rows_pane *r, struct view *view, struct err *err)
{
	const struct audit_entries *e = entries_of(r);
	if (view && !table_set_view(&r->table, view, console_ages(r->pane.console), err))
		return false;
	bool reads_all = e->sent_terms.n == 0;
	bool is_whole = reads_all && audit_entries_at_end(e);
	if (is_sent_as_read(r) || is_whole || (view && reads_all))
		begin_search(r);
	else
		restart_audit(r, view ? NULL : &r->table.view);
	return true;
}

/* ---- texts ---- */

static const struct audit_row *
audit_row_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

static void
describe_entry(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct console *c = r->pane.console;
	audit_doc(d, audit_row_at(r, at), table_json(&r->table, at), console_now(c), c->time_style);
}

/* "link …8841 to …7c21 · ben" */
static void
append_entry_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct audit_row *row = audit_row_at(r, at);
	bool ascii = r->pane.console->look.ascii_lines;
	text_clean(out, row->action, ascii);
	buf_addz(out, row->identity_tail.n ? " " : "");
	text_clean(out, row->identity_tail, ascii);
	buf_addz(out, row->owner_tail.n ? ", owner " : "");
	text_clean(out, row->owner_tail, ascii);
	buf_addz(out, row->user.n ? ascii ? "  " : " \xC2\xB7 " : "");
	text_clean(out, row->user, ascii);
}

static void
describe_no_entries(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct audit_entries *e = entries_of(r);
	if (e->state == AUDIT_FAILED) {
		empty_add_failure(d, c, "Could not read the audit", &e->err, e->attempt_count);
	} else if (e->state == AUDIT_READING) {
		empty_add_reading(d, c, "the audit", e->requested_at);
	} else if (empty_add_no_service(d, c)) {
		return;
	} else if (e->read_at == WHEN_NONE) {
		empty_add_title(d, "Not read yet");
		empty_add_action(d, c, ACT_REFRESH, "read the audit");
	} else if (view_is_filtered(&r->table.view)) {
		empty_add_title(d, "No entry matches");
		empty_add_action(d, c, ACT_CANCEL, "clear the filter");
	} else {
		empty_add_title(d, "No writes yet to this service");
		empty_add_reason(
		    d, STR("The audit lists the writes of all users, also refused ones."));
	}
}

static void
write_audit_title(const struct rows_pane *r, struct title *out)
{
	const struct audit_entries *e = entries_of(r);
	const struct console *c = r->pane.console;
	buf_addz(&out->breadcrumb, "Audit");
	if (e->read_at == WHEN_NONE)
		return;
	if (r->table.shown_numbers.n < r->table.n) {
		format_count(&out->counts, r->table.shown_numbers.n);
		buf_addz(&out->counts, " of ");
	}
	format_plural(&out->counts, r->table.n, "entry", "entries");
	buf_addz(&out->counts,
	    e->state == AUDIT_READING     ? ", reading"
		: audit_entries_at_end(e) ? ", all read"
					  : " \xC2\xB7 more on the service");
	buf_addz(&out->counts, " \xC2\xB7 ");
	format_recent_time(
	    &out->counts, e->read_at, console_now(c), c->time_style == TIME_UTC);
}

static bool
has_unread_entries(const struct rows_pane *r, struct buf *problem)
{
	const struct audit_entries *e = entries_of(r);
	struct buf key = { 0 };
	if (e->state == AUDIT_FAILED && e->rows.n) {
		console_append_key_of(r->pane.console, &key, ACT_RETRY);
		buf_addz(problem, "could not read older entries");
		if (e->err.http_status)
			buf_addf(problem, " (%d)", e->err.http_status);
		buf_addf(problem, ". %s tries again", buf_z(&key));
	}
	buf_free(&key);
	return !audit_entries_at_end(e);
}

static bool
append_audit_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct audit_entries *e = entries_of(r);
	struct buf key = { 0 };
	bool is_short = r->table.shown_numbers.n < audit_state_of(r)->wanted_rows;
	if (pager_has_cursor_loop(&e->pager)) {
		*role = ROLE_WARN;
		pager_append_cursor_loop(out, e->pager.end_reason, e->rows.n, "older entries");
		return true;
	}
	if (!view_is_filtered(&r->table.view) || !is_short || !is_search_paused(r) ||
	    audit_entries_at_end(e))
		return false;
	*role = ROLE_TEXT;
	console_append_key_of(p->console, &key, ACT_OLDER);
	buf_addz(out, "Stopped at ");
	format_count(out, e->rows.n);
	buf_addz(out, " entries, ");
	format_count(out, r->table.shown_numbers.n);
	buf_addf(out, " match. %s reads older entries", buf_z(&key));
	buf_free(&key);
	return true;
}

static void
style_entry_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	(void)r;
	(void)text;
	if (column && str_eqz(str_of(column->id), "result") &&
	    ((const struct audit_row *)of)->is_refused)
		style->role = ROLE_WARN;
}

static bool
find_entry_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct audit_row *row = audit_row_at(r, at);
	*out = (struct row_target){
		.id = row->id, .name = row->id, .json = table_json(&r->table, at)
	};
	return true;
}

/* ---- actions ---- */

static void
run_send_request_id(struct pane *p)
{
	const struct audit_row *row = rows_pane_selected_row(rows_pane_of(p));
	send_text(p->console, row->request_id, "the request id");
}

static void
run_send_entry(struct pane *p)
{
	const struct audit_row *row = rows_pane_selected_row(rows_pane_of(p));
	const struct audit_entries *e = entries_of(rows_pane_of(p));
	struct send_fields fields = { 0 };
	struct buf curl = { 0 };
	if (!row) {
		audit_append_curl(&curl, e);
		empty_open_failure_menu(p->console, &e->err, buf_str(&curl));
		buf_free(&curl);
		return;
	}
	send_fields_add(&fields, STR("request id"), row->request_id);
	send_fields_add(&fields, STR("user"), row->user);
	send_fields_add(&fields, STR("owner"), row->owner);
	send_fields_add(&fields, STR("identity"), row->identity);
	send_fields_add(&fields, STR("issuer"), row->issuer);
	send_fields_open(p->console, &fields);
}

static void
run_reload_audit(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf *id = &audit_state_of(r)->selected_before;
	buf_reset(id);
	buf_adds(id, buf_str(&r->selected_id));
	restart_audit(r, &r->table.view);
	rows_pane_on_change(p);
}

static void
run_read_older(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	audit_state_of(r)->wanted_rows = r->table.shown_numbers.n + PAGE_SIZE;
	begin_search(r);
}

static void
run_entry_source(struct pane *p)
{
	console_push_pane(p->console, rows_source_pane_new(rows_pane_of(p)));
}

static bool
cancel_audit(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct audit_pane_state *own = audit_state_of(r);
	struct buf words = { 0 };
	if (!audit_entries_stop(entries_of(r)))
		return false;
	own->search_limit = 0;
	own->wanted_rows = r->table.shown_numbers.n;
	format_plural(&words, r->table.n, "entry", "entries");
	console_show(p->console, ROLE_TEXT, "Stopped. %s read%s", buf_z(&words),
	    export_cancel(r) ? ", nothing exported" : "");
	buf_free(&words);
	return true;
}

static const char *
why_not_in_audit(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct audit_entries *e = entries_of(r);
	const struct audit_row *row = rows_pane_selected_row(r);
	if (a == ACT_IN && r->in_detail && !textview_selected_target(&r->detail))
		return "No reference is selected. j and k go from one to the next";
	if (a == ACT_SEND_MAIN)
		return !row              ? "No entry is selected"
		    : !row->request_id.n ? "This entry has no request id"
					 : NULL;
	if (a == ACT_SEND_MENU)
		return row || e->state == AUDIT_FAILED ? NULL : "No entry is selected";
	if (a == ACT_SOURCE && !row)
		return "No entry is selected";
	if (a == ACT_FILTER && !e->rows.n && e->state == AUDIT_FAILED)
		return "Nothing to find: the audit could not be read";
	if (a == ACT_OLDER && !e->rows.n)
		return "No entries have been read";
	if (a == ACT_OLDER)
		return audit_entries_at_end(e) ? "The service has no older entries" : NULL;
	if (a == ACT_RETRY)
		return e->state == AUDIT_FAILED ? NULL : "Nothing to retry";
	return rows_pane_why_not(p, a);
}

static const char *
audit_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	return a == ACT_SEND_MAIN ? "send request id" : NULL;
}

static void
close_audit(struct rows_pane *r)
{
	export_cancel(r);
	audit_entries_free(entries_of(r));
	buf_free(&audit_state_of(r)->selected_before);
	x_free(r->kind_data);
}

static const struct pane_action actions[] = {
	{ ACT_IN, rows_run_follow },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_OLDER, run_read_older },
	{ ACT_SEND_MAIN, run_send_request_id },
	{ ACT_SEND_MENU, run_send_entry },
	{ ACT_REFRESH, run_reload_audit },
	{ ACT_RETRY, run_read_older },
	{ ACT_SOURCE, run_entry_source },
	{ ACT_NONE, NULL },
};

static const struct pane_action more_actions[] = {
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_NONE, NULL },
};

static void
add_entry_variables(const struct rows_pane *r, size_t at, struct command_variables *v)
{
	audit_row_add_variables(v, audit_row_at(r, at));
}

static const struct rows_kind kind = {
	.add_variables = add_entry_variables,
	.actions = { actions, rows_actions, more_actions },
	.list_scope = SCOPE_LIST,
	.detail_scope = SCOPE_WRITE,
	.why_unavailable = why_not_in_audit,
	.label_action = audit_action_words,
	.write_status = append_audit_status,
	.cancel = cancel_audit,
	.load_rows = load_audit,
	.describe_row = describe_entry,
	.write_headline = append_entry_headline,
	.write_title = write_audit_title,
	.describe_empty = describe_no_entries,
	.get_target = find_entry_target,
	.style_cell = style_entry_cell,
	.set_view = set_audit_view,
	.request_rows = request_audit_rows,
	.has_unread = has_unread_entries,
	.close = close_audit,
	.default_order_text = "newest first",
	.noun = "audit entry",
	.starts_breadcrumb = true,
	.newest_first_column = "when",
	.time_column = "when",
};

static struct str
get_entry_json(void *ctx, size_t row)
{
	return ((const struct audit_entries *)ctx)->json.v[row];
}

static struct pane *
audit_pane_new(struct console *c)
{
	struct audit_pane_state *own = x_new(struct audit_pane_state);
	*own = (struct audit_pane_state){ .masked = c->app->masked };
	own->entries = audit_entries_new(c->client, &c->app->clock, on_entries_changed, NULL);
	struct rows_pane *r = rows_pane_new(c, &kind, view_find_resource("audit"), own);
	own->entries->ctx = r;
	r->table.get_row_json = get_entry_json;
	r->table.ctx = own->entries;
	request_audit_rows(r, FIRST_ROWS);
	return &r->pane;
}

struct pane *
audit_pane_get(struct console *c)
{
	unsigned jumped = c->jumps.last_id;
	struct pane *p = console_top_pane(c);
	if (rows_pane_has_kind(p, &kind))
		return p;
	jump_to(c, TAB_JOURNAL);
	p = audit_pane_new(c);
	console_push_pane(c, p);
	jump_set_opened_pane(c, jumped, p);
	return p;
}

void
audit_pane_open(struct console *c)
{
	audit_pane_get(c);
}
