#include "cli/request.h"

#include "base/utf8.h"

#include <stddef.h>

struct request_row {
	struct str method, url, body;
	const char *headers;
};

#define TEXT(member) .text = offsetof(struct request_row, member)

static const struct column columns[] = {
	{ COLUMN("method", "METHOD", 6, 6, ALWAYS), TEXT(method) },
	{ COLUMN("url", "URL", 30, 60, ALWAYS), .shape = COLUMN_FLEXIBLE, TEXT(url) },
	{ COLUMN("body", "BODY", 30, 60, ALWAYS), TEXT(body) },
	{ .id = NULL },
};

static const char *const members[] = { "method", "url", "body", NULL };

static const struct view_resource requests = {
	.name = "requests", .one = "request", .columns = columns
};

bool
request_open(struct report *r, const struct args *args, struct err *err)
{
	return report_open(r, args, &requests, members, err) && report_check_fields(r, err);
}

static void
list_request(struct buf *out, const struct request_row *row)
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
	report_text(&json, "method", row.method);
	report_text(&json, "url", row.url);
	report_json(&json, "body", row.body);
	buf_addc(&json, '}');
	if (r->output.format == FORMAT_TABLE && !r->output.fields.n)
		list_request(&r->output.writer.bytes, &row);
	else
		report_add(r, &row, buf_str(&json));
	buf_free(&json);
}
