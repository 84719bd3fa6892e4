#include "identity/row.h"

#include "list/columns.h"
#include "wire/value.h"

#include <stddef.h>

static void
write_baskets(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	buf_addf(out, "%lld", (long long)((const struct identity_row *)of)->basket_count);
}

#define TEXT(member) .text_offset = offsetof(struct identity_row, member)

const struct column identity_columns[] = {
	{ COLUMN("sub", "SUBJECT", 20, 36, ALWAYS), .flags = COLUMN_PRIVATE | COLUMN_SHOWN_IF_EMPTY,
	    TEXT(sub) },
	{ COLUMN("iss", "ISSUER", 24, 38, ALWAYS), .flags = COLUMN_PRIVATE, TEXT(iss) },
	{ COLUMN("type", "TYPE", 8, 12, ROOM), TEXT(type) },
	{ COLUMN("service", "SERVICE", 7, 10, ROOM), TEXT(service) },
	{ COLUMN("baskets", "BASKETS", 7, 7, ROOM), .flags = COLUMN_NUMERIC,
	    .write_cell = write_baskets },
	{ .id = NULL },
};

static void
fill_identity(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct identity_row *row = of;
	struct buf search_text = { 0 };
	struct member_reader r = { .a = a, .scratch = a };
	struct member_index o = read_members(&r, value_of_text(a, arena_str(a, json), flags));
	*row = (struct identity_row){
		.iss = read_text(&r, &o, "iss"),
		.sub = read_text(&r, &o, "sub"),
		.type = read_text(&r, &o, "type"),
		.service = read_text(&r, &o, "service"),
	};
	value_whole_number(member_get(&o, "baskets"), &row->basket_count);
	row_fold_line(&search_text, row->iss);
	row_fold_line(&search_text, row->sub);
	row->search_text = arena_move_buf(a, &search_text);
	buf_free(&search_text);
}

static bool
match_identity(const struct row_term *t, const void *row, struct str json)
{
	(void)json;
	if (row_term_is_word(t) || row_term_has_key(t, "text"))
		return row_term_matches_any(t, ((const struct identity_row *)row)->search_text);
	return row_term_matches_column(t, row);
}

static int
compare_identities(const void *x, const void *y)
{
	const struct identity_row *a = x, *b = y;
	int order = str_cmp(a->iss, b->iss);
	return order ? order : str_cmp(a->sub, b->sub);
}

const struct row_ops identity_row_ops = {
	.size = sizeof(struct identity_row),
	.fill_row = fill_identity,
	.match_term = match_identity,
	.compare = compare_identities,
	.search_text_offset = offsetof(struct identity_row, search_text),
};
