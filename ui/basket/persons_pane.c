#include "ui/basket/persons_pane.h"

#include "base/utf8.h"
#include "basket/person_row.h"
#include "basket/row_contact.h"
#include "catalog/user_row.h"
#include "identity/known.h"
#include "ui/basket/basket_command.h"
#include "ui/basket/basket_doc.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/contact.h"
#include "ui/basket/folded.h"
#include "ui/basket/note.h"
#include "ui/basket/send_link.h"
#include "ui/kit/masked.h"
#include "ui/rows/source_pane.h"

/*
 * Everything known about a person, as text: all addresses, names and sign-ins, all
 * baskets, all contacts, and what a link would change. Pure.
 */

/* The sign-in that was used last. Returns false if there is none. */
static bool
find_person_identity(const struct person_row *row, struct str *iss, struct str *sub)
{
	const struct person_rows *all = row->person_rows;
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i)) {
		if (!all->rows[i].sub.n)
			continue;
		*iss = basket_row_origin(&all->rows[i])->iss;
		*sub = all->rows[i].sub;
		return true;
	}
	return false;
}

/* ---- the person ---- */

/* Appends all texts of one kind, such as e-mails, newest first, each on its own line written by
 * `write`. */
static void
add_person_texts(struct doc *d, const char *label, struct str texts, enum role role,
    void (*write)(struct doc *d, enum role role, struct str text))
{
	struct str one;
	while (texts.n && str_next(&texts, '\0', &one)) {
		doc_add_label(d, label);
		write(d, role, one);
		label = "";
	}
}

/* Adds "subject at issuer" to the lines unless it is already there. */
static void
add_sign_in(struct buf *lines, struct str iss, struct str sub)
{
	struct buf one = { 0 };
	buf_addf(&one, "%.*s at %.*s", STR_ARG(sub), STR_ARG(iss));
	if (sub.n)
		person_add_text(lines, buf_str(&one), false);
	buf_free(&one);
}

static void
add_customer(struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	const struct person_rows *all = row->person_rows;
	struct buf names = { 0 }, emails = { 0 }, companies = { 0 }, sign_ins = { 0 };
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i)) {
		const struct basket_row *b = &all->rows[i];
		person_add_text(&names, b->name, false);
		person_add_text(&emails, b->email, true);
		person_add_text(&companies, b->company, false);
		add_sign_in(&sign_ins, basket_row_origin(b)->iss, b->sub);
		for (size_t k = 0; b->extras && k < b->extras->n; k++)
			add_sign_in(&sign_ins, b->extras->v[k].iss, b->extras->v[k].sub);
	}
	add_person_texts(d, "Name", buf_str(&names), ROLE_LEAD, doc_add_name);
	add_person_texts(d, "E-mail", buf_str(&emails), ROLE_TEXT, doc_add_value);
	add_person_texts(d, "Company", buf_str(&companies), ROLE_TEXT, doc_add_name);
	if (!context->presenting)
		add_person_texts(d, "Signs in", buf_str(&sign_ins), ROLE_TEXT, doc_add_value);
	buf_free(&names);
	buf_free(&emails);
	buf_free(&companies);
	buf_free(&sign_ins);
}

/* ---- contacts ---- */

/* The contact status found by any of the person's addresses and identities. */
static void
add_person_contact(
    struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	const struct person_rows *all = row->person_rows;
	struct contact_identifiers who = { 0 };
	struct contact_summary state;
	if (context->presenting)
		return;
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i))
		basket_row_add_identifiers(&who, &all->rows[i]);
	contact_log_summarize(context->contact_log, &who, &state);
	basket_doc_add_contact(d, &state, NULL, context);
	contact_identifiers_free(&who);
}

/* ---- baskets ---- */

static void
add_link_sent(
    struct doc *d, const struct basket_row *basket, const struct basket_doc_context *context)
{
	const struct contact_entry *e = context->presenting
	    ? NULL
	    : contact_log_find_link(context->contact_log, basket->id);
	struct buf when = { 0 };
	if (!e)
		return;
	format_time(&when, e->recorded_at, context->now, context->time_style == TIME_UTC);
	doc_wrap(d, DOC_VALUE_COLUMN + 8, text_width(buf_str(&when)) + 20);
	doc_printf(d, ROLE_LABEL, "   link sent %s by ", buf_z(&when));
	doc_add_text(d, ROLE_LABEL,
	    str_eqz(e->recorded_by, context->contact_log->account) ? STR("you") : e->recorded_by);
	buf_free(&when);
}

/* The columns of a person's baskets: age, first item, estimated amount. */
struct basket_columns {
	int item, due; /* cells */
	struct number_cells amounts;
};

enum { SHOWN_BASKETS_MAX = 200, AGE_CELLS = 8, ITEM_CELLS_MAX = 34 };

static int
item_width(const struct basket_row *basket)
{
	struct buf more = { 0 };
	if (basket->items_n > 1)
		buf_addf(&more, " +%u", basket->items_n - 1);
	int cells = text_width(basket_row_item(basket, NULL)) + (int)more.n;
	buf_free(&more);
	return cells;
}

static struct basket_columns
measure_baskets(const struct doc *d, const struct person_row *row)
{
	const struct person_rows *all = row->person_rows;
	struct basket_columns columns = { .item = doc_value_column(d) + AGE_CELLS };
	int items = 0;
	uint32_t n = 0;
	for (uint32_t i = row->first_row; i != PERSON_NONE && n < SHOWN_BASKETS_MAX;
	     i = persons_next_row(all->merged_persons, i), n++) {
		struct price_parts due = price_parts_of(basket_row_total(&all->rows[i])->text);
		int cells = item_width(&all->rows[i]);
		items = cells > items && cells <= ITEM_CELLS_MAX ? cells : items;
		if (due.amount.n)
			number_cells_add(&columns.amounts, number_cells_of(due.amount));
	}
	columns.due = columns.item + items + 2;
	return columns;
}

/* "  4 min  Print + Digital  est. GBP 24.50": ages and amounts are right-aligned. */
static void
add_basket(struct doc *d, const struct basket_row *basket, const struct basket_columns *columns,
    const struct basket_doc_context *context)
{
	static const char estimated[] = "est. ";
	const struct doc_target target = { LINK_BASKET, basket->id };
	struct str item = basket_row_item(basket, NULL);
	struct str due = basket_row_total(basket)->text;
	struct price_parts parts = price_parts_of(due);
	struct buf age = { 0 };
	when_write_age(&age, context->now, basket->created);
	size_t digits = str_find_char(buf_str(&age), ' ');
	doc_printf(d, ROLE_TEXT, "%s%s", digits == 1 ? " " : "", buf_z(&age));
	doc_pad_to_column(d, columns->item);
	doc_add_link(d, ROLE_REFERENCE, item.n ? item : STR("no items"), &target);
	if (basket->items_n > 1)
		doc_printf(d, ROLE_TEXT, " +%u", basket->items_n - 1);
	if (due.n) {
		doc_pad_to_column(d, columns->due);
		doc_printf(d, ROLE_LABEL, "%s%.*s", estimated, STR_ARG(parts.currency));
		if (parts.amount.n)
			doc_add_aligned_number(d,
			    columns->due + (int)sizeof(estimated) - 1 + (int)parts.currency.n + 1 +
				columns->amounts.integer,
			    ROLE_TEXT, parts.amount);
		if (parts.rest.n) {
			doc_printf(d, ROLE_TEXT, " ");
			doc_add_text(d, ROLE_TEXT, str_trim(parts.rest));
		}
	}
	if (basket->completed)
		doc_printf(d, ROLE_GOOD, "   bought");
	add_link_sent(d, basket, context);
	buf_free(&age);
}

/* The baskets, newest first. */
static void
add_baskets(struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	const struct person_rows *all = row->person_rows;
	const struct basket_columns columns = measure_baskets(d, row);
	uint32_t n = 0, i = row->first_row;
	for (; i != PERSON_NONE && n < SHOWN_BASKETS_MAX;
	     i = persons_next_row(all->merged_persons, i), n++) {
		doc_add_label(d, n ? "" : "Baskets");
		add_basket(d, &all->rows[i], &columns, context);
	}
	if (i != PERSON_NONE) {
		doc_add_label(d, "");
		doc_printf(d, ROLE_LABEL, "and %u older baskets",
		    row->open_count + row->completed_count - n);
	}
}

static void
add_bought_count(struct doc *d, const struct person_row *row)
{
	if (!row->completed_count)
		return;
	doc_add_label(d, "Bought");
	doc_printf(d, row->bought_since ? ROLE_WARN : ROLE_TEXT,
	    row->bought_since ? "! bought since: the newest basket was completed"
			      : "earlier: an older basket was completed");
}

/* ---- other facts ---- */

static void
add_linking(struct doc *d, const struct person_row *row)
{
	struct str iss, sub;
	struct buf words = { 0 };
	if (!find_person_identity(row, &iss, &sub))
		return;
	buf_addz(&words, "anyone who signs in with the linked identity gets the owner's rights: ");
	for (size_t i = 0; identity_rights[i]; i++)
		buf_addf(&words, "%s%s", i ? ", " : "", identity_rights[i]);
	buf_addz(&words, ". You can review everything in the form before it is sent");
	doc_add_label(d, "Linking");
	doc_add_value(d, ROLE_LABEL, buf_str(&words));
	buf_free(&words);
}

static void
person_doc(struct doc *d, const struct person_row *row, const struct basket_doc_context *context)
{
	add_customer(d, row, context);
	add_person_contact(d, row, context);
	doc_begin_line(d);
	add_bought_count(d, row);
	add_baskets(d, row, context);
	doc_begin_line(d);
	add_linking(d, row);
	doc_add_label(d, "Matching");
	doc_add_value(d, ROLE_LABEL,
	    STR("baskets with the same e-mail or sign-in count as one person (except "
		"shared-emails in config.conf)"));
}

struct shown_persons {
	struct derived_list_state built_from;
	struct persons merged_persons;
	struct buf opened_view; /* Esc goes back from this VIEW line; empty: from none */
	struct person_rows rows;
	struct buf source_json; /* JSON of the person whose source was requested last */
};

static struct str
json_of_row(void *ctx, size_t row)
{
	const struct baskets *b = ctx;
	return baskets_json(b, &b->rows.v[row], NULL);
}

static void
load_persons(struct rows_pane *r)
{
	struct shown_persons *own = r->kind_data;
	struct baskets *b = r->pane.console->baskets;
	bool anew;
	r->has_short_detail = true;
	if (!derived_list_needs_rebuild(&own->built_from, b, &anew))
		return;
	persons_merge_rows(&own->merged_persons, b->rows.v, b->rows.n, anew);
	own->rows.get_row_json = json_of_row;
	own->rows.ctx = b;
	person_rows_make(&own->rows, &own->merged_persons, b->rows.v);
	table_set_rows(&r->table, own->rows.list.v, own->rows.list.n);
}

/* Shows no rows while they point to baskets that have moved. */
static struct shown_rows
shown_persons_rows(const struct rows_pane *r)
{
	const struct shown_persons *own = r->kind_data;
	struct shown_rows s = table_shown_rows(&r->table);
	if (derived_list_is_outdated(&own->built_from, r->pane.console->baskets))
		s.n = s.total_count = 0;
	return s;
}

static bool
set_persons_view(struct rows_pane *r, struct view *view, struct err *err)
{
	if (!view)
		return true;
	load_persons(r);
	return table_set_view(&r->table, view, console_ages(r->pane.console), err);
}

static const struct person_row *
person_at(const struct rows_pane *r, size_t at)
{
	struct shown_rows s = shown_persons_rows(r);
	return shown_rows_at(&s, at);
}

static void
describe_person(const struct rows_pane *r, size_t at, struct doc *d)
{
	struct basket_doc_context context = basket_doc_context_now(r->pane.console);
	person_doc(d, person_at(r, at), &context);
}

static void
append_person_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct person_row *row = person_at(r, at);
	struct buf who = { 0 };
	person_row_write_customer(&who, row);
	text_clean(out, buf_str(&who), r->pane.console->look.ascii_lines);
	buf_addz(out, r->pane.console->look.ascii_lines ? "  " : " \xC2\xB7 ");
	format_plural(out, row->open_count, "open basket", "open baskets");
	if (*person_bought_word(row))
		buf_addf(out, ", bought %s", person_bought_word(row));
	buf_free(&who);
}

static void
write_persons_title(const struct rows_pane *r, struct title *out)
{
	struct shown_rows s = shown_persons_rows(r);
	buf_addz(&out->breadcrumb, "Persons");
	if (s.n < s.total_count) {
		format_count(&out->counts, s.n);
		buf_addz(&out->counts, " of ");
	}
	format_plural(&out->counts, s.total_count, "person", "persons");
	derived_list_append_counts(r, &out->counts);
}

static bool
find_person_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	struct shown_persons *own = r->kind_data;
	const struct person_row *row = person_at(r, at);
	buf_reset(&own->source_json);
	person_row_write(&own->source_json, row);
	*out = (struct row_target){ .link_kind = LINK_BASKET,
		.id = row->newest->id,
		.name = row->name.n ? row->name : row->id,
		.json = buf_str(&own->source_json) };
	return true;
}

static void
style_person_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct person_row *row = of;
	struct str id = str_of(column ? column->id : NULL);
	(void)r;
	(void)text;
	if (person_contact_status(row) == CONTACT_UNWANTED)
		style->role = ROLE_LABEL;
	else if (row->bought_since)
		style->role = str_eqz(id, "bought") ? ROLE_WARN : ROLE_LABEL;
	if (str_eqz(id, "person"))
		style->right_text = contact_statuses[person_contact_status(row)].short_label;
}

static void
close_persons(struct rows_pane *r)
{
	struct shown_persons *own = r->kind_data;
	person_rows_free(&own->rows);
	persons_free(&own->merged_persons);
	buf_free(&own->source_json);
	buf_free(&own->opened_view);
	x_free(own);
}

/* ---- actions ---- */

static const struct person_row *
person_of_pane(const struct pane *p)
{
	return rows_pane_selected_row(rows_pane_of(p));
}

/* The basket that actions are about: the one under the cursor of the detail, else the person's main
 * basket, the newest open one. */
static struct str
basket_in_focus(const struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct doc_target *to = r->in_detail ? textview_selected_target(&r->detail) : NULL;
	return to && to->kind == LINK_BASKET ? to->path : person_of_pane(p)->newest->id;
}

static void
run_send_person(struct pane *p)
{
	send_link(p->console, basket_in_focus(p), 0);
}

static void
run_note_person(struct pane *p)
{
	ticket_note_open(p->console, basket_in_focus(p));
}

static void
run_identity_of_person(struct pane *p)
{
	const struct person_row *row = person_of_pane(p);
	struct identity_form_values ask = { 0 };
	if (row && find_person_identity(row, &ask.identity.iss, &ask.identity.sub))
		p->console->nav->open_identity_form(p->console, &ask);
	else
		p->console->nav->open_identity_form(p->console, NULL);
}

static void
run_person_source(struct pane *p)
{
	console_push_pane(p->console, rows_source_pane_new(rows_pane_of(p)));
}

static void
run_contact_of_person(struct pane *p)
{
	char *id = str_dup(basket_in_focus(p));
	contact_log_reload(p->console);
	contact_menu_open(p->console, (const char *const *)&id, 1, false);
	x_free(id);
}

static void
run_user_command_on_person(struct pane *p)
{
	char *id = str_dup(basket_in_focus(p));
	basket_command_open(p->console, "persons", (const char *const *)&id, 1, false);
	x_free(id);
}

static const char *
why_not_in_persons(const struct pane *p, enum action a)
{
	const struct person_row *row = person_of_pane(p);
	bool of_one = a == ACT_SEND_MAIN || a == ACT_NOTE || a == ACT_SOURCE || a == ACT_OUTCOME ||
	    a == ACT_RUN;
	if (of_one && !row)
		return "No person is selected";
	if ((a == ACT_SEND_MAIN || a == ACT_NOTE) && p->console->app->masked)
		return masked_why_not(p->console->app, MASKED_SEND_LINK);
	if (a == ACT_OUTCOME && p->console->app->masked)
		return masked_why_not(p->console->app, MASKED_RECORD_CONTACT);
	if (a == ACT_SEND_MAIN && !row->open_count)
		return "None of these baskets is open, so there is no link to send";
	if (a == ACT_IDENTITY && row && !(row->reach & REACH_IDENTITY) &&
	    !p->console->closed_form_words)
		return "This person has no sign-in. 6 then i opens an empty form";
	return derived_list_why_not(p, a);
}

/* Esc: stops a read, or goes back from a list that was opened from Today. */
static bool
cancel_persons(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct shown_persons *own = r->kind_data;
	struct buf line = { 0 };
	if (derived_list_cancel(p))
		return true;
	view_write(&line, rows_pane_shown_rows(r).view);
	bool returns = !r->in_detail && own->opened_view.n &&
	    str_eq(buf_str(&line), buf_str(&own->opened_view));
	if (returns)
		p->console->nav->run_action(p->console, ACT_BACK);
	buf_free(&line);
	return returns;
}

static const struct pane_action persons_actions[] = {
	{ ACT_SEND_MAIN, run_send_person },
	{ ACT_NOTE, run_note_person },
	{ ACT_IDENTITY, run_identity_of_person },
	{ ACT_OUTCOME, run_contact_of_person },
	{ ACT_RUN, run_user_command_on_person },
	{ ACT_IN, rows_run_follow },
	{ ACT_SOURCE, run_person_source },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.command_pane = "persons",
	.actions = { persons_actions, derived_list_actions, rows_actions },
	.list_scope = SCOPE_BASKETS,
	.detail_scope = SCOPE_DETAIL,
	.load_rows = load_persons,
	.describe_row = describe_person,
	.write_headline = append_person_headline,
	.write_title = write_persons_title,
	.describe_empty = derived_list_describe_empty,
	.get_target = find_person_target,
	.close = close_persons,
	.why_unavailable = why_not_in_persons,
	.write_status = derived_list_append_status,
	.cancel = cancel_persons,
	.style_cell = style_person_cell,
	.get_shown_rows = shown_persons_rows,
	.set_view = set_persons_view,
	.default_order_text = "newest first",
	.noun = "person",
	.newest_first_column = "created",
	.time_column = "age",
};

struct pane *
persons_pane_new(struct console *c, struct view *view, struct err *err)
{
	struct rows_pane *r = rows_pane_new(
	    c, &kind, view_find_resource("persons"), x_new(struct shown_persons));
	if (rows_pane_show_view(r, view, false, err))
		return &r->pane;
	r->pane.ops->close(&r->pane);
	return NULL;
}

/* Selects the person of a basket. */
static void
select_person_of(struct rows_pane *r, struct str basket_id)
{
	const struct shown_persons *own = r->kind_data;
	const struct shown_rows rows = rows_pane_shown_rows(r);
	for (size_t i = 0; i < rows.n; i++) {
		const struct person_row *row = shown_rows_at(&rows, i);
		uint32_t k = row->first_row;
		while (k != PERSON_NONE && !str_eq(own->rows.rows[k].id, basket_id))
			k = persons_next_row(&own->merged_persons, k);
		if (k == PERSON_NONE)
			continue;
		rows_pane_select(r, row->id);
		return;
	}
}

void
persons_pane_open(struct console *c, const struct view *baskets, struct str basket_id)
{
	struct buf terms = { 0 };
	struct view view;
	struct err err;
	struct pane *p = NULL;
	view_write_terms(&terms, baskets);
	if (view_parse_terms(&view, view_find_resource("persons"), buf_str(&terms), &err))
		p = persons_pane_new(c, &view, &err);
	if (p) {
		console_push_pane(c, p);
		select_person_of(rows_pane_of(p), basket_id);
	} else {
		console_show(c, ROLE_WARN, "%s", err.text);
	}
	view_free(&view);
	buf_free(&terms);
}

void
persons_pane_return_on_cancel(struct pane *p)
{
	if (!rows_pane_has_kind(p, &kind))
		return;
	struct shown_persons *own = rows_pane_of(p)->kind_data;
	buf_reset(&own->opened_view);
	view_write(&own->opened_view, rows_pane_shown_rows(rows_pane_of(p)).view);
}
