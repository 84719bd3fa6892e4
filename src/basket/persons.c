#include "basket/persons.h"

#include "base/index.h"
#include "model/email.h"
#include "model/identity_check.h"

const char person_none_completed_text[] =
    "None of the baskets read is completed: if the service lists only open baskets, later "
    "purchases are not known";

void
persons_free(struct persons *p)
{
	index_free(p->name_index);
	vec_free(&p->list);
	vec_free(&p->parents);
	vec_free(&p->next);
	vec_free(&p->person_of_row);
	*p = (struct persons){ 0 };
}

/* ---- joining baskets ---- */

/* The representative row of a person; shortens the path to it. */
static uint32_t
root_of(struct persons *p, uint32_t row)
{
	uint32_t *parents = p->parents.v;
	while (parents[row] != row)
		row = parents[row] = parents[parents[row]];
	return row;
}

static void
join_rows_by_name(struct persons *p, uint32_t row, struct str name)
{
	uint32_t other = index_add(p->name_index, name, row);
	if (other == UINT32_MAX)
		return;
	uint32_t a = root_of(p, other), b = root_of(p, row);
	p->parents.v[a > b ? a : b] = a > b ? b : a;
}

/* The key starts with a space, which no issuer does, so an e-mail never equals an identity. */
static void
join_email(struct persons *p, uint32_t row, struct str email, struct buf *name)
{
	if (!str_trim(email).n)
		return;
	buf_reset(name);
	buf_addc(name, ' ');
	email_append_key(name, email);
	join_rows_by_name(p, row, buf_str(name));
}

static void
join_identity(struct persons *p, uint32_t row, struct str iss, struct str sub, struct buf *name)
{
	buf_reset(name);
	identity_name_write(name, iss, sub);
	join_rows_by_name(p, row, buf_str(name));
}

static void
join_row(struct persons *p, uint32_t number, const struct basket_row *row, struct buf *name)
{
	if (!row->shares_email)
		join_email(p, number, row->email, name);
	if (row->sub.n)
		join_identity(p, number, basket_row_origin(row)->iss, row->sub, name);
	for (size_t i = 0; row->extras && i < row->extras->n; i++)
		join_identity(p, number, row->extras->v[i].iss, row->extras->v[i].sub, name);
}

/* ---- counting ---- */

struct age_order {
	const struct basket_row *rows;
};

static int
newest_basket_first(const void *a, const void *b, void *ctx)
{
	const struct age_order *by = ctx;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int order = row_order_reversed(row_compare_times(by->rows[x].created, by->rows[y].created));
	return order ? order : (x > y) - (x < y);
}

/* True if the rows are sorted. They usually arrive newest first, so sorting can be skipped. */
static bool
is_in_order(const uint32_t *numbers, size_t n, struct age_order *by)
{
	for (size_t i = 1; i < n; i++)
		if (newest_basket_first(&numbers[i - 1], &numbers[i], by) > 0)
			return false;
	return true;
}

/* Counts a row for its person. Call it from the newest row on: a person is created at its newest
 * basket. */
static void
count_row(struct persons *p, const struct basket_row *row, uint32_t number, uint32_t *last)
{
	uint32_t root = root_of(p, number), at = p->person_of_row.v[root];
	if (at == PERSON_NONE) {
		const struct person fresh = {
			.newest_row = number, .first_row = number, .bought_at = WHEN_NONE
		};
		at = p->person_of_row.v[root] = (uint32_t)p->list.n;
		vec_push(&p->list, fresh);
	} else {
		p->next.v[last[root]] = number;
	}
	last[root] = number;
	struct person *person = &p->list.v[at];
	if (row->completed && !person->completed_count++)
		person->bought_at = row->created;
	if (!row->completed && !person->open_count++)
		person->newest_row = number;
}

static void
collect_persons(struct persons *p, const struct basket_row *rows)
{
	VEC(uint32_t) order = { 0 }, last = { 0 };
	struct age_order by = { rows };
	p->list.n = 0;
	vec_reserve(&order, p->row_count);
	vec_reserve(&last, p->row_count);
	for (uint32_t i = 0; i < p->row_count; i++) {
		p->person_of_row.v[i] = p->next.v[i] = PERSON_NONE;
		if (rows[i].reach != REACH_NONE)
			vec_push(&order, i);
	}
	if (!is_in_order(order.v, order.n, &by))
		vec_sort(&order, newest_basket_first, &by);
	for (size_t i = 0; i < order.n; i++)
		count_row(p, &rows[order.v[i]], order.v[i], last.v);
	for (size_t i = 0; i < order.n; i++)
		p->person_of_row.v[order.v[i]] = p->person_of_row.v[root_of(p, order.v[i])];
	vec_free(&order);
	vec_free(&last);
}

void
persons_merge_rows(struct persons *p, const struct basket_row *rows, size_t n, bool anew)
{
	struct buf name = { 0 };
	if (anew || n < p->row_count)
		persons_free(p);
	if (!p->name_index)
		p->name_index = index_new();
	for (uint32_t i = (uint32_t)p->row_count; i < n; i++) {
		vec_push(&p->parents, i);
		vec_push(&p->next, PERSON_NONE);
		vec_push(&p->person_of_row, PERSON_NONE);
		join_row(p, i, &rows[i], &name);
	}
	p->row_count = n;
	collect_persons(p, rows);
	buf_free(&name);
}

const struct person *
persons_find_by_row(const struct persons *p, uint32_t row)
{
	uint32_t at = row < p->row_count ? p->person_of_row.v[row] : PERSON_NONE;
	return at == PERSON_NONE ? NULL : &p->list.v[at];
}

uint32_t
persons_next_row(const struct persons *p, uint32_t row)
{
	return p->next.v[row];
}

bool
person_bought_since(const struct person *person, const struct basket_row *rows)
{
	return person->completed_count &&
	    (!person->open_count ||
		row_compare_times(person->bought_at, rows[person->newest_row].created) > 0);
}
