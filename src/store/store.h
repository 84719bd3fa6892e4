/*
 * store.h - where the service keeps its data, as a promise: what every store must do. Nothing
 * above this floor knows which one it talks to; store_open() chooses by the URL.
 *
 * All functions may be called from several threads at once. A failure is ERR_UPSTREAM (the store
 * cannot be reached or refuses) unless the function says otherwise.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/buf.h"
#include "base/err.h"
#include "model/when.h"

enum {
	STORE_ID_MAX = 100,       /* bytes of a basket's id: a cursor has to carry it */
	STORE_ITEM_MAX = 1 << 20, /* bytes of one item */
	STORE_PAGE_MAX = 1000,    /* items of one page */
};

/* A basket as it is kept. Lists are ordered by `created` downwards, then `id` downwards bytewise;
 * WHEN_NONE is the smallest time there is, so what has none comes last. */
struct store_basket {
	int64_t created; /* ms, or WHEN_NONE */
	struct str id;
	bool completed;
	struct str json; /* the whole item, as it is sent */
};

struct store_basket_query {
	size_t limit;           /* 1 to STORE_PAGE_MAX */
	bool include_completed; /* the open ones only, otherwise */
	int64_t created_after;  /* strictly; WHEN_NONE: no bound, and baskets without a time too */
	bool has_after;         /* go on behind the basket {after_created, after_id} */
	int64_t after_created;
	struct str after_id; /* must stay as it is during the call */
};

/* Takes one basket of a page; its texts live until it returns. False ends the page. */
typedef bool store_basket_fn(void *ctx, const struct store_basket *basket);

struct store;

struct store_ops {
	bool (*list_baskets)(struct store *s, const struct store_basket_query *q,
	    store_basket_fn *take, void *ctx, struct err *err);
	bool (*is_empty)(struct store *s, bool *empty, struct err *err);
	bool (*load_begin)(struct store *s, struct err *err);
	bool (*load_basket)(struct store *s, const struct store_basket *b, struct err *err);
	bool (*load_end)(struct store *s, bool commit, struct err *err);
	void (*close)(struct store *s);
};

struct store {
	const struct store_ops *ops;
};

/* `sqlite:FILE` or `sqlite::memory:`. Creates what is missing. NULL with err set: ERR_USAGE for
 * a URL that names no store, ERR_IO when it cannot be opened. Close with store_close(). */
struct store *store_open(struct str url, struct err *err);
void store_close(struct store *s);

/* Gives at most q->limit baskets, in order. The cost depends on the page, not on the list. A
 * basket that stays listed is met exactly once by a walk, whatever comes and goes meanwhile. */
bool store_list_baskets(struct store *s, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err);
bool store_is_empty(struct store *s, bool *empty, struct err *err);

/* One load at a time: all of it becomes visible and durable at load_end(commit), or nothing.
 * Others read on meanwhile, except from a store that lives in memory: there they wait. */
bool store_load_begin(struct store *s, struct err *err);
/* Adds a basket, or replaces the one with this id. ERR_INVALID when it is over a limit. */
bool store_load_basket(struct store *s, const struct store_basket *b, struct err *err);
bool store_load_end(struct store *s, bool commit, struct err *err);

#endif
