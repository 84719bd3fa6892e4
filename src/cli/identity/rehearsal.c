#include "cli/identity/rehearsal.h"

#include "base/utf8.h"
#include "cli/args/exits.h"
#include "cli/identity/send.h"
#include "cli/out/report.h"
#include "wire/identity.h"

#include <stddef.h>
#include <stdio.h>

struct request_row {
	struct str method, url, body;
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

/* As it goes over the line; the token and a new Idempotency-Key go with it. */
static void
list_request(struct buf *out, const struct request_row *row)
{
	buf_addf(out, "%.*s ", STR_ARG(row->method));
	text_clean(out, row->url, false);
	buf_addz(out, "\nAuthorization, Idempotency-Key, Content-Type: application/json\n\n");
	text_clean(out, row->body, false);
	buf_addc(out, '\n');
}

static void
print_request(
    const struct identity_job *job, const struct identity_fields *claim, struct report *report)
{
	enum endpoint e = job->unlink ? ENDPOINT_UNLINK : ENDPOINT_LINK;
	struct buf url = { 0 }, body = { 0 }, json = { 0 };
	client_write_url(&url, job->connection.client, e, claim->owner);
	identity_body_write(&body, claim->iss, claim->sub);
	const struct request_row row = {
		job->unlink ? STR("DELETE") : STR("POST"), buf_str(&url), buf_str(&body)
	};
	report_text(&json, "method", row.method);
	report_text(&json, "url", row.url);
	report_json(&json, "body", row.body);
	buf_addc(&json, '}');
	if (report->output.format == FORMAT_TABLE && !report->output.fields.n)
		list_request(&report->output.writer.bytes, &row);
	else
		report_add(report, &row, buf_str(&json));
	buf_free(&url);
	buf_free(&body);
	buf_free(&json);
}

int
identity_rehearse(struct identity_job *job, const struct identity_fields *claim)
{
	struct report report;
	struct err err;
	if (!report_open(&report, job->args, &requests, members, &err) ||
	    !report_check_fields(&report, &err) || !identity_send_open(job, &err) ||
	    !identity_show(job, claim, &err) ||
	    !connection_open(&job->connection, &job->launch, &err)) {
		report_free(&report);
		return report_fail(job->args, &err, 0);
	}
	print_request(job, claim, &report);
	int status = report_end(&report, EXIT_OK);
	if (job->launch.read_only)
		fprintf(stderr, "warning: this is read-only: it would not be sent\n");
	fprintf(stderr, "Nothing was sent, and nothing noted\n");
	return status;
}
