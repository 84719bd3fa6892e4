#include "identity/known_row.h"

#include "base/index.h"
#include "list/columns.h"
#include "list/rows.h"
#include "model/format.h"
#include "model/identity_check.h"

#include <stddef.h>
#include <stdlib.h>

struct row_builder {
	struct known_rows *rows;
	struct index *row_index;
};

static struct known_row *
find_or_add_row(struct row_builder *m, struct str iss, struct str sub)
{
	struct arena *a = &m->rows->text_arena;
	struct buf name = { 0 };
	identity_name_write(&name, iss, sub);
	uint32_t at = index_get(m->row_index, buf_str(&name));
	if (at == UINT32_MAX) {
		at = (uint32_t)m->rows->list.n;
		index_put(m->row_index, buf_str(&name), at);
		const struct known_row row = { .key = arena_str(a, buf_str(&name)),
			.iss = iss,
			.sub = sub,
			.newest_at = WHEN_NONE };
		vec_push(&m->rows->list, row);
	}
	buf_free(&name);
	return &m->rows->list.v[at];
}

static void
add_basket_of_row(struct row_builder *m, const struct known_identity *k)
{
	struct known_row *row = find_or_add_row(m, k->id.iss, k->id.sub);
	row->type = k->id.type;
	row->service = k->id.service;
	row->basket_count = k->basket_count;
	row->newest_basket_id = k->newest_basket_id;
	row->name = k->customer_name;
	row->newest_at = k->newest_basket_at;
}

/* Call it newest first: the first completed write of an identity determines its owner. */
static void
add_write_of_row(struct row_builder *m, const struct journal_write *w)
{
	struct known_row *row = find_or_add_row(m, w->iss, w->sub);
	if (row->write_number)
		return;
	row->write_number = w->number;
	row->owner = w->owner;
	row->linked = !w->is_unlink;
	if (row->newest_at == WHEN_NONE || w->recorded_at > row->newest_at)
		row->newest_at = w->recorded_at;
}

static void
finish_known_row(struct known_row *row, struct arena *a)
{
	struct buf text = { 0 };
	if (row->linked) {
		identity_tail_write(&text, row->owner);
		row->owner_tail = arena_move_buf(a, &text);
	}
	if (row->write_number)
		journal_number_write(&text, row->write_number);
	if (row->basket_count) {
		buf_addz(&text, text.n ? ", " : "");
		format_plural(&text, row->basket_count, "basket", "baskets");
	}
	row->source = arena_move_buf(a, &text);
	row->state = !row->write_number ? STR("not known")
	    : row->linked               ? STR("linked")
					: STR("removed");
	const struct str words[] = { row->iss, row->sub, row->owner, row->name, row->source,
		row->state };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		row_fold_line(&text, words[i]);
	row->search_text = arena_move_buf(a, &text);
	buf_free(&text);
}

static int
newest_first(const void *x, const void *y)
{
	const struct known_row *a = x, *b = y;
	int order = (b->newest_at > a->newest_at) - (b->newest_at < a->newest_at);
	order = order ? order : str_cmp(a->iss, b->iss);
	return order ? order : str_cmp(a->sub, b->sub);
}

void
known_rows_make(struct known_rows *rows, const struct identities *ids, const struct journal *j,
    struct str service)
{
	struct row_builder m = { rows, index_new() };
	const struct journal_write *w;
	*rows = (struct known_rows){ 0 };
	for (size_t i = 0; i < identities_count(ids); i++)
		add_basket_of_row(&m, identities_at(ids, i));
	for (size_t i = 0; (w = journal_nth_newest(j, i)) != NULL; i++)
		if (w->status.state == JOURNAL_DONE && str_eq(w->service, service))
			add_write_of_row(&m, w);
	for (size_t i = 0; i < rows->list.n; i++)
		finish_known_row(&rows->list.v[i], &rows->text_arena);
	if (rows->list.n)
		qsort(rows->list.v, rows->list.n, sizeof(*rows->list.v), newest_first);
	index_free(m.row_index);
}

void
known_rows_free(struct known_rows *rows)
{
	arena_free(&rows->text_arena);
	vec_free(&rows->list);
}

/* ---- list rows ---- */

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

static const struct row_ops ops = {
	.size = sizeof(struct known_row),
	.match_term = match_known_row,
	.compare = newest_first,
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

static const struct column columns[] = {
	{ COLUMN("name", "NAME", 12, 24, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY,
	    .write_cell = write_known_name },
	{ COLUMN("sub", "SUBJECT", 20, 36, ALWAYS),
	    .flags = COLUMN_PRIVATE | COLUMN_SHOWN_IF_EMPTY | COLUMN_CUT_MIDDLE, TEXT(sub) },
	{ COLUMN("owner", "OWNER", 5, 9, ALWAYS), .flags = COLUMN_PRIVATE, TEXT(owner_tail) },
	{ COLUMN("iss", "ISSUER", 24, 38, ROOM), .flags = COLUMN_PRIVATE, TEXT(iss) },
	{ COLUMN("from", "KNOWN FROM", 12, 20, ROOM), TEXT(source) },
	{ COLUMN("when", "WHEN", 12, 16, ROOM), .flags = COLUMN_NEVER_CUT,
	    .time_offset = offsetof(struct known_row, newest_at) },
	{ COLUMN("status", "STATUS", 9, 9, ROOM), .write_cell = write_known_state },
	{ COLUMN("type", "TYPE", 8, 12, ASKED), TEXT(type) },
	{ COLUMN("service", "SERVICE", 7, 10, ASKED), TEXT(service) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "name", "sub", "owner", "iss", "from", "status", "type",
	"service", "text", NULL };

const struct view_resource identities_resource = { .name = "identities",
	.singular = "identity",
	.keys = view_keys,
	.columns = columns,
	.row_ops = &ops };

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
