#include "plan/command_send.h"

#include "base/utf8.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "model/format.h"
#include "model/when.h"
#include "plan/command_job.h"
#include "plan/row.h"
#include "plan/schedule.h"
#include "wire/json_text.h"

#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* ---- preconditions ---- */

static bool
read_batch_option(struct plan_send_job *s, struct err *err)
{
	const char *text = s->job->args->option_values[OPTION_BATCH];
	int64_t n = PLAN_DIFFS_MAX;
	if (text && (!str_to_int64(str_of(text), &n) || n < 1 || n > PLAN_DIFFS_MAX))
		return err_set(err, ERR_USAGE, "--batch %s: takes 1 to %d", text, PLAN_DIFFS_MAX);
	s->max_batch_diffs = (size_t)n;
	return true;
}

struct str
plan_account(struct str who)
{
	return str_sub(who, 0, str_find_char(who, '@'));
}

/* The approver must not be the author. */
static bool
find_approval(struct plan_send_job *s, struct err *err)
{
	const struct plan *p = &s->job->plan;
	for (size_t i = 0; i < p->approvals.n; i++)
		if (!str_eq(plan_account(p->approvals.v[i].approver), plan_account(p->author)))
			s->approver = p->approvals.v[i].approver;
	return s->dry_run || s->approver.n || !s->job->app.environment->plan_approval ||
	    err_set(err, ERR_DENIED,
		"this environment requires a second person's approval: backroom plan approve %s",
		s->path);
}

static bool
check_started_state(struct plan_send_job *s, struct err *err)
{
	if (s->dry_run)
		return true;
	if (s->log.exists && !s->resume)
		return err_set(err, ERR_USAGE,
		    "%s was started already: backroom plan resume sends the rest", s->path);
	return s->log.exists || !s->resume ||
	    err_set(err, ERR_USAGE, "%s has not been applied here: start with backroom plan apply",
		s->path);
}

static bool
has_ended(const struct plan_send_job *s)
{
	int64_t end = plan_time(s->job->plan.ends_at);
	return end != WHEN_NONE && end <= clock_now(&s->job->app.clock);
}

static size_t
count_unsettled_rows(const struct plan *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++)
		n += plan_row_is_unsettled(&p->rows.v[i]);
	return n;
}

/* After its end a plan is not sent any more. If an interrupted run left results that are not known,
 * resume records them. */
static bool
check_end(struct plan_send_job *s, struct err *err)
{
	const struct plan *p = &s->job->plan;
	if (s->dry_run || !has_ended(s))
		return true;
	s->unsettled_count = s->resume ? count_unsettled_rows(p) : 0;
	return s->unsettled_count ||
	    err_set(err, ERR_USAGE,
		"%s ended at %.*s: a change sent now would not be undone. plan rollback undoes the "
		"changes that were sent",
		s->path, STR_ARG(p->ends_at));
}

/* A plan with a start is sent by `plan run`, or earlier if the user asks for it. */
static bool
check_start(const struct plan_send_job *s, struct err *err)
{
	const struct plan *p = &s->job->plan;
	int64_t start = plan_time(p->starts_at), now = clock_now(&s->job->app.clock);
	if (s->dry_run || start == WHEN_NONE || start <= now ||
	    s->job->args->option_values[OPTION_EARLY])
		return true;
	return err_set(err, ERR_USAGE,
	    "%s starts at %.*s: plan run sends it then; --early sends it now", s->path,
	    STR_ARG(p->starts_at));
}

static bool
open_log(struct plan_send_job *s, struct err *err)
{
	const char *locked = s->job->locked_path;
	bool must_lock = !s->dry_run && !(locked && strcmp(locked, s->path) == 0);
	return (must_lock ? plan_log_open_to_send : plan_log_open)(
	    &s->log, &s->job->plan, s->path, err);
}

bool
plan_send_open(struct plan_send_job *s, struct err *err)
{
	struct plan_job *j = s->job;
	if (!read_batch_option(s, err) || !plan_load(&j->plan, s->path, err) ||
	    !app_context_init(&j->app, &j->args->app_options, err) || !plan_is_for_service(j, err))
		return false;
	if (j->app.read_only && !s->dry_run)
		return err_set(err, ERR_DENIED, "%s: nothing was sent",
		    j->app.masked ? "people are masked" : "read-only");
	if (!s->dry_run &&
	    !app_context_check_reason(&j->app, str_of(j->args->option_values[OPTION_REASON]), err))
		return false;
	app_context_append_service_name(&s->service, &j->app);
	return check_start(s, err) && find_approval(s, err) && open_log(s, err) &&
	    check_end(s, err) && check_started_state(s, err) &&
	    (s->dry_run || s->unsettled_count || confirm_check_quiet(j->args, err)) &&
	    journal_open(&s->journal, !j->app.options.demo_pack, err) &&
	    connection_open(&j->connection, &j->app, err);
}

/* ---- progress ---- */

/* Stops intercepting Ctrl-C. The first one stops after the current batch; the next one ends the
 * program: then the batch's result is not known until resume reads it. */
static void
unwatch_interrupts(struct plan_send_job *s)
{
	struct io_watch *io = &s->job->connection.io;
	struct signalfd_siginfo ignored;
	if (s->interrupt_fd < 0)
		return;
	while (read(s->interrupt_fd, &ignored, sizeof(ignored)) > 0)
		continue;
	io->watch_fd(io->ctx, s->interrupt_fd, 0, NULL, NULL);
	close(s->interrupt_fd);
	s->interrupt_fd = -1;
	sigprocmask(SIG_UNBLOCK, &s->end_signals, NULL);
}

static void
on_interrupt(void *arg, int fd, unsigned ready)
{
	struct plan_send_job *s = arg;
	(void)fd;
	(void)ready;
	progress_line_stop(&s->progress_line);
	fprintf(stderr, "Stopping after this batch. Ctrl-C again stops at once\n");
	unwatch_interrupts(s);
	plan_apply_stop(s->apply);
	progress_line_start(&s->progress_line);
}

static void
watch_interrupts(struct plan_send_job *s)
{
	struct io_watch *io = &s->job->connection.io;
	sigemptyset(&s->end_signals);
	sigaddset(&s->end_signals, SIGINT);
	sigaddset(&s->end_signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &s->end_signals, NULL);
	s->interrupt_fd = signalfd(-1, &s->end_signals, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->interrupt_fd >= 0)
		io->watch_fd(io->ctx, s->interrupt_fd, IO_READ, on_interrupt, s);
}

/* Prints "batch 2 of 7 (J-0006): 667 of 1,000 done, 1.2 s". */
static void
print_batch(const struct plan_send_job *s)
{
	const struct plan_batch_result *r = plan_apply_result(s->apply);
	struct buf line = { 0 };
	buf_addf(&line, "batch %zu of %zu (J-%04u): ", r->batch_number,
	    plan_apply_batch_count(s->apply) > r->batch_number ? plan_apply_batch_count(s->apply)
							       : r->batch_number,
	    r->journal_number);
	format_count(&line, r->confirmed_count);
	buf_addz(&line, " of ");
	format_plural(&line, r->row_count, "change", "changes");
	buf_addf(&line, " done, %d.%d s", (int)(r->duration_ms / 1000),
	    (int)(r->duration_ms / 100 % 10));
	fprintf(stderr, "%s\n", buf_z(&line));
	if (r->err.kind)
		fail_with_exit_code(&r->err, 0);
	if (r->write_status == CLIENT_WRITE_UNKNOWN)
		fprintf(stderr, "No response. %s\n",
		    r->confirmed_count == r->row_count
			? "Read back: all changes are done"
			: "Changes that are not done yet may still be applied");
	buf_free(&line);
}

static void
on_plan_event(void *ctx, enum plan_event event)
{
	struct plan_send_job *s = ctx;
	if (event == PLAN_SENDING)
		return;
	progress_line_stop(&s->progress_line);
	if (event != PLAN_BATCH_RESULT) {
		connection_stop(&s->job->connection);
		return;
	}
	print_batch(s);
	s->progress_line.received_count = plan_apply_sent_count(s->apply);
	progress_line_start(&s->progress_line);
}

static void
run_plan_apply(struct plan_send_job *s, void (*start)(struct plan_apply *a))
{
	progress_line_init(&s->progress_line, &s->job->connection, ENDPOINT_BULK);
	s->progress_line.singular = "change";
	s->progress_line.plural = "changes";
	s->progress_line.total_count = plan_apply_row_count(s->apply);
	start(s->apply);
	s->progress_line.total_count = plan_apply_row_count(s->apply);
	progress_line_start(&s->progress_line);
	connection_run(&s->job->connection);
	progress_line_stop(&s->progress_line);
}

bool
plan_send_read(struct plan_send_job *s, struct err *err)
{
	const struct plan_apply_options rules = { .client = s->job->connection.client,
		.clock = &s->job->app.clock,
		.io = s->job->connection.io,
		.journal = &s->journal,
		.environment = str_of(s->job->app.environment_name),
		.service = buf_str(&s->service),
		.approver = s->approver,
		.reason = str_of(s->job->args->option_values[OPTION_REASON]),
		.max_batch_diffs = s->max_batch_diffs,
		.keep_going = s->job->args->option_values[OPTION_KEEP_GOING] != NULL };
	s->apply = plan_apply_new(&s->job->plan, &s->log, &rules, on_plan_event, s);
	run_plan_apply(s, plan_apply_read);
	if (!plan_apply_err(s->apply)->kind)
		return true;
	*err = *plan_apply_err(s->apply);
	s->job->attempt_count = plan_apply_tries(s->apply);
	return false;
}

void
plan_send_close(struct plan_send_job *s)
{
	plan_apply_free(s->apply);
	plan_log_close(&s->log);
	journal_close(&s->journal);
	buf_free(&s->service);
}

/* ---- messages ---- */

static size_t
count_pending_rows(const struct plan *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++)
		n += p->rows.v[i].pending;
	return n;
}

/* Explains missing guarantees: the contract neither binds a write to a revision nor has a key
 * that prevents repeated execution. */
static void
print_unsupported_guarantees(const struct plan_send_job *s)
{
	fprintf(stderr, "%s\n",
	    plan_apply_commit(s->apply).n
		? "Each request has If-Match and Idempotency-Key. They are not in the contract: a "
		  "service that ignores\nthem overwrites changes that others make at the same "
		  "time. Offers are read back after each batch"
		: "This service has no catalog revision: changes that others make to these offers "
		  "between reading and\nsending are overwritten without notice. Offers are read "
		  "back after each batch");
}

static bool
confirm_send(const struct plan_send_job *s, struct err *err)
{
	const struct app_context *l = &s->job->app;
	struct buf question = { 0 }, expected = { 0 };
	bool production = str_eqz(str_of(l->environment_role), "prod");
	size_t due = count_pending_rows(&s->job->plan);
	buf_addz(&question, "Send ");
	format_plural(&question, due, "change", "changes");
	buf_addf(&question, " to %s? Type %s%s", l->badge,
	    production ? "the environment's name and " : "", "the number of changes");
	if (production)
		buf_addf(&expected, "%s ", l->environment_name);
	buf_addf(&expected, "%zu", due);
	bool ok = confirm(s->job->args, buf_z(&question), buf_str(&expected), err);
	buf_free(&question);
	buf_free(&expected);
	return ok;
}

static void
print_largest_changes(const struct plan *p)
{
	const struct plan_row *largest[PLAN_LARGEST_CHANGES_MAX];
	size_t n = plan_rows_find_largest(p, largest);
	if (n)
		fprintf(stderr, "What customers pay, largest relative changes first:\n");
	for (size_t i = 0; i < n; i++) {
		struct buf line = { 0 };
		plan_row_append_sentence(&line, largest[i]);
		fprintf(stderr, "  %s\n", buf_z(&line));
		buf_free(&line);
	}
}

static void
print_next_step(const struct plan_send_job *s)
{
	const struct plan *p = &s->job->plan;
	size_t open = 0, marked = 0;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		if (row->refusal.n ||
		    (!str_eqz(row->state, plan_state_as_planned) &&
			!str_eqz(row->state, plan_state_refused)))
			continue;
		open++;
		marked += row->skip_reason == PLAN_SKIPPED_FOR_REVIEW;
	}
	if (open && !has_ended(s))
		fprintf(stderr, "backroom plan %s %s%s sends the rest\n",
		    s->log.exists ? "resume" : "apply", s->path,
		    marked == open ? " --include-review" : "");
	if (count_plan_rows_in_state(p, plan_state_done))
		fprintf(
		    stderr, "backroom plan rollback %s NEW.jsonl makes an undo plan\n", s->path);
}

/* ---- apply, resume ---- */

/* Lists the rows that would not be sent because they are no longer as planned; returns their
 * number. */
static size_t
print_dropped_rows(const struct plan *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		struct buf path = { 0 };
		if (row->skip_reason == PLAN_SKIPPED_BY_SELECT ||
		    (!str_eqz(row->state, plan_state_changed) &&
			!str_eqz(row->state, plan_state_gone)))
			continue;
		n++;
		text_clean(&path, row->path, false);
		fprintf(stderr, "%.*s: %s\n", STR_ARG(row->state), buf_z(&path));
		buf_free(&path);
	}
	return n;
}

/* Prints a batch as one line for a shell. Texts of the service are escaped, since the line may go
 * to a terminal. */
static void
print_batch_curl(const struct plan_send_job *s, struct str url, struct str body)
{
	struct buf line = { 0 }, safe = { 0 };
	json_text_add(&safe, body, JSON_ONE_LINE | JSON_TERMINAL_SAFE);
	client_append_curl_of(&line, client_sends_bare_token(s->job->connection.client), STR("PUT"),
	    url, buf_str(&safe));
	buf_addc(&line, '\n');
	fwrite(line.p, 1, line.n, stdout);
	buf_free(&line);
	buf_free(&safe);
}

/* `plan apply --curl`: the lines have neither If-Match nor a key, so a change of the catalog in the
 * meantime would not be noticed. */
static int
print_curl_lines(struct plan_send_job *s)
{
	struct buf url = { 0 };
	struct plan_batch b = { 0 };
	size_t at = 0;
	client_append_write_url(&url, s->job->connection.client, ENDPOINT_BULK, STR_NONE);
	while (plan_batch_next(&b, &s->job->plan, &at, s->max_batch_diffs, PLAN_DIRECTION_APPLY))
		print_batch_curl(s, buf_str(&url), buf_str(&b.body));
	bool partly = print_dropped_rows(&s->job->plan) > 0 || s->left_out_for_review_count > 0;
	plan_print_states(&s->job->plan, s->path);
	fprintf(stderr, "Nothing was sent or recorded\n");
	report_free(&s->job->report); /* no row was printed */
	plan_batch_free(&b);
	buf_free(&url);
	return partly ? EXIT_PARTLY : EXIT_OK;
}

static int
print_requests(struct plan_send_job *s, struct err *err)
{
	struct report report;
	struct buf url = { 0 };
	struct plan_batch b = { 0 };
	size_t at = 0;
	if (!request_open(&report, s->job->args, err)) {
		report_free(&report);
		return -1;
	}
	const char *headers = plan_apply_commit(s->apply).n
	    ? "Authorization, Idempotency-Key, If-Match"
	    : "Authorization, Idempotency-Key";
	client_append_write_url(&url, s->job->connection.client, ENDPOINT_BULK, STR_NONE);
	while (plan_batch_next(&b, &s->job->plan, &at, s->max_batch_diffs, PLAN_DIRECTION_APPLY))
		request_add(&report, STR("PUT"), buf_str(&url), headers, buf_str(&b.body));
	bool partly = print_dropped_rows(&s->job->plan) > 0 || s->left_out_for_review_count > 0;
	int status = report_end(&report,
	    partly                                      ? EXIT_PARTLY
		: count_pending_rows(&s->job->plan) > 0 ? EXIT_CHANGES
							: EXIT_OK);
	plan_print_states(&s->job->plan, s->path);
	fprintf(stderr, "Nothing was sent or recorded\n");
	report_free(&s->job->report); /* no row was printed */
	plan_batch_free(&b);
	buf_free(&url);
	return status;
}

static int
status_of(const struct plan_send_job *s)
{
	const struct plan *p = &s->job->plan;
	const struct err *err = plan_apply_err(s->apply);
	size_t done = count_plan_rows_in_state(p, plan_state_done) +
	    count_plan_rows_in_state(p, plan_state_done_already);
	if (plan_apply_end_reason(s->apply) == PLAN_END_ERR)
		return fail_with_exit_code(err, plan_apply_tries(s->apply));
	return done == plan_count(p).changes ? EXIT_OK : EXIT_PARTLY;
}

/* Changes marked for review are sent only with --include-review, with or without a terminal: the
 * same call does the same everywhere. */
static void
skip_rows_with_warnings(struct plan_send_job *s)
{
	struct plan *p = &s->job->plan;
	struct buf words = { 0 };
	if (s->job->args->option_values[OPTION_INCLUDE_REVIEW])
		return;
	for (size_t i = 0; i < p->rows.n; i++) {
		struct plan_row *row = &p->rows.v[i];
		if (!row->pending || !row->warning.n)
			continue;
		row->skip_reason = PLAN_SKIPPED_FOR_REVIEW;
		row->pending = false;
		s->left_out_for_review_count++;
	}
	format_plural(&words, s->left_out_for_review_count, "change is", "changes are");
	if (s->left_out_for_review_count)
		fprintf(stderr,
		    "%s marked for review and left out; --include-review also sends %s\n",
		    buf_z(&words), s->left_out_for_review_count == 1 ? "it" : "them");
	buf_free(&words);
}

static int
send_pending_rows(struct plan_send_job *s, struct err *err)
{
	size_t due = count_pending_rows(&s->job->plan);
	plan_print_states(&s->job->plan, s->path);
	if (due)
		print_unsupported_guarantees(s);
	if (due && !confirm_send(s, err))
		return -1;
	watch_interrupts(s);
	run_plan_apply(s, plan_apply_send);
	unwatch_interrupts(s);
	int status = status_of(s);
	int printed = plan_print(s->job, &s->job->plan, plan_columns_checked, status);
	plan_print_states(&s->job->plan, s->path);
	print_largest_changes(&s->job->plan);
	print_next_step(s);
	return printed;
}

/* After the plan's end: records the results that an interrupted run left open. */
static int
settle_rows(struct plan_send_job *s, struct err *err)
{
	const struct plan *p = &s->job->plan;
	struct buf words = { 0 };
	if (!plan_apply_settle(s->apply, err))
		return -1;
	format_plural(&words, s->unsettled_count, "result was", "results were");
	fprintf(stderr, "%s ended at %.*s: nothing was sent. %s not known and %s recorded now\n",
	    s->path, STR_ARG(p->ends_at), buf_z(&words), s->unsettled_count == 1 ? "is" : "are");
	buf_free(&words);
	int printed = plan_print(s->job, p, plan_columns_checked, EXIT_OK);
	plan_print_states(p, s->path);
	if (count_plan_rows_in_state(p, plan_state_done))
		fprintf(stderr, "plan run or plan rollback undoes the changes that are done\n");
	return printed;
}

static int
send_plan(struct plan_job *j, const char *path, bool resume, struct err *err)
{
	struct plan_send_job s = { .job = j, .path = path, .resume = resume };
	int status = -1;
	bool as_curl = j->args->option_values[OPTION_CURL] != NULL;
	s.dry_run = as_curl || j->args->option_values[OPTION_DRY_RUN] != NULL;
	bool ok = plan_send_open(&s, err) && plan_send_read(&s, err) && plan_select_rows(j, err);
	if (ok && !s.unsettled_count)
		skip_rows_with_warnings(&s);
	if (ok)
		status = as_curl         ? print_curl_lines(&s)
		    : s.dry_run          ? print_requests(&s, err)
		    : s.unsettled_count  ? settle_rows(&s, err)
					 : send_pending_rows(&s, err);
	plan_send_close(&s);
	return status;
}

int
plan_send_apply(struct plan_job *j, const char *path, struct err *err)
{
	return send_plan(j, path, false, err);
}

int
plan_send_resume(struct plan_job *j, const char *path, struct err *err)
{
	return send_plan(j, path, true, err);
}
