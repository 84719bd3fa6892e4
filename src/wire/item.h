/*
 * item.h - what the service needs of a catalog item: its path, whether a filter matches it, and its
 * reduced form if fewer attributes are requested.
 *
 * Items are valid JSON texts; nothing is parsed into trees.
 */
#ifndef WIRE_ITEM_H
#define WIRE_ITEM_H

#include "base/arena.h"
#include "wire/member.h"

#include "base/vec.h"

struct item_head {
	struct str id, path;
	int64_t modified; /* ms; WHEN_NONE if absent or not a time */
};

/* Texts are copied into the arena; absent ones become "". */
void item_head_read(struct item_head *h, struct arena *a, struct str json);

/* True if the member's name is that attribute, with or without a __<namespace> suffix. */
bool item_attribute_is_named(const struct member *m, struct str bare);
/* Finds the attribute with exactly that name, else one with that name and a namespace suffix.
 * Returns false if there is none. */
bool item_attribute_find(struct member *m, struct str attributes, struct str name);

/* True if the text is a single JSON value of the same type as `present`, which it is to replace. */
bool item_value_has_same_kind(struct str text, struct str present);

struct item_attribute_filter {
	struct str attribute, value;
};

struct item_filter {
	struct str tag; /* a tag's path; p is NULL: any */
	VEC(struct item_attribute_filter) attribute_filters;
};

bool item_filter_is_empty(const struct item_filter *f);
/* True if the tag is in data.tags or, for a standalone offer, its last segment is among the
 * labels; and each filtered attribute equals the value as text, or is an array with an equal
 * element. */
bool item_matches(const struct item_filter *f, struct str json);

/* Appends the item with fewer attributes: keeps id, name, paths, version, record type, price,
 * display name, labels and countries. */
void item_write_reduced(struct buf *out, struct str json);

#endif
