#include "plan/command_job.h"

#include "app/saved_views.h"
#include "base/utf8.h"
#include "cli/walk.h"
#include "model/format.h"
#include "plan/row.h"
#include "wire/basket.h"

#include <stdio.h>

enum { PLAN_BASKETS_PAGE_SIZE = 500 };

int
plan_job_end(struct plan_job *j, int status, const struct err *err)
{
	if (status < 0) {
		report_free(&j->report);
		status = report_fail(j->args, err, j->attempt_count);
	}
	catalog_free(j->catalog);
	plan_free(&j->plan);
	connection_close(&j->connection);
	app_context_free(&j->app);
	return status;
}

struct baskets_reading {
	struct plan_usage *usage;
	struct seen_ids seen_basket_ids;
};

static enum walk_step
add_baskets_of_page(void *ctx, const struct json_scan *page)
{
	struct baskets_reading *r = ctx;
	struct arena a = { 0 };
	struct basket basket;
	struct err ignored;
	for (size_t i = 0; i < page->items.n; i++) {
		struct str json = json_scan_item(page, i);
		if (!seen_ids_check_and_add(&r->seen_basket_ids, json) &&
		    basket_read(&basket, &a, json, page->items.v[i].flags, &ignored))
			plan_usage_add(r->usage, &basket);
		arena_reset(&a);
	}
	arena_free(&a);
	return WALK_CONTINUE;
}

bool
plan_baskets_read(struct plan_job *j, struct plan_usage *usage, struct err *err)
{
	struct baskets_reading reading = { .usage = usage };
	const struct walk_request request = { .connection = &j->connection,
		.endpoint = ENDPOINT_BASKETS,
		.query = { .limit = PLAN_BASKETS_PAGE_SIZE, .changed_after = WHEN_NONE },
		.singular = "basket",
		.plural = "baskets",
		.on_page = add_baskets_of_page,
		.ctx = &reading };
	struct walk_end end;
	walk_run(&request, &end);
	seen_ids_free(&reading.seen_basket_ids);
	if (walk_has_cursor_loop(&end))
		return err_set(err, ERR_PROTOCOL, "could not read all baskets: %s",
		    pager_loop_reason(end.reason));
	j->attempt_count = end.attempt_count;
	*err = end.err;
	return end.err.kind == ERR_NONE;
}

void
plan_baskets_print_summary(const struct plan_job *j, const struct plan_usage *usage)
{
	struct buf line = { 0 }, sums = { 0 };
	const struct check_items offers = catalog_items(j->catalog, CATALOG_OFFERS);
	format_plural(
	    &line, usage->open_basket_count, "open basket was read", "open baskets were read");
	plan_usage_append_totals(&sums, &j->plan, &offers);
	if (sums.n)
		buf_addf(
		    &line, "; total due at the start for the changed offers: %s", buf_z(&sums));
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
	buf_free(&sums);
}

/* The members that every row has, then the optional ones. */
const char *const plan_columns[] = { "name", "charge", "currency", "attribute", "old", "new",
	"difference", "note", "path", NULL };
const char *const plan_columns_checked[] = { "state", "name", "charge", "currency", "attribute",
	"old", "new", "note", "path", NULL };
const char *const plan_members[] = { "charge", "currency", "old", "new", "absent", "difference",
	"refused", "why", "attribute", "doubt", "smells", "reaches", "campaigns", "baskets",
	"state", NULL };
enum { DEFAULT_COLUMN_COUNT = 7, SHOWN_COLUMNS_MAX = 16 };

static void
report_plan_row(struct report *report, const struct plan_row *row)
{
	struct buf json = { 0 }, by = { 0 };
	plan_row_append_difference(&by, row);
	const struct {
		const char *name;
		struct str text;
	} texts[] = {
		{ "state", row->state },
		{ "charge", row->charge },
		{ "currency", row->currency },
		{ "old", plan_row_old_value(row) },
		{ "new", plan_row_new_value(row) },
		{ "absent", row->absent_side },
		{ "difference", buf_str(&by) },
		{ "refused", row->refusal },
		{ "why", row->service_reason },
		{ "attribute", row->attribute },
		{ "doubt", row->warning },
		{ "smells", row->warning_ids },
		{ "reaches", row->price_user_count },
		{ "campaigns", row->campaign_count },
		{ "baskets", row->open_basket_count },
	};
	report_add_text_member(&json, "path", row->path);
	report_add_text_member(&json, "name", row->name);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i].text.p) /* may be an empty text */
			report_add_text_member(&json, texts[i].name, texts[i].text);
	buf_addc(&json, '}');
	report_add(report, row, buf_str(&json));
	buf_free(&json);
	buf_free(&by);
}

static bool
changes_attributes(const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++)
		if (!plan_row_is_price(&p->rows.v[i]))
			return true;
	return false;
}

/* Prints the column of attributes only if some are changed. */
int
plan_print(struct plan_job *j, const struct plan *p, const char *const *which, int status)
{
	const char *shown[SHOWN_COLUMNS_MAX] = { NULL };
	bool all = changes_attributes(p);
	for (size_t i = 0, n = 0; which[i]; i++)
		if (all || !str_eqz(str_of(which[i]), "attribute"))
			shown[n++] = which[i];
	report_choose_columns(
	    &j->report, shown, all ? DEFAULT_COLUMN_COUNT : DEFAULT_COLUMN_COUNT - 1);
	for (size_t i = 0; i < p->rows.n; i++)
		if (p->rows.v[i].skip_reason != PLAN_SKIPPED_BY_SELECT)
			report_plan_row(&j->report, &p->rows.v[i]);
	return report_end(&j->report, status);
}

/* Prints "6 changes, 1 refused, 2 to review; GBP charges: +5 %, …" on stderr, in addition to the
 * rows. */
void
plan_print_summary(const struct plan *p, const char *path)
{
	struct plan_counts n = plan_count(p);
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addz(&line, ": ");
	format_plural(&line, n.changes, "change", "changes");
	if (n.refused) {
		buf_addz(&line, ", ");
		format_count(&line, n.refused);
		buf_addz(&line, " refused");
	}
	if (n.review_count) {
		buf_addz(&line, ", ");
		format_count(&line, n.review_count);
		buf_addz(&line, " to review");
	}
	buf_addz(&line, "; ");
	text_clean(&line, p->rules_sentence, false);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

bool
plan_is_for_service(const struct plan_job *j, struct err *err)
{
	struct buf service = { 0 }, clean = { 0 };
	app_context_append_service_name(&service, &j->app);
	text_clean(&clean, j->plan.service, false);
	bool same = str_eq(buf_str(&service), j->plan.service) ||
	    err_set(
		err, ERR_CONFIG, "the plan is for %s, not for %s", buf_z(&clean), buf_z(&service));
	buf_free(&service);
	buf_free(&clean);
	return same;
}

/* Appends the count of each state, in the order of the plan: "47 as planned, 3 changed since". */
static void
write_state_counts(struct buf *out, const struct plan *p)
{
	struct str seen[16];
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n && n < sizeof(seen) / sizeof(*seen); i++) {
		struct str state = p->rows.v[i].state;
		size_t k = 0, rows = 0;
		if (p->rows.v[i].skip_reason == PLAN_SKIPPED_BY_SELECT)
			continue;
		while (k < n && !str_eq(seen[k], state))
			k++;
		if (k < n)
			continue;
		seen[n++] = state;
		for (size_t r = i; r < p->rows.n; r++)
			rows += p->rows.v[r].skip_reason != PLAN_SKIPPED_BY_SELECT &&
			    str_eq(p->rows.v[r].state, state);
		buf_addz(out, n > 1 ? ", " : "");
		format_count(out, rows);
		buf_addf(out, " %.*s", STR_ARG(state));
	}
}

void
plan_print_states(const struct plan *p, const char *path)
{
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addz(&line, ": ");
	write_state_counts(&line, p);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* Rounding may cancel the change of a percentage. */
void
plan_print_unchanged(const struct plan *p)
{
	struct buf line = { 0 };
	format_plural(&line, p->unchanged_count, "matching price is unchanged",
	    "matching prices are unchanged");
	if (p->unchanged_count)
		fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* ---- --select of an existing plan ---- */

/* Parses terms that are matched against the rows of the plan, since the offers themselves are
 * not read. */
static bool
parse_selection(struct view *view, const char *line, struct err *err)
{
	struct buf whole = { 0 };
	struct str first = STR_NONE;
	bool ok = saved_view_expand(&whole, str_of(line), err);
	struct str terms = str_trim(buf_str(&whole));
	if (terms.n)
		str_next(&terms, ' ', &first);
	ok = ok &&
	    (str_eqz(first, "offers") ||
		err_set(err, ERR_USAGE, "--select takes offers: a plan changes only offers")) &&
	    view_parse_terms(view, &plan_resource, terms, err);
	buf_free(&whole);
	return ok;
}

static size_t
skip_unselected(struct plan *p, const struct row_filter *f)
{
	size_t skipped = 0;
	for (size_t i = 0; i < p->rows.n; i++) {
		struct plan_row *row = &p->rows.v[i];
		if (row_filter_match(f, row, STR_NONE))
			continue;
		row->skip_reason = PLAN_SKIPPED_BY_SELECT;
		row->pending = false;
		skipped++;
	}
	return skipped;
}

bool
plan_select_rows(struct plan_job *j, struct err *err)
{
	const char *line = j->args->option_values[OPTION_SELECT];
	struct view view = { 0 };
	struct row_filter filter = { 0 };
	struct buf words = { 0 };
	if (!line)
		return true;
	bool ok = parse_selection(&view, line, err) &&
	    row_filter_init(&filter, &view, app_context_ages(&j->app), err);
	size_t skipped = ok ? skip_unselected(&j->plan, &filter) : 0;
	if (ok && skipped == j->plan.rows.n)
		ok = err_set(
		    err, ERR_NOT_FOUND, "--select %s: no change of the plan matches", line);
	format_plural(&words, skipped, "change is", "changes are");
	if (ok && skipped)
		fprintf(stderr, "%s outside --select\n", buf_z(&words));
	row_filter_free(&filter);
	view_free(&view);
	buf_free(&words);
	return ok;
}
