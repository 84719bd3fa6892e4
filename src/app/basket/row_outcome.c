#include "app/basket/row_outcome.h"

#include "model/identity_check.h"

void
basket_row_who(struct outcome_who *who, const struct basket_row *row)
{
	if (!who->basket.n)
		who->basket = row->id;
	outcome_who_email(who, row->email);
	outcome_who_identity(who, basket_row_origin(row)->iss, row->sub);
	for (size_t i = 0; row->others && i < row->others->n; i++)
		outcome_who_identity(who, row->others->v[i].iss, row->others->v[i].sub);
}

static bool
has_email(const struct outcome_who *who, struct str email)
{
	email = str_trim(email);
	for (size_t i = 0; email.n && i < who->n; i++)
		if (str_eq_nocase(str_sub(who->names[i], 1, SIZE_MAX), email))
			return who->names[i].p[0] == ' ';
	return false;
}

static bool
has_identity(const struct outcome_who *who, struct str iss, struct str sub, struct buf *name)
{
	buf_reset(name);
	identity_name_write(name, iss, sub);
	for (size_t i = 0; sub.n && i < who->n; i++)
		if (str_eq(who->names[i], buf_str(name)))
			return true;
	return false;
}

/* Has the row one of the names? Asked of all rows: so nothing is made anew for each. */
static bool
shares(const struct outcome_who *who, const struct basket_row *row, struct buf *name)
{
	if (row->reach == REACH_NONE)
		return false;
	if (has_email(who, row->email) ||
	    has_identity(who, basket_row_origin(row)->iss, row->sub, name))
		return true;
	for (size_t i = 0; row->others && i < row->others->n; i++)
		if (has_identity(who, row->others->v[i].iss, row->others->v[i].sub, name))
			return true;
	return false;
}

void
basket_rows_who(
    struct outcome_who *who, const struct basket_row *row, const struct basket_row *rows, size_t n)
{
	struct buf name = { 0 };
	size_t before;
	basket_row_who(who, row);
	do {
		before = who->n;
		for (size_t i = 0; i < n; i++)
			if (shares(who, &rows[i], &name))
				basket_row_who(who, &rows[i]);
	} while (who->n > before && who->n < OUTCOME_HASHES_MAX);
	buf_free(&name);
}

void
basket_row_state(const struct basket_row *row, const struct ledger *l, struct outcome_state *out)
{
	struct outcome_who who = { 0 };
	*out = (struct outcome_state){ 0 };
	if (!l->all.n)
		return;
	basket_row_who(&who, row);
	ledger_state(l, &who, out);
	outcome_who_free(&who);
}

void
basket_rows_state(const struct basket_row *row, const struct basket_row *rows, size_t n,
    const struct ledger *l, struct outcome_state *out)
{
	struct outcome_who who = { 0 };
	*out = (struct outcome_state){ 0 };
	if (!l->all.n)
		return;
	basket_rows_who(&who, row, rows, n);
	ledger_state(l, &who, out);
	outcome_who_free(&who);
}

void
basket_row_mark(
    struct basket_row *row, const struct ledger *l, const char *consent_field, struct str json)
{
	struct outcome_state state;
	basket_row_state(row, l, &state);
	row->outcome = OUTCOME_NONE;
	if (state.last)
		row->outcome = state.last->kind;
	if (json.n)
		row->consent = consent_of(json, consent_field);
}
