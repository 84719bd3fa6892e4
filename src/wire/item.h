/*
 * item.h - what a service must know of a catalog item: where it lies, whether a filter matches it,
 * and what is left of it when fewer attributes are asked for.
 *
 * Items are checked JSON texts; nothing is parsed into trees.
 */
#ifndef WIRE_ITEM_H
#define WIRE_ITEM_H

#include "base/arena.h"
#include "wire/member.h"

#include "base/vec.h"

struct item_head {
	struct str id, path;
	int64_t modified; /* ms; WHEN_NONE when it is absent or no time */
};

/* Texts are copied into the arena; what is absent is "". */
void item_head_read(struct item_head *h, struct arena *a, struct str json);

/* Is `name` that attribute, bare or with any __<namespace> suffix? */
bool item_attribute_is_named(const struct member *m, struct str bare);
/* The attribute of that name; else one that bears it with a namespace. False when there is
 * none. */
bool item_attribute_find(struct member *m, struct str attributes, struct str name);

/* Is the text one JSON value of the kind that `present` is: what may take its place? */
bool item_value_has_kind(struct str text, struct str present);

struct item_attribute_filter {
	struct str attribute, value;
};

struct item_filter {
	struct str tag; /* a tag's path; p NULL: any */
	VEC(struct item_attribute_filter) attribute_filters;
};

bool item_filter_is_empty(const struct item_filter *f);
/* The tag is in data.tags, or, on a standalone offer, its last segment among the labels; every
 * wished attribute equals the value as text, or is an array with such an element. */
bool item_matches(const struct item_filter *f, struct str json);

/* Appends the item with fewer attributes: id, name, paths, version, record type, price, display
 * name, labels and countries stay. */
void item_reduce(struct buf *out, struct str json);

#endif
