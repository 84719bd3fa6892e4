#include "app/basket/row.h"
#include "app/list/columns.h"

#include <stddef.h>

static void
write_age(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	if (row->created == WHEN_NONE || (c->times == TIME_AGE && !c->whole))
		when_write_age(out, c->now, row->created);
	else
		cell_add_time(out, row->created, c);
}

static void
write_created(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	if (row->created == WHEN_NONE)
		buf_addc(out, '?');
	else
		cell_add_time(out, row->created, c);
}

static void
write_who(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	buf_addz(out, basket_reach_mark(((const struct basket_row *)of)->reach));
}

static void
write_customer(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	struct cell_context unmarked = *c; /* one mark for all texts of the row is enough */
	struct buf raw = { 0 };
	unmarked.marks = false;
	basket_row_customer(&raw, row);
	if (row->dangerous && !c->whole)
		buf_addz(out, "! ");
	cell_add_text(out, buf_str(&raw), &unmarked);
	buf_free(&raw);
}

static void
write_items(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	if (row->items_n == 0)
		buf_addz(out, "no items");
	if (row->changed && !c->whole)
		buf_addz(out, "! ");
	cell_add_text(out, row->item, c);
	if (row->items_n > 1)
		buf_addf(out, " +%u", row->items_n - 1);
}

static void
write_page(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	cell_add_text(out, c->whole ? row->page : basket_row_started(row), c);
}

static void
write_channel(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	cell_add_text(out, c->whole ? row->tag : basket_row_channel(row), c);
}

#define TEXT(member) .text = offsetof(struct basket_row, member)

const struct column basket_columns[] = {
	{ COLUMN("age", "AGE", 6, 6, 1), .write = write_age },
	{ COLUMN("who", "WHO", 3, 3, 1), .write = write_who },
	{ COLUMN("customer", "CUSTOMER", 20, 30, 1), .shape = COLUMN_FLEXIBLE,
	    .write = write_customer },
	{ COLUMN("items", "ITEMS", 18, 26, 80), .write = write_items },
	{ COLUMN("page", "STARTED AT", 15, 20, 100), .write = write_page },
	{ COLUMN("channel", "CHANNEL", 10, 10, 100), .write = write_channel },
	{ COLUMN("due", "EST. DUE", 11, 16, 140), .shape = COLUMN_RIGHT | COLUMN_LINKED,
	    TEXT(due) },
	{ COLUMN("company", "COMPANY", 16, 22, 140), TEXT(company) },
	{ COLUMN("created", "CREATED", 17, 17, 140), .write = write_created },
	{ COLUMN("email", "E-MAIL", 28, 32, 200), TEXT(email) },
	{ COLUMN("utm", "UTM SOURCE", 10, 12, 200), TEXT(utm) },
	{ COLUMN("kind", "KIND", 7, 8, 0), TEXT(kind) },
	{ COLUMN("id", "ID", 15, 43, 0), TEXT(id) },
	{ .id = NULL },
};
