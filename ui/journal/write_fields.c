#include "ui/journal/write_fields.h"

#include "wire/json_scan.h"
#include "wire/member.h"

void
send_fields_add_write(struct send_fields *f, const struct journal_write *w)
{
	struct json_leaves leaves = { 0 };
	struct arena a = { 0 };
	struct buf value = { 0 };
	struct err ignored;
	unsigned flags = 0;
	struct str record = w->status.record;
	if (record.n < 3 || !json_scan_check(record, &json_scan_client_rules, &flags, &ignored)) {
		send_fields_add(f, STR("owner"), w->owner);
		send_fields_add(f, STR("issuer"), w->iss);
		send_fields_add(f, STR("subject"), w->sub);
		return;
	}
	json_flatten(&leaves, &a, record);
	for (size_t i = 0; i < leaves.list.n; i++) {
		const struct json_leaf *leaf = &leaves.list.v[i];
		buf_reset(&value);
		if (leaf->value.p[0] == '"')
			json_lex_unquote(&value, leaf->value);
		else
			buf_adds(&value, leaf->value);
		send_fields_add(f, leaf->path, buf_str(&value));
	}
	leaves_free(&leaves);
	buf_free(&value);
	arena_free(&a);
}
