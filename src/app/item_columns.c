#include "app/columns.h"
#include "app/item_row.h"

#include <stddef.h>

static void
write_modified(struct buf *out, const void *of, const struct cell_context *c)
{
	cell_add_time(out, ((const struct item_row *)of)->modified, c);
}

#define WRITTEN(fn) false, fn, 0
#define TEXT(member) false, NULL, offsetof(struct item_row, member)
#define LINES(member) true, NULL, offsetof(struct item_row, member)
#define END                                                \
	{                                                  \
		NULL, NULL, 0, 0, 0, false, false, NULL, 0 \
	}

/* id, header, least and best width, from which width on, shape, what is written */
const struct column campaign_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "modified", "MODIFIED", 17, 21, 60, false, WRITTEN(write_modified) },
	{ "label", "LABEL", 20, 30, 80, false, LINES(labels) },
	{ "path", "PATH", 24, 34, 100, false, TEXT(path) },
	{ "tag", "TAG", 18, 24, 140, false, LINES(tags) },
	{ "version", "VERSION", 7, 7, 0, false, TEXT(version) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column offer_columns[] = {
	{ "name", "NAME", 20, 34, 1, true, TEXT(name) },
	{ "price", "PRICE", 16, 22, 1, false, TEXT(price) },
	{ "kind", "KIND", 10, 10, 80, false, TEXT(kind) },
	{ "path", "PATH", 24, 40, 100, false, TEXT(path) },
	{ "label", "LABEL", 8, 14, 140, false, LINES(labels) },
	{ "country", "COUNTRIES", 9, 12, 140, false, LINES(countries) },
	{ "modified", "MODIFIED", 17, 21, 160, false, WRITTEN(write_modified) },
	{ "product", "PRODUCTS", 16, 24, 180, false, LINES(products) },
	{ "version", "VERSION", 7, 7, 200, false, TEXT(version) },
	{ "display", "DISPLAY NAME", 20, 30, 0, false, TEXT(display) },
	{ "currency", "CURRENCY", 8, 8, 0, false, TEXT(currency) },
	{ "segment", "SEGMENTS", 12, 24, 0, false, LINES(segments) },
	{ "tag", "TAG", 18, 24, 0, false, LINES(tags) },
	{ "priceOf", "PRICE OF", 20, 40, 0, false, TEXT(price_of) },
	{ "copyOf", "COPY OF", 20, 40, 0, false, TEXT(copy_of) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "user", "USER", 8, 16, 0, false, TEXT(user) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column asset_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "key", "KEY", 20, 28, 60, false, TEXT(key) },
	{ "path", "PATH", 24, 40, 80, false, TEXT(path) },
	{ "modified", "MODIFIED", 17, 21, 120, false, WRITTEN(write_modified) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column product_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "code", "CODE", 12, 16, 1, false, TEXT(code) },
	{ "delivery", "DELIVERY", 8, 8, 60, false, TEXT(delivery) },
	{ "path", "PATH", 24, 40, 80, false, TEXT(path) },
	{ "modified", "MODIFIED", 17, 21, 120, false, WRITTEN(write_modified) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "display", "DISPLAY NAME", 20, 30, 0, false, TEXT(display) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};

const struct column segment_columns[] = {
	{ "name", "NAME", 24, 30, 1, true, TEXT(name) },
	{ "path", "PATH", 24, 40, 60, false, TEXT(path) },
	{ "modified", "MODIFIED", 17, 21, 120, false, WRITTEN(write_modified) },
	{ "template", "TEMPLATE", 20, 40, 0, false, TEXT(base) },
	{ "id", "ID", 15, 36, 0, false, TEXT(id) },
	END,
};
