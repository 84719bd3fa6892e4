#include "identity/row.h"

#include "base/json_quote.h"
#include "list/rows.h"
#include "model/when.h"

#include <stddef.h>

int
known_row_compare(const void *x, const void *y)
{
	const struct known_row *a = x, *b = y;
	int order = (b->newest_at > a->newest_at) - (b->newest_at < a->newest_at);
	order = order ? order : str_cmp(a->iss, b->iss);
	return order ? order : str_cmp(a->sub, b->sub);
}

static void
add_member(struct buf *out, const char *name, struct str text)
{
	buf_addz(out, out->n ? "," : "{");
	json_quote(out, str_of(name));
	buf_addc(out, ':');
	json_quote(out, text);
}

void
known_row_write(struct buf *out, const struct known_row *row)
{
	struct buf json = { 0 }, when = { 0 };
	if (row->newest_at != WHEN_NONE)
		when_write(&when, row->newest_at);
	add_member(&json, "iss", row->iss);
	add_member(&json, "sub", row->sub);
	add_member(&json, "type", row->type);
	add_member(&json, "service", row->service);
	buf_addf(&json, ",\"baskets\":%u", row->basket_count);
	add_member(&json, "name", row->name);
	add_member(&json, "owner", row->owner);
	add_member(&json, "from", row->source);
	add_member(&json, "when", buf_str(&when));
	add_member(&json, "status", row->state);
	buf_addc(&json, '}');
	buf_adds(out, buf_str(&json));
	buf_free(&json);
	buf_free(&when);
}

static bool
match_known_row(const struct row_term *t, const void *of, struct str json)
{
	const struct known_row *row = of;
	(void)json;
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return row_term_matches_any(t, row->search_text);
	if (row_term_has_key(t, "owner"))
		return row_term_matches_text(t, row->owner);
	return row_term_matches_column(t, row);
}

const struct row_ops known_row_ops = {
	.size = sizeof(struct known_row),
	.match_term = match_known_row,
	.compare = known_row_compare,
	.id_offset = offsetof(struct known_row, key),
	.search_text_offset = offsetof(struct known_row, search_text),
};

#define TEXT(member) .text_offset = offsetof(struct known_row, member)

static void
write_known_name(struct buf *out, const void *of, const struct cell_context *c)
{
	struct str name = ((const struct known_row *)of)->name;
	cell_add_text(out, name.n || c->as_data || c->is_printed ? name : STR("no name"), c);
}

/* On a screen the column is left out while no identity was linked or removed here. */
static void
write_known_state(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct known_row *row = of;
	if (row->write_number || c->as_data || c->is_printed)
		cell_add_text(out, row->state, c);
}

const struct column known_row_columns[] = {
	{ COLUMN("name", "NAME", 12, 24, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY,
	    .write_cell = write_known_name },
	{ COLUMN("sub", "SUBJECT", 20, 36, ALWAYS),
	    .flags = COLUMN_PRIVATE | COLUMN_SHOWN_IF_EMPTY | COLUMN_CUT_MIDDLE, TEXT(sub) },
	{ COLUMN("owner", "OWNER", 5, 9, ALWAYS), .flags = COLUMN_PRIVATE, TEXT(owner_tail),
	    .full_text_offset = offsetof(struct known_row, owner) },
	{ COLUMN("iss", "ISSUER", 24, 38, ROOM), .flags = COLUMN_PRIVATE, TEXT(iss) },
	{ COLUMN("from", "KNOWN FROM", 12, 20, ROOM), TEXT(source) },
	{ COLUMN("when", "WHEN", 12, 16, ROOM), .flags = COLUMN_NEVER_CUT,
	    .time_offset = offsetof(struct known_row, newest_at) },
	{ COLUMN("status", "STATUS", 9, 9, ROOM), .write_cell = write_known_state },
	{ COLUMN("type", "TYPE", 8, 12, ASKED), TEXT(type) },
	{ COLUMN("service", "SERVICE", 7, 10, ASKED), TEXT(service) },
	{ COLUMN("baskets", "BASKETS", 7, 7, ASKED), .flags = COLUMN_NUMERIC,
	    .count_offset = offsetof(struct known_row, basket_count) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "name", "sub", "owner", "iss", "from", "status", "type",
	"service", "text", NULL };

const struct view_resource identities_resource = { .name = "identities",
	.singular = "identity",
	.keys = view_keys,
	.columns = known_row_columns,
	.row_ops = &known_row_ops };

void
known_row_add_variables(struct command_variables *v, const struct known_row *row)
{
	command_variables_add(v, "BACKROOM_ISSUER", row->iss);
	command_variables_add(v, "BACKROOM_SUBJECT", row->sub);
	command_variables_add(v, "BACKROOM_TYPE", row->type);
	command_variables_add(v, "BACKROOM_OWNER", row->owner);
	command_variables_add(v, "BACKROOM_STATUS", row->state);
	command_variables_add(v, "BACKROOM_NAME", row->name);
	command_variables_add_time(v, "BACKROOM_CREATED", row->newest_at);
}
