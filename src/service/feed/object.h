/*
 * object.h - an object as a snapshot has it, read from JSON into the store's record and stored.
 * Reading needs no store, so that a transaction only stores.
 */
#ifndef SERVICE_FEED_OBJECT_H
#define SERVICE_FEED_OBJECT_H

#include "base/arena.h"
#include "store/store.h"

enum object_kind {
	OBJECT_CAMPAIGN,
	OBJECT_OFFER,
	OBJECT_ASSET,
	OBJECT_PRODUCT,
	OBJECT_SEGMENT,
	OBJECT_JOURNEYS,
	OBJECT_BASKET,
	OBJECT_OWNER,
	OBJECT_IDENTITY,
	OBJECT_KINDS,
};

/* Their names, as in a snapshot: "campaign", "basket" … */
extern const char *const object_kind_names[OBJECT_KINDS];

struct object {
	enum object_kind kind;
	union {
		struct store_item item; /* all kinds of the catalog */
		struct store_basket basket;
		struct store_link link;
		struct {
			struct str id, root;
		} owner;
	};
	struct str key; /* unique among the objects of its kind */
};

/* ERR_INVALID if the name is not that of a kind. */
bool object_find_kind(enum object_kind *kind, struct str name, struct err *err);
/* The list of a kind of the catalog, 0 for others. */
enum store_list object_list(enum object_kind kind);
/* Reads an object; its texts are in the arena or in `json`. `published` applies to offers.
 * ERR_INVALID or ERR_PROTOCOL if it is not valid; err.at is the wrong value in `json`, or NULL. */
bool object_read(struct object *o, struct arena *a, enum object_kind kind, bool published,
    struct str json, struct err *err);
/* Adds or replaces it. *changed is false only if an item of the catalog is stored already. */
bool object_put(struct store_tx *tx, const struct object *o, bool *changed, struct err *err);

#endif
