#include "plan/row.h"

#include "base/utf8.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/format.h"
#include "plan/change_rules.h"
#include "plan/recheck.h"

#include <stddef.h>
#include <string.h>

bool
plan_row_is_price(const struct plan_row *row)
{
	return !row->attribute.n || attribute_is_price(row->attribute);
}

static struct str
present_value(const struct plan_row *row, struct str text, bool there)
{
	return text.n || plan_row_is_price(row) || !there ? text : STR("");
}

struct str
plan_row_old_value(const struct plan_row *row)
{
	return present_value(row, row->old, !str_eqz(row->absent_side, "old"));
}

struct str
plan_row_new_value(const struct plan_row *row)
{
	return present_value(row, row->new, !str_eqz(row->absent_side, "new") && !row->refusal.n);
}

void
plan_row_append_difference(struct buf *out, const struct plan_row *row)
{
	int64_t old, new;
	if (!plan_row_is_price(row) || !decimal_read(row->old, &old) ||
	    !decimal_read(row->new, &new))
		return;
	if (new > old)
		buf_addc(out, '+');
	decimal_write_places(out, new - old, currency_places(row->currency));
}

/* The relative change of the price, in thousandths; a change from almost nothing is the largest. */
static int64_t
relative_price_change(const struct plan_row *row)
{
	int64_t old, new;
	if (!plan_row_is_price(row) || !decimal_read(row->old, &old) ||
	    !decimal_read(row->new, &new))
		return -1;
	int64_t by = new > old ? new - old : old - new;
	return old >= 1000 ? by / (old / 1000) : INT64_MAX;
}

void
plan_row_append_sentence(struct buf *out, const struct plan_row *row)
{
	text_clean(out, row->name.n ? row->name : row->path, false);
	buf_addz(out, row->charge.n ? ", " : "");
	text_clean(out, row->charge, false);
	buf_addz(out, ": ");
	text_clean(out, row->currency, false);
	buf_addf(out, " %.*s before, %.*s now (", STR_ARG(row->old), STR_ARG(row->new));
	plan_row_append_difference(out, row);
	buf_addc(out, ')');
}

size_t
plan_rows_find_largest(const struct plan *p, const struct plan_row *out[PLAN_LARGEST_CHANGES_MAX])
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		size_t at = n;
		if (!str_eqz(row->state, plan_state_done) || !row->currency.n ||
		    relative_price_change(row) < 0)
			continue;
		while (at > 0 && relative_price_change(row) > relative_price_change(out[at - 1]))
			at--;
		if (at == PLAN_LARGEST_CHANGES_MAX)
			continue;
		for (size_t k = n < PLAN_LARGEST_CHANGES_MAX ? n : PLAN_LARGEST_CHANGES_MAX - 1;
		     k > at; k--)
			out[k] = out[k - 1];
		out[at] = row;
		n += n < PLAN_LARGEST_CHANGES_MAX;
	}
	return n;
}

/* ---- columns ---- */

/* Amounts are grouped for display; in data they are plain numbers. */
static void
write_plan_value(
    struct buf *out, const struct plan_row *row, struct str value, const struct cell_context *c)
{
	if (plan_row_is_price(row) && !c->as_data && decimal_is_valid(value))
		format_amount(out, value);
	else
		cell_add_value(out, value, c);
}

static void
write_old_value(struct buf *out, const void *of, const struct cell_context *c)
{
	write_plan_value(out, of, plan_row_old_value(of), c);
}

static void
write_new_value(struct buf *out, const void *of, const struct cell_context *c)
{
	write_plan_value(out, of, plan_row_new_value(of), c);
}

static void
write_difference(struct buf *out, const void *of, const struct cell_context *c)
{
	size_t from = out->n;
	plan_row_append_difference(out, of);
	/* in data it is a number, without a plus */
	if (c->as_data && !c->marks_unsafe_text && out->n > from && out->p[from] == '+') {
		memmove(out->p + from, out->p + from + 1, out->n - from - 1);
		out->n--;
	}
}

static void
add_note(struct buf *out, const char *before, struct str text)
{
	if (text.n)
		buf_addf(out, "%s%s%.*s", out->n ? "; " : "", before, STR_ARG(text));
}

/* Appends the reason if the row cannot be sent; the number of other offers with this price, which
 * a narrow list must not cut; then the notes for review and other effects. Not cleaned. */
static void
add_notes(struct buf *out, const struct plan_row *row)
{
	if (str_eqz(row->absent_side, "new"))
		buf_addz(out, "removed");
	add_note(out, "", row->service_reason);
	add_note(out, str_eqz(row->state, plan_state_refused) ? "" : "refused: ", row->refusal);
	if (row->price_user_count.n)
		buf_addf(out, "%s+%.*s other%s", out->n ? "; " : "", STR_ARG(row->price_user_count),
		    str_eqz(row->price_user_count, "1") ? "" : "s");
	if (row->price_user_count.n && row->campaign_count.n && !str_eqz(row->campaign_count, "1"))
		buf_addf(out, ", in %.*s campaigns", STR_ARG(row->campaign_count));
	add_note(out, "", row->warning);
	if (row->open_basket_count.n)
		buf_addf(out, "%s%.*s in open baskets", out->n ? "; " : "",
		    STR_ARG(row->open_basket_count));
}

static void
write_note(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct plan_row *row = of;
	struct buf note = { 0 };
	if (!c->as_data && !c->is_printed && str_eqz(row->state, plan_state_done))
		return; /* it was for the review */
	add_notes(&note, row);
	cell_add_text(out, buf_str(&note), c);
	buf_free(&note);
}

static bool
match_plan_row(const struct row_term *t, const void *of, struct str json)
{
	const struct plan_row *row = of;
	(void)json;
	if (!row_term_is_word(t))
		return row_term_matches_column(t, row);
	return row_term_matches_text(t, row->name) || row_term_matches_text(t, row->path) ||
	    row_term_matches_text(t, row->charge) || row_term_matches_text(t, row->refusal) ||
	    row_term_matches_text(t, row->warning) || row_term_matches_text(t, row->service_reason);
}

static int
compare_plan_rows(const void *x, const void *y)
{
	return row_compare_texts(
	    ((const struct plan_row *)x)->path, ((const struct plan_row *)y)->path);
}

static const struct row_ops ops = {
	.size = sizeof(struct plan_row),
	.match_term = match_plan_row,
	.compare = compare_plan_rows,
	.id_offset = offsetof(struct plan_row, key),
};

#define TEXT(member) .text_offset = offsetof(struct plan_row, member)

static const struct column columns[] = {
	{ COLUMN("name", "OFFER", 16, 34, ALWAYS),
	    .flags = COLUMN_SHOWN_IF_EMPTY | COLUMN_WHOLE_FIRST, TEXT(name) },
	{ COLUMN("charge", "CHARGE", 7, 16, ALWAYS), TEXT(charge) },
	{ COLUMN("currency", "IN", 3, 3, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(currency) },
	{ COLUMN("attribute", "ATTRIBUTE", 9, 20, ASKED), TEXT(attribute) },
	{ COLUMN("old", "OLD", 8, 12, ALWAYS), .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEVER_CUT,
	    .write_cell = write_old_value },
	{ COLUMN("new", "NEW", 8, 12, ALWAYS), .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEVER_CUT,
	    .write_cell = write_new_value },
	{ COLUMN("difference", "BY", 6, 10, ALWAYS), .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEVER_CUT,
	    .write_cell = write_difference },
	{ COLUMN("state", "STATE", 10, 14, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(state) },
	{ COLUMN("note", "NOTE", 16, 60, ROOM), .write_cell = write_note },
	{ COLUMN("path", "PATH", 24, 60, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "state", "name", "charge", "currency", "attribute", "old",
	"new", "note", "path", NULL };

const struct view_resource plan_resource = {
	.name = "plan", .singular = "change", .keys = view_keys, .columns = columns, .row_ops = &ops
};

static bool
has_same_charges(const struct plan *p)
{
	const struct plan_row *first = p->rows.n ? &p->rows.v[0] : NULL;
	bool same = p->rows.n > 1 && first->charge.n && first->currency.n;
	for (size_t i = 1; same && i < p->rows.n; i++)
		same = str_eq(p->rows.v[i].charge, first->charge) &&
		    str_eq(p->rows.v[i].currency, first->currency);
	return same;
}

static bool
is_done(const struct plan *p)
{
	size_t n = 0;
	while (n < p->rows.n && str_eqz(p->rows.v[n].state, plan_state_done))
		n++;
	return n == p->rows.n;
}

uint32_t
plan_needless_columns(const struct plan *p)
{
	uint32_t same = columns_mask_by_id(columns, "charge") |
	    columns_mask_by_id(columns, "currency");
	return (has_same_charges(p) ? same : 0) |
	    (is_done(p) ? columns_mask_by_id(columns, "note") : 0);
}

void
plan_append_shared_charge(struct buf *out, const struct plan *p)
{
	if (!has_same_charges(p))
		return;
	buf_addz(out, ", ");
	text_clean(out, p->rows.v[0].charge, false);
	buf_addc(out, ' ');
	text_clean(out, p->rows.v[0].currency, false);
}
