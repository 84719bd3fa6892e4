#include "plan/command_schedule.h"

#include "base/utf8.h"
#include "cli/exits.h"
#include "list/columns.h"
#include "model/when.h"
#include "plan/command_job.h"
#include "plan/command_send.h"
#include "plan/log.h"
#include "plan/row.h"
#include "plan/schedule.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A plan of the list, with its undo plan if that exists. */
struct schedule_entry {
	char *path, *undo_path;
	struct plan plan, undo;
	struct plan_log log, undo_log;
	bool has_undo;
	struct scheduled_plan scheduled;
};

struct plan_schedule {
	VEC(char *) paths, real_paths; /* the latter NULL for a missing file */
	VEC(struct schedule_entry *) entries;
};

/* ---- files ---- */

static int
is_plan_file(const struct dirent *e)
{
	return str_ends(str_of(e->d_name), STR(".jsonl"));
}

/* A file may be named itself and be in a named folder. */
static void
add_path(struct plan_schedule *s, const char *path)
{
	char *real = realpath(path, NULL);
	for (size_t i = 0; real && i < s->real_paths.n; i++)
		if (s->real_paths.v[i] && strcmp(real, s->real_paths.v[i]) == 0) {
			free(real);
			return;
		}
	vec_push(&s->real_paths, real);
	vec_push(&s->paths, str_dup(str_of(path)));
}

static bool
add_folder(struct plan_schedule *s, const char *folder, struct err *err)
{
	struct dirent **files = NULL;
	int n = scandir(folder, &files, is_plan_file, alphasort);
	for (int i = 0; i < n; i++) {
		struct buf path = { 0 };
		buf_addf(&path, "%s/%s", folder, files[i]->d_name);
		add_path(s, buf_z(&path));
		buf_free(&path);
		free(files[i]);
	}
	free(files);
	return n >= 0 || err_set(err, ERR_IO, "%s: %s", folder, strerror(errno));
}

/* The words after `list` or `run`: files, and folders with *.jsonl. */
static bool
collect_paths(struct plan_schedule *s, const struct args *args, struct err *err)
{
	struct stat st;
	bool ok = args->positional_args.n > 1 ||
	    err_set(err, ERR_USAGE, "plan %s needs files or folders of plans",
		args->positional_args.v[0]);
	for (size_t i = 1; ok && i < args->positional_args.n; i++) {
		const char *path = args->positional_args.v[i];
		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
			ok = add_folder(s, path, err);
		else
			add_path(s, path);
	}
	return ok;
}

static bool
has_results(const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++)
		if (p->rows.v[i].was_sent || p->rows.v[i].state.n)
			return true;
	return false;
}

static void
entry_free(struct schedule_entry *e)
{
	if (!e)
		return;
	plan_log_close(&e->log);
	plan_log_close(&e->undo_log);
	plan_free(&e->plan);
	plan_free(&e->undo);
	x_free(e->path);
	x_free(e->undo_path);
	x_free(e);
}

/* Returns NULL and sets err if the plan or its log cannot be read, or, to send it, if another run is
 * sending it. */
static struct schedule_entry *
entry_read(const char *path, bool to_send, struct err *err)
{
	struct schedule_entry *e = x_new(struct schedule_entry);
	struct buf undo_path = { 0 };
	buf_addf(&undo_path, "%s.undo", path);
	e->path = str_dup(str_of(path));
	e->undo_path = str_dup(buf_str(&undo_path));
	buf_free(&undo_path);
	bool ok = plan_load(&e->plan, e->path, err) &&
	    (to_send ? plan_log_open_to_send : plan_log_open)(&e->log, &e->plan, e->path, err);
	e->has_undo = ok && access(e->undo_path, F_OK) == 0;
	if (e->has_undo)
		ok = plan_load(&e->undo, e->undo_path, err) &&
		    plan_log_open(&e->undo_log, &e->undo, e->undo_path, err);
	if (!ok) {
		entry_free(e);
		return NULL;
	}
	e->scheduled = (struct scheduled_plan){ .path = e->path,
		.plan = &e->plan,
		.undo = e->has_undo ? &e->undo : NULL,
		.was_begun = has_results(&e->plan),
		.undo_was_begun = has_results(&e->undo) };
	return e;
}

static void
schedule_free(struct plan_schedule *s)
{
	for (size_t i = 0; i < s->paths.n; i++) {
		x_free(s->paths.v[i]);
		free(s->real_paths.v[i]);
	}
	vec_free(&s->real_paths);
	for (size_t i = 0; i < s->entries.n; i++)
		entry_free(s->entries.v[i]);
	vec_free(&s->paths);
	vec_free(&s->entries);
}

/* ---- plan list ---- */

struct schedule_row {
	struct str file, state, clash;
	int64_t start, end; /* WHEN_NONE: none */
};

static void
write_start(struct buf *out, const void *row, const struct cell_context *c)
{
	int64_t start = ((const struct schedule_row *)row)->start;
	if (start != WHEN_NONE)
		cell_add_time(out, start, c);
}

static void
write_end(struct buf *out, const void *row, const struct cell_context *c)
{
	int64_t end = ((const struct schedule_row *)row)->end;
	if (end != WHEN_NONE)
		cell_add_time(out, end, c);
}

#define TEXT(member) .text_offset = offsetof(struct schedule_row, member)

static const struct column schedule_columns[] = {
	{ COLUMN("file", "FILE", 12, 40, ALWAYS), TEXT(file) },
	{ COLUMN("state", "STATE", 9, 17, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(state) },
	{ COLUMN("start", "START", 12, 17, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_start },
	{ COLUMN("end", "END", 12, 17, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_end },
	{ COLUMN("clash", "CLASH", 20, 60, ALWAYS), TEXT(clash) },
	{ .id = NULL },
};

static const struct view_resource schedule_resource = {
	.name = "plans", .singular = "plan", .columns = schedule_columns
};

/* Plans that are undone or missed cannot clash any more. */
static bool
is_over(enum plan_phase phase)
{
	return phase == PLAN_UNDONE || phase == PLAN_MISSED;
}

static size_t
report_entry(struct report *report, const struct plan_schedule *s, size_t at, int64_t now)
{
	const struct schedule_entry *e = s->entries.v[at];
	enum plan_phase phase = plan_find_phase(&e->scheduled, now);
	struct buf clash = { 0 }, json = { 0 };
	size_t n = 0;
	for (size_t i = 0; i < s->entries.n && !is_over(phase); i++)
		if (i != at && !is_over(plan_find_phase(&s->entries.v[i]->scheduled, now)))
			n += plan_append_clash(&clash, &e->scheduled, &s->entries.v[i]->scheduled);
	const struct schedule_row row = { .file = str_of(e->path),
		.start = plan_time(e->plan.starts_at),
		.end = plan_time(e->plan.ends_at),
		.state = str_of(plan_phase_names[phase]),
		.clash = clash.n ? buf_str(&clash) : STR_NONE };
	report_add_text_member(&json, "file", row.file);
	report_add_text_member(&json, "start", e->plan.starts_at);
	report_add_text_member(&json, "end", e->plan.ends_at);
	report_add_text_member(&json, "state", row.state);
	report_add_text_member(&json, "clash", row.clash);
	buf_addc(&json, '}');
	report_add(report, &row, buf_str(&json));
	buf_free(&json);
	buf_free(&clash);
	return n;
}

static int
print_schedule(struct plan_job *j, const struct plan_schedule *s, struct err *err)
{
	struct report report;
	size_t clashes = 0;
	int64_t now = clock_now(&j->app.clock);
	if (!report_open(&report, j->args, &schedule_resource, NULL, err)) {
		report_free(&report);
		return -1;
	}
	for (size_t i = 0; i < s->entries.n; i++)
		clashes += report_entry(&report, s, i, now);
	report_free(&j->report); /* that of a plan's rows */
	int status = report_end(&report, clashes ? EXIT_FAILED : EXIT_OK);
	if (clashes)
		fprintf(stderr, "Plans clash: the one sent later would find another value\n");
	return status;
}

int
plan_schedule_list(struct plan_job *j, struct err *err)
{
	struct plan_schedule s = { 0 };
	bool ok = collect_paths(&s, j->args, err) &&
	    app_context_init(&j->app, &j->args->app_options, err);
	size_t bad = 0;
	for (size_t i = 0; ok && i < s.paths.n; i++) {
		struct schedule_entry *e = entry_read(s.paths.v[i], false, err);
		if (e)
			vec_push(&s.entries, e);
		else if (++bad) /* the others are listed */
			fail_with_exit_code(err, 0);
	}
	int status = ok ? print_schedule(j, &s, err) : -1;
	if (status == EXIT_OK && bad)
		status = EXIT_FAILED;
	schedule_free(&s);
	return status;
}

/* ---- plan run ---- */

/* Runs a step on one file as a call of its own. The call takes the token out of the environment
 * again, as the first one did. */
static int
run_step(struct plan_job *j, const struct schedule_entry *e, plan_rollback_fn *rollback,
    int (*send)(struct plan_job *j, const char *path, struct err *err), const char *path)
{
	struct plan_job own = { .args = j->args, .locked_path = e->path };
	struct err err;
	int status = -1;
	if (j->app.token)
		setenv("BACKROOM_TOKEN", j->app.token, 1);
	if (report_open(&own.report, j->args, &plan_resource, plan_members, &err))
		status = rollback ? rollback(&own, e->path, e->undo_path, &err)
				  : send(&own, path, &err);
	return plan_job_end(&own, status, &err);
}

static int
send_scheduled(struct plan_job *j, const struct schedule_entry *e)
{
	fprintf(stderr, "%s: due\n", e->path);
	return run_step(j, e, NULL, e->log.exists ? plan_send_resume : plan_send_apply, e->path);
}

static int
undo_scheduled(struct plan_job *j, const struct schedule_entry *e, plan_rollback_fn *rollback)
{
	fprintf(stderr, "%s: due to be undone\n", e->path);
	int status = e->has_undo ? EXIT_OK : run_step(j, e, rollback, NULL, NULL);
	if (status != EXIT_OK && status != EXIT_PARTLY)
		return status;
	int sent = run_step(
	    j, e, NULL, e->undo_log.exists ? plan_send_resume : plan_send_apply, e->undo_path);
	return sent != EXIT_OK ? sent : status;
}

/* Reports plans that a person must look at, with -q, too. */
static int
report_phase(
    const struct plan_job *j, const struct schedule_entry *e, enum plan_phase phase)
{
	int64_t end = plan_time(e->plan.ends_at);
	bool has_ended = end != WHEN_NONE && end <= clock_now(&j->app.clock);
	if (phase == PLAN_PARTLY_UNDONE)
		dprintf(STDERR_FILENO,
		    "%s: some changes were not undone: look with plan check, then plan resume\n",
		    e->undo_path);
	else if (phase == PLAN_NOT_KNOWN)
		dprintf(STDERR_FILENO,
		    "%s: an earlier run was interrupted, so its result is not known: look with "
		    "plan check, then %s\n",
		    e->path,
		    has_ended ? "plan resume, which after the end only records the result"
			      : "plan resume");
	return phase == PLAN_PARTLY_UNDONE || phase == PLAN_NOT_KNOWN ? EXIT_PARTLY : EXIT_OK;
}

/* Phases that a run which is sending may have, too: they are read again under the lock. */
static bool
needs_lock(enum plan_phase phase)
{
	return phase == PLAN_DUE || phase == PLAN_DUE_UNDO || phase == PLAN_NOT_KNOWN ||
	    phase == PLAN_PARTLY_UNDONE;
}

/* False, with a message, if a person is sending the undo plan. */
static bool
undo_is_free(struct schedule_entry *e)
{
	struct plan_log probe = { 0 };
	struct err err;
	bool is_free = !e->has_undo || !e->undo_log.exists ||
	    plan_log_open_to_send(&probe, &e->undo, e->undo_path, &err) || err.kind != ERR_CONFLICT;
	if (!is_free)
		fprintf(stderr, "%s\n", err.text);
	plan_log_close(&probe);
	return is_free;
}

/* Runs a plan that is due. Its state is read again under the lock: another run may have ended in
 * the meantime. */
static int
run_due(struct plan_job *j, const char *path, plan_rollback_fn *rollback)
{
	struct err err;
	struct schedule_entry *e = entry_read(path, true, &err);
	if (!e && err.kind == ERR_CONFLICT) {
		fprintf(stderr, "%s\n", err.text);
		return EXIT_OK;
	}
	if (!e)
		return fail_with_exit_code(&err, 0);
	enum plan_phase phase = plan_find_phase(&e->scheduled, clock_now(&j->app.clock));
	int status = phase == PLAN_DUE ? send_scheduled(j, e)
	    : !undo_is_free(e)         ? EXIT_OK
	    : phase == PLAN_DUE_UNDO   ? undo_scheduled(j, e, rollback)
				       : report_phase(j, e, phase);
	entry_free(e);
	return status;
}

static int
run_path(struct plan_job *j, const char *path, plan_rollback_fn *rollback)
{
	struct err err;
	struct buf service = { 0 };
	struct schedule_entry *e = entry_read(path, false, &err);
	if (!e)
		return fail_with_exit_code(&err, 0);
	app_context_append_service_name(&service, &j->app);
	bool is_here = str_eq(buf_str(&service), e->plan.service);
	enum plan_phase phase = plan_find_phase(&e->scheduled, clock_now(&j->app.clock));
	entry_free(e);
	buf_free(&service);
	return is_here && needs_lock(phase) ? run_due(j, path, rollback) : EXIT_OK;
}

int
plan_schedule_run(struct plan_job *j, plan_rollback_fn *rollback, struct err *err)
{
	struct plan_schedule s = { 0 };
	int status = EXIT_OK;
	if (j->args->option_values[OPTION_OUTPUT]) {
		err_set(err, ERR_USAGE, "plan run prints tables only; plan list has the states");
		return -1;
	}
	bool ok = collect_paths(&s, j->args, err) &&
	    app_context_init(&j->app, &j->args->app_options, err);
	for (size_t i = 0; ok && i < s.paths.n; i++) {
		int one = run_path(j, s.paths.v[i], rollback);
		status = one == EXIT_OK || status == one ? status
		    : status == EXIT_OK                  ? one
							 : EXIT_PARTLY;
	}
	if (ok)
		report_free(&j->report);
	schedule_free(&s);
	return ok ? status : -1;
}
