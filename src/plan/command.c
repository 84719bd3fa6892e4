#include "cli/commands.h"

#include "app/account.h"
#include "app/file.h"
#include "app/saved_views.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/walk.h"
#include "model/format.h"
#include "model/when.h"
#include "plan/command_job.h"
#include "plan/command_schedule.h"
#include "plan/command_send.h"
#include "plan/make.h"
#include "plan/recheck.h"
#include "plan/review.h"
#include "plan/rollback.h"
#include "plan/row.h"
#include "plan/sheet.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * `plan FILE --from SHEET.csv`: reads the sheet, reports its errors, and fills a plan
 * with its changes.
 */

enum { SHEET_SIZE_MAX = 64 << 20 };

/* Prints "prices.csv:12: price: "1e3" is a power of ten". */
static void
print_sheet_error(const char *path, const struct sheet_error *fault)
{
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addc(&line, ':');
	sheet_error_write(&line, fault);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

static bool
print_sheet_errors(const struct plan_sheet *s, const char *path, struct err *err)
{
	struct buf words = { 0 };
	for (size_t i = 0; i < s->errors.n; i++)
		print_sheet_error(path, &s->errors.v[i]);
	format_plural(&words, s->errors.n, "mistake", "mistakes");
	if (s->errors.n)
		err_set(err, ERR_INVALID, "%s: %s: no plan was written", path, buf_z(&words));
	buf_free(&words);
	return s->errors.n == 0;
}

/* Prints which columns are used: users who edited another column need to know that it is
 * ignored. */
static void
print_columns_read(const struct plan_sheet *s, const char *path)
{
	struct buf line = { 0 };
	text_clean(&line, str_of(path), false);
	buf_addz(&line, ": ");
	format_plural(&line, s->line_count, "line", "lines");
	buf_addf(&line, "; columns used: %s", buf_z((struct buf *)(uintptr_t)&s->used_columns));
	if (s->left_out_line_count) {
		buf_addz(&line, "; ");
		format_plural(&line, s->left_out_line_count, "line is", "lines are");
		buf_addz(&line, " of offers outside --select");
	}
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* Fills the job's plan and records its source. `view` NULL: all offers are allowed; otherwise
 * takes ownership of it. Returns false and sets err if the sheet cannot be read or has errors,
 * which are printed one by one. The catalog must have been read. */
static bool
plan_from_sheet(struct plan_job *j, const char *path, struct view *view, struct err *err)
{
	struct plan_sheet s = { 0 };
	struct buf text = { 0 };
	bool ok = file_read(&text, path, SHEET_SIZE_MAX, err) &&
	    plan_sheet_read(&s, &j->plan, j->catalog, view, buf_str(&text), err) &&
	    print_sheet_errors(&s, path, err);
	if (ok) {
		print_columns_read(&s, path);
		plan_set_sheet_origin(&j->plan, path, buf_str(&text));
	}
	plan_sheet_free(&s);
	buf_free(&text);
	return ok;
}

/* `plan rollback` and `plan approve`, which write plan files and send nothing. */

/* ---- rollback ---- */

static void
write_rollback_head(struct plan *back, const struct plan_job *j, struct str commit)
{
	const struct plan *p = &j->plan;
	const char *reason = j->args->option_values[OPTION_REASON];
	plan_sign(back, clock_now(&j->app.clock));
	back->reason = reason ? str_of(reason) : p->reason;
	back->environment = p->environment;
	back->service = p->service;
	back->commit = commit;
	back->undone_seal = p->seal;
	back->rules_sentence = arena_printf(
	    &back->text_arena, "undo of: %.*s", STR_ARG(p->rules_sentence));
}

static int
write_rollback(struct plan_job *j, const struct plan *back, const char *to, struct err *err)
{
	struct plan_counts n = plan_count(back);
	struct buf text = { 0 };
	bool dry = j->args->option_values[OPTION_DRY_RUN] != NULL;
	plan_write(&text, back);
	bool ok = !n.changes || dry || file_replace(to, buf_str(&text), err);
	buf_free(&text);
	if (!ok)
		return -1;
	int status = plan_print(j, back, plan_columns,
	    !n.changes      ? EXIT_NOT_FOUND
		: n.refused ? EXIT_PARTLY
		: dry       ? EXIT_CHANGES
			    : EXIT_OK);
	if (n.changes)
		plan_print_summary(back, to);
	if (n.changes && dry)
		fprintf(stderr, "Nothing was written\n");
	if (!n.changes)
		fprintf(stderr, "Nothing to undo: no plan was written\n");
	return status;
}

/* Writes to `to` the plan that reverts the applied changes of the plan at `path`. Returns the
 * exit status, or -1 with err set before anything was printed. */
static int
plan_rollback_run(struct plan_job *j, const char *path, const char *to, struct err *err)
{
	struct plan_send_job s = { .job = j, .path = path, .dry_run = true };
	struct plan back = { 0 };
	int status = -1;
	bool ok = access(to, F_OK) != 0 || err_set(err, ERR_USAGE, "%s exists", to);
	ok = ok && plan_send_open(&s, err);
	if (ok && !s.log.exists)
		ok = err_set(err, ERR_USAGE, "%s has not been applied here", path);
	if (ok && plan_send_read(&s, err) && plan_select_rows(j, err)) {
		write_rollback_head(&back, j, plan_apply_commit(s.apply));
		plan_fill_rollback(&back, &j->plan);
		status = write_rollback(j, &back, to, err);
	}
	plan_send_close(&s);
	plan_free(&back);
	return status;
}

/* ---- approve ---- */

static bool
add_approval(const char *path, struct str at, struct str by, struct err *err)
{
	struct buf text = { 0 };
	bool ok = file_read(&text, path, PLAN_FILE_SIZE_MAX, err);
	if (ok) {
		plan_approve(&text, at, by);
		ok = file_replace(path, buf_str(&text), err);
	}
	buf_free(&text);
	return ok;
}

/* Runs after the output, so it prints its own errors. */
static int
confirm_and_add_approval(struct plan_job *j, const char *path, const struct plan *signature)
{
	struct buf expected = { 0 };
	struct err err;
	buf_addf(&expected, "%zu", plan_count(&j->plan).changes);
	bool ok = confirm(j->args, "Approve it? Type the number of its changes", buf_str(&expected),
		      &err) &&
	    add_approval(path, signature->created_at, signature->author, &err);
	buf_free(&expected);
	if (!ok)
		return fail_with_exit_code(&err, 0);
	fprintf(stderr, "Approved by %.*s\n", STR_ARG(signature->author));
	return EXIT_OK;
}

/* Adds this account's approval to the file, after a confirmation. */
static int
plan_approve_run(struct plan_job *j, const char *path, struct err *err)
{
	struct plan signature = { 0 };
	int status = -1;
	plan_sign(&signature, clock_now(&(struct clock){ 0 }));
	bool ok = plan_load(&j->plan, path, err);
	if (ok && str_eq(plan_account(j->plan.author), plan_account(signature.author)))
		ok = err_set(err, ERR_DENIED, "you made this plan; someone else must approve it");
	if (ok) {
		status = plan_print(j, &j->plan, plan_columns, EXIT_OK);
		plan_print_summary(&j->plan, path);
		int asked = confirm_and_add_approval(j, path, &signature);
		status = asked ? asked : status;
	}
	plan_free(&signature);
	return status;
}

static bool
has_published_term(const struct view *select)
{
	for (size_t i = 0; i < select->terms.n; i++)
		if (str_eqz(select->terms.v[i].key, "published"))
			return true;
	return false;
}

/* Reads the catalog, and the parts that terms of --select need. */
static bool
read_catalog(struct plan_job *j, const struct view *select, struct err *err)
{
	const unsigned offers = CATALOG_LIST(CATALOG_OFFERS) | CATALOG_LIST(CATALOG_CAMPAIGNS) |
	    CATALOG_LIST(CATALOG_PRODUCTS) | (has_published_term(select) ? CATALOG_PUBLISHED : 0);
	const struct catalog_scope scope = { .wanted_parts = offers, .required_parts = offers };
	if (!app_context_init(&j->app, &j->args->app_options, err) ||
	    !connection_open(&j->connection, &j->app, err))
		return false;
	j->catalog = catalog_read_all(&j->connection, scope, &j->attempt_count, err);
	return j->catalog;
}

/* ---- plan FILE --select VIEW RULE… ---- */

static bool
read_rules(const struct args *args, struct change_rules *rules, struct buf *typed, struct err *err)
{
	for (size_t i = 1; i < args->positional_args.n; i++) {
		const char *word = args->positional_args.v[i];
		if (!change_rules_add(rules, str_of(word), err))
			return false;
		buf_addf(typed, "%s%s", typed->n ? " " : "", word);
	}
	return change_rules_check(rules, err);
}

static bool
read_select(const struct args *args, struct view *view, struct err *err)
{
	const char *line = args->option_values[OPTION_SELECT];
	*view = (struct view){ 0 };
	if (!line)
		return err_set(err, ERR_USAGE,
		    "plan FILE needs --select VIEW, such as --select \"offers Winback\"");
	struct buf whole = { 0 };
	bool ok = saved_view_expand(&whole, str_of(line), err) &&
	    view_parse(view, buf_str(&whole), err);
	buf_free(&whole);
	return ok &&
	    (view->resource == view_find_resource("offers") ||
		err_set(err, ERR_USAGE, "--select takes offers: a plan changes only offers"));
}

/* The source of a new plan: rules, or a sheet. */
struct plan_request {
	struct change_rules rules;
	struct buf rules_text; /* the rules as typed */
	const char *sheet;     /* path of the sheet, or NULL */
	struct view view;
	bool has_selection;
};

static bool
read_plan_request(struct plan_request *a, const struct args *args, struct err *err)
{
	*a = (struct plan_request){ .sheet = args->option_values[OPTION_FROM],
		.has_selection = args->option_values[OPTION_SELECT] };
	if (a->sheet && args->positional_args.n > 1)
		return err_set(
		    err, ERR_USAGE, "--from takes no rules: the sheet has the new values");
	if (!a->sheet && !read_rules(args, &a->rules, &a->rules_text, err))
		return false;
	return (a->sheet && !a->has_selection) || read_select(args, &a->view, err);
}

static void
write_head(struct plan_job *j)
{
	struct plan *p = &j->plan;
	struct arena *a = &p->text_arena;
	struct buf text = { 0 };
	const char *reason = j->args->option_values[OPTION_REASON];
	plan_sign(p, clock_now(&j->app.clock));
	p->reason = reason ? arena_str(a, str_of(reason)) : STR_NONE;
	p->environment = arena_str(a, str_of(j->app.environment_name));
	app_context_append_service_name(&text, &j->app);
	p->service = arena_move_buf(a, &text);
	p->commit = arena_str(a, catalog_commit(j->catalog));
	p->selection = arena_str(a, str_of(j->args->option_values[OPTION_SELECT]));
	buf_free(&text);
}

static bool
read_plan_time(struct plan_job *j, enum option o, struct str *out, struct err *err)
{
	const char *text = j->args->option_values[o];
	struct buf at = { 0 };
	int64_t t;
	if (!text)
		return true;
	if (!when_parse(str_of(text), &t))
		return err_set(err, ERR_USAGE, "%s takes a time in UTC such as 2026-12-01T08:00Z",
		    option_infos[o].name);
	when_write(&at, t);
	*out = arena_move_buf(&j->plan.text_arena, &at);
	buf_free(&at);
	return true;
}

/* Start and end of a plan for `plan run`. Texts of when_write() are ordered like their times. */
static bool
read_dates(struct plan_job *j, struct err *err)
{
	struct plan *p = &j->plan;
	return read_plan_time(j, OPTION_START, &p->starts_at, err) &&
	    read_plan_time(j, OPTION_END, &p->ends_at, err) &&
	    (!p->ends_at.n || (p->starts_at.n && str_cmp(p->starts_at, p->ends_at) < 0) ||
		err_set(err, ERR_USAGE, "--end needs an earlier --start"));
}

static bool
write_plan_file(const struct plan *p, const char *path, struct err *err)
{
	struct buf text = { 0 };
	plan_write(&text, p);
	bool ok = file_replace(path, buf_str(&text), err);
	buf_free(&text);
	return ok;
}

static bool
fill_plan(struct plan_job *j, struct plan_request *a, struct err *err)
{
	struct buf says = { 0 };
	if (a->sheet)
		return plan_from_sheet(j, a->sheet, a->has_selection ? &a->view : NULL, err);
	change_rules_write(&says, &a->rules);
	j->plan.rules = arena_move_buf(&j->plan.text_arena, &a->rules_text);
	j->plan.rules_sentence = arena_move_buf(&j->plan.text_arena, &says);
	buf_free(&says);
	return plan_fill(&j->plan, j->catalog, &a->view, &a->rules, err);
}

static bool
review_plan(struct plan_job *j, const struct plan_request *a, struct err *err)
{
	struct plan_usage usage = { 0 };
	bool baskets = j->args->option_values[OPTION_BASKETS];
	const struct plan_review_context with = { .usage = baskets ? &usage : NULL,
		.offers = catalog_items(j->catalog, CATALOG_OFFERS),
		.direction = a->sheet ? PRICE_EITHER_WAY : change_rules_direction(&a->rules),
		.threshold_percent = j->app.environment->plan_threshold,
		.environment = j->app.environment_name };
	bool ok = !baskets || plan_baskets_read(j, &usage, err);
	if (ok)
		plan_review(&j->plan, &with);
	if (ok && baskets)
		plan_baskets_print_summary(j, &usage);
	plan_usage_free(&usage);
	return ok;
}

/* Announces the run of a plan with dates while it can still be reviewed. */
static void
print_dates(const struct plan *p)
{
	if (!p->starts_at.n)
		return;
	fprintf(stderr, "plan run sends it at %.*s", STR_ARG(p->starts_at));
	if (p->ends_at.n)
		fprintf(stderr, " and undoes it at %.*s", STR_ARG(p->ends_at));
	fprintf(stderr, "%s\n",
	    plan_count(p).review_count ? "; without --include-review it leaves out the changes to review"
				       : "");
}

static int
make_plan(struct plan_job *j, const char *path, struct err *err)
{
	struct plan_request asked;
	int status = -1;
	bool ok = read_plan_request(&asked, j->args, err) && read_dates(j, err);
	if (ok && access(path, F_OK) == 0)
		ok = err_set(err, ERR_USAGE, "%s exists", path);
	ok = ok && read_catalog(j, &asked.view, err);
	if (ok) {
		write_head(j);
		ok = fill_plan(j, &asked, err);
	}
	ok = ok && review_plan(j, &asked, err);
	if (ok && !plan_count(&j->plan).changes) {
		plan_print(j, &j->plan, plan_columns, EXIT_OK);
		size_t refused = plan_count(&j->plan).refused;
		fprintf(stderr,
		    refused ? "All changes were refused: no plan was written\n"
			    : "Nothing to change: no plan was written\n");
		plan_print_unchanged(&j->plan);
		status = refused ? EXIT_PARTLY : EXIT_NOT_FOUND;
	} else if (ok && (ok = write_plan_file(&j->plan, path, err))) {
		status = plan_print(j, &j->plan, plan_columns,
		    plan_count(&j->plan).refused ? EXIT_PARTLY : EXIT_OK);
		plan_print_summary(&j->plan, path);
		plan_print_unchanged(&j->plan);
		print_dates(&j->plan);
	}
	view_free(&asked.view);
	buf_free(&asked.rules_text);
	return ok ? status : -1;
}

/* ---- plan sheet, plan show, plan check ---- */

/* Prints a line for each charge, in the form for --from; a list of offers has only one line per
 * offer. */
static int
print_sheet(struct plan_job *j, struct err *err)
{
	struct view view = { 0 };
	int status = -1;
	if (read_select(j->args, &view, err) && read_catalog(j, &view, err) &&
	    plan_fill_as_is(&j->plan, j->catalog, &view, err))
		status = plan_print(j, &j->plan, plan_columns, EXIT_OK);
	view_free(&view);
	return status;
}

static int
show_plan(struct plan_job *j, const char *path, struct err *err)
{
	if (!plan_load(&j->plan, path, err) || !plan_select_rows(j, err))
		return -1;
	int status = plan_print(j, &j->plan, plan_columns, EXIT_OK);
	plan_print_summary(&j->plan, path);
	return status;
}

static int
check_plan(struct plan_job *j, const char *path, struct err *err)
{
	struct plan_send_job s = { .job = j, .path = path, .dry_run = true };
	int status = -1;
	if (plan_send_open(&s, err) && plan_send_read(&s, err) && plan_select_rows(j, err)) {
		size_t as_planned = count_plan_rows_in_state(&j->plan, plan_state_as_planned);
		bool all = as_planned == plan_count(&j->plan).changes;
		status = plan_print(j, &j->plan, plan_columns_checked,
		    !all              ? EXIT_FAILED
			: as_planned ? EXIT_CHANGES
				     : EXIT_OK);
		plan_print_states(&j->plan, path);
	}
	plan_send_close(&s);
	return status;
}

static int
run_schedule(struct plan_job *j, struct err *err)
{
	return plan_schedule_run(j, plan_rollback_run, err);
}

/* ---- command ---- */

#define MAY(option) (UINT64_C(1) << OPTION_##option)

/* The options of plan that only some verbs accept. */
static const enum option verb_specific_options[] = { OPTION_SELECT, OPTION_REASON, OPTION_FROM,
	OPTION_DRY_RUN, OPTION_BASKETS, OPTION_BATCH, OPTION_KEEP_GOING, OPTION_INCLUDE_REVIEW,
	OPTION_YES, OPTION_CURL, OPTION_START, OPTION_END, OPTION_EARLY };

#define MAY_MAKE (MAY(SELECT) | MAY(REASON) | MAY(FROM) | MAY(BASKETS) | MAY(START) | MAY(END))
#define MAY_SEND                                                                   \
	(MAY(SELECT) | MAY(REASON) | MAY(DRY_RUN) | MAY(BATCH) | MAY(KEEP_GOING) | \
	    MAY(INCLUDE_REVIEW) | MAY(YES) | MAY(CURL) | MAY(EARLY))

/* The subcommands of a plan. */
static const struct {
	const char *subcommand;
	uint64_t options; /* bit mask of verb_specific_options */
	int (*run_alone)(struct plan_job *j, struct err *err);
	int (*run_all)(struct plan_job *j, struct err *err); /* takes any number of words */
	int (*run)(struct plan_job *j, const char *path, struct err *err);
	int (*run_to)(struct plan_job *j, const char *path, const char *to, struct err *err);
} subcommands[] = {
	{ .subcommand = "sheet", MAY(SELECT), .run_alone = print_sheet },
	{ .subcommand = "show", MAY(SELECT), .run = show_plan },
	{ .subcommand = "check", MAY(SELECT), .run = check_plan },
	{ .subcommand = "apply", MAY_SEND, .run = plan_send_apply },
	{ .subcommand = "resume", MAY_SEND, .run = plan_send_resume },
	{ .subcommand = "rollback",
	    MAY(SELECT) | MAY(REASON) | MAY(DRY_RUN),
	    .run_to = plan_rollback_run },
	{ .subcommand = "approve", MAY(YES), .run = plan_approve_run },
	{ .subcommand = "list", 0, .run_all = plan_schedule_list },
	{ .subcommand = "run",
	    MAY(REASON) | MAY(BATCH) | MAY(KEEP_GOING) | MAY(INCLUDE_REVIEW) | MAY(YES),
	    .run_all = run_schedule },
};

/* Reports an option that the verb would ignore, and lists those that it accepts. */
static bool
check_own_options(const struct args *args, const char *verb, uint64_t may, struct err *err)
{
	const size_t n = sizeof(verb_specific_options) / sizeof(*verb_specific_options);
	struct buf takes = { 0 };
	size_t wrong = 0;
	while (wrong < n &&
	    (!args->option_values[verb_specific_options[wrong]] ||
		may >> verb_specific_options[wrong] & 1))
		wrong++;
	for (size_t i = 0; i < n; i++)
		if (may >> verb_specific_options[i] & 1)
			buf_addf(&takes, "%s%s", takes.n ? ", " : "",
			    option_infos[verb_specific_options[i]].name);
	if (wrong < n)
		err_set(err, ERR_USAGE, "plan %s takes %s%s%s", verb,
		    takes.n ? buf_z(&takes) : "no", takes.n ? ", not " : " ",
		    option_infos[verb_specific_options[wrong]].name);
	buf_free(&takes);
	return wrong == n;
}

static int
run_verb(struct plan_job *j, struct err *err)
{
	const struct args *args = j->args;
	const char *const *words = (const char *const *)args->positional_args.v;
	size_t n = args->positional_args.n, v = 0;
	const size_t all = sizeof(subcommands) / sizeof(*subcommands);
	while (n && v < all && !str_eqz(str_of(words[0]), subcommands[v].subcommand))
		v++;
	bool makes = args->option_values[OPTION_SELECT] || args->option_values[OPTION_FROM];
	if (n > 1 && v == all && !makes && !strchr(words[1], '=')) {
		err_set(err, ERR_USAGE,
		    "plan has no command %s; a new plan needs --select VIEW or --from SHEET",
		    words[0]);
		return -1;
	}
	if (n &&
	    !check_own_options(args, v < all ? subcommands[v].subcommand : "FILE",
		v < all ? subcommands[v].options : MAY_MAKE, err))
		return -1;
	if (n && v == all)
		return make_plan(j, words[0], err);
	if (n && subcommands[v].run_all)
		return subcommands[v].run_all(j, err);
	if (n == 1 && subcommands[v].run_alone)
		return subcommands[v].run_alone(j, err);
	if (n == 2 && subcommands[v].run)
		return subcommands[v].run(j, words[1], err);
	if (n == 3 && subcommands[v].run_to)
		return subcommands[v].run_to(j, words[1], words[2], err);
	err_set(err, ERR_USAGE,
	    "plan takes FILE --select VIEW RULE…; sheet --select VIEW; FILE --from SHEET.csv; "
	    "show, "
	    "check, apply, resume or approve and a FILE; rollback FILE NEW; or list or run and "
	    "FILES");
	return -1;
}

int
plan_run(struct args *args)
{
	struct plan_job j = { .args = args };
	struct err err;
	args->app_options.view_line = NULL; /* the words are not a VIEW */
	int status = -1;
	if (report_open(&j.report, args, &plan_resource, plan_members, &err))
		status = run_verb(&j, &err);
	return plan_job_end(&j, status, &err);
}
