#include "plan/rollback.h"

#include "plan/recheck.h"

static struct str
swap_absent_side(struct str absent)
{
	if (!absent.n)
		return STR_NONE;
	return str_eqz(absent, "old") ? STR("new") : STR("old");
}

/* Adds the inverse of a row, with a warning if its offer was not read after the batch and so may
 * have changed otherwise, too. */
static void
add_rollback_row(struct plan *back, const struct plan_row *row)
{
	struct plan_row own = *row;
	own.old = row->new;
	own.new = row->old;
	own.absent_side = swap_absent_side(row->absent_side);
	own.hash_before = row->hash_now;
	own.warning_ids = STR_NONE;
	own.warning = !row->hash_after.n ? STR("not read back since it was sent") : STR_NONE;
	plan_add(back, &own);
}

static void
refuse_rollback_row(struct plan *back, const struct plan_row *row)
{
	struct plan_row own = *row;
	own.old = row->new;
	own.new = own.warning = own.warning_ids = own.absent_side = STR_NONE;
	own.hash_before = row->hash_now;
	own.refusal = STR("changed since it was applied");
	plan_add(back, &own);
}

static bool
is_unchanged_since_applied(const struct plan_row *row)
{
	return str_eqz(row->state, plan_state_done) &&
	    (!row->hash_after.n || str_eq(row->hash_after, row->hash_now));
}

void
plan_fill_rollback(struct plan *back, const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		if (row->skip_reason == PLAN_SKIPPED_BY_SELECT || !row->was_sent ||
		    row->refusal.n || str_eqz(row->state, plan_state_as_planned))
			continue;
		if (is_unchanged_since_applied(row))
			add_rollback_row(back, row);
		else
			refuse_rollback_row(back, row);
	}
}
