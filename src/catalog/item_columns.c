#include "catalog/item_row.h"
#include "list/columns.h"

#include <stddef.h>

static void
write_modified(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct item_row *row = of;
	if (row->modified != WHEN_NONE) {
		cell_add_time(out, row->modified, c);
		return;
	}
	/* an unreadable time is shown as sent */
	buf_addz(out, row->modified_text.n && !c->as_data ? "? " : "");
	cell_add_value(out, row->modified_text, c);
}

static void
write_baskets(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct item_row *row = of;
	if (row->has_counts && row->has_basket_count)
		buf_addf(out, "%u", row->baskets_n);
	else if (row->has_counts && !c->as_data)
		buf_addc(out, '?');
}

static void
write_published(struct buf *out, const void *of, const struct cell_context *c)
{
	static const char *const words[] = {
		[FLAG_ABSENT] = "",
		[FLAG_NO] = "no",
		[FLAG_YES] = "yes",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == FLAG_VALUES,
	    "every answer needs a row in this table");
	const struct item_row *row = of;
	bool unknown = row->published == FLAG_ABSENT && str_eqz(row->kind, "standalone");
	buf_addz(out, unknown && !c->as_data ? "?" : words[row->published]);
}

static void
write_amount_part(struct buf *out, const struct row_amount *amount, enum column_part part)
{
	const struct str parts[COLUMN_PARTS] = { amount->number, amount->currency,
		amount->schedule };
	buf_adds(out, parts[part]);
}

static void
write_price_part(struct buf *out, const void *of, enum column_part part)
{
	write_amount_part(out, &((const struct item_row *)of)->price_parts, part);
}

static void
write_start_part(struct buf *out, const void *of, enum column_part part)
{
	write_amount_part(out, &((const struct item_row *)of)->start_amount_parts, part);
}

static void
write_then_part(struct buf *out, const void *of, enum column_part part)
{
	write_amount_part(out, &((const struct item_row *)of)->later_amount_parts, part);
}

/* On a screen only "yes" is written: most products are digital. */
static void
write_delivery(struct buf *out, const void *of, const struct cell_context *c)
{
	struct str delivery = ((const struct item_row *)of)->delivery;
	if (c->as_data || c->is_printed || !str_eqz(delivery, "no"))
		cell_add_text(out, delivery, c);
}

enum { COUNT_FLAGS = COLUMN_ALIGN_RIGHT | COLUMN_NEEDS_CATALOG | COLUMN_NEVER_CUT };

#define COUNT(member)                                                            \
	.flags = COUNT_FLAGS, .count_offset = offsetof(struct item_row, member), \
	.count_known_offset = offsetof(struct item_row, has_counts)
#define MONEY(member) .money_offset = offsetof(struct item_row, member)
#define TEXT(member) .text_offset = offsetof(struct item_row, member)
#define LINES(member) .has_lines = true, .text_offset = offsetof(struct item_row, member)

const struct column campaign_columns[] = {
	{ COLUMN("name", "NAME", 22, 30, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("offers", "OFFERS", 6, 6, ALWAYS), COUNT(offers_n) },
	{ COLUMN("currencies", "CURRENCIES", 12, 20, ALWAYS),
	    .flags = COLUMN_NEEDS_CATALOG | COLUMN_WHOLE_FIRST, TEXT(currencies) },
	{ COLUMN("baskets", "BASKETS", 7, 7, ROOM), .flags = COUNT_FLAGS,
	    .write_cell = write_baskets },
	{ COLUMN("modified", "MODIFIED", 12, 17, ROOM), .flags = COLUMN_PRIVATE | COLUMN_NEVER_CUT,
	    .write_cell = write_modified, .time_offset = offsetof(struct item_row, modified) },
	{ COLUMN("label", "LABEL", 18, 30, ROOM), LINES(labels) },
	{ COLUMN("path", "PATH", 24, 34, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ COLUMN("tag", "TAG", 18, 24, ROOM), LINES(tags) },
	{ COLUMN("version", "VERSION", 7, 7, ASKED), TEXT(version) },
	{ COLUMN("template", "TEMPLATE", 20, 40, ASKED), .flags = COLUMN_PRIVATE, TEXT(base) },
	{ COLUMN("id", "ID", 15, 36, ASKED), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ .id = NULL },
};

const struct column offer_columns[] = {
	{ COLUMN("name", "OFFER", 20, 30, ALWAYS), .alias = "offer", .flags = COLUMN_SHOWN_IF_EMPTY,
	    TEXT(name) },
	{ COLUMN("start", "DUE AT START", 12, 14, ALWAYS), .alias = "due",
	    .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEVER_CUT | COLUMN_ALIGN_POINTS,
	    TEXT(start_amount), .write_cell_part = write_start_part, .part_count = COLUMN_TIME,
	    MONEY(start_money) },
	{ COLUMN("then", "THEN", 20, 24, ROOM), .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_POINTS,
	    TEXT(later_amount), .write_cell_part = write_then_part, .part_count = COLUMN_PARTS,
	    MONEY(later_money) },
	{ COLUMN("product", "PRODUCTS", 12, 20, ROOM), LINES(products) },
	{ COLUMN("segment", "SEGMENTS", 12, 18, ROOM), .flags = COLUMN_LAST_PARTS,
	    LINES(segments) },
	{ COLUMN("kind", "KIND", 10, 10, ROOM), TEXT(kind) },
	{ COLUMN("published", "PUBLISHED", 9, 9, ROOM), .flags = COLUMN_NEEDS_CATALOG,
	    .write_cell = write_published },
	{ COLUMN("label", "LABEL", 8, 14, ROOM), LINES(labels) },
	{ COLUMN("version", "VERSION", 7, 7, ROOM), TEXT(version) },
	{ COLUMN("country", "COUNTRIES", 9, 12, ROOM), .alias = "countries", LINES(countries) },
	{ COLUMN("priceOf", "PRICE OF", 20, 40, ROOM), TEXT(price_reference) },
	{ COLUMN("template", "TEMPLATE", 20, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(base) },
	{ COLUMN("path", "PATH", 24, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ COLUMN("user", "USER", 8, 16, ROOM), .flags = COLUMN_PRIVATE, TEXT(user) },
	{ COLUMN("price", "PRICE", 16, 22, ASKED), TEXT(price), .write_cell_part = write_price_part,
	    .part_count = COLUMN_PARTS, MONEY(first_price) },
	{ COLUMN("modified", "MODIFIED", 12, 17, ASKED), .flags = COLUMN_PRIVATE | COLUMN_NEVER_CUT,
	    .write_cell = write_modified, .time_offset = offsetof(struct item_row, modified) },
	{ COLUMN("display", "DISPLAY NAME", 20, 30, ASKED), TEXT(display_name) },
	{ COLUMN("currency", "CURRENCY", 8, 8, ASKED), TEXT(currency) },
	{ COLUMN("tag", "TAG", 18, 24, ASKED), LINES(tags) },
	{ COLUMN("copyOf", "COPY OF", 20, 40, ASKED), TEXT(copied_from) },
	{ COLUMN("id", "ID", 15, 36, ASKED), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ .id = NULL },
};

const struct column asset_columns[] = {
	{ COLUMN("name", "NAME", 24, 30, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("key", "KEY", 20, 28, ALWAYS), TEXT(key) },
	{ COLUMN("used", "USED", 5, 5, ROOM), COUNT(users_n) },
	{ COLUMN("path", "PATH", 24, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ COLUMN("modified", "MODIFIED", 12, 17, ROOM), .flags = COLUMN_PRIVATE | COLUMN_NEVER_CUT,
	    .write_cell = write_modified, .time_offset = offsetof(struct item_row, modified) },
	{ COLUMN("template", "TEMPLATE", 20, 40, ASKED), .flags = COLUMN_PRIVATE, TEXT(base) },
	{ COLUMN("id", "ID", 15, 36, ASKED), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ .id = NULL },
};

const struct column product_columns[] = {
	{ COLUMN("name", "NAME", 24, 30, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("code", "CODE", 12, 16, ALWAYS), TEXT(code) },
	{ COLUMN("delivery", "DELIVERY", 8, 8, ALWAYS), .write_cell = write_delivery },
	{ COLUMN("offers", "OFFERS", 6, 6, ALWAYS), COUNT(offers_n) },
	{ COLUMN("path", "PATH", 24, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ COLUMN("modified", "MODIFIED", 12, 17, ROOM), .flags = COLUMN_PRIVATE | COLUMN_NEVER_CUT,
	    .write_cell = write_modified, .time_offset = offsetof(struct item_row, modified) },
	{ COLUMN("template", "TEMPLATE", 20, 40, ASKED), .flags = COLUMN_PRIVATE, TEXT(base) },
	{ COLUMN("display", "DISPLAY NAME", 20, 30, ASKED), TEXT(display_name) },
	{ COLUMN("id", "ID", 15, 36, ASKED), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ .id = NULL },
};

const struct column segment_columns[] = {
	{ COLUMN("name", "NAME", 24, 30, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("journeys", "JOURNEYS", 8, 8, ALWAYS), COUNT(journeys_n) },
	{ COLUMN("offers", "OFFERS", 6, 6, ALWAYS), COUNT(offers_n) },
	{ COLUMN("path", "PATH", 24, 40, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ COLUMN("modified", "MODIFIED", 12, 17, ROOM), .flags = COLUMN_PRIVATE | COLUMN_NEVER_CUT,
	    .write_cell = write_modified, .time_offset = offsetof(struct item_row, modified) },
	{ COLUMN("template", "TEMPLATE", 20, 40, ASKED), .flags = COLUMN_PRIVATE, TEXT(base) },
	{ COLUMN("id", "ID", 15, 36, ASKED), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ .id = NULL },
};
