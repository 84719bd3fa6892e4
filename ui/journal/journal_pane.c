#include "ui/journal/journal_pane.h"

#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "identity/note.h"
#include "journal/row.h"
#include "ui/journal/write_fields.h"
#include "ui/journal/write_session.h"
#include "ui/kit/send.h"
#include "ui/rows/empty.h"
#include "ui/rows/rows_pane.h"

struct journal_pane_state {
	struct journal_rows rows;
	unsigned journal_version; /* the journal's change counter when the rows were built */
	unsigned own_write;       /* this console's last write when the rows were built */
	bool is_built;
	struct buf why_not; /* why the last write asked about cannot be undone */
};

static struct journal *
journal_of(const struct rows_pane *r)
{
	return &r->pane.console->write_session->journal;
}

/* Selects this console's new write, and leaves the detail, so that U undoes that write.
 * Nothing moves while the user is in the pane. */
static void
select_own_write(struct rows_pane *r)
{
	struct journal_pane_state *own = r->kind_data;
	unsigned last = journal_of(r)->last_own_number;
	bool is_new = last && last != own->own_write;
	own->own_write = last;
	if (!is_new || r->shows_detail_only || console_top_pane(r->pane.console) == &r->pane)
		return;
	buf_reset(&r->selected_id);
	journal_number_write(&r->selected_id, last);
	r->in_detail = r->detail_covers_list = false;
}

static void
load_journal(struct rows_pane *r)
{
	struct journal_pane_state *own = r->kind_data;
	const struct journal *j = journal_of(r);
	if (own->is_built && own->journal_version == j->version)
		return;
	own->is_built = true;
	own->journal_version = j->version;
	journal_rows_free(&own->rows);
	journal_rows_make(&own->rows, j);
	table_set_rows(&r->table, own->rows.list.v, own->rows.list.n);
	select_own_write(r);
}

static const struct journal_write *
write_of_row(const struct rows_pane *r, size_t at)
{
	const struct journal_row *row = table_row(&r->table, at);
	return row ? journal_find_any(journal_of(r), row->write_number) : NULL;
}

static const struct journal_write *
selected_write(const struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	return write_of_row(r, r->pos.cursor);
}

/* ---- the detail ---- */

static void
describe_write(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct journal_write *w = write_of_row(r, at);
	if (w)
		journal_write_doc(d, w, console_now(c), c->time_style, LINK_WRITE);
	if (w && w->plan.n && c->nav->add_plan_changes)
		c->nav->add_plan_changes(r->pane.console, w->plan, d);
}

static void
append_write_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct journal_row *row = table_row(&r->table, at);
	buf_addf(out, "%.*s \xC2\xB7 ", STR_ARG(row->id));
	text_clean(out, row->target, r->pane.console->look.ascii_lines);
	buf_addz(out, " \xC2\xB7 ");
	append_journal_row_result(out, row);
}

static void
describe_no_writes(const struct rows_pane *r, struct doc *d)
{
	empty_add_title(d, "No writes yet from this account on this host");
	empty_add_reason(d, STR("You can review each write before it is sent."));
	empty_add_action(d, r->pane.console, ACT_IDENTITY, "link an identity to an owner");
}

static bool
append_journal_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct journal *j = journal_of(rows_pane_of(p));
	if (!j->chain_errors.n)
		return false;
	*role = ROLE_BAD;
	buf_addz(out, "The journal's chain is broken: ");
	buf_adds(out, buf_str(&j->chain_errors));
	return true;
}

static void
append_journal_crumb(const struct rows_pane *r, struct buf *out)
{
	const struct journal_row *row = table_row(&r->table, r->pos.cursor);
	buf_addz(out, "Journal");
	if (r->shows_detail_only && row)
		buf_addf(out, " > %.*s", STR_ARG(row->id));
}

static void
write_journal_title(const struct rows_pane *r, struct title *out)
{
	const struct journal *j = journal_of(r);
	append_journal_crumb(r, &out->breadcrumb);
	if (r->table.shown_numbers.n < r->table.n)
		buf_addf(&out->counts, "%zu of ", r->table.shown_numbers.n);
	format_plural(&out->counts, r->table.n, "write", "writes");
	buf_addz(&out->counts,
	    j->chain_errors.n   ? " \xC2\xB7 chain broken"
		: j->persistent ? " \xC2\xB7 chain intact"
				: " \xC2\xB7 in memory only");
}

static void
style_write_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct journal_row *row = of;
	static const enum role roles[] = { [JOURNAL_UNKNOWN] = ROLE_UNKNOWN,
		[JOURNAL_DONE] = ROLE_TEXT,
		[JOURNAL_REFUSED] = ROLE_WARN };
	_Static_assert(sizeof(roles) / sizeof(*roles) == JOURNAL_STATES,
	    "every state needs a row in this table");
	(void)r;
	(void)text;
	style->role = column && str_eqz(str_of(column->id), "result") ? roles[row->state]
								      : ROLE_TEXT;
}

static bool
find_write_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct journal_row *row = table_row(&r->table, at);
	*out = (struct row_target){ .id = row->id, .name = row->target };
	return true;
}

/* ---- actions ---- */

static void
open_form_for_write(struct console *c, const struct journal_write *w)
{
	const struct identity_form_values form = {
		.identity = { .owner = w->owner,
		    .iss = w->iss,
		    .sub = w->sub,
		    .reason = w->reason },
		.unlinks = w->is_unlink,
		.undone_write_number = w->undoes,
	};
	c->nav->open_identity_form(c, &form);
}

static void
run_undo(struct pane *p)
{
	struct journal_write inverse;
	const struct journal_write *w = selected_write(p);
	if (w->plan.n && !p->console->nav->open_rollback(p->console, w->plan))
		console_show(p->console, ROLE_WARN,
		    "Plans are undone on the command line: backroom plan rollback FILE NEW");
	else if (!w->plan.n &&
	    journal_make_inverse(
		&p->console->write_session->journal, selected_write(p)->number, &inverse))
		open_form_for_write(p->console, &inverse);
}

/* Opens a form for the same identity with another owner. Typing the old owner again gives a
 * warning. */
static void
run_link_to_another(struct pane *p)
{
	const struct journal_write *w = selected_write(p);
	const struct identity_form_values form = {
		.identity = { .iss = w->iss, .sub = w->sub },
		.wrong_owner = w->owner,
	};
	p->console->nav->open_identity_form(p->console, &form);
}

static void
run_form(struct pane *p)
{
	p->console->nav->open_identity_form(p->console, NULL);
}

static void
run_retry_write(struct pane *p)
{
	write_session_retry(p->console->write_session, selected_write(p)->number);
}

static void
run_write_note(struct pane *p)
{
	struct buf note = { 0 };
	identity_note_write(&note, selected_write(p));
	send_text(p->console, buf_str(&note), "the note");
	buf_wipe(&note);
}

static void
run_send_write(struct pane *p)
{
	const struct journal_row *row = rows_pane_selected_row(rows_pane_of(p));
	send_text(p->console, row->id, "the number");
}

static void
run_send_fields(struct pane *p)
{
	const struct journal_row *row = rows_pane_selected_row(rows_pane_of(p));
	const struct journal_write *w = selected_write(p);
	struct send_fields fields = { 0 };
	send_fields_add(&fields, STR("number"), row->id);
	send_fields_add(&fields, STR("reason"), w->reason);
	send_fields_add(&fields, STR("request id"), w->status.request_id);
	send_fields_add_write(&fields, w);
	send_fields_open(p->console, &fields);
}

/* The reason is in the pane's buffer until the next call. */
static const char *
why_not_undo(const struct rows_pane *r, const struct journal_write *w)
{
	struct journal_pane_state *own = r->kind_data;
	if (w->status.state != JOURNAL_DONE)
		return "Only a confirmed write can be undone";
	if (!w->undone_by || w->is_partly_undone)
		return NULL;
	buf_reset(&own->why_not);
	buf_addz(&own->why_not, "Already undone by ");
	journal_number_write(&own->why_not, w->undone_by);
	return buf_z(&own->why_not);
}

/* Batches of plans are handled by the command line; unknown actions only by the version that
 * wrote them. */
static const char *
why_not_for_batch(const struct journal_write *w, enum action a)
{
	bool writes = a == ACT_UNDO || a == ACT_RETRY || a == ACT_ANOTHER || a == ACT_NOTE;
	if (w && w->unsupported_action.n)
		return writes ? "This version of Backroom does not know this action" : NULL;
	if (!w || !w->plan.n)
		return NULL;
	if (a == ACT_RETRY && journal_is_unknown(w))
		return "A batch of a plan: backroom plan resume checks it";
	return a == ACT_ANOTHER || a == ACT_NOTE
	    ? "This write is a batch of a plan, so it has no identity"
	    : NULL;
}

static const char *
why_not_in_journal(const struct pane *p, enum action a)
{
	const struct journal_write *w = selected_write(p);
	if (a == ACT_IDENTITY)
		return NULL;
	if (a == ACT_IN && rows_pane_of(p)->in_detail)
		return textview_has_links(&rows_pane_of(p)->detail) ? NULL : "Already open";
	if (!w &&
	    (a == ACT_UNDO || a == ACT_ANOTHER || a == ACT_NOTE || a == ACT_RETRY ||
		a == ACT_SEND_MAIN || a == ACT_SEND_MENU))
		return "No write is selected";
	const char *no = why_not_for_batch(w, a);
	if (no)
		return no;
	if (a == ACT_UNDO) {
		const char *why = p->console->nav->why_write_unavailable(p->console);
		return why ? why : why_not_undo(rows_pane_of(p), w);
	}
	if (a == ACT_RETRY)
		return journal_is_unknown(w) ? write_session_why_not(p->console->write_session)
					     : "This write already has a response";
	return rows_pane_why_not(p, a);
}

static const char *
journal_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	if (a == ACT_RETRY)
		return "retry safely";
	return a == ACT_SEND_MAIN ? "send number" : NULL;
}

static void
on_enter_journal(struct pane *p)
{
	write_session_refresh(p->console->write_session);
	rows_pane_on_change(p);
}

static void
close_journal(struct rows_pane *r)
{
	struct journal_pane_state *own = r->kind_data;
	journal_rows_free(&own->rows);
	buf_free(&own->why_not);
	x_free(own);
}

static const struct pane_action actions[] = {
	{ ACT_RETRY, run_retry_write },
	{ ACT_UNDO, run_undo },
	{ ACT_IN, rows_run_follow },
	{ ACT_NOTE, run_write_note },
	{ ACT_ANOTHER, run_link_to_another },
	{ ACT_IDENTITY, run_form },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_SEND_MENU, run_send_fields },
	{ ACT_NONE, NULL },
};

static const struct pane_action more_actions[] = {
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_SEND_MAIN, run_send_write },
	{ ACT_NONE, NULL },
};

static void
add_write_variables(const struct rows_pane *r, size_t at, struct command_variables *v)
{
	const struct journal_row *row = table_row(&r->table, at);
	journal_write_add_variables(
	    v, journal_find_any(&r->pane.console->write_session->journal, row->write_number));
}

static const struct rows_kind kind = {
	.add_variables = add_write_variables,
	.actions = { actions, rows_actions, more_actions },
	.list_scope = SCOPE_JOURNAL,
	.detail_scope = SCOPE_WRITE,
	.why_unavailable = why_not_in_journal,
	.label_action = journal_action_words,
	.write_status = append_journal_status,
	.on_enter = on_enter_journal,
	.load_rows = load_journal,
	.describe_row = describe_write,
	.write_headline = append_write_headline,
	.write_title = write_journal_title,
	.describe_empty = describe_no_writes,
	.get_target = find_write_target,
	.style_cell = style_write_cell,
	.close = close_journal,
	.noun = "write",
	.starts_breadcrumb = true,
	.newest_first_column = "time",
	.time_column = "time",
};

struct pane *
journal_pane_new(struct console *c)
{
	return &rows_pane_new(c, &kind, &journal_resource, x_new(struct journal_pane_state))->pane;
}

static bool
select_write(struct rows_pane *r, unsigned number)
{
	struct buf id = { 0 };
	journal_number_write(&id, number);
	bool ok = rows_pane_select(r, buf_str(&id));
	buf_free(&id);
	return ok;
}

void
journal_pane_open(struct console *c, unsigned number)
{
	struct pane *top = console_top_pane(c);
	bool shown = rows_pane_has_kind(top, &kind);
	if (shown)
		rows_pane_on_change(top);
	if (!shown || !select_write(rows_pane_of(top), number)) { /* its filter hides the write */
		top = journal_pane_new(c);
		console_push_pane(c, top);
		select_write(rows_pane_of(top), number);
	}
	if (console_pane_below(c))
		rows_pane_open_detail_only(rows_pane_of(top));
	console_request_redraw(c);
}

void
journal_pane_show_unknown(struct console *c)
{
	struct view view;
	struct err err;
	console_go_to_tab(c, TAB_JOURNAL);
	struct pane *p = console_tab_pane(c, TAB_JOURNAL);
	if (!view_parse_terms(&view, &journal_resource, STR("result=unknown"), &err) ||
	    !rows_pane_show_view(rows_pane_of(p), &view, true, &err))
		console_show(c, ROLE_WARN, "%s", err.text);
	view_free(&view);
}
