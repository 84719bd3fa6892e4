#include "identity/command_dry_run.h"

#include "cli/exits.h"
#include "cli/request.h"
#include "identity/command_send.h"
#include "wire/identity.h"

#include <stdio.h>

static void
print_request(
    const struct identity_job *job, const struct identity_fields *identity, struct report *report)
{
	enum endpoint e = job->unlink ? ENDPOINT_UNLINK : ENDPOINT_LINK;
	struct buf url = { 0 }, body = { 0 };
	client_write_url(&url, job->connection.client, e, identity->owner);
	identity_body_write(&body, identity->iss, identity->sub);
	request_add(report, job->unlink ? STR("DELETE") : STR("POST"), buf_str(&url),
	    "Authorization, Idempotency-Key", buf_str(&body));
	buf_free(&url);
	buf_free(&body);
}

int
identity_dry_run(struct identity_job *job, const struct identity_fields *identity)
{
	struct report report;
	struct err err;
	if (!request_open(&report, job->args, &err) || !identity_send_open(job, &err) ||
	    !identity_print_preview(job, identity, &err) ||
	    !connection_open(&job->connection, &job->app, &err)) {
		report_free(&report);
		return report_fail(job->args, &err, 0);
	}
	print_request(job, identity, &report);
	int status = report_end(&report, EXIT_OK);
	if (job->app.read_only)
		fprintf(stderr, "warning: read-only, so it would not be sent\n");
	fprintf(stderr, "Nothing was sent or recorded\n");
	return status;
}
