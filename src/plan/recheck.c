#include "plan/recheck.h"

#include "model/decimal.h"
#include "plan/change_rules.h"
#include "wire/item.h"

const char plan_as_planned[] = "as planned", plan_done[] = "done",
	   plan_done_already[] = "done already", plan_changed[] = "changed since",
	   plan_gone[] = "gone", plan_refused[] = "refused";

static const char unknown[] = "unknown";

/* ---- current values ---- */

static bool
same_amount(struct str a, struct str b)
{
	int64_t x, y;
	return str_eq(a, b) || (decimal_read(a, &x) && decimal_read(b, &y) && x == y);
}

static bool
charge_is_new(const struct plan_row *row, const struct plan_offer *now)
{
	for (size_t i = 0; i < now->item.charges_n; i++)
		if (str_eq(now->item.charges[i].name, row->charge))
			return same_amount(now->item.charges[i].value, row->new);
	return false;
}

/* The plan has an attribute that is not a text as JSON. */
static bool
attribute_is_new(const struct plan_row *row, const struct plan_offer *now)
{
	static const char *const below[] = { "data", "attributes", NULL };
	struct member m;
	struct buf text = { 0 };
	struct str attributes = member_find_below(now->json, below);
	bool there = json_is_object(attributes) &&
	    item_attribute_find(&m, attributes, row->attribute);
	if (there && json_is_string(m.value))
		json_lex_unquote(&text, m.value);
	else if (there)
		buf_adds(&text, m.value);
	bool same = there == !str_eqz(row->absent, "new") &&
	    (!there || str_eq(buf_str(&text), row->new));
	buf_free(&text);
	return same;
}

static bool
is_new(const struct plan_row *row, const struct plan_offer *now)
{
	return attribute_is_price(row->attribute) ? charge_is_new(row, now)
						  : attribute_is_new(row, now);
}

/* ---- before sending ---- */

static const char *
state_of(const struct plan_row *row, const struct plan_offer *now)
{
	if (row->refused.n)
		return plan_refused;
	if (!now->hash.n)
		return plan_gone;
	if (is_new(row, now))
		return row->begun ? plan_done : plan_done_already;
	return str_eq(now->hash, row->before) || (row->after.n && str_eq(now->hash, row->after))
	    ? plan_as_planned
	    : plan_changed;
}

void
plan_recheck(struct plan *p, size_t from, const struct plan_offers *offers)
{
	for (size_t i = from; i < p->rows.n; i++) {
		struct plan_row *row = &p->rows.v[i];
		const struct plan_offer *now = plan_offers_find(offers, row->path);
		row->state = str_of(state_of(row, now));
		row->now = arena_str(&p->texts, now->hash);
		row->pending = str_eqz(row->state, plan_as_planned) && !row->skip;
	}
}

size_t
count_plan_rows_in_state(const struct plan *p, const char *state)
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++)
		n += p->rows.v[i].skip != PLAN_SKIPPED_BY_SELECT &&
		    str_eqz(p->rows.v[i].state, state);
	return n;
}

/* ---- after a batch ---- */

static void
evaluate_row(
    struct plan_row *row, const struct plan_offer *now, enum plan_reply said, struct str no)
{
	row->after = STR_NONE;
	if (now->hash.n && is_new(row, now)) {
		row->state = str_of(plan_done);
		row->why = STR_NONE;
		return;
	}
	row->state = said == PLAN_REPLY_NONE ? str_of(unknown)
	    : !now->hash.n                   ? str_of(plan_gone)
					     : str_of(plan_refused);
	row->begun = row->begun && said != PLAN_REPLY_REFUSED && !row->why.n;
	if (!row->why.n)
		row->why = said == PLAN_REPLY_DONE ? STR("not changed; the service gave no reason")
						   : no;
}

bool
plan_row_is_unchanged_elsewhere(const struct plan_row *row)
{
	return str_eqz(row->state, plan_as_planned) ||
	    (str_eqz(row->state, plan_done) && row->begun && str_eq(row->after, row->now));
}

size_t
plan_batch_evaluate(struct plan *p, const struct plan_batch *b, const struct plan_offers *offers,
    enum plan_reply said, struct str no)
{
	size_t done = 0;
	for (size_t i = 0; i < b->rows.n; i++) {
		struct plan_row *row = &p->rows.v[b->rows.v[i]];
		const struct plan_offer *now = plan_offers_find(offers, row->path);
		evaluate_row(row, now, said, no);
		row->after = arena_str(&p->texts, now->hash);
		done += str_eqz(row->state, plan_done);
	}
	for (size_t i = 0; i < b->beside.n; i++) {
		struct plan_row *row = &p->rows.v[b->beside.v[i]];
		if (plan_row_is_unchanged_elsewhere(row))
			row->after = row->now = arena_str(
			    &p->texts, plan_offers_find(offers, row->path)->hash);
	}
	return done;
}

bool
plan_batch_is_applied(
    const struct plan *p, const struct plan_batch *b, const struct plan_offers *offers)
{
	for (size_t i = 0; i < b->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[b->rows.v[i]];
		const struct plan_offer *now = plan_offers_find(offers, row->path);
		if (!now->hash.n || !is_new(row, now))
			return false;
	}
	return true;
}
