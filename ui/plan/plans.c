#include "ui/plan/plans.h"

#include "app/file.h"
#include "app/state.h"
#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "list/bar.h"
#include "plan/rollback.h"
#include "plan/row.h"
#include "ui/journal/write_session.h"

struct plans {
	struct console *console;
	VEC(struct draft *) drafts;        /* drafts that were sent */
	VEC(struct draft *) open_drafts;   /* drafts that have a pane; not owned */
	VEC(struct draft *) unsent_drafts; /* closed without being sent, the last one last */
	struct draft *active_draft;        /* being sent, or read for its rollback; NULL: none */
	struct plan_apply *apply;
	plans_rollback_fn *on_rollback_read; /* callback of the rollback being read */
};

struct plans *
plans_new(struct console *c)
{
	struct plans *s = x_new(struct plans);
	s->console = c;
	return s;
}

void
plans_free(struct plans *s)
{
	if (!s)
		return;
	plan_apply_free(s->apply);
	for (size_t i = 0; i < s->unsent_drafts.n; i++)
		draft_free(s->unsent_drafts.v[i]);
	for (size_t i = 0; i < s->drafts.n; i++)
		draft_free(s->drafts.v[i]);
	vec_free(&s->unsent_drafts);
	vec_free(&s->drafts);
	vec_free(&s->open_drafts);
	x_free(s);
}

void
plans_add_open_draft(struct plans *s, struct draft *d)
{
	vec_push(&s->open_drafts, d);
}

void
plans_remove_open_draft(struct plans *s, const struct draft *d)
{
	for (size_t i = s->open_drafts.n; i > 0; i--)
		if (s->open_drafts.v[i - 1] == d)
			vec_remove(&s->open_drafts, i - 1);
}

static size_t
count_unsent_changes(const struct draft *d)
{
	return !d->sent ? plan_count(&d->plan).changes : 0;
}

static void
add_unsent_draft(const struct draft *d, size_t *plans, size_t *changes)
{
	size_t n = count_unsent_changes(d);
	*plans += n > 0;
	*changes += n;
}

void
plans_append_unsent_changes(const struct plans *s, struct buf *out)
{
	size_t n = 0, plans = 0;
	for (size_t i = 0; i < s->unsent_drafts.n; i++)
		add_unsent_draft(s->unsent_drafts.v[i], &plans, &n);
	for (size_t i = 0; i < s->open_drafts.n; i++)
		add_unsent_draft(s->open_drafts.v[i], &plans, &n);
	if (s->active_draft)
		buf_addf(out, "%sA plan is being sent; the current batch would not be confirmed.",
		    out->n ? " " : "");
	if (!n)
		return;
	buf_addz(out, out->n ? " " : "");
	if (plans > 1)
		buf_addf(out, "%zu plans with ", plans);
	else
		buf_addz(out, "A plan of ");
	format_plural(out, n, "change", "changes");
	buf_addz(out,
	    plans > 1 ? " in total have not been sent. Quitting discards them."
		      : " has not been sent. Quitting discards it.");
}

void
plans_store_draft(struct plans *s, struct draft *d)
{
	if (d->rules.n || d->plan.rows.n)
		vec_push(&s->unsent_drafts, d);
	else
		draft_free(d);
}

static bool
has_offers(const struct draft *d, const struct new_plan_request *ask)
{
	bool same = !d->is_rollback && d->paths.n == ask->n;
	for (size_t i = 0; same && i < ask->n; i++)
		same = str_eq(d->paths.v[i], ask->paths[i]);
	return same;
}

static struct draft *
take_unsent_draft(struct plans *s, size_t at)
{
	struct draft *d = s->unsent_drafts.v[at];
	vec_remove(&s->unsent_drafts, at);
	return d;
}

struct draft *
plans_restore_draft(struct plans *s, const struct new_plan_request *ask)
{
	for (size_t i = s->unsent_drafts.n; i > 0; i--)
		if (has_offers(s->unsent_drafts.v[i - 1], ask))
			return take_unsent_draft(s, i - 1);
	return NULL;
}

/* Returns the unsent rollback of the plan with that seal, or NULL. One that was made from another
 * commit is out of date: it is freed. */
static struct draft *
restore_rollback(struct plans *s, struct str seal, struct str commit)
{
	for (size_t i = s->unsent_drafts.n; i > 0; i--) {
		const struct plan *p = &s->unsent_drafts.v[i - 1]->plan;
		if (!s->unsent_drafts.v[i - 1]->is_rollback || !str_eq(p->undone_seal, seal))
			continue;
		struct draft *d = take_unsent_draft(s, i - 1);
		if (str_eq(p->commit, commit))
			return d;
		draft_free(d);
	}
	return NULL;
}

const char *
plans_why_not(struct plans *s)
{
	if (s->active_draft)
		return "A plan is being sent. Send this one when it is done";
	if (s->console->app->environment && s->console->app->environment->plan_approval)
		return "Plans here need a second person's approval. Use backroom plan";
	return write_session_why_not(s->console->write_session);
}

bool
plans_are_sending(const struct plans *s, const struct draft *d)
{
	return s->active_draft == d;
}

void
plans_stop_sending(struct plans *s)
{
	if (s->apply)
		plan_apply_stop(s->apply);
}

/* ---- the plan's file ---- */

static bool
write_plan_path(struct buf *path, struct str seal, struct err *err)
{
	struct buf name = { 0 };
	buf_addf(&name, "plan-%.*s.jsonl", STR_ARG(str_sub(seal, 0, 16)));
	bool ok = state_path(path, buf_z(&name), err);
	buf_free(&name);
	return ok;
}

/* Saves the plan to its own file if this account has a journal, so that the command line and
 * later consoles can find it. */
static bool
save_plan_file(struct plans *s, struct draft *d, struct err *err)
{
	struct buf path = { 0 }, text = { 0 };
	if (!s->console->write_session->journal.persistent)
		return true;
	plan_write(&text, &d->plan);
	plan_log_close(&d->log); /* of an earlier try */
	bool ok = write_plan_path(&path, d->plan.seal, err) &&
	    file_replace(buf_z(&path), buf_str(&text), err) &&
	    plan_log_open_to_send(&d->log, &d->plan, buf_z(&path), err);
	buf_free(&path);
	buf_free(&text);
	return ok;
}

/* Reads a plan that an earlier console has sent; NULL if there is none with that seal. */
static struct draft *
read_saved_plan(struct plans *s, struct str seal)
{
	const struct new_plan_request none = { .selection = STR_NONE };
	struct draft *d = draft_new(s->console, &none);
	struct buf path = { 0 };
	struct err err;
	d->sent = write_plan_path(&path, seal, &err) && plan_load(&d->plan, buf_z(&path), &err) &&
	    plan_log_open(&d->log, &d->plan, buf_z(&path), &err) && str_eq(d->plan.seal, seal);
	buf_free(&path);
	if (d->sent)
		return d;
	draft_free(d);
	return NULL;
}

struct draft *
plans_find(struct plans *s, struct str seal)
{
	for (size_t i = 0; i < s->drafts.n; i++)
		if (str_eq(s->drafts.v[i]->plan.seal, seal))
			return s->drafts.v[i];
	struct draft *d = s->console->write_session->journal.persistent ? read_saved_plan(s, seal)
									: NULL;
	if (d)
		vec_push(&s->drafts, d);
	return d;
}

/* ---- changes ---- */

/* The columns of the changes: cells of names, and of the amounts before and after. */
struct change_columns {
	int names;
	struct number_cells old, new;
};

/* "Digital Basic, monthly", or the attribute's name if it is not about a charge. */
static void
write_changed_thing(struct buf *out, const struct plan_row *row, bool ascii)
{
	struct str part = row->charge.n ? row->charge : row->attribute;
	text_clean(out, row->name.n ? row->name : row->path, ascii);
	buf_addz(out, part.n ? ", " : "");
	text_clean(out, part, ascii);
}

static void
add_changed_value(struct doc *d, struct str value, int point, bool is_price)
{
	if (!value.p)
		doc_printf(d, ROLE_LABEL, "absent");
	else if (is_price)
		doc_add_aligned_number(d, point, ROLE_TEXT, value);
	else
		doc_add_text(d, ROLE_TEXT, value.n ? value : STR("\"\""));
}

/* " Changes   Digital Basic, monthly  GBP  3.99 → 4.19" */
static void
add_change(
    struct doc *d, const struct plan_row *row, const struct change_columns *columns, bool first)
{
	enum { GAP = 2, CURRENCY_CELLS = 4, ARROW_CELLS = 3 };
	bool is_price = plan_row_is_price(row);
	int value = doc_value_column(d) + columns->names + GAP,
	    point = value + CURRENCY_CELLS + columns->old.integer;
	struct buf thing = { 0 };
	write_changed_thing(&thing, row, d->ascii);
	const struct doc_target target = { GRAPH_OFFER, row->path };
	doc_add_label(d, first ? "Changes" : "");
	doc_add_link(d, ROLE_REFERENCE, buf_str(&thing), &target);
	doc_pad_to_column(d, value);
	if (is_price)
		doc_add_text(d, ROLE_LABEL, row->currency);
	add_changed_value(d, plan_row_old_value(row), point, is_price);
	doc_pad_to_column(d, is_price ? point + columns->old.fraction + 1 : 0);
	doc_printf(d, ROLE_LABEL, d->ascii ? "->" : "\xE2\x86\x92");
	if (!is_price)
		doc_printf(d, ROLE_TEXT, " ");
	add_changed_value(d, plan_row_new_value(row),
	    point + columns->old.fraction + ARROW_CELLS + columns->new.integer, is_price);
	buf_free(&thing);
}

static bool
was_changed(const struct plan_row *row)
{
	return str_eqz(row->state, plan_state_done);
}

static struct change_columns
measure_changes(const struct plan *p, bool ascii)
{
	enum { NAME_CELLS_MAX = 44 };
	struct change_columns columns = { 0 };
	struct buf thing = { 0 };
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		if (!was_changed(row))
			continue;
		buf_reset(&thing);
		write_changed_thing(&thing, row, ascii);
		int cells = text_width(buf_str(&thing));
		columns.names = cells > columns.names && cells <= NAME_CELLS_MAX ? cells
										 : columns.names;
		if (!plan_row_is_price(row))
			continue;
		number_cells_add(&columns.old, number_cells_of(plan_row_old_value(row)));
		number_cells_add(&columns.new, number_cells_of(plan_row_new_value(row)));
	}
	buf_free(&thing);
	return columns;
}

void
plans_add_changes(struct console *c, struct str seal, struct doc *d)
{
	enum { CHANGES_MAX = 200 };
	const struct draft *draft = plans_find(c->plans, seal);
	if (!draft)
		return;
	const struct plan *p = &draft->plan;
	struct change_columns columns = measure_changes(p, d->ascii);
	size_t n = 0;
	doc_begin_line(d);
	for (size_t i = 0; i < p->rows.n; i++)
		if (was_changed(&p->rows.v[i]) && n++ < CHANGES_MAX)
			add_change(d, &p->rows.v[i], &columns, n == 1);
	if (n > CHANGES_MAX) {
		doc_add_label(d, "");
		doc_printf(d, ROLE_LABEL, "and %zu more", n - CHANGES_MAX);
	}
}

/* ---- sending ---- */

enum { PROGRESS_CELLS = 12 };

static void
set_progress(struct plans *s)
{
	struct console *c = s->console;
	buf_reset(&c->progress);
	if (!s->active_draft)
		return;
	buf_addz(&c->progress, "plan: ");
	format_count(&c->progress, plan_apply_sent_count(s->apply));
	buf_addz(&c->progress, " of ");
	format_count(&c->progress, plan_apply_row_count(s->apply));
	buf_addz(&c->progress, " sent ");
	bar_append_progress(&c->progress, plan_apply_sent_count(s->apply),
	    plan_apply_row_count(s->apply), PROGRESS_CELLS, c->look.ascii_lines);
	console_notify_panes(c);
}

/* Shows the largest price changes for customers as messages, then the result. */
static void
show_sending_result(struct plans *s)
{
	struct console *c = s->console;
	const struct plan *p = &s->active_draft->plan;
	const struct plan_row *largest[PLAN_LARGEST_CHANGES_MAX];
	size_t n = plan_rows_find_largest(p, largest),
	       done = count_plan_rows_in_state(p, plan_state_done);
	size_t changes = plan_count(p).changes;
	const struct err *err = plan_apply_err(s->apply);
	struct buf words = { 0 };
	for (size_t i = n; i > 0; i--) {
		buf_reset(&words);
		plan_row_append_sentence(&words, largest[i - 1]);
		console_show(c, ROLE_TEXT, "%s", buf_z(&words));
	}
	buf_reset(&words);
	buf_addz(&words, "Plan: ");
	format_count(&words, done);
	buf_addz(&words, " of ");
	format_plural(&words, changes, "change", "changes");
	buf_addz(&words, " done");
	if (err->kind)
		buf_addf(&words, "; %s", err->text);
	else if (done < changes)
		buf_addz(&words, "; the plan shows the reason for the others");
	else if (n)
		buf_addz(&words, ". M shows the largest, U in the journal undoes all");
	console_show(c, done == changes ? ROLE_GOOD : ROLE_BAD, "%s", buf_z(&words));
	console_hold_message(c);
	buf_free(&words);
}

static void
free_apply(void *ctx)
{
	struct plans *s = ctx;
	plan_apply_free(s->apply);
	s->apply = NULL;
}

/* Freed by a timer, after its own callback has returned. */
static void
end_sending(struct plans *s)
{
	struct console *c = s->console;
	plan_log_unlock(&s->active_draft->log);
	s->active_draft = NULL;
	set_progress(s);
	c->io.start_timer(c->io.ctx, 0, free_apply, s);
	write_session_refresh(c->write_session);
	catalog_refresh(c->catalog);
	console_notify_panes(c);
}

static void
on_plan_event(void *ctx, enum plan_event event)
{
	struct plans *s = ctx;
	if (event == PLAN_OFFERS_READ)
		plan_apply_send(s->apply);
	if (event == PLAN_ENDED) {
		show_sending_result(s);
		end_sending(s);
		return;
	}
	set_progress(s);
}

static void
start_plan_apply(struct plans *s, struct draft *d, plan_event_fn *told)
{
	struct console *c = s->console;
	const struct plan_apply_options rules = { .client = c->client,
		.clock = &c->app->clock,
		.io = c->io,
		.journal = &c->write_session->journal,
		.environment = str_of(c->app->environment_name),
		.service = buf_str(&c->write_session->service),
		.max_batch_diffs = PLAN_DIFFS_MAX };
	free_apply(s);
	s->active_draft = d;
	s->apply = plan_apply_new(&d->plan, &d->log, &rules, told, s);
	plan_apply_read(s->apply);
	set_progress(s);
}

bool
plans_send(struct plans *s, struct draft *d, struct err *err)
{
	const char *why = plans_why_not(s);
	if (why)
		return err_set(err, ERR_DENIED, "%s", why);
	if (!save_plan_file(s, d, err))
		return false;
	d->sent = true;
	vec_push(&s->drafts, d);
	start_plan_apply(s, d, on_plan_event);
	return true;
}

/* ---- rollback ---- */

static struct draft *
new_rollback(struct plans *s, const struct draft *d)
{
	const struct new_plan_request none = { .selection = d->plan.selection };
	struct draft *back = draft_new(s->console, &none);
	struct arena *a = &back->plan.text_arena;
	back->is_rollback = true;
	buf_adds(&back->typed_reason, d->plan.reason);
	plan_fill_rollback(&back->plan, &d->plan);
	back->plan.undone_seal = arena_str(a, d->plan.seal);
	back->plan.commit = arena_str(a, plan_apply_commit(s->apply));
	back->plan.rules_sentence = arena_printf(
	    a, "undo of: %.*s", STR_ARG(d->plan.rules_sentence));
	return back;
}

static void
on_rollback_read(void *ctx, enum plan_event event)
{
	struct plans *s = ctx;
	struct draft *d = s->active_draft;
	const struct err *err = plan_apply_err(s->apply);
	struct draft *back = NULL;
	if (event == PLAN_OFFERS_READ) {
		back = restore_rollback(s, d->plan.seal, plan_apply_commit(s->apply));
		back = back ? back : new_rollback(s, d);
	}
	s->on_rollback_read(s->console, back, err);
	s->active_draft = NULL;
	set_progress(s);
	s->console->io.start_timer(s->console->io.ctx, 0, free_apply, s);
}

void
plans_prepare_rollback(struct plans *s, struct draft *d, plans_rollback_fn *done)
{
	s->on_rollback_read = done;
	start_plan_apply(s, d, on_rollback_read);
}
