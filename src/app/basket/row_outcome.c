#include "app/basket/row_outcome.h"

#include "app/basket/kin.h"

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

void
basket_rows_who(
    struct outcome_who *who, const struct basket_row *row, const struct basket_row *rows, size_t n)
{
	struct kin kin;
	basket_row_who(who, row);
	kin_find(&kin, row, rows, n);
	for (size_t i = 0; i < kin.rows.n; i++)
		basket_row_who(who, &rows[kin.rows.v[i]]);
	kin_free(&kin);
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
