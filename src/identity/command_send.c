#include "identity/command_send.h"

#include "base/utf8.h"
#include "cli/exits.h"
#include "identity/write.h"
#include "wire/json_lex.h"
#include "wire/member.h"
#include "wire/value.h"

#include <stddef.h>
#include <stdio.h>

struct record_row {
	struct str id, owner, iss, sub, status, service, mode, name, type, variant, created,
	    updated;
};

#define TEXT(member) .text_offset = offsetof(struct record_row, member)

static const struct column columns[] = {
	{ COLUMN("id", "ID", 12, 36, ALWAYS), TEXT(id) },
	{ COLUMN("owner", "OWNER", 12, 36, ALWAYS), TEXT(owner) },
	{ COLUMN("iss", "ISSUER", 12, 36, ALWAYS), TEXT(iss) },
	{ COLUMN("sub", "SUBJECT", 12, 36, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(sub) },
	{ COLUMN("status", "STATUS", 8, 8, ALWAYS), TEXT(status) },
	{ COLUMN("service", "SERVICE", 8, 8, ALWAYS), TEXT(service) },
	{ COLUMN("mode", "MODE", 8, 10, ALWAYS), TEXT(mode) },
	{ COLUMN("name", "NAME", 12, 20, ALWAYS), TEXT(name) },
	{ COLUMN("record_type", "TYPE", 8, 10, ALWAYS), TEXT(type) },
	{ COLUMN("record_variant", "VARIANT", 12, 20, ALWAYS), TEXT(variant) },
	{ COLUMN("created", "CREATED", 24, 24, ALWAYS), TEXT(created) },
	{ COLUMN("updated", "UPDATED", 24, 24, ALWAYS), TEXT(updated) },
	{ .id = NULL },
};

static const struct view_resource record_resource = {
	.name = "records", .singular = "record", .columns = columns
};

static void
read_row(struct record_row *row, struct arena *a, struct str json, unsigned flags)
{
	struct member_reader r = { .a = a, .scratch = a };
	struct member_index o = read_members(&r, value_of_text(a, arena_str(a, json), flags));
	struct member_index data = read_members(&r, member_get(&o, "data"));
	*row = (struct record_row){
		.id = read_text(&r, &o, "id"),
		.owner = read_text(&r, &o, "owner"),
		.iss = read_text(&r, &data, "iss"),
		.sub = read_text(&r, &data, "sub"),
		.status = read_text(&r, &o, "status"),
		.service = read_text(&r, &o, "service"),
		.mode = read_text(&r, &o, "mode"),
		.name = read_text(&r, &o, "name"),
		.type = read_text(&r, &o, "record_type"),
		.variant = read_text(&r, &o, "record_variant"),
		.created = read_text(&r, &o, "created"),
		.updated = read_text(&r, &o, "updated"),
	};
}

/* Appends all members of the record, one per line. */
static void
list_members(struct buf *out, struct arena *a, struct str json)
{
	struct json_leaves leaves = { 0 };
	struct buf value = { 0 };
	json_flatten(&leaves, a, json);
	for (size_t i = 0; i < leaves.list.n; i++) {
		const struct json_leaf *leaf = &leaves.list.v[i];
		size_t from = out->n;
		buf_reset(&value);
		if (leaf->value.p[0] == '"')
			json_lex_unquote(&value, leaf->value);
		else
			buf_adds(&value, leaf->value);
		text_clean(out, leaf->path, false);
		buf_pad(out, ' ', out->n - from < 16 ? 16 - (out->n - from) : 1);
		text_clean(out, buf_str(&value), false);
		buf_addc(out, '\n');
	}
	buf_free(&value);
	leaves_free(&leaves);
}

bool
identity_record_open(struct report *r, const struct args *args, struct err *err)
{
	if (!report_open(r, args, &record_resource, NULL, err))
		return false;
	/* Accepts any member: whether the record has it is known only after the write. */
	for (size_t i = 0; i < r->output.fields.n; i++)
		r->output.fields.v[i].is_known_member = true;
	return true;
}

void
identity_record_add(struct report *r, const struct write_result *w)
{
	struct record_row row;
	struct arena a = { 0 };
	struct err err;
	unsigned flags = 0;
	struct str body = str_trim(w->body);
	bool shown = w->write_status == CLIENT_WRITE_DONE && body.n > 2 &&
	    json_scan_check(body, &json_scan_client_rules, &flags, &err);
	if (shown && r->output.format == FORMAT_TABLE && !r->output.fields.n) {
		list_members(&r->output.writer.pending_output, &a, body);
	} else if (shown) {
		read_row(&row, &a, body, flags);
		report_add(r, &row, body);
	}
	arena_free(&a);
}

static void
print_unknown_writes(struct identity_job *job)
{
	struct journal_numbers numbers = { 0 };
	struct buf line = { 0 };
	journal_collect_unknown(&job->journal, buf_str(&job->service), &numbers);
	for (size_t i = 0; i < numbers.n; i++) {
		buf_addz(&line, i ? ", " : "");
		journal_number_write(&line, numbers.v[i]);
	}
	if (numbers.n)
		fprintf(stderr, "Earlier writes not confirmed: %s. Run backroom identity resolve\n",
		    buf_z(&line));
	if (job->journal.chain_errors.n)
		fprintf(stderr, "warning: the journal's chain is broken: %s\n",
		    buf_z(&job->journal.chain_errors));
	buf_free(&line);
	vec_free(&numbers);
}

bool
identity_send_open(struct identity_job *job, struct err *err)
{
	app_context_append_service_name(&job->service, &job->app);
	if (!journal_open(&job->journal, !job->app.options.demo_pack, err))
		return false;
	if (!job->retries_writes)
		print_unknown_writes(job);
	return true;
}

/* ---- sending ---- */

struct write_waiter {
	struct connection *connection;
	struct identity_send_result *out;
};

static void
on_written(void *ctx, const struct write_result *w)
{
	struct write_waiter *wait = ctx;
	wait->out->result = *w;
	buf_adds(&wait->out->body, w->body);
	wait->out->result.body = buf_str(&wait->out->body);
	if (w->journal_err.kind)
		fail_with_exit_code(&w->journal_err, 0);
	connection_stop(wait->connection);
}

static void
run_with_progress(struct identity_job *job)
{
	struct progress_line *p = &job->progress_line;
	if (!p->connection)
		progress_line_init(p, &job->connection, ENDPOINT_BASKETS);
	progress_line_start(p);
	connection_run(&job->connection);
	progress_line_stop(p);
}

static struct identity_writer *
get_or_create_writer(struct identity_job *job)
{
	static const struct clock real = { 0 };
	if (!job->writer)
		job->writer = identity_writer_new(job->connection.client, &job->journal, &real);
	return job->writer;
}

void
identity_send_retry(struct identity_job *job, unsigned number, struct identity_send_result *out)
{
	struct write_waiter wait = { &job->connection, out };
	*out = (struct identity_send_result){ .result = { .write_status = CLIENT_WRITE_UNKNOWN } };
	identity_write_retry(get_or_create_writer(job), number, on_written, &wait);
	run_with_progress(job);
}

void
identity_send(struct identity_job *job, const struct identity_fields *identity, struct str key,
    struct identity_send_result *out)
{
	struct write_waiter wait = { &job->connection, out };
	const struct journal_write w = {
		.environment = str_of(job->app.environment_name),
		.service = buf_str(&job->service),
		.is_unlink = job->is_unlink,
		.owner = identity->owner,
		.iss = identity->iss,
		.sub = identity->sub,
		.reason = identity->reason,
		.key = key,
	};
	*out = (struct identity_send_result){ .result = { .write_status = CLIENT_WRITE_REFUSED } };
	if (identity_write(get_or_create_writer(job), &w, on_written, &wait, &out->result.err))
		run_with_progress(job);
}

void
identity_send_result_free(struct identity_send_result *sent)
{
	buf_free(&sent->body);
}
