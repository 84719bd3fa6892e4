#include "ui/plan/plan_pane.h"

#include "base/utf8.h"
#include "model/format.h"
#include "plan/row.h"
#include "ui/journal/write_session.h"
#include "ui/kit/prompt.h"
#include "ui/plan/plans.h"
#include "ui/plan/send_page.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"
#include "ui/rows/undo.h"
#include "wire/member.h"

struct plan_pane_state {
	struct draft *draft;
	VEC(struct plan_row)
	shown;                   /* the draft's rows, those to review first; texts are not owned */
	struct arena text_arena; /* JSON of requests that were shown */
};

static struct plan_pane_state *
planned_of(const struct rows_pane *r)
{
	return r->kind_data;
}

static struct draft *
draft_of(const struct rows_pane *r)
{
	return planned_of(r)->draft;
}

static const struct plan_row *
change_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

/* A refused row needs a look, too: it will not be sent. */
static bool
needs_review(const struct plan_row *row)
{
	return row->refusal.n || row->warning.n;
}

static void
load_plan(struct rows_pane *r)
{
	const struct plan *plan = &draft_of(r)->plan;
	struct plan_pane_state *own = planned_of(r);
	own->shown.n = 0;
	for (int review = 1; review >= 0; review--)
		for (size_t i = 0; i < plan->rows.n; i++)
			if (needs_review(&plan->rows.v[i]) == review)
				vec_push(&own->shown, plan->rows.v[i]);
	r->needless_columns = plan_needless_columns(plan);
	r->has_short_detail = true;
	if (!draft_of(r)->sent) /* other rules have other prices: measure the columns again */
		r->measured_resource = NULL;
	table_set_rows(&r->table, own->shown.v, own->shown.n);
}

/* ---- the detail ---- */

static void
add_labelled_text(struct doc *d, const char *label, enum role role, struct str text)
{
	if (!text.n)
		return;
	bool marked = role == ROLE_WARN || role == ROLE_BAD;
	doc_add_label(d, label);
	if (marked)
		doc_printf(d, role, role == ROLE_WARN ? "! " : "x ");
	doc_add_value(d, marked ? ROLE_TEXT : role, text);
}

/* "GBP 3.99 → 4.19   +0.20" */
static void
add_prices(struct doc *d, const struct plan_row *row)
{
	struct buf text = { 0 };
	if (row->currency.n)
		buf_addf(&text, "%.*s ", STR_ARG(row->currency));
	format_amount(&text, row->old);
	if (row->new.n)
		buf_addz(&text, d->ascii ? " > " : " \xE2\x86\x92 ");
	format_amount(&text, row->new);
	doc_add_label(d, plan_row_is_price(row) ? "Price" : "Value");
	doc_add_value(d, ROLE_LEAD, buf_str(&text));
	buf_reset(&text);
	plan_row_append_difference(&text, row);
	if (text.n) {
		doc_printf(d, ROLE_TEXT, "   ");
		doc_add_value(d, ROLE_TEXT, buf_str(&text));
	}
	buf_free(&text);
}

static void
describe_change(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct plan_row *row = change_at(r, at);
	struct buf text = { 0 };
	doc_add_label(d, "Offer");
	const struct doc_target offer = { GRAPH_OFFER, row->path };
	doc_add_link(d, ROLE_REFERENCE, row->path, &offer);
	add_labelled_text(d, "Charge", ROLE_TEXT, row->charge);
	if (!str_eqz(row->attribute, "price"))
		add_labelled_text(d, "Sent as", ROLE_LABEL, row->attribute);
	add_prices(d, row);
	add_labelled_text(d, "Refused", ROLE_BAD, row->refusal);
	add_labelled_text(d, "Look", ROLE_WARN, row->warning);
	if (row->price_user_count.n) {
		bool one = str_eqz(row->price_user_count, "1");
		buf_addf(&text, "%.*s other offer%s take%s the price from this one",
		    STR_ARG(row->price_user_count), one ? "" : "s", one ? "s" : "");
		add_labelled_text(d, "Reaches", ROLE_WARN, buf_str(&text));
	}
	add_labelled_text(d, "State", ROLE_TEXT, row->state);
	add_labelled_text(d, "Because", ROLE_BAD, row->service_reason);
	buf_free(&text);
}

static void
append_change_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct plan_row *row = change_at(r, at);
	text_clean(out, row->name.n ? row->name : row->path, r->pane.console->look.ascii_lines);
	if (row->charge.n) {
		buf_addz(out, ", ");
		text_clean(out, row->charge, r->pane.console->look.ascii_lines);
	}
}

/* "9 changes in 5 of 14 offers, 1 refused, 2 to review, 14 unchanged". */
static void
write_plan_title(const struct rows_pane *r, struct title *out)
{
	const struct draft *d = draft_of(r);
	struct plan_counts n = plan_count(&d->plan);
	buf_addz(&out->breadcrumb, d->is_rollback ? "Undo plan" : "Plan");
	out->terms_whole = true;
	if (!d->sent)
		draft_append_left_out(d, &out->terms);
	if (!d->plan.rows.n && d->paths.n)
		draft_append_offer_count(d, &out->counts);
	if (!d->plan.rows.n)
		return;
	format_plural(&out->counts, n.changes, "change", "changes");
	if (!d->sent)
		draft_append_coverage(d, &out->counts);
	plan_append_shared_charge(&out->counts, &d->plan);
	if (n.refused)
		buf_addf(&out->counts, ", %zu refused", n.refused);
	if (n.review_count && !d->sent)
		buf_addf(&out->counts, ", %zu to review", n.review_count);
	if (d->plan.unchanged_count)
		buf_addf(&out->counts, ", %zu unchanged", d->plan.unchanged_count);
}

static void
describe_no_plan_rows(const struct rows_pane *r, struct doc *d)
{
	const struct draft *draft = draft_of(r);
	struct buf selection = { 0 };
	draft_append_selection(draft, &selection);
	if (draft->sheet_errors.n) {
		struct str rest = buf_str(&draft->sheet_errors), line;
		empty_add_title(d, "No plan: mistakes in the sheet, by line and column");
		while (rest.n && str_next(&rest, '\n', &line))
			empty_add_reason(d, line);
	} else if (draft->rules.n) {
		empty_add_title(d, "These rules change nothing");
		empty_add_reason(
		    d, STR("Every matching price already has this value, or no charge matches."));
	} else {
		empty_add_title(d, "No rule yet");
		if (selection.n)
			empty_add_reason(d, buf_str(&selection));
		empty_add_reason(d,
		    STR("percent=5 raises prices by 5 %; round=.99 then rounds to the nearest "
			".99; currency=GBP and charge=monthly limit which prices."));
	}
	empty_add_action(d, r->pane.console, ACT_PLAN, "enter rules");
	buf_free(&selection);
}

/* The body of the request for only this row. */
static struct str
row_request_body(const struct rows_pane *r, const struct plan_row *row)
{
	struct plan_pane_state *own = planned_of(r);
	struct plan one = { 0 };
	struct plan_batch b = { 0 };
	size_t at = 0;
	plan_add(&one, row);
	arena_reset(&own->text_arena);
	struct str json = STR_NONE;
	if (plan_batch_next(&b, &one, &at, 1, PLAN_DIRECTION_APPLY))
		json = arena_str(&own->text_arena, buf_str(&b.body));
	plan_batch_free(&b);
	plan_free(&one);
	return json;
}

static bool
find_change_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct plan_row *row = change_at(r, at);
	*out = (struct row_target){ .link_kind = GRAPH_OFFER,
		.path = row->path,
		.name = row->name,
		.json = row_request_body(r, row) };
	return true;
}

/* Puts the mark before the name, to be seen even without room for notes. */
static void
mark_name(struct buf *name, const char *mark)
{
	struct buf marked = { 0 };
	buf_addz(&marked, mark);
	buf_adds(&marked, buf_str(name));
	buf_free(name);
	*name = marked;
}

static void
style_change_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct plan_row *row = of;
	bool done = str_eqz(row->state, plan_state_done);
	bool bad = row->refusal.n || row->service_reason.n;
	struct str id = str_of(column ? column->id : NULL);
	if (str_eqz(id, "name") && !r->pane.console->linear) { /* which says the note */
		mark_name(text, done ? "  " : bad ? "x " : row->warning.n ? "! " : "  ");
		style->mark_role = bad ? ROLE_BAD : ROLE_WARN;
		style->mark_end = 1;
	} else if (str_eqz(id, "state") && row->state.n)
		style->role = done ? ROLE_GOOD : bad ? ROLE_BAD : ROLE_WARN;
}

static bool
append_plan_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct draft *d = draft_of(rows_pane_of(p));
	*role = ROLE_LABEL;
	if (d->sent)
		buf_addz(out,
		    plans_are_sending(p->console->plans, d)
			? "Sending. Esc stops after the current batch"
			: "Sent. Each row shows its result");
	else if (d->plan.rules_sentence.n)
		text_clean(out, d->plan.rules_sentence, false);
	return out->n > 0;
}

/* ---- rules ---- */

static struct rows_pane *
plan_on_top(struct console *c)
{
	struct pane *p = console_top_pane(c);
	return p ? rows_pane_or_null(p) : NULL;
}

static void
preview_rules(struct prompt *p)
{
	struct rows_pane *r = plan_on_top(p->modal.console);
	struct err err;
	buf_reset(&p->problem);
	if (!draft_preview_rules(draft_of(r), prompt_text(p), &err))
		buf_addz(&p->problem, err.text);
	rows_pane_on_change(&r->pane);
}

static void
accept_rules(struct prompt *p)
{
	if (p->problem.n)
		return;
	draft_accept_rules(draft_of(plan_on_top(p->modal.console)));
	console_close_modal(p->modal.console);
}

static void
restore_rules(struct prompt *p)
{
	struct rows_pane *r = plan_on_top(p->modal.console);
	draft_cancel_rules(draft_of(r));
	rows_pane_on_change(&r->pane);
}

static const struct prompt_kind rules_prompt_kind = {
	.prefix = "rules: ",
	.key_bar_text =
	    "Enter apply   Esc cancel   set=  add=  percent=  round=  charge=  currency=  label=  "
	    "attribute.NAME=  from=FILE.csv",
	.max_bytes = 1024,
	.history_kind = HISTORY_NONE,
	.on_changed = preview_rules,
	.on_cancel = restore_rules,
	.on_accept = accept_rules,
};

void
plan_pane_ask_rules(struct pane *pane)
{
	struct prompt *p = x_new(struct prompt);
	struct draft *d = draft_of(rows_pane_of(pane));
	prompt_init(p, pane->console, &rules_prompt_kind);
	lineedit_set(&p->edit, buf_str(&d->rules));
	console_push_modal(pane->console, &p->modal);
}

bool
plan_pane_has_rules(const struct pane *p)
{
	return draft_of(rows_pane_of(p))->rules.n > 0;
}

/* ---- actions ---- */

/* Takes back changes of rows that were made together. `ctx`: their number. */
static bool
take_back_rows(struct rows_pane *r, void *ctx)
{
	const size_t *n = ctx;
	size_t back = 0;
	struct str key = STR_NONE;
	if (draft_of(r)->sent)
		return false;
	while (back < *n && draft_undo(draft_of(r), &key))
		back++;
	rows_pane_on_change(&r->pane);
	rows_pane_select(r, key);
	if (back)
		console_show(r->pane.console, ROLE_TEXT, "Undone: %zu %s of the plan back", back,
		    back == 1 ? "change" : "changes");
	return back > 0;
}

static void
remember_rows(struct rows_pane *r, size_t n)
{
	size_t *count = x_new(size_t);
	*count = n;
	undo_remember_change(
	    r, &(struct undo_change){ .take_back = take_back_rows, .free = x_free, .ctx = count });
}

static bool
on_new_price(struct console *c, struct str text, struct err *err)
{
	struct rows_pane *r = plan_on_top(c);
	const struct plan_row *row = r ? rows_pane_selected_row(r) : NULL;
	bool ok = row && draft_set_price(draft_of(r), row->key, str_trim(text), err);
	struct buf raw = { 0 }, words = { 0 };
	if (!ok)
		return false;
	remember_rows(r, 1);
	rows_pane_on_change(&r->pane);
	row = rows_pane_selected_row(r); /* as it is now */
	if (row->currency.n)             /* else a value of any length */
		buf_addf(&raw, "%.*s %.*s becomes %.*s", STR_ARG(row->currency), STR_ARG(row->old),
		    STR_ARG(row->new));
	else
		buf_addz(&raw, "Value set by hand");
	text_clean(&words, buf_str(&raw), c->look.ascii_lines);
	undo_append_hint(&words, c);
	console_show(c, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&raw);
	buf_free(&words);
	return true;
}

static void
run_edit(struct pane *p)
{
	const struct plan_row *row = rows_pane_selected_row(rows_pane_of(p));
	console_push_modal(p->console,
	    prompt_text_new(p->console, row->currency.n ? "New price: " : "New value: ",
		row->new.n ? row->new : row->old, on_new_price));
}

/* Call after `n` rows were dropped. */
static void
show_dropped(struct rows_pane *r, size_t n)
{
	struct buf words = { 0 };
	remember_rows(r, n);
	rows_pane_on_change(&r->pane);
	buf_addf(&words, "%zu %s removed from the plan", n, n == 1 ? "change" : "changes");
	undo_append_hint(&words, r->pane.console);
	console_show(r->pane.console, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&words);
}

static void
run_drop(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct plan_row *row = rows_pane_selected_row(r);
	size_t n = r->marked_ids.n ? r->marked_ids.n : 1;
	if (!r->marked_ids.n)
		draft_drop_row(draft_of(r), row->key);
	while (r->marked_ids.n) {
		draft_drop_row(draft_of(r), str_of(r->marked_ids.v[0]));
		x_free(r->marked_ids.v[0]);
		vec_remove(&r->marked_ids, 0);
	}
	show_dropped(r, n);
}

/* On the page before sending. */
static void
drop_row_of_page(struct pane *p, struct str key)
{
	draft_drop_row(draft_of(rows_pane_of(p)), key);
	show_dropped(rows_pane_of(p), 1);
}

/* Goes to the next or previous row to review, and round at the ends. */
static void
run_next_review(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct shown_rows rows = rows_pane_shown_rows(r);
	size_t n = rows.n, at = r->pos.cursor;
	size_t by = p->running_action == ACT_NEXT_REVIEW ? 1 : n - 1;
	for (size_t i = 0; i < n; i++) {
		at = (at + by) % n;
		if (!needs_review(shown_rows_at(&rows, at)))
			continue;
		list_go_to_row(&r->pos, at);
		rows_pane_move_cursor(r, 0);
		return;
	}
}

static void
run_apply(struct pane *p)
{
	struct draft *d = draft_of(rows_pane_of(p));
	if (draft_make_unmasked(d))
		rows_pane_on_change(p);
	send_page_open(p, d, drop_row_of_page);
}

static void
run_to_offer(struct pane *p)
{
	const struct plan_row *row = rows_pane_selected_row(rows_pane_of(p));
	p->console->nav->open_item(p->console, GRAPH_OFFER, row->path);
}

static const char *
why_not_in_plan(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct draft *d = draft_of(r);
	const struct plan_row *row = rows_pane_selected_row(r);
	bool shapes = a == ACT_PLAN || a == ACT_PLAN_EDIT || a == ACT_PLAN_DROP;
	if (shapes && d->sent)
		return "Already sent. Make a new plan for further changes";
	if (a == ACT_PLAN && d->is_rollback)
		return "An undo plan has no rules: x removes a row";
	if ((a == ACT_PLAN_EDIT || a == ACT_PLAN_DROP || a == ACT_IN) && !row)
		return "No change is selected";
	if ((a == ACT_NEXT_REVIEW || a == ACT_PREV_REVIEW) &&
	    (d->sent || !(plan_count(&d->plan).review_count + plan_count(&d->plan).refused)))
		return d->sent ? "Already sent" : "No change needs a review";
	if (a == ACT_PLAN_APPLY && d->sent)
		return "Already sent";
	if (a == ACT_PLAN_APPLY && !plan_count(&d->plan).changes)
		return "Nothing to send";
	if (a == ACT_PLAN_APPLY)
		return plans_why_not(p->console->plans);
	return a == ACT_IN ? NULL : rows_pane_why_not(p, a);
}

static const char *
plan_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)room;
	if (a == ACT_IN)
		return "offer";
	if (a == ACT_PLAN)
		return "rules";
	return a == ACT_PLAN_EDIT && !draft_of(rows_pane_of(p))->sent ? "new price" : NULL;
}

static bool
cancel_plan(struct pane *p)
{
	if (!plans_are_sending(p->console->plans, draft_of(rows_pane_of(p))))
		return false;
	plans_stop_sending(p->console->plans);
	console_show(p->console, ROLE_TEXT, "Stops after the current batch");
	return true;
}

/* A sent plan is kept, because it can be undone from the journal; an unsent draft is stored. */
static void
close_plan(struct rows_pane *r)
{
	struct plan_pane_state *own = planned_of(r);
	plans_remove_open_draft(r->pane.console->plans, own->draft);
	if (!own->draft->sent)
		plans_store_draft(r->pane.console->plans, own->draft);
	arena_free(&own->text_arena);
	vec_free(&own->shown);
	x_free(own);
}

static const struct pane_action actions[] = {
	{ ACT_PLAN_APPLY, run_apply },
	{ ACT_PLAN, plan_pane_ask_rules },
	{ ACT_PLAN_EDIT, run_edit },
	{ ACT_PLAN_DROP, run_drop },
	{ ACT_NEXT_REVIEW, run_next_review },
	{ ACT_IN, run_to_offer },
	{ ACT_SOURCE, catalog_run_source },
	{ ACT_USED_BY, catalog_run_used_by },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_NONE, NULL },
};

static const struct pane_action more_actions[] = {
	{ ACT_PREV_REVIEW, run_next_review },
	{ ACT_NEXT_SIBLING, rows_run_sibling },
	{ ACT_SEND_MAIN, catalog_run_send },
	{ ACT_NONE, NULL },
};

static const struct rows_kind kind = {
	.actions = { actions, rows_actions, more_actions },
	.list_scope = SCOPE_PLAN,
	.detail_scope = SCOPE_PLAN_ROW,
	.why_unavailable = why_not_in_plan,
	.label_action = plan_action_words,
	.write_status = append_plan_status,
	.cancel = cancel_plan,
	.load_rows = load_plan,
	.describe_row = describe_change,
	.write_headline = append_change_headline,
	.write_title = write_plan_title,
	.describe_empty = describe_no_plan_rows,
	.get_target = find_change_target,
	.style_cell = style_change_cell,
	.close = close_plan,
	.noun = "change",
};

/* Like plan_pane_new() for an existing draft, which belongs to the pane until it is sent. */
static struct pane *
plan_pane_of(struct console *c, struct draft *d)
{
	struct plan_pane_state *own = x_new(struct plan_pane_state);
	*own = (struct plan_pane_state){ .draft = d };
	plans_add_open_draft(c->plans, d);
	struct pane *p = &rows_pane_new(c, &kind, &plan_resource, own)->pane;
	p->closes_for_good = true; /* its draft may be open in another pane by then */
	return p;
}

struct pane *
plan_pane_new(struct console *c, const struct new_plan_request *ask)
{
	struct draft *left = plans_restore_draft(c->plans, ask);
	return plan_pane_of(c, left ? left : draft_new(c, ask));
}

/* ---- rollback ---- */

static void
open_rollback_pane(struct console *c, struct draft *back, const struct err *err)
{
	if (!back) {
		console_show(c, ROLE_BAD, "Could not read the offers: %s", err->text);
		return;
	}
	console_push_pane(c, plan_pane_of(c, back));
}

bool
plan_pane_open_rollback(struct console *c, struct str seal)
{
	struct draft *d = plans_find(c->plans, seal);
	if (!d)
		return false;
	if (plans_why_not(c->plans))
		console_show(c, ROLE_WARN, "%s", plans_why_not(c->plans));
	else
		plans_prepare_rollback(c->plans, d, open_rollback_pane);
	return true;
}
