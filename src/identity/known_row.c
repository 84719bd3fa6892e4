#include "identity/known_row.h"

#include "base/index.h"
#include "list/rows.h"
#include "model/format.h"
#include "model/identity_check.h"

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
		qsort(rows->list.v, rows->list.n, sizeof(*rows->list.v), known_row_compare);
	index_free(m.row_index);
}

void
known_rows_free(struct known_rows *rows)
{
	arena_free(&rows->text_arena);
	vec_free(&rows->list);
}
