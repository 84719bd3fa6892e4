/* The command `logs`: the requests that the service answered, as they come. */
#include "access/logged_request.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/connection.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "list/rows.h"
#include "model/format.h"
#include "wire/member.h"
#include "wire/query.h"

#include <stdio.h>
#include <string.h>

/* PAGE_COUNT_MAX: without --follow the command ends even if the service always has a next page.
 * PROCESS_COUNT_MAX: the least recent one is forgotten. */
enum {
	PAGE_SIZE = 500,
	PAGE_COUNT_MAX = 8,
	POLL_MS = 1000,
	ID_SIZE_MAX = 100,
	PROCESS_COUNT_MAX = 32
};

/* The last request that was read from a process of the service. */
struct logged_process {
	char id[ID_SIZE_MAX + 1];
};

struct logs_job {
	const struct args *args;
	struct app_context app;
	struct connection connection;
	struct progress_line progress_line;
	struct report report;
	bool report_is_open;
	struct view view;
	struct row_filter filter;
	struct arena row_arena;
	VEC(struct logged_process) processes; /* the most recent one last */
	struct client_answer answer;
	size_t page_count, read_count, matched_count;
	bool follows, is_interrupted; /* is_interrupted: the last poll failed */
};

/* ---- arguments ---- */

static bool
check_format(const struct logs_job *job, struct err *err)
{
	const char *fields = job->args->option_values[OPTION_FIELDS];
	enum format format = job->report.output.format;
	if (job->follows && format == FORMAT_JSON)
		return err_set(err, ERR_USAGE,
		    "--follow has no end, so it does not work with -o json: use -o ndjson");
	return !job->follows || !fields || report_check_fields(&job->report, err);
}

/* The members that a request may lack, or that are checked before one was read. */
static const char *const members[] = { "id", "at", "requestId", "method", "operation", "path",
	"status", "ms", "bytes", "subject", "code", NULL };

static bool
read_arguments(struct logs_job *job, struct err *err)
{
	const char *line = job->args->app_options.view_line;
	job->follows = job->args->option_values[OPTION_FOLLOW] != NULL;
	if (!view_parse_terms(&job->view, &logged_requests_resource, str_of(line ? line : ""), err))
		return false;
	if (job->view.sort_count || job->view.columns.n || job->view.group_keys.n)
		return err_set(err, ERR_USAGE,
		    "logs prints requests in their order: it takes no sort=, cols= or group=");
	if (!row_filter_init(&job->filter, &job->view, app_context_ages(&job->app), err))
		return false;
	job->report_is_open = report_open(
	    &job->report, job->args, &logged_requests_resource, members, err);
	if (!job->report_is_open)
		report_free(&job->report);
	return job->report_is_open && check_format(job, err);
}

/* ---- a page ---- */

/* Up to the last '-': the service's process. */
static struct str
process_of(struct str id)
{
	size_t n = id.n;
	while (n && id.p[n - 1] != '-')
		n--;
	return str_sub(id, 0, n);
}

static int64_t
number_of(struct str id)
{
	int64_t number = 0;
	size_t n = process_of(id).n;
	return str_to_int64(str_sub(id, n, id.n), &number) ? number : 0;
}

/* The place of the process of this id; the count if nothing was read from it. */
static size_t
find_process(const struct logs_job *job, struct str id)
{
	size_t i = 0;
	while (i < job->processes.n &&
	    !str_eq(process_of(id), process_of(str_of(job->processes.v[i].id))))
		i++;
	return i;
}

/* Reports requests that are not printed: those of a process before a restart, and those that were
 * displaced before they could be read. */
static void
report_gap(const struct logs_job *job, size_t process, int64_t number)
{
	struct buf text = { 0 };
	if (process == job->processes.n) {
		if (process)
			fprintf(stderr,
			    "The service was restarted, or another of its processes answers\n");
		return;
	}
	int64_t missing = number - number_of(str_of(job->processes.v[process].id)) - 1;
	if (missing > 0) {
		format_plural(&text, (uint64_t)missing, "request is", "requests are");
		fprintf(stderr, "%s missing here: the service answered more than it keeps\n",
		    buf_z(&text));
	}
	buf_free(&text);
}

static bool
is_usable_id(struct str id)
{
	return id.n && id.n <= ID_SIZE_MAX;
}

/* Returns false if the request was read before, or has no usable id. */
static bool
note_request(struct logs_job *job, struct str id)
{
	size_t at = find_process(job, id);
	int64_t number = number_of(id);
	struct logged_process process = { 0 };
	if (!is_usable_id(id) ||
	    (at < job->processes.n && number <= number_of(str_of(job->processes.v[at].id))))
		return false;
	report_gap(job, at, number);
	if (at < job->processes.n)
		vec_remove(&job->processes, at);
	else if (at == PROCESS_COUNT_MAX)
		vec_remove(&job->processes, 0);
	memcpy(process.id, id.p, id.n);
	vec_push(&job->processes, process);
	return true;
}

/* Returns true if it is later than those that were read. */
static bool
print_request(struct logs_job *job, struct str json, unsigned flags)
{
	const struct row_ops *ops = logged_requests_resource.row_ops;
	void *row = arena_alloc(&job->row_arena, ops->size);
	ops->fill_row(row, &job->row_arena, json, flags);
	struct str id = row_id(ops, row);
	bool is_new = note_request(job, id), shows = is_new || !is_usable_id(id);
	job->read_count += shows;
	if (shows && row_filter_match(&job->filter, row, json)) {
		job->matched_count++;
		report_add(&job->report, row, json);
	}
	arena_reset(&job->row_arena);
	return is_new;
}

/* Returns false and sets err if the page cannot be continued: the next one would be the same. */
static bool
print_page(struct logs_job *job, const struct json_scan *page, struct err *err)
{
	bool moves = !page->items.n;
	for (size_t i = 0; i < page->items.n; i++)
		moves |= print_request(job, json_scan_item(page, i), page->items.v[i].flags);
	job->page_count++;
	return moves || err_set(err, ERR_PROTOCOL, "the service sent requests without new ids");
}

static void
on_requests(void *ctx, struct client_answer *answer)
{
	struct logs_job *job = ctx;
	job->answer = *answer;
	answer->page = (struct json_scan){ 0 };
	connection_stop(&job->connection);
}

static void
explain_error(struct err *err)
{
	enum { HTTP_NOT_FOUND = 404 };
	if (err->http_status != HTTP_NOT_FOUND)
		return;
	snprintf(err->text, sizeof(err->text),
	    "this service has no request log: only Backroom's own service has one");
	err->is_server_text = false;
}

static void
request_page(struct logs_job *job)
{
	const struct wire_names *names = client_names(job->connection.client);
	struct buf query = { 0 }, limit = { 0 }, after = { 0 };
	buf_addf(&limit, "%d", PAGE_SIZE);
	query_add(&query, str_of(names->params[PARAM_LIMIT]), buf_str(&limit));
	for (size_t i = 0; i < job->processes.n; i++)
		buf_addf(&after, "%s%s", i ? "," : "", job->processes.v[i].id);
	if (after.n)
		query_add(&query, str_of(names->params[PARAM_REQUESTS_AFTER]), buf_str(&after));
	client_read(job->connection.client, ENDPOINT_REQUESTS, buf_str(&query), on_requests, job);
	if (!job->page_count)
		progress_line_start(&job->progress_line);
	connection_run(&job->connection);
	progress_line_stop(&job->progress_line);
	explain_error(&job->answer.err);
	buf_free(&query);
	buf_free(&limit);
	buf_free(&after);
}

/* ---- following ---- */

/* Reports an interruption once. Returns false if the error will not pass. */
static bool
wait_for_service(struct logs_job *job)
{
	const struct err *err = &job->answer.err;
	struct buf clean = { 0 };
	if (!job->page_count || (err->kind != ERR_NETWORK && err->kind != ERR_UPSTREAM))
		return false;
	text_clean(&clean, str_of(err->text), false);
	if (!job->is_interrupted)
		fprintf(
		    stderr, "%s. Trying again until it answers; Ctrl-C ends this\n", buf_z(&clean));
	job->is_interrupted = true;
	buf_free(&clean);
	return true;
}

static void
report_end_of_interruption(struct logs_job *job)
{
	if (job->is_interrupted)
		fprintf(stderr, "The service answers again\n");
	job->is_interrupted = false;
}

/* Reads page after page. Returns false and sets err if reading failed. */
static bool
read_log(struct logs_job *job, struct err *err)
{
	bool ok = true, accepts = true, more = true;
	while (ok && accepts && more) {
		size_t n = 0;
		request_page(job);
		if (!job->answer.err.kind) {
			report_end_of_interruption(job);
			n = job->answer.page.items.n;
			ok = print_page(job, &job->answer.page, err);
			accepts = output_end_page(&job->report.output);
		} else if (!job->follows || !wait_for_service(job)) {
			*err = job->answer.err;
			ok = false;
		}
		json_scan_free(&job->answer.page);
		more = job->follows || (n == PAGE_SIZE && job->page_count < PAGE_COUNT_MAX);
		if (ok && accepts && more && n < PAGE_SIZE)
			connection_run_for(&job->connection, POLL_MS);
	}
	return ok;
}

static void
print_counts(const struct logs_job *job)
{
	struct buf text = { 0 };
	if (!job->read_count) {
		fprintf(stderr, "This process of the service has answered no requests yet\n");
		return;
	}
	if (view_is_filtered(&job->view)) {
		format_count(&text, job->matched_count);
		buf_addz(&text, " of ");
	}
	format_plural(&text, job->read_count, "request", "requests");
	fprintf(stderr, "%s, the last that the service keeps\n", buf_z(&text));
	buf_free(&text);
}

static int
print_log(struct logs_job *job)
{
	struct err err = { 0 };
	progress_line_init(&job->progress_line, &job->connection, ENDPOINT_REQUESTS);
	bool ok = read_log(job, &err);
	int status = report_end(&job->report, EXIT_OK);
	job->report_is_open = false;
	if (!ok) {
		int code = fail_with_exit_code(&err, job->answer.attempt_count);
		return job->page_count ? EXIT_PARTLY : code;
	}
	if (status == EXIT_OK)
		print_counts(job);
	return status;
}

int
logs_run(struct args *args)
{
	struct logs_job job = { .args = args };
	struct err err;
	int status;
	if (args->option_values[OPTION_FOLLOW])
		args->option_values[OPTION_NO_PAGER] = ""; /* a pager would hold new lines back */
	if (!app_context_init(&job.app, &args->app_options, &err) || !read_arguments(&job, &err) ||
	    !connection_open(&job.connection, &job.app, &err))
		status = report_fail(args, &err, 0);
	else
		status = print_log(&job);
	if (job.report_is_open)
		report_free(&job.report);
	connection_close(&job.connection);
	row_filter_free(&job.filter);
	view_free(&job.view);
	arena_free(&job.row_arena);
	vec_free(&job.processes);
	app_context_free(&job.app);
	return status;
}
