#include "app/plan/plan_row.h"

#include "app/plan/plan_hold.h"
#include "app/text/format.h"
#include "model/currency.h"
#include "model/decimal.h"

#include <stddef.h>

void
plan_row_difference(struct buf *out, const struct plan_row *row)
{
	int64_t old, new;
	if (!decimal_read(row->old, &old) || !decimal_read(row->new, &new))
		return;
	if (new > old)
		buf_addc(out, '+');
	decimal_write_places(out, new - old, currency_places(row->currency));
}

/* In parts of the old price; a price that was nothing is the largest change of all. */
static int64_t
share_of(const struct plan_row *row)
{
	int64_t old, new;
	if (!decimal_read(row->old, &old) || !decimal_read(row->new, &new))
		return -1;
	int64_t by = new > old ? new - old : old - new;
	return old >= 1000 ? by / (old / 1000) : INT64_MAX;
}

size_t
plan_row_largest(const struct plan *p, const struct plan_row *out[PLAN_LARGEST])
{
	size_t n = 0;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		size_t at = n;
		if (!str_eqz(row->state, plan_done) || share_of(row) < 0)
			continue;
		while (at > 0 && share_of(row) > share_of(out[at - 1]))
			at--;
		if (at == PLAN_LARGEST)
			continue;
		for (size_t k = n < PLAN_LARGEST ? n : PLAN_LARGEST - 1; k > at; k--)
			out[k] = out[k - 1];
		out[at] = row;
		n += n < PLAN_LARGEST;
	}
	return n;
}

/* ---- columns ---- */

static void
write_old(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct plan_row *row = of;
	(void)c;
	format_amount(out, row->old);
}

static void
write_new_amount(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct plan_row *row = of;
	(void)c;
	format_amount(out, row->new);
}

static void
write_difference(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	plan_row_difference(out, of);
}

/* What keeps it from being sent, or is to be looked at; then what else it changes. */
static void
write_note(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct plan_row *row = of;
	(void)c;
	if (row->why.n)
		buf_addf(out, "%.*s; ", STR_ARG(row->why));
	if (row->refused.n)
		buf_addf(out, "refused: %.*s", STR_ARG(row->refused));
	buf_adds(out, row->doubt);
	if (row->reaches.n)
		buf_addf(out, "%salso the price of %.*s other%s", out->n ? "; " : "",
		    STR_ARG(row->reaches), str_eqz(row->reaches, "1") ? "" : "s");
}

static bool
match_plan_row(const struct row_term *t, const void *of, struct str json)
{
	const struct plan_row *row = of;
	(void)json;
	if (t->term->op != VIEW_WORD)
		return row_term_column(t, row);
	return row_term_text(t, row->name) || row_term_text(t, row->path) ||
	    row_term_text(t, row->charge) || row_term_text(t, row->refused) ||
	    row_term_text(t, row->doubt) || row_term_text(t, row->why);
}

static int
compare_plan_rows(const void *x, const void *y, const struct column *column)
{
	(void)column;
	return row_text_order(
	    ((const struct plan_row *)x)->path, ((const struct plan_row *)y)->path);
}

static struct str
id_of_plan_row(const void *of)
{
	return ((const struct plan_row *)of)->key;
}

static const struct row_ops ops = {
	.size = sizeof(struct plan_row),
	.match = match_plan_row,
	.compare = compare_plan_rows,
	.id = id_of_plan_row,
};

#define TEXT(member) .text = offsetof(struct plan_row, member)

static const struct column columns[] = {
	{ COLUMN("state", "STATE", 10, 14, ASKED), .shape = COLUMN_WHOLE, TEXT(state) },
	{ COLUMN("name", "OFFER", 16, 34, ALWAYS), .shape = COLUMN_FLEXIBLE, TEXT(name) },
	{ COLUMN("charge", "CHARGE", 7, 16, ALWAYS), TEXT(charge) },
	{ COLUMN("currency", "IN", 3, 3, ALWAYS), .shape = COLUMN_WHOLE, TEXT(currency) },
	{ COLUMN("old", "OLD", 8, 12, ALWAYS), .shape = COLUMN_RIGHT | COLUMN_WHOLE,
	    .write = write_old },
	{ COLUMN("new", "NEW", 8, 12, ALWAYS), .shape = COLUMN_RIGHT | COLUMN_WHOLE,
	    .write = write_new_amount },
	{ COLUMN("difference", "BY", 6, 10, ALWAYS), .shape = COLUMN_RIGHT | COLUMN_WHOLE,
	    .write = write_difference },
	{ COLUMN("note", "NOTE", 20, 60, ALWAYS), .write = write_note },
	{ COLUMN("path", "PATH", 24, 60, ROOM), TEXT(path) },
	{ .id = NULL },
};

static const char *const keys[] = { "state", "name", "charge", "currency", "old", "new", "note",
	"path", NULL };

const struct view_resource plan_resource = {
	.name = "plan", .one = "change", .keys = keys, .columns = columns, .rows = &ops
};
