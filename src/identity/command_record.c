#include "identity/command_record.h"

#include "base/utf8.h"
#include "wire/flatten.h"
#include "wire/json.h"
#include "wire/json_lex.h"

#include <stddef.h>

struct record_row {
	struct str id, owner, iss, sub, status, service, mode, name, type, variant, created,
	    updated;
};

#define TEXT(member) .text = offsetof(struct record_row, member)

static const struct column columns[] = {
	{ COLUMN("id", "ID", 12, 36, ALWAYS), TEXT(id) },
	{ COLUMN("owner", "OWNER", 12, 36, ALWAYS), TEXT(owner) },
	{ COLUMN("iss", "ISSUER", 12, 36, ALWAYS), TEXT(iss) },
	{ COLUMN("sub", "SUBJECT", 12, 36, ALWAYS), .shape = COLUMN_FLEXIBLE, TEXT(sub) },
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

static const struct view_resource records = {
	.name = "records", .one = "record", .columns = columns
};

static void
read_row(struct record_row *row, struct arena *a, struct str json, unsigned flags)
{
	struct err err;
	const struct json_value *tree = json_parse(a, json, flags, &err);
	const struct json_value *data = json_get(tree, "data");
	*row = (struct record_row){
		.id = json_get_text(tree, "id"),
		.owner = json_get_text(tree, "owner"),
		.iss = json_get_text(data, "iss"),
		.sub = json_get_text(data, "sub"),
		.status = json_get_text(tree, "status"),
		.service = json_get_text(tree, "service"),
		.mode = json_get_text(tree, "mode"),
		.name = json_get_text(tree, "name"),
		.type = json_get_text(tree, "record_type"),
		.variant = json_get_text(tree, "record_variant"),
		.created = json_get_text(tree, "created"),
		.updated = json_get_text(tree, "updated"),
	};
}

/* Appends all members of the record, one per line. */
static void
list_members(struct buf *out, struct arena *a, struct str json)
{
	struct leaves leaves = { 0 };
	struct buf value = { 0 };
	json_flatten(&leaves, a, json);
	for (size_t i = 0; i < leaves.list.n; i++) {
		const struct leaf *leaf = &leaves.list.v[i];
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
	if (!report_open(r, args, &records, NULL, err))
		return false;
	/* Accepts any member: whether the record has it is known only after the write. */
	for (size_t i = 0; i < r->output.fields.n; i++)
		r->output.fields.v[i].named = true;
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
	bool shown = w->outcome == CLIENT_WRITE_DONE && body.n > 2 &&
	    json_scan_check(body, &json_scan_for_client, &flags, &err);
	if (shown && r->output.format == FORMAT_TABLE && !r->output.fields.n) {
		list_members(&r->output.writer.bytes, &a, body);
	} else if (shown) {
		read_row(&row, &a, body, flags);
		report_add(r, &row, body);
	}
	arena_free(&a);
}
