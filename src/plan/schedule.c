#include "plan/schedule.h"

#include "base/utf8.h"
#include "model/when.h"
#include "plan/recheck.h"

const char *const plan_phase_names[PLAN_PHASES] = {
	[PLAN_UNDATED] = "no start",
	[PLAN_WAITING] = "waiting",
	[PLAN_DUE] = "due",
	[PLAN_MISSED] = "missed",
	[PLAN_SENT] = "sent",
	[PLAN_PARTLY_SENT] = "partly sent",
	[PLAN_DUE_UNDO] = "due to be undone",
	[PLAN_UNDONE] = "undone",
	[PLAN_PARTLY_UNDONE] = "partly undone",
	[PLAN_NOT_KNOWN] = "not known",
};

int64_t
plan_time(struct str text)
{
	int64_t t;
	return text.n && when_parse(text, &t) ? t : WHEN_NONE;
}

/* ---- phases ---- */

static bool
has_done_rows(const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++)
		if (str_eqz(p->rows.v[i].state, plan_state_done))
			return true;
	return false;
}

/* True if a batch was sent and its result never recorded. */
static bool
has_unknown_rows(const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++)
		if (p->rows.v[i].was_sent && !p->rows.v[i].state.n)
			return true;
	return false;
}

/* True if a change was left out, as those to review are, refused, or not reached. */
static bool
has_open_rows(const struct plan *p)
{
	for (size_t i = 0; i < p->rows.n; i++)
		if (!p->rows.v[i].refusal.n && !plan_row_is_settled(&p->rows.v[i]))
			return true;
	return false;
}

static enum plan_phase
phase_of_undo(const struct scheduled_plan *s)
{
	if (!s->undo_was_begun)
		return PLAN_DUE_UNDO;
	if (has_unknown_rows(s->undo))
		return PLAN_NOT_KNOWN;
	return has_open_rows(s->undo) ? PLAN_PARTLY_UNDONE : PLAN_UNDONE;
}

enum plan_phase
plan_find_phase(const struct scheduled_plan *s, int64_t now)
{
	int64_t start = plan_time(s->plan->starts_at), end = plan_time(s->plan->ends_at);
	bool has_ended = end != WHEN_NONE && end <= now;
	if (s->was_begun && has_unknown_rows(s->plan))
		return PLAN_NOT_KNOWN;
	if (has_ended && !s->undo_was_begun && !has_done_rows(s->plan))
		return PLAN_MISSED;
	if (s->was_begun && (has_ended || s->undo_was_begun))
		return phase_of_undo(s);
	if (s->was_begun)
		return has_open_rows(s->plan) ? PLAN_PARTLY_SENT : PLAN_SENT;
	if (start == WHEN_NONE)
		return PLAN_UNDATED;
	return start > now ? PLAN_WAITING : PLAN_DUE;
}

/* ---- clashes ---- */

static bool
is_same_value(const struct plan_row *a, const struct plan_row *b)
{
	return !a->refusal.n && !b->refusal.n && str_eq(a->path, b->path) &&
	    str_eq(a->attribute, b->attribute) && str_eq(a->charge, b->charge) &&
	    str_eq(a->currency, b->currency);
}

static bool
overlap(const struct plan *a, const struct plan *b)
{
	int64_t a_start = plan_time(a->starts_at), a_end = plan_time(a->ends_at);
	int64_t b_start = plan_time(b->starts_at), b_end = plan_time(b->ends_at);
	return (a_end == WHEN_NONE || b_start == WHEN_NONE || b_start < a_end) &&
	    (b_end == WHEN_NONE || a_start == WHEN_NONE || a_start < b_end);
}

/* True if `first` ends before `second` starts, which was made from its value. */
static bool
takes_back_expected_value(const struct plan *first, const struct plan *second,
    const struct plan_row *a, const struct plan_row *b)
{
	int64_t end = plan_time(first->ends_at), start = plan_time(second->starts_at);
	return end != WHEN_NONE && start != WHEN_NONE && end <= start && str_eq(a->new, b->old) &&
	    !str_eq(a->old, b->old);
}

static bool
rows_clash(
    const struct plan *p, const struct plan *q, const struct plan_row *a, const struct plan_row *b)
{
	return is_same_value(a, b) &&
	    (overlap(p, q) || takes_back_expected_value(p, q, a, b) ||
		takes_back_expected_value(q, p, b, a));
}

bool
plan_append_clash(
    struct buf *out, const struct scheduled_plan *one, const struct scheduled_plan *other)
{
	const struct plan *p = one->plan, *q = other->plan;
	if (!str_eq(p->service, q->service) || (!p->starts_at.n && !q->starts_at.n))
		return false;
	for (size_t i = 0; i < p->rows.n; i++)
		for (size_t j = 0; j < q->rows.n; j++) {
			if (!rows_clash(p, q, &p->rows.v[i], &q->rows.v[j]))
				continue;
			buf_addz(out, out->n ? ", " : "");
			text_clean(out, str_of(other->path), false);
			buf_addz(out, ": ");
			text_clean(out, p->rows.v[i].path, false);
			return true;
		}
	return false;
}
