/* The command `api`: a signed-in request of any path of the API. A write is previewed, confirmed
 * and recorded in the journal, as other writes are. */
#include "base/digest.h"
#include "base/index.h"
#include "base/regular_file.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/connection.h"
#include "cli/exits.h"
#include "cli/writer.h"
#include "client/transport.h"
#include "journal/journal.h"
#include "model/format.h"
#include "wire/json_lex.h"
#include "wire/json_text.h"
#include "wire/member.h"
#include "wire/query.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BODY_SIZE_MAX = 6000000, KEY_BYTES = 16, PAGES_MAX = 100000 };

static const char *const methods[] = { "GET", "POST", "PUT", "PATCH", "DELETE" };

struct api_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct progress_line progress_line;
	struct writer out;
	const char *method;
	struct buf path, url, body, cursor_path;
	struct index *cursors; /* cursors that were followed */
	size_t page_count;
	enum client_write_status write_status;
	struct client_answer answer; /* its page is empty */
	bool stopped;                /* stdout accepts no more */
	struct err err;
};

static bool
is_read(const struct api_job *job)
{
	return job->method == methods[0];
}

/* ---- arguments ---- */

/* Escapes bytes that a URL cannot have; escapes that are there stay. */
static void
append_url_text(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];
		if (c <= ' ' || c >= 127 || strchr("\"<>\\^`{|}", c))
			buf_addf(out, "%%%02X", c);
		else
			buf_addc(out, (char)c);
	}
}

static bool
read_method(struct api_job *job, struct str word, struct err *err)
{
	struct buf clean = { 0 };
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_eq_nocase(word, str_of(methods[i]))) {
			job->method = methods[i];
			return true;
		}
	text_clean(&clean, str_sub(word, 0, 40), false);
	err_set(err, ERR_USAGE, "unknown method %s; api takes GET, POST, PUT, PATCH or DELETE",
	    buf_z(&clean));
	buf_free(&clean);
	return false;
}

static bool
read_body(struct api_job *job, const char *file, struct err *err)
{
	bool is_stdin = strcmp(file, "-") == 0;
	unsigned flags = 0;
	int fd = is_stdin ? STDIN_FILENO : regular_file_open(file, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	if (fd < 0)
		return false;
	bool ok = regular_file_read(&job->body, fd, BODY_SIZE_MAX) ||
	    err_set(err, ERR_IO, "%s cannot be read", is_stdin ? "stdin" : file);
	if (!is_stdin)
		close(fd);
	if (ok && job->body.n > BODY_SIZE_MAX)
		return err_set(err, ERR_USAGE, "the body is longer than 6,000,000 bytes");
	struct err invalid;
	return ok &&
	    (json_scan_check(
		 str_trim(buf_str(&job->body)), &json_scan_client_rules, &flags, &invalid) ||
		err_set(err, ERR_USAGE, "the body: %s", invalid.text));
}

static bool
read_arguments(struct api_job *job, struct err *err)
{
	struct args *args = job->args;
	const char *file = args->option_values[OPTION_INPUT];
	size_t words = args->positional_args.n;
	job->method = methods[0];
	if (words < 1 || words > 2)
		return err_set(err, ERR_USAGE,
		    "api takes a method and a path, as in: backroom api GET /offers");
	if (words == 2 && !read_method(job, str_of(args->positional_args.v[0]), err))
		return false;
	append_url_text(&job->path, str_of(args->positional_args.v[words - 1]));
	if (is_read(job) && (file || args->option_values[OPTION_REASON]))
		return err_set(err, ERR_USAGE, "GET takes no %s", file ? "--input" : "--reason");
	if (!is_read(job) && args->option_values[OPTION_ALL])
		return err_set(err, ERR_USAGE, "--all works with GET only");
	return !file || read_body(job, file, err);
}

/* Replaces the path by the part below the API's address. */
static bool
set_url(struct api_job *job, struct err *err)
{
	size_t base = strlen(client_base_url(job->connection.client));
	if (!client_append_path_url(&job->url, job->connection.client, buf_str(&job->path), err))
		return false;
	buf_reset(&job->path);
	buf_adds(&job->path, str_sub(buf_str(&job->url), base, job->url.n));
	return true;
}

/* ---- responses ---- */

static void
print_page(struct api_job *job, const struct json_scan *page)
{
	struct buf *out = &job->out.pending_output;
	bool to_terminal = isatty(STDOUT_FILENO);
	json_text_add(out, buf_str(&page->envelope),
	    (to_terminal ? JSON_TERMINAL_SAFE : 0) |
		(page->envelope_flags & SPAN_BAD_UTF8 ? JSON_REPAIR : 0));
	if (out->n && out->p[out->n - 1] != '\n')
		buf_addc(out, '\n');
	job->stopped = !writer_write_all(&job->out);
}

static void
on_read(void *ctx, struct client_answer *answer)
{
	struct api_job *job = ctx;
	job->answer = *answer;
	job->answer.page = (struct json_scan){ 0 };
	buf_reset(&job->cursor_path);
	if (!answer->err.kind) {
		job->page_count++;
		print_page(job, &answer->page);
		buf_adds(&job->cursor_path, buf_str(&answer->page.envelope));
	}
	connection_stop(&job->connection);
}

static void
on_written(void *ctx, enum client_write_status status, struct client_answer *answer)
{
	struct api_job *job = ctx;
	const struct err *err = &answer->err;
	/* A service may answer a write with 200 or 201 and nothing else. */
	bool is_empty = str_eqz(str_of(err->code), CLIENT_EMPTY_RESPONSE) &&
	    err->http_status >= 200 && err->http_status < 300;
	job->write_status = is_empty ? CLIENT_WRITE_DONE : status;
	job->answer = *answer;
	job->answer.page = (struct json_scan){ 0 };
	if (status == CLIENT_WRITE_DONE)
		print_page(job, &answer->page);
	connection_stop(&job->connection);
}

static void
run(struct api_job *job)
{
	progress_line_start(&job->progress_line);
	connection_run(&job->connection);
	progress_line_stop(&job->progress_line);
}

/* ---- reads ---- */

static void
add_cursor(struct buf *path, struct str name, struct str json)
{
	struct buf text = { 0 }, query = { 0 };
	if (json_is_string(json))
		json_lex_unquote(&text, json);
	else
		buf_adds(&text, json);
	query_add(&query, name, buf_str(&text));
	if (str_find_char(buf_str(path), '?') != SIZE_MAX)
		query.p[0] = '&';
	buf_adds(path, buf_str(&query));
	buf_free(&text);
	buf_free(&query);
}

/* Turns the last response into the path of the next page. Returns false after the last page, and
 * sets err if the service repeats a cursor. */
static bool
find_next_page(struct api_job *job, struct err *err)
{
	const struct wire_names *names = client_names(job->connection.client);
	struct buf next = { 0 }, response = job->cursor_path;
	struct str more = member_find(str_trim(buf_str(&response)), STR("queryMore"));
	struct str from = json_is_object(more) ? member_find(more, STR("from")) : more;
	bool has = from.n && !str_eqz(from, "null") && !str_eqz(from, "\"\"") &&
	    !str_eqz(from, "false");
	if (has && index_get(job->cursors, from) != UINT32_MAX)
		has = err_set(err, ERR_PROTOCOL,
		    "the service sent the same cursor again after %zu pages", job->page_count);
	if (has && job->page_count == PAGES_MAX)
		has = err_set(err, ERR_PROTOCOL, "stopped after %d pages", PAGES_MAX);
	if (has) {
		bool object = json_is_object(more);
		index_put(job->cursors, from, (uint32_t)job->page_count);
		buf_adds(&next, buf_str(&job->path));
		add_cursor(&next,
		    str_of(names->params[object ? PARAM_CURSOR_FROM : PARAM_QUERY_MORE]), from);
		if (object)
			add_cursor(&next, str_of(names->params[PARAM_CURSOR_ALIAS]),
			    member_find(more, STR("alias")));
	}
	buf_free(&job->cursor_path);
	job->cursor_path = next;
	return has;
}

static int
run_read(struct api_job *job)
{
	struct err err = { 0 };
	bool all = job->args->option_values[OPTION_ALL] != NULL, more;
	job->cursors = index_new();
	buf_adds(&job->cursor_path, buf_str(&job->path));
	do {
		struct buf path = job->cursor_path;
		job->cursor_path = (struct buf){ 0 };
		client_read_path(job->connection.client, buf_str(&path), on_read, job);
		buf_free(&path);
		run(job);
		more = all && !job->stopped && !job->answer.err.kind && find_next_page(job, &err);
	} while (more);
	if (!job->answer.err.kind && err.kind)
		return fail_with_exit_code(&err, 0);
	if (!job->answer.err.kind)
		return EXIT_OK;
	int status = fail_with_exit_code(&job->answer.err, job->answer.attempt_count);
	return job->page_count ? EXIT_PARTLY : status;
}

/* ---- writes ---- */

static bool
confirm_write(struct api_job *job, struct err *err)
{
	struct buf clean = { 0 }, size = { 0 };
	if (job->app.read_only)
		return err_set(err, ERR_DENIED, "read-only: nothing was sent");
	if (!app_context_check_reason(
		&job->app, str_of(job->args->option_values[OPTION_REASON]), err))
		return false;
	text_clean(&clean, buf_str(&job->url), false);
	format_plural(&size, job->body.n, "byte", "bytes");
	fprintf(stderr, "%s %s\n", job->method, buf_z(&clean));
	fprintf(stderr, job->body.n ? "with a body of %s\n" : "without a body\n", buf_z(&size));
	buf_free(&clean);
	buf_free(&size);
	return confirm(job->args, "To send it, type the environment",
	    str_of(job->app.environment_name), err);
}

static bool
record_write(struct api_job *job, struct journal *j, struct str key, unsigned *number,
    struct err *err)
{
	const char *reason = job->args->option_values[OPTION_REASON];
	struct buf service = { 0 }, request = { 0 };
	struct str path = buf_str(&job->path);
	app_context_append_service_name(&service, &job->app);
	buf_addf(&request, "%s %.*s", job->method,
	    STR_ARG(str_sub(path, 0, str_find_char(path, '?'))));
	const struct journal_write w = { .recorded_at = clock_now(&job->app.clock),
		.environment = str_of(job->app.environment_name),
		.service = buf_str(&service),
		.unsupported_action = STR("api"),
		.request = str_sub(buf_str(&request), 0, JOURNAL_REASON_SIZE_MAX),
		.reason = str_of(reason ? reason : ""),
		.key = key };
	bool ok = journal_begin(j, &w, number, err);
	buf_free(&service);
	buf_free(&request);
	return ok;
}

static int
finish_write(struct api_job *job, struct journal *j, unsigned number)
{
	static const enum journal_state states[] = { [CLIENT_WRITE_DONE] = JOURNAL_DONE,
		[CLIENT_WRITE_REFUSED] = JOURNAL_REFUSED,
		[CLIENT_WRITE_UNKNOWN] = JOURNAL_UNKNOWN };
	static const char *const words[] = { [CLIENT_WRITE_DONE] = "Done",
		[CLIENT_WRITE_REFUSED] = "Not done",
		[CLIENT_WRITE_UNKNOWN] = "Not known whether it was done" };
	const struct err *refusal = &job->answer.err;
	struct err err;
	const struct journal_write_status status = { .state = states[job->write_status],
		.recorded_at = clock_now(&job->app.clock),
		.http_status = job->answer.http_status,
		.code = str_of(refusal->code),
		.request_id =
		    str_of(*job->answer.request_id ? job->answer.request_id : refusal->request_id) };
	bool ok = job->write_status == CLIENT_WRITE_UNKNOWN ||
	    journal_finish(j, number, &status, &err);
	fprintf(stderr, "%s (J-%04u)\n", words[job->write_status], number);
	if (!ok)
		fail_with_exit_code(&err, 0);
	return job->write_status == CLIENT_WRITE_DONE ? EXIT_OK : fail_with_exit_code(refusal, 0);
}

static int
run_write(struct api_job *job)
{
	struct journal journal = { 0 };
	unsigned char random[KEY_BYTES];
	char key[2 * KEY_BYTES + 1];
	struct err err;
	unsigned number;
	digest_random(random, sizeof(random));
	for (size_t i = 0; i < KEY_BYTES; i++)
		snprintf(key + 2 * i, 3, "%02x", random[i]);
	bool ok = confirm_write(job, &err) &&
	    journal_open(&journal, !job->app.options.demo_pack, &err) &&
	    record_write(job, &journal, str_of(key), &number, &err);
	int status = ok ? EXIT_OK : fail_with_exit_code(&err, 0);
	if (ok) {
		client_write(job->connection.client,
		    &(struct client_write){ .method = job->method,
			.path = buf_str(&job->path),
			.body = str_trim(buf_str(&job->body)),
			.idempotency_key = str_of(key) },
		    on_written, job);
		run(job);
		status = finish_write(job, &journal, number);
	}
	journal_close(&journal);
	return status;
}

/* Only prints the request. */
static int
print_api_curl(struct api_job *job)
{
	struct buf *out = &job->out.pending_output;
	client_append_curl_of(out, client_sends_bare_token(job->connection.client),
	    str_of(job->method), buf_str(&job->url), str_trim(buf_str(&job->body)));
	buf_addc(out, '\n');
	return EXIT_OK;
}

static bool
open_job(struct api_job *job, struct err *err)
{
	if (!read_arguments(job, err) ||
	    !app_context_init(&job->app, &job->args->app_options, err))
		return false;
	if (job->app.masked)
		return err_set(err, ERR_USAGE,
		    "api prints unmasked responses, so it does not work with --mask");
	if (!connection_open(&job->connection, &job->app, err))
		return false;
	progress_line_init(&job->progress_line, &job->connection, ENDPOINT_BASKETS);
	return set_url(job, err);
}

int
api_run(struct args *args)
{
	struct api_job job = { .args = args };
	struct err err;
	int status;
	if (!open_job(&job, &err))
		status = fail_with_exit_code(&err, 0);
	else
		status = args->option_values[OPTION_CURL] ? print_api_curl(&job)
		    : is_read(&job)                       ? run_read(&job)
							  : run_write(&job);
	if (!writer_end(&job.out) && status == EXIT_OK)
		status = fail_with_exit_code(&job.out.err, 0);
	writer_free(&job.out);
	connection_close(&job.connection);
	app_context_free(&job.app);
	index_free(job.cursors);
	buf_free(&job.path);
	buf_free(&job.url);
	buf_free(&job.body);
	buf_free(&job.cursor_path);
	return status;
}
