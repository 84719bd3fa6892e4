/*
 * awkward.h - the cases of the pack `awkward` that are items of the catalog: const tables, one a
 * family. The number of each case (WA06) stands in its id.
 */
#ifndef DEMO_AWKWARD_H
#define DEMO_AWKWARD_H

#include "base/buf.h"
#include "demo/demo.h"

#include <stdint.h>

/* Members marked JSON are written with ' for quotes; NULL is what such items usually have, "" is
 * nothing at all. */
struct awkward {
	enum demo_kind kind;
	const char *id, *name, *path;
	const char *whole;      /* JSON: all members but id and path, instead of the rest */
	const char *times;      /* JSON: instead of created and modified */
	const char *head;       /* JSON: more members beside name and path */
	const char *attributes; /* JSON: members of data.attributes, instead of the shown name */
	const char *price;      /* JSON: of offers */
	const char *const *charges;    /* JSON: the charges of that price, up to NULL */
	const char *data;              /* JSON: other members of data, instead of the next two */
	const char *shares;            /* of standalone offers: "kids:60 archive:40" */
	const char *const *products;   /* JSON: the embedded products, up to NULL */
	void (*more)(struct buf *out); /* adds members to data.attributes that no table can hold */
};

struct awkward_family {
	const struct awkward *rows;
	size_t n;
};

extern const struct awkward_family awkward_names, awkward_prices, awkward_links, awkward_kinds;

/* Appends a case as an object; its paths and times are texts as they stand, or lie before
 * `now_ms`. */
void awkward_write(struct buf *out, const struct awkward *w, int64_t now_ms);

/* Members that no table can hold (awkward_long.c). */
void awkward_add_long_label(struct buf *out);
void awkward_add_long_html(struct buf *out);
void awkward_add_many_keys(struct buf *out);

#endif
