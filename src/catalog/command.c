#include "cli/commands.h"

#include "base/utf8.h"
#include "catalog/finding_row.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "cli/walk.h"
#include "model/format.h"

#include <stdio.h>
#include <string.h>

#define JOURNEYS_CHECK \
	(CATALOG_LIST(CATALOG_SEGMENTS) | CATALOG_LIST(CATALOG_OFFERS) | CATALOG_JOURNEYS)

/* The data for each subject; a service without journeys still has a catalog. */
static const struct check_subject {
	const char *word;
	unsigned finding_kinds;
	struct catalog_scope scope;
} subjects[] = {
	{ .word = "catalog",
	    .finding_kinds = FINDINGS_CATALOG,
	    .scope = { .wanted_parts = CATALOG_LISTS | CATALOG_JOURNEYS,
		.required_parts = CATALOG_LISTS } },
	{ .word = "journeys",
	    .finding_kinds = FINDINGS_JOURNEYS,
	    .scope = { .wanted_parts = JOURNEYS_CHECK, .required_parts = JOURNEYS_CHECK } },
};

struct check_job {
	struct args *args;
	const struct check_subject *subject;
	struct app_context app;
	struct connection connection;
	struct catalog *catalog;
	struct muted_checks mute;
	struct findings findings;
	int attempt_count;
};

/* Rule, severity and item identify a finding; the message follows. */
static const char *const columns[] = { "id", "severity", "path", "message", NULL };
enum { DEFAULT_COLUMN_COUNT = 3 };

static const char *const optional_members[] = { "journey",
	NULL }; /* members that only some findings have */

/* Appends a value for a workflow command of GitHub Actions, which escapes bytes as in URLs; in a
 * property also those that separate properties (docs.github.com, "Workflow commands"). */
static void
add_annotation_text(struct buf *out, struct str text, const char *escaped)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, false);
	for (size_t i = 0; i < clean.n; i++)
		if (strchr(escaped, clean.p[i]))
			buf_addf(out, "%%%02X", (unsigned char)clean.p[i]);
		else
			buf_addc(out, clean.p[i]);
	buf_free(&clean);
}

/* "::warning title=RULE::PATH: MESSAGE" */
static void
print_annotation(struct buf *out, const struct finding_row *row)
{
	const char *level = str_eqz(row->severity, "error") ? "error"
	    : str_eqz(row->severity, "warning")             ? "warning"
							    : "notice";
	buf_addf(out, "::%s title=", level);
	add_annotation_text(out, row->id, "%\r\n:,");
	buf_addz(out, "::");
	if (row->path.n) {
		add_annotation_text(out, row->path, "%\r\n");
		buf_addz(out, ": ");
	}
	add_annotation_text(out, row->message, "%\r\n");
	buf_addc(out, '\n');
}

static void
print_finding(struct report *report, const struct finding_row *row)
{
	struct buf json = { 0 };
	if (report->output.format == FORMAT_GITHUB) {
		print_annotation(&report->output.writer.pending_output, row);
		return;
	}
	report_add_text_member(&json, "id", row->id);
	report_add_text_member(&json, "severity", row->severity);
	report_add_text_member(&json, "path", row->path);
	if (row->journey_number)
		report_add_number_member(&json, "journey", (int64_t)row->journey_number);
	report_add_text_member(&json, "message", row->message);
	buf_addc(&json, '}');
	report_add(report, row, buf_str(&json));
	buf_free(&json);
}

/* All journeys count as one item. */
static size_t
count_checked_items(const struct check_job *j)
{
	return catalog_count_items_read(j->catalog) +
	    (j->subject->finding_kinds == FINDINGS_JOURNEYS);
}

/* Notes alone do not block a launch. */
static bool
has_problem(const struct findings *f)
{
	for (size_t i = 0; i < f->rows.n; i++)
		if (check_rules[f->rows.v[i].rule].severity != CHECK_NOTE)
			return true;
	return false;
}

static int
print_findings(struct check_job *j, struct report *report)
{
	struct buf line = { 0 };
	const struct findings *f = &j->findings;
	report_choose_columns(report, columns, DEFAULT_COLUMN_COUNT);
	for (size_t i = 0; i < f->rows.n; i++)
		print_finding(report, &f->rows.v[i]);
	format_plural(&line, f->rows.n, "finding", "findings");
	buf_addz(&line, " in ");
	format_plural(&line, count_checked_items(j), "item", "items");
	if (f->muted_count)
		buf_addf(&line, ", %zu muted", f->muted_count);
	int status = report_end(report, has_problem(f) ? EXIT_FAILED : EXIT_OK);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
	return status;
}

/* ---- command ---- */

static const struct check_subject *
find_subject(const struct args *args, struct err *err)
{
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++)
		if (args->positional_args.n == 1 &&
		    str_eqz(str_of(args->positional_args.v[0]), subjects[i].word))
			return &subjects[i];
	err_set(err, ERR_USAGE,
	    args->is_demo ? "check takes catalog or journeys in the demo"
			  : "check takes catalog, journeys or one file, such as ./FILE");
	return NULL;
}

/* Reads the muted rules of the configuration and of --mute. */
static bool
read_mute(struct check_job *j, struct err *err)
{
	const char *more = j->args->option_values[OPTION_MUTE];
	j->mute = j->app.config.mute;
	return !more || mute_add_list(&j->mute, str_of(more), err);
}

static bool
read_subject(struct check_job *j, struct err *err)
{
	j->catalog = catalog_read_all(&j->connection, j->subject->scope, &j->attempt_count, err);
	return j->catalog && catalog_check_journeys_read(j->catalog, &j->attempt_count, err);
}

static int
run_checks(struct check_job *j)
{
	struct report report = { 0 };
	struct err err;
	j->subject = find_subject(j->args, &err);
	bool ok = j->subject &&
	    report_open(&report, j->args, &findings_resource, optional_members, &err) &&
	    app_context_init(&j->app, &j->args->app_options, &err) && read_mute(j, &err) &&
	    connection_open(&j->connection, &j->app, &err) && read_subject(j, &err);
	if (ok) {
		findings_collect(&j->findings, j->catalog, j->subject->finding_kinds, &j->mute);
		findings_sort_by_rule(&j->findings);
		return print_findings(j, &report);
	}
	report_free(&report);
	return report_fail(j->args, &err, j->attempt_count);
}

int
check_run(struct args *args)
{
	struct check_job j = { .args = args };
	args->app_options.view_line = NULL; /* the words are not a VIEW */
	int status = run_checks(&j);
	findings_free(&j.findings);
	catalog_free(j.catalog);
	connection_close(&j.connection);
	app_context_free(&j.app);
	return status;
}
