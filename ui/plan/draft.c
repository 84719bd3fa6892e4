#include "ui/plan/draft.h"

#include "app/file.h"
#include "model/format.h"
#include "plan/make.h"
#include "plan/review.h"
#include "plan/sheet.h"
#include "ui/journal/write_session.h"

/* Counts the offers without charges of their own, which no price rule can change. */
static void
count_offers_without_charges(struct draft *d)
{
	const struct catalog *catalog = d->console->catalog;
	const struct check_items offers = catalog_items(catalog, CATALOG_OFFERS);
	for (size_t i = 0; i < d->paths.n; i++) {
		size_t at = catalog_find(catalog, CATALOG_OFFERS, d->paths.v[i]);
		if (at == SIZE_MAX || offers.v[at].charges_n)
			continue;
		++*(offers.v[at].price_reference.n ? &d->price_taker_count : &d->unpriced_count);
	}
}

struct draft *
draft_new(struct console *c, const struct new_plan_request *ask)
{
	struct draft *d = x_new(struct draft);
	*d = (struct draft){ .console = c };
	d->selection = arena_str(&d->text_arena, ask->selection);
	for (size_t i = 0; i < ask->n; i++)
		vec_push(&d->paths, arena_str(&d->text_arena, ask->paths[i]));
	count_offers_without_charges(d);
	return d;
}

void
draft_free(struct draft *d)
{
	if (!d)
		return;
	draft_accept_rules(d);
	vec_free(&d->edits);
	plan_free(&d->plan);
	plan_log_close(&d->log);
	plan_usage_free(&d->usage);
	vec_free(&d->paths);
	buf_free(&d->rules);
	buf_free(&d->sheet_errors);
	buf_free(&d->typed_reason);
	arena_free(&d->text_arena);
	x_free(d);
}

/* Splits the line into rules at spaces, which the rules themselves cannot contain. */
static bool
read_rule_words(struct change_rules *rules, struct str typed, struct err *err)
{
	struct str rest = typed, word;
	while (rest.n && str_next(&rest, ' ', &word))
		if (word.n && !change_rules_add(rules, word, err))
			return false;
	return change_rules_check(rules, err);
}

static void
restart_draft(struct draft *d, struct str typed)
{
	d->was_masked = d->console->app->masked;
	plan_free(&d->plan);
	d->plan = (struct plan){ 0 };
	d->is_edited = false;
	buf_reset(&d->rules);
	buf_adds(&d->rules, typed);
	buf_reset(&d->sheet_errors);
}

/* Counts the offers in open baskets, once. Baskets that were not read to the end are not counted:
 * the number would be too small. */
static const struct plan_usage *
count_open_baskets(struct draft *d)
{
	const struct baskets *b = d->console->baskets;
	if (!baskets_is_whole(b))
		return NULL;
	bool is_counted = d->usage.open_basket_count > 0;
	for (size_t i = 0; i < b->rows.n && !is_counted; i++)
		if (!b->rows.v[i].completed)
			plan_usage_add_paths(
			    &d->usage, basket_row_goods(&b->rows.v[i])->offer_paths);
	return &d->usage;
}

static struct plan_review_context
review_context_of(struct draft *d, enum price_direction direction)
{
	const struct console *c = d->console;
	return (struct plan_review_context){ .offers = catalog_items(c->catalog, CATALOG_OFFERS),
		.direction = direction,
		.threshold_percent = c->app->environment ? c->app->environment->plan_threshold : 0,
		.environment = c->app->environment_name,
		.usage = count_open_baskets(d) };
}

static void
review_draft(struct draft *d, enum price_direction direction)
{
	const struct plan_review_context with = review_context_of(d, direction);
	plan_review(&d->plan, &with);
}

/* ---- rows from a spreadsheet ---- */

static const char from_prefix[] = "from=";

static bool
read_sheet(struct draft *d, const char *path, struct str text, struct err *err)
{
	struct plan_sheet s = { 0 };
	bool ok = plan_sheet_read(&s, &d->plan, d->console->catalog, NULL, text, err);
	for (size_t i = 0; i < s.errors.n; i++) {
		buf_addz(&d->sheet_errors, i ? "\n" : "");
		sheet_error_write(&d->sheet_errors, &s.errors.v[i]);
	}
	if (ok && s.errors.n)
		ok = err_set(err, ERR_INVALID, "%zu mistake%s in the sheet: no plan was made",
		    s.errors.n, s.errors.n == 1 ? "" : "s");
	plan_sheet_free(&s);
	if (ok) {
		plan_set_sheet_origin(&d->plan, path, text);
		review_draft(d, false);
	} else {
		plan_free(&d->plan);
		d->plan = (struct plan){ 0 };
	}
	return ok;
}

static bool
load_sheet_file(struct draft *d, struct str typed, struct err *err)
{
	enum { SHEET_SIZE_MAX = 64 << 20 };
	struct buf text = { 0 };
	restart_draft(d, typed);
	char *path = str_dup(str_trim(str_sub(typed, sizeof(from_prefix) - 1, typed.n)));
	bool ok = file_read(&text, path, SHEET_SIZE_MAX, err) &&
	    read_sheet(d, path, buf_str(&text), err);
	if (!ok && !d->sheet_errors.n)
		buf_addz(&d->sheet_errors, err->text);
	buf_free(&text);
	x_free(path);
	return ok;
}

/* ---- rows from rules ---- */

static bool
draft_set_rules(struct draft *d, struct str typed, struct err *err)
{
	struct change_rules rules = { 0 };
	struct buf says = { 0 };
	bool none = str_trim(typed).n == 0;
	if (str_starts(typed, str_of(from_prefix)))
		return load_sheet_file(d, typed, err);
	if (!none && !read_rule_words(&rules, typed, err))
		return false;
	restart_draft(d, typed);
	if (none)
		return true;
	plan_fill_paths(&d->plan, d->console->catalog, d->paths.v, d->paths.n, &rules);
	review_draft(d, change_rules_direction(&rules));
	change_rules_write(&says, &rules);
	d->plan.rules = arena_str(&d->plan.text_arena, typed);
	d->plan.rules_sentence = arena_move_buf(&d->plan.text_arena, &says);
	buf_free(&says);
	return true;
}

/* ---- the selected offers ---- */

/* The rows of an offer follow one another. */
static size_t
count_changed_offers(const struct draft *d)
{
	size_t n = 0;
	struct str last = STR_NONE;
	for (size_t i = 0; i < d->plan.rows.n; i++) {
		const struct plan_row *row = &d->plan.rows.v[i];
		if (row->refusal.n || str_eq(row->path, last))
			continue;
		last = row->path;
		n++;
	}
	return n;
}

void
draft_append_offer_count(const struct draft *d, struct buf *out)
{
	size_t all = catalog_items(d->console->catalog, CATALOG_OFFERS).n;
	buf_addz(out, d->paths.n > 1 && d->paths.n == all ? "all " : "");
	format_plural(out, d->paths.n, "offer", "offers");
}

void
draft_append_selection(const struct draft *d, struct buf *out)
{
	const struct str list = STR("offers ");
	if (!d->paths.n)
		return;
	buf_addz(out, "For ");
	draft_append_offer_count(d, out);
	if (str_starts(d->selection, list) && d->selection.n > list.n)
		buf_addf(out, ": %.*s", STR_ARG(str_sub(d->selection, list.n, d->selection.n)));
}

/* A sheet names its own offers. */
static bool
has_rows_of_rules(const struct draft *d)
{
	return d->paths.n && d->rules.n && !str_starts(buf_str(&d->rules), str_of(from_prefix));
}

void
draft_append_coverage(const struct draft *d, struct buf *out)
{
	if (!has_rows_of_rules(d))
		return;
	buf_addf(out, " in %zu of ", count_changed_offers(d));
	format_plural(out, d->paths.n, "offer", "offers");
}

void
draft_append_left_out(const struct draft *d, struct buf *out)
{
	size_t takers = d->price_taker_count, none = d->unpriced_count;
	if (!has_rows_of_rules(d) || count_changed_offers(d) + takers + none > d->paths.n)
		return;
	if (takers)
		buf_addf(out, "%zu %s another's price", takers, takers == 1 ? "takes" : "take");
	if (none)
		buf_addf(out, "%s%zu %s %s", takers ? ", " : "", none, none == 1 ? "has" : "have",
		    takers ? "none" : "no price");
}

/* ---- previewing rules ---- */

static void
swap_bufs(struct buf *a, struct buf *b)
{
	struct buf held = *a;
	*a = *b;
	*b = held;
}

bool
draft_preview_rules(struct draft *d, struct str typed, struct err *err)
{
	if (!d->previews_rules) {
		d->previews_rules = true;
		d->plan_before = d->plan;
		d->plan = (struct plan){ 0 };
		d->is_edited_before = d->is_edited;
		swap_bufs(&d->rules, &d->rules_before);
		swap_bufs(&d->sheet_errors, &d->sheet_errors_before);
	}
	return draft_set_rules(d, typed, err);
}

static void
end_preview(struct draft *d)
{
	plan_free(&d->plan_before);
	d->plan_before = (struct plan){ 0 };
	buf_free(&d->rules_before);
	buf_free(&d->sheet_errors_before);
	d->previews_rules = false;
}

void
draft_accept_rules(struct draft *d)
{
	if (d->previews_rules)
		d->edits.n = 0; /* their texts were the old plan's */
	end_preview(d);
}

bool
draft_make_unmasked(struct draft *d)
{
	struct buf rules = { 0 };
	struct err ignored;
	if (!d->was_masked || d->console->app->masked || d->is_edited || d->is_rollback || d->sent)
		return false;
	buf_adds(&rules, buf_str(&d->rules));
	bool ok = draft_set_rules(d, buf_str(&rules), &ignored);
	buf_free(&rules);
	return ok;
}

void
draft_cancel_rules(struct draft *d)
{
	if (!d->previews_rules)
		return;
	plan_free(&d->plan);
	d->plan = d->plan_before;
	d->plan_before = (struct plan){ 0 };
	d->is_edited = d->is_edited_before;
	swap_bufs(&d->rules, &d->rules_before);
	swap_bufs(&d->sheet_errors, &d->sheet_errors_before);
	end_preview(d);
}

/* ---- editing rows ---- */

static size_t
row_of_key(const struct draft *d, struct str key)
{
	size_t i = 0;
	while (i < d->plan.rows.n && !str_eq(d->plan.rows.v[i].key, key))
		i++;
	return i;
}

static void
remember_row(struct draft *d, size_t at, bool dropped)
{
	const struct draft_edit e = { at, d->plan.rows.v[at], dropped, d->is_edited };
	vec_push(&d->edits, e);
}

/* Validates the new value like the rule `set`, and gives a price its currency's decimals. */
static bool
write_new_price(struct buf *out, const struct plan_row *row, struct str value, struct err *err)
{
	struct price_rules rules = { 0 };
	const struct charge charge = {
		.name = row->charge, .currency = row->currency, .value = row->old
	};
	if (!price_rules_add(&rules, STR("set"), value, err))
		return false;
	enum price_rule_result o = price_rules_apply(out, &rules, &charge);
	if (o == PRICE_UNCHANGED)
		return err_set(
		    err, ERR_USAGE, "the charge already has this price: x removes the row");
	return o == PRICE_UPDATED || err_set(err, ERR_USAGE, "%s", buf_z(out));
}

bool
draft_set_price(struct draft *d, struct str key, struct str value, struct err *err)
{
	struct buf text = { 0 };
	size_t at = row_of_key(d, key);
	if (at == d->plan.rows.n)
		return true;
	struct plan_row *row = &d->plan.rows.v[at];
	bool ok = !row->currency.n || write_new_price(&text, row, value, err);
	if (ok) {
		remember_row(d, at, false);
		if (!row->currency.n)
			buf_adds(&text, value);
		row->new = arena_str(&d->plan.text_arena, buf_str(&text));
		row->refusal = STR_NONE;
		row->warning = STR("set by hand");
		row->warning_ids = STR_NONE;
		row->absent_side = str_eqz(row->absent_side, "new") ? STR_NONE : row->absent_side;
		row->pending = true;
		d->is_edited = true;
		const struct plan_review_context with = review_context_of(d, false);
		plan_review_row(&d->plan, row, &with);
	}
	buf_free(&text);
	return ok;
}

void
draft_drop_row(struct draft *d, struct str key)
{
	size_t at = row_of_key(d, key);
	if (at == d->plan.rows.n)
		return;
	remember_row(d, at, true);
	vec_remove(&d->plan.rows, at);
	d->is_edited = true;
}

bool
draft_undo(struct draft *d, struct str *key)
{
	if (!d->edits.n)
		return false;
	const struct draft_edit e = d->edits.v[--d->edits.n];
	if (e.was_dropped) {
		vec_push(&d->plan.rows, e.row);
		for (size_t i = d->plan.rows.n - 1; i > e.at; i--)
			d->plan.rows.v[i] = d->plan.rows.v[i - 1];
	}
	d->plan.rows.v[e.at] = e.row;
	d->is_edited = e.was_edited;
	*key = e.row.key;
	return true;
}

/* ---- sealing ---- */

/* Serializes the plan and parses it again, so that the requests equal those made from its file. */
static bool
write_and_read(struct draft *d, struct err *err)
{
	struct buf text = { 0 };
	plan_write(&text, &d->plan);
	d->edits.n = 0;
	plan_free(&d->plan);
	d->plan = (struct plan){ 0 };
	bool ok = plan_read(&d->plan, buf_str(&text), err);
	buf_free(&text);
	return ok;
}

bool
draft_seal(struct draft *d, struct str reason, struct err *err)
{
	const struct console *c = d->console;
	struct plan *p = &d->plan;
	plan_sign(p, console_now(c));
	if (!c->write_session->journal.persistent)
		p->author = STR("agent@this-host"); /* the demo must be identical for every user */
	p->reason = d->is_rollback ? arena_printf(&p->text_arena, "undo of: %.*s", STR_ARG(reason))
				   : reason;
	p->environment = str_of(c->app->environment_name);
	p->service = buf_str(&c->write_session->service);
	p->commit = d->is_rollback ? p->commit : catalog_commit(c->catalog);
	p->selection = d->selection;
	if (d->is_edited)
		p->rules_sentence = arena_printf(
		    &p->text_arena, "%.*s; then by hand", STR_ARG(p->rules_sentence));
	return write_and_read(d, err);
}
