#include "ui/identity/identities_pane.h"

#include "base/utf8.h"
#include "catalog/user_row.h"
#include "identity/known_row.h"
#include "identity/note.h"
#include "journal/row.h"
#include "ui/identity/form.h"
#include "ui/journal/write_fields.h"
#include "ui/journal/write_session.h"
#include "ui/kit/send.h"
#include "ui/rows/empty.h"
#include "ui/rows/rows_pane.h"

struct identities_pane_state {
	struct known_rows rows;
	/* change counters of the data that the rows were built from */
	unsigned journal_version, baskets_version;
	bool is_built;
};

static void
load_identities(struct rows_pane *r)
{
	struct identities_pane_state *own = r->kind_data;
	struct console *c = r->pane.console;
	r->has_short_detail = true;
	if (!c->write_session ||
	    (own->is_built && own->journal_version == c->write_session->journal.version &&
		own->baskets_version == c->baskets->rows_version))
		return;
	const struct identity_context context = write_session_context(c->write_session);
	own->is_built = true;
	own->journal_version = context.journal->version;
	own->baskets_version = c->baskets->rows_version;
	known_rows_free(&own->rows);
	known_rows_make(&own->rows, context.identities, context.journal, context.service);
	table_set_rows(&r->table, own->rows.list.v, own->rows.list.n);
}

static const struct known_row *
selected_identity(const struct pane *p)
{
	return rows_pane_selected_row(rows_pane_of(p));
}

/* ---- the detail ---- */

static void
add_journal_write(struct doc *d, const struct journal_write *w, const struct console *c)
{
	struct buf line = { 0 };
	journal_number_write(&line, w->number);
	buf_addz(&line, w->is_unlink ? "  unlinked from " : "  linked to ");
	identity_tail_write(&line, w->owner);
	buf_addz(&line, "  ");
	format_time(&line, w->recorded_at, console_now(c), c->time_style == TIME_UTC);
	buf_addf(&line, " by %.*s, ", STR_ARG(w->who));
	append_journal_result(&line, w);
	doc_add_value(d, ROLE_TEXT, buf_str(&line));
	buf_free(&line);
}

/* All writes of the identity, newest first. */
static void
add_writes(struct doc *d, const struct known_row *row, const struct console *c)
{
	const struct journal *j = &c->write_session->journal;
	const struct journal_write *w;
	const char *label = "Journal";
	for (size_t i = 0; (w = journal_nth_newest(j, i)) != NULL; i++) {
		if (!str_eq(w->iss, row->iss) || !str_eq(w->sub, row->sub) ||
		    !str_eq(w->service, buf_str(&c->write_session->service)))
			continue;
		doc_add_label(d, label);
		add_journal_write(d, w, c);
		label = "";
	}
	if (*label) {
		doc_add_label(d, label);
		doc_printf(d, ROLE_LABEL, "none from this account on this host");
	}
}

static void
add_basket_count(struct doc *d, const struct known_row *row)
{
	const struct doc_target newest = { LINK_BASKET, row->newest_basket_id };
	doc_add_label(d, "Baskets");
	if (!row->basket_count) {
		doc_printf(d, ROLE_LABEL, "in none of the baskets read");
		return;
	}
	doc_printf(d, ROLE_TEXT, "%u, newest: ", row->basket_count);
	doc_add_link(d, ROLE_REFERENCE, row->name.n ? row->name : row->newest_basket_id, &newest);
}

static void
describe_identity(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct known_row *row = table_row(&r->table, at);
	const struct console *c = r->pane.console;
	doc_add_label(d, "Subject");
	doc_add_value(d, ROLE_LEAD, row->sub);
	doc_add_label(d, "Issuer");
	doc_add_value(d, ROLE_TEXT, row->iss);
	doc_add_label(d, "Owner");
	if (!row->write_number)
		doc_printf(d, ROLE_UNKNOWN, "? ");
	doc_add_value(d, ROLE_TEXT,
	    row->write_number ? row->owner : STR("not known: the API cannot list links"));
	if (row->write_number && !row->linked)
		doc_printf(d, ROLE_LABEL, " (unlinked since)");
	add_writes(d, row, c);
	add_basket_count(d, row);
}

static void
append_identity_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct known_row *row = table_row(&r->table, at);
	struct buf tail = { 0 };
	identity_tail_write(&tail, row->sub);
	text_clean(out, row->name, r->pane.console->look.ascii_lines);
	buf_addz(out, row->name.n ? " \xC2\xB7 identity " : "Identity ");
	text_clean(out, buf_str(&tail), r->pane.console->look.ascii_lines);
	buf_addz(out, " \xC2\xB7 ");
	buf_adds(out, row->state);
	buf_free(&tail);
}

static void
write_identities_title(const struct rows_pane *r, struct title *out)
{
	const struct console *c = r->pane.console;
	buf_addz(&out->breadcrumb, "Identities");
	if (r->table.shown_numbers.n < r->table.n)
		buf_addf(&out->counts, "%zu of ", r->table.shown_numbers.n);
	format_plural(&out->counts, r->table.n, "identity", "identities");
	buf_addz(&out->counts, " \xC2\xB7 from ");
	if (c->baskets->read_at != WHEN_NONE) {
		format_plural(&out->counts, c->baskets->rows.n, "basket", "baskets");
		buf_addz(&out->counts, " and ");
	}
	buf_addz(&out->counts, "the journal");
	if (c->baskets->read_at == WHEN_NONE)
		buf_addz(&out->counts, ", baskets not read");
}

static void
describe_no_identities(const struct rows_pane *r, struct doc *d)
{
	empty_add_title(d, "No identities known yet");
	empty_add_reason(d,
	    STR("The API cannot list identities. This pane shows those linked here and those in "
		"baskets."));
	empty_add_action(d, r->pane.console, ACT_IDENTITY, "link an identity");
}

static bool
append_identities_status(const struct pane *p, struct buf *out, enum role *role)
{
	(void)p;
	(void)role;
	buf_addz(out, "Shows links made here only; the API cannot list the others.");
	return true;
}

static bool
find_identity_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct known_row *row = table_row(&r->table, at);
	*out = (struct row_target){ .id = row->sub, .name = row->sub };
	return true;
}

/* ---- actions ---- */

static void
run_form(struct pane *p)
{
	const struct known_row *row = selected_identity(p);
	const struct identity_form_values form = { .identity = { .iss = row ? row->iss : STR_NONE,
						       .sub = row ? row->sub : STR_NONE } };
	identity_form_open(p->console, row ? &form : NULL);
}

static void
run_unlink(struct pane *p)
{
	const struct known_row *row = selected_identity(p);
	const struct identity_form_values form = {
		.identity = { .owner = row->owner, .iss = row->iss, .sub = row->sub },
		.unlinks = true,
	};
	identity_form_open(p->console, &form);
}

static void
run_identity_note(struct pane *p)
{
	struct buf note = { 0 };
	identity_note_write(&note,
	    journal_find(&p->console->write_session->journal, selected_identity(p)->write_number));
	send_text(p->console, buf_str(&note), "the note");
	buf_wipe(&note);
}

static void
run_send_identity(struct pane *p)
{
	send_text(p->console, selected_identity(p)->sub, "the subject");
}

/* The identity, and the record of the write that set its owner. */
static void
run_send_fields(struct pane *p)
{
	const struct known_row *row = selected_identity(p);
	const struct journal_write *w = journal_find(
	    &p->console->write_session->journal, row->write_number);
	struct send_fields fields = { 0 };
	send_fields_add(&fields, STR("subject"), row->sub);
	send_fields_add(&fields, STR("issuer"), row->iss);
	send_fields_add(&fields, STR("owner"), row->owner);
	send_fields_add(&fields, STR("newest basket"), row->newest_basket_id);
	if (w && w->status.record.n)
		send_fields_add_write(&fields, w);
	send_fields_open(p->console, &fields);
}

static const char *
why_not_in_identities(const struct pane *p, enum action a)
{
	const struct known_row *row = selected_identity(p);
	if (a == ACT_IDENTITY)
		return NULL;
	if (!row && (a == ACT_UNLINK || a == ACT_NOTE || a == ACT_SEND_MAIN || a == ACT_SEND_MENU))
		return "No identity is selected";
	if (a == ACT_UNLINK && !row->linked)
		return "No known link. To unlink anyway: :remove-link";
	if (a == ACT_NOTE && !journal_find(&p->console->write_session->journal, row->write_number))
		return "No note: this identity has no writes here";
	return rows_pane_why_not(p, a);
}

static const char *
identities_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	return a == ACT_SEND_MAIN ? "send subject" : NULL;
}

static void
on_enter_identities(struct pane *p)
{
	write_session_refresh(p->console->write_session);
	rows_pane_on_change(p);
}

static void
close_identities(struct rows_pane *r)
{
	struct identities_pane_state *own = r->kind_data;
	known_rows_free(&own->rows);
	x_free(own);
}

static const struct pane_action actions[] = {
	{ ACT_IDENTITY, run_form },
	{ ACT_UNLINK, run_unlink },
	{ ACT_IN, rows_run_follow },
	{ ACT_NOTE, run_identity_note },
	{ ACT_SEND_MAIN, run_send_identity },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_SEND_MENU, run_send_fields },
	{ ACT_NONE, NULL },
};

static void
style_identity_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	(void)r;
	(void)text;
	bool is_name = column && str_eqz(str_of(column->id), "name");
	if (is_name && !((const struct known_row *)of)->name.n)
		style->role = ROLE_LABEL;
}

static void
add_identity_variables(const struct rows_pane *r, size_t at, struct command_variables *v)
{
	known_row_add_variables(v, table_row(&r->table, at));
}

static const struct rows_kind kind = {
	.add_variables = add_identity_variables,
	.actions = { actions, rows_actions },
	.list_scope = SCOPE_IDENTITIES,
	.detail_scope = SCOPE_IDENTITY,
	.why_unavailable = why_not_in_identities,
	.label_action = identities_action_words,
	.write_status = append_identities_status,
	.on_enter = on_enter_identities,
	.load_rows = load_identities,
	.describe_row = describe_identity,
	.write_headline = append_identity_headline,
	.write_title = write_identities_title,
	.describe_empty = describe_no_identities,
	.get_target = find_identity_target,
	.close = close_identities,
	.noun = "identity",
	.newest_first_column = "when",
	.time_column = "when",
	.style_cell = style_identity_cell,
	.checks_drawn_text = true,
};

struct pane *
identities_pane_new(struct console *c)
{
	return &rows_pane_new(c, &kind, &identities_resource, x_new(struct identities_pane_state))
		    ->pane;
}
