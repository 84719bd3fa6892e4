#include "cli/commands.h"

#include "app/state.h"
#include "base/utf8.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "journal/line.h"
#include "journal/row.h"
#include "model/format.h"
#include "model/when.h"

#include <stdio.h>
#include <unistd.h>

/* ---- list ---- */

/* Time, action, result, environment, owner and number identify a write; the reason and other
 * members follow. */
static const char *const columns[] = { "time", "what", "result", "environment", "owner", "id",
	"reason", "iss", "host", "request", NULL };
enum { DEFAULT_COLUMN_COUNT = 6 };

/* Optional members. */
static const char *const optional_members[] = { "owner", "iss", "sub", "reason", "plan", "batch",
	"approved", "undone_plan", "environment", "service", "who", "host", "ssh", "key", "code",
	"request", "record", "http", "undoes", "undone_by", "overtaken_by", NULL };

static void
add_number(struct buf *json, const char *name, unsigned number)
{
	struct buf text = { 0 };
	if (!number)
		return;
	journal_number_write(&text, number);
	report_add_text_member(json, name, buf_str(&text));
	buf_free(&text);
}

static void
add_write_json(struct buf *json, const struct journal_write *w, struct str id)
{
	struct buf at = { 0 };
	when_write(&at, w->recorded_at);
	const struct {
		const char *name;
		struct str text;
	} texts[] = {
		{ "time", buf_str(&at) },
		{ "action",
		    w->unsupported_action.n ? w->unsupported_action
			: w->plan.n         ? STR("plan")
			: w->is_unlink      ? STR("unlink")
					    : STR("link") },
		{ "result", str_of(journal_result_name(w)) },
		{ "owner", w->owner },
		{ "iss", w->iss },
		{ "sub", w->sub },
		{ "reason", w->reason },
		{ "plan", w->plan },
		{ "batch", w->batch },
		{ "approved", w->approved },
		{ "undone_plan", w->undone_plan },
		{ "api_request", w->request },
		{ "environment", w->environment },
		{ "service", w->service },
		{ "who", w->who },
		{ "host", w->host },
		{ "ssh", w->ssh },
		{ "key", w->key },
		{ "code", w->status.code },
		{ "request", w->status.request_id },
		{ "record", w->status.record },
	};
	report_add_text_member(json, "id", id);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i].text.n)
			report_add_text_member(json, texts[i].name, texts[i].text);
	if (w->status.http_status)
		report_add_number_member(json, "http", w->status.http_status);
	add_number(json, "undoes", w->undoes);
	add_number(json, "undone_by", w->undone_by);
	add_number(json, "overtaken_by", w->settled_by);
	buf_addc(json, '}');
	buf_free(&at);
}

/* The number of rows printed, and of those that are unconfirmed or have an unsupported action. */
struct journal_counts {
	size_t rows, unknown_writes, unknown_batches, unknown_requests, unsupported_writes;
};

static void
count_write(struct journal_counts *n, const struct journal_write *w)
{
	n->rows++;
	n->unsupported_writes += w->unsupported_action.n > 0 && !w->request.n;
	n->unknown_requests += w->request.n && journal_is_unknown(w);
	if (!w->unsupported_action.n && journal_is_unknown(w))
		++*(w->plan.n ? &n->unknown_batches : &n->unknown_writes);
}

/* Prints the writes, newest first, without those of other environments than -e selects. */
static struct journal_counts
print_writes(struct report *report, const struct journal *j, const char *environment)
{
	struct journal_counts n = { 0 };
	struct journal_rows rows;
	journal_rows_make(&rows, j);
	for (size_t i = 0; i < rows.list.n; i++) {
		const struct journal_row *row = &rows.list.v[i];
		const struct journal_write *w = journal_find_any(j, row->write_number);
		struct buf json = { 0 };
		if (environment && !str_eqz(row->environment, environment))
			continue;
		count_write(&n, w);
		add_write_json(&json, w, row->id);
		report_add(report, row, buf_str(&json));
		buf_free(&json);
	}
	journal_rows_free(&rows);
	return n;
}

static bool
is_listed_before(const struct journal_rows *rows, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (str_eq(rows->list.v[i].environment, rows->list.v[at].environment))
			return true;
	return false;
}

/* The environment may be mistyped, so the names in the journal are printed. */
static void
print_environments(const struct journal *j, const char *environment)
{
	struct journal_rows rows;
	struct buf line = { 0 };
	size_t n = 0;
	journal_rows_make(&rows, j);
	text_clean(&line, str_of(environment), false);
	buf_addz(&line, ": the journal has no writes to it, only to ");
	for (size_t i = 0; i < rows.list.n; i++) {
		if (is_listed_before(&rows, i))
			continue;
		buf_addz(&line, n++ ? ", " : "");
		text_clean(&line, rows.list.v[i].environment, false);
	}
	fprintf(stderr, "%s\n", buf_z(&line));
	journal_rows_free(&rows);
	buf_free(&line);
}

/* Prints important messages on stderr. */
static void
print_chain_state(struct journal *j, const struct journal_counts *n, const char *environment)
{
	bool empty = j->writes.n + j->batches.n == 0;
	if (empty)
		fprintf(stderr, "No writes yet from this account on this host\n");
	else if (!n->rows)
		print_environments(j, environment);
	if (n->unknown_writes)
		fprintf(stderr, "%zu of them %s not confirmed: run backroom identity resolve\n",
		    n->unknown_writes, n->unknown_writes == 1 ? "is" : "are");
	if (n->unknown_batches)
		fprintf(stderr, "%zu %s not confirmed: run backroom plan resume\n",
		    n->unknown_batches,
		    n->unknown_batches == 1 ? "batch of a plan is" : "batches of plans are");
	if (n->unknown_requests)
		fprintf(stderr, "%zu of api not confirmed: read the path to see whether it was done\n",
		    n->unknown_requests);
	if (n->unsupported_writes)
		fprintf(stderr,
		    "%zu of them %s an action that this version of Backroom does not know\n",
		    n->unsupported_writes, n->unsupported_writes == 1 ? "has" : "have");
	if (j->chain_errors.n)
		dprintf(STDERR_FILENO, "backroom: the journal's chain is broken: %s\n",
		    buf_z(&j->chain_errors));
}

static int
list_journal(const struct args *args, struct journal *j)
{
	struct report report;
	struct err err;
	if (!report_open(&report, args, &journal_resource, optional_members, &err)) {
		report_free(&report);
		return report_fail(args, &err, 0);
	}
	report_choose_columns(&report, columns, DEFAULT_COLUMN_COUNT);
	const char *environment = args->option_values[OPTION_ENVIRONMENT];
	struct journal_counts n = print_writes(&report, j, environment);
	int status = report_end(&report, EXIT_OK);
	print_chain_state(j, &n, environment);
	return status;
}

/* ---- verify ---- */

static int
verify_journal(const struct args *args, struct journal *j)
{
	struct buf line = { 0 };
	struct err err;
	if (args->option_values[OPTION_ENVIRONMENT]) {
		err_set(&err, ERR_USAGE,
		    "journal verify takes no -e: all environments share one chain");
		return report_fail(args, &err, 0);
	}
	if (j->chain_errors.n) {
		dprintf(STDERR_FILENO, "backroom: the journal's chain is broken: %s\n",
		    buf_z(&j->chain_errors));
		return EXIT_FAILED;
	}
	format_plural(&line, (uint64_t)j->last_head.line_count, "line verified", "lines verified");
	if (j->last_head.line_count)
		buf_addf(&line, "; the hash of the last one is %s", j->last_head.last_hash);
	printf("%s\n", buf_z(&line));
	buf_free(&line);
	if (j->tail_moved_aside)
		fprintf(stderr,
		    "A partial line of a killed run follows: the next write moves it to "
		    "journal.torn\n");
	return EXIT_OK;
}

/* ---- command ---- */

static const struct {
	const char *subcommand;
	int (*run)(const struct args *args, struct journal *j);
} subcommands[] = { { "list", list_journal }, { "verify", verify_journal } };

int
journal_run(struct args *args)
{
	struct journal j;
	struct mask mask;
	struct err err;
	struct str word = args->positional_args.n == 1 ? str_of(args->positional_args.v[0])
						       : STR_NONE;
	int status = -1;
	if (!journal_open(&j, !args->is_demo, &err))
		status = report_fail(args, &err, 0);
	if (args->app_options.mask && status < 0) {
		if (!mask_key_open(&mask, &err) || !journal_mask(&j, &mask, &err))
			status = report_fail(args, &err, 0);
	}
	for (size_t i = 0; status < 0 && i < sizeof(subcommands) / sizeof(*subcommands); i++)
		if (str_eqz(word, subcommands[i].subcommand))
			status = subcommands[i].run(args, &j);
	journal_close(&j);
	if (status >= 0)
		return status;
	err_set(&err, ERR_USAGE, "journal takes list or verify");
	return report_fail(args, &err, 0);
}
