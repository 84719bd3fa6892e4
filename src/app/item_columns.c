#include "app/columns.h"
#include "app/item_row.h"

#include <stddef.h>

static void
write_modified(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct item_row *row = of;
	if (row->modified != WHEN_NONE) {
		cell_add_time(out, row->modified, c);
		return;
	}
	/* what is no time is shown as it is */
	buf_addz(out, row->modified_text.n && !c->whole ? "? " : "");
	cell_add_value(out, row->modified_text, c);
}

static void
write_count(struct buf *out, const struct item_row *row, uint32_t n)
{
	if (row->linked)
		buf_addf(out, "%u", n);
}

static void
write_offers(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	write_count(out, of, ((const struct item_row *)of)->offers_n);
}

static void
write_journeys(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	write_count(out, of, ((const struct item_row *)of)->journeys_n);
}

static void
write_users(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	write_count(out, of, ((const struct item_row *)of)->users_n);
}

static void
write_baskets(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	write_count(out, of, ((const struct item_row *)of)->baskets_n);
}

static void
write_published(struct buf *out, const void *of, const struct cell_context *c)
{
	static const char *const words[] = { "", "no", "yes" };
	(void)c;
	buf_addz(out, words[((const struct item_row *)of)->published]);
}

#define COUNT (COLUMN_RIGHT | COLUMN_LINKED)
#define WRITTEN(fn) false, fn, 0
#define TEXT(member) false, NULL, offsetof(struct item_row, member)
#define LINES(member) true, NULL, offsetof(struct item_row, member)
#define END                                                \
	{                                                  \
		NULL, NULL, 0, 0, 0, false, false, NULL, 0 \
	}

/* id, header, least and best width, from which width on, shape, what is written */
const struct column campaign_columns[] = {
	{ "name", "NAME", 22, 30, 1, true, TEXT(name) },
	{ "offers", "OFFERS", 6, 6, 1, COUNT, WRITTEN(write_offers) },
	{ "currencies", "CURRENCIES", 12, 20, 1, COLUMN_LINKED, TEXT(currencies) },
	{ "baskets", "BASKETS", 7, 7, 80, COUNT, WRITTEN(write_baskets) },
	{ "modified", "MODIFIED", 21, 21, 60, false, WRITTEN(write_modified) },
	{ "label", "LABEL", 18, 30, 80, false, LINES(labels) },
	{ "path", "PATH", 24, 34, 100, false, TEXT(path) },
	{ "tag", "TAG", 18, 24, 140, false, LINES(tags) },
	{ "version", "VERSION", 7, 7, 0, false, TEXT(version) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column offer_columns[] = {
	{ "name", "NAME", 20, 34, 1, true, TEXT(name) },
	{ "start", "DUE AT START", 12, 14, 1, COLUMN_RIGHT, TEXT(start) },
	{ "then", "THEN", 20, 24, 80, false, TEXT(then) },
	{ "kind", "KIND", 10, 10, 80, false, TEXT(kind) },
	{ "product", "PRODUCTS", 16, 24, 100, false, LINES(products) },
	{ "segment", "SEGMENTS", 12, 24, 100, COLUMN_LAST_PARTS, LINES(segments) },
	{ "published", "PUBLISHED", 9, 9, 140, COLUMN_LINKED, WRITTEN(write_published) },
	{ "label", "LABEL", 8, 14, 140, false, LINES(labels) },
	{ "version", "VERSION", 7, 7, 140, false, TEXT(version) },
	{ "country", "COUNTRIES", 9, 12, 140, false, LINES(countries) },
	{ "priceOf", "PRICE OF", 20, 40, 200, false, TEXT(price_of) },
	{ "template", "TEMPLATE", 20, 40, 200, false, TEXT(base) },
	{ "path", "PATH", 24, 40, 200, false, TEXT(path) },
	{ "user", "USER", 8, 16, 200, false, TEXT(user) },
	{ "price", "PRICE", 16, 22, 0, false, TEXT(price) },
	{ "modified", "MODIFIED", 21, 21, 0, false, WRITTEN(write_modified) },
	{ "display", "DISPLAY NAME", 20, 30, 0, false, TEXT(display) },
	{ "currency", "CURRENCY", 8, 8, 0, false, TEXT(currency) },
	{ "tag", "TAG", 18, 24, 0, false, LINES(tags) },
	{ "copyOf", "COPY OF", 20, 40, 0, false, TEXT(copy_of) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column asset_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "key", "KEY", 20, 28, 60, false, TEXT(key) },
	{ "used", "USED", 5, 5, 80, COUNT, WRITTEN(write_users) },
	{ "path", "PATH", 24, 40, 80, false, TEXT(path) },
	{ "modified", "MODIFIED", 21, 21, 120, false, WRITTEN(write_modified) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column product_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "code", "CODE", 12, 16, 1, false, TEXT(code) },
	{ "delivery", "DELIVERY", 8, 8, 60, false, TEXT(delivery) },
	{ "offers", "OFFERS", 6, 6, 60, COUNT, WRITTEN(write_offers) },
	{ "path", "PATH", 24, 40, 80, false, TEXT(path) },
	{ "modified", "MODIFIED", 21, 21, 120, false, WRITTEN(write_modified) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "display", "DISPLAY NAME", 20, 30, 0, false, TEXT(display) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column segment_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "journeys", "JOURNEYS", 8, 8, 60, COUNT, WRITTEN(write_journeys) },
	{ "offers", "OFFERS", 6, 6, 60, COUNT, WRITTEN(write_offers) },
	{ "path", "PATH", 24, 40, 60, false, TEXT(path) },
	{ "modified", "MODIFIED", 21, 21, 120, false, WRITTEN(write_modified) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};
