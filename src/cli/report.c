#include "cli/report.h"

#include "base/json_quote.h"
#include "base/utf8.h"
#include "cli/args.h"
#include "cli/exits.h"
#include "wire/json_text.h"

#include <stddef.h>
#include <string.h>

struct request_row {
	struct str method, url, body;
	const char *headers;
};

#define TEXT(member) .text_offset = offsetof(struct request_row, member)

static const struct column request_columns[] = {
	{ COLUMN("method", "METHOD", 6, 6, ALWAYS), TEXT(method) },
	{ COLUMN("url", "URL", 30, 60, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(url) },
	{ COLUMN("body", "BODY", 30, 60, ALWAYS), TEXT(body) },
	{ .id = NULL },
};

static const char *const request_members[] = { "method", "url", "body", NULL };

static const struct view_resource request_resource = {
	.name = "requests", .singular = "request", .columns = request_columns
};

bool
request_open(struct report *r, const struct args *args, struct err *err)
{
	return report_open(r, args, &request_resource, request_members, err) &&
	    report_check_fields(r, err);
}

static void
append_request_text(struct buf *out, const struct request_row *row)
{
	buf_addf(out, "%.*s ", STR_ARG(row->method));
	text_clean(out, row->url, false);
	buf_addf(out, "\n%s, Content-Type: application/json\n\n", row->headers);
	text_clean(out, row->body, false);
	buf_addc(out, '\n');
}

void
request_add(
    struct report *r, struct str method, struct str url, const char *headers, struct str body)
{
	const struct request_row row = { method, url, body, headers };
	struct buf json = { 0 };
	report_add_text_member(&json, "method", row.method);
	report_add_text_member(&json, "url", row.url);
	report_add_json_member(&json, "body", row.body);
	buf_addc(&json, '}');
	if (r->output.format == FORMAT_TABLE && !r->output.fields.n)
		append_request_text(&r->output.writer.pending_output, &row);
	else
		report_add(r, &row, buf_str(&json));
	buf_free(&json);
}

bool
report_open(struct report *r, const struct args *args, const struct view_resource *rows,
    const char *const *members, struct err *err)
{
	struct view all = { .resource = rows, .term_resource = rows };
	return report_open_view(r, args, &all, members, err);
}

bool
report_open_view(struct report *r, const struct args *args, struct view *view,
    const char *const *members, struct err *err)
{
	*r = (struct report){ .view = *view };
	*view = (struct view){ 0 };
	if (!output_open(&r->output, args, &r->view, 0, err))
		return false;
	for (; members && *members; members++)
		fields_mark_known(&r->output.fields, str_of(*members));
	r->output.wraps_last_column =
	    true; /* the last column has the finding and must not be cut */
	if (r->output.format == FORMAT_TREE || r->output.format == FORMAT_DOT ||
	    r->output.format == FORMAT_SVG)
		return err_set(err, ERR_USAGE, "-o tree, dot and svg work with get only");
	if (r->output.format == FORMAT_GITHUB && args->command != COMMAND_CHECK)
		return err_set(err, ERR_USAGE, "-o github works with check only");
	if (r->output.format == FORMAT_GITHUB && r->output.fields.n)
		return err_set(err, ERR_USAGE, "-o github does not work with --fields");
	return r->output.format != FORMAT_RAW ||
	    err_set(err, ERR_USAGE, "-o raw works with get only");
}

void
report_choose_columns(struct report *r, const char *const *columns, size_t head)
{
	for (; *columns; columns++) {
		struct view_column column = { .name = str_of(*columns) };
		vec_push(&r->view.columns, column);
	}
	r->output.first_line_column_count = r->output.fields.n ? 0 : head;
}

void
report_add(struct report *r, const void *row, struct str json)
{
	r->row_count++;
	fields_note_item(&r->output.fields, json);
	if (fields_has_any_in(&r->output.fields, json))
		output_write_item(&r->output, row, json, 0);
}

bool
report_check_fields(const struct report *r, struct err *err)
{
	const struct fields *f = &r->output.fields;
	for (size_t i = 0; i < f->n; i++)
		if (!f->v[i].found && !f->v[i].is_known_member)
			return field_set_unknown_error(f, &f->v[i], r->view.resource, err);
	return true;
}

int
report_end(struct report *r, int status)
{
	struct err err;
	output_end_page(&r->output);
	output_end(&r->output);
	if (r->output.writer.failed)
		status = fail_with_exit_code(&r->output.writer.err, 0);
	else if (r->row_count && !report_check_fields(r, &err))
		status = fail_with_exit_code(&err, 0);
	report_free(r);
	return status;
}

void
report_free(struct report *r)
{
	output_free(&r->output);
	view_free(&r->view);
}

int
report_fail(const struct args *args, const struct err *err, int tries)
{
	const char *format = args->option_values[OPTION_OUTPUT];
	struct output nothing = { .format = FORMAT_JSON };
	if (format && strcmp(format, "json") == 0) {
		output_end(&nothing);
		output_free(&nothing);
	}
	return fail_with_exit_code(err, tries);
}

int
report_saved_session(const struct app_context *app, int status)
{
	const struct err *err = app->recorder ? recorder_error(app->recorder) : NULL;
	if (!err)
		return status;
	int code = fail_with_exit_code(err, 0);
	return status == EXIT_OK ? code : status;
}

static void
begin_member(struct buf *json, const char *name)
{
	buf_addc(json, json->n ? ',' : '{');
	json_quote(json, str_of(name));
	buf_addc(json, ':');
}

void
report_add_text_member(struct buf *json, const char *name, struct str text)
{
	begin_member(json, name);
	json_quote(json, text);
}

void
report_add_json_member(struct buf *json, const char *name, struct str value)
{
	begin_member(json, name);
	json_text_add(json, value, JSON_REPAIR);
}

void
report_add_number_member(struct buf *json, const char *name, int64_t number)
{
	begin_member(json, name);
	buf_addf(json, "%lld", (long long)number);
}
