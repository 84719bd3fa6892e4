/*
 * records.h - what a store keeps, as it goes in and comes out. Texts are borrowed: of what is put,
 * during the call; of what is given, until the function that takes it returns.
 */
#ifndef STORE_RECORDS_H
#define STORE_RECORDS_H

#include "base/buf.h"
#include "base/err.h"
#include "model/watermark.h"
#include "model/when.h"

enum {
	STORE_ID_MAX = 100,       /* bytes of a basket's id: a cursor has to carry it */
	STORE_ITEM_MAX = 1 << 20, /* bytes of one item */
	STORE_PAGE_MAX = 1000,    /* items of one page */
	STORE_COMMIT_ID = 41,     /* 40 hex digits and the NUL */
	STORE_KEY_MAX = 2500,     /* bytes of an item's path and id together */
	STORE_OWNER_MAX = 600,    /* bytes of an owner's id */
	STORE_AUDIT_CHAINS = 64,  /* chains of the audit */
};

/* The revisions of the lists: another text means other items. */
struct store_revision {
	char catalog[STORE_COMMIT_ID]; /* 40 hex digits, all 0 for one that was never changed */
	char baskets[STORE_COMMIT_ID]; /* a number */
	struct watermark mark;         /* how many changes there were */
};

/* All that a store keeps, by a name that is quick to tell: when it is the same, so is all else. */
struct store_state {
	unsigned char bytes[48];
};

/* A basket. Lists are ordered by `created` downwards, then `id` downwards bytewise; WHEN_NONE is
 * the smallest time there is, so what has none comes last. */
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
	bool has_after;         /* continue after the basket {after_created, after_id} */
	int64_t after_created;
	struct str after_id; /* must stay as it is during the call */
};

/* Takes one basket of a page. False ends the page. */
typedef bool store_basket_fn(void *ctx, const struct store_basket *basket);

/* The lists of the catalog. Stored: never renumber. */
enum store_list {
	STORE_CAMPAIGNS = 1,
	STORE_OFFERS = 2, /* legacy and standalone */
	STORE_ASSETS = 3,
	STORE_PRODUCTS = 4,
	STORE_SEGMENTS = 5,
	STORE_JOURNEYS = 6, /* one item: the whole configuration */
};

struct store_item {
	enum store_list list;
	int64_t number; /* its own for ever, which cursors name; given, not put */
	struct str path, id;
	int64_t modified; /* ms, or WHEN_NONE */
	bool published;
	struct str json; /* the whole item, as it is sent */
};

struct item_filter;

struct store_item_query {
	enum store_list list;
	size_t limit;           /* 1 to STORE_PAGE_MAX */
	struct str path;        /* exactly; p NULL: any */
	struct str under;       /* paths that begin so; p NULL: any */
	int64_t modified_after; /* strictly; WHEN_NONE: no bound */
	bool published_only;
	const struct item_filter *filter; /* tag and attributes, or NULL */
	int64_t after; /* continue after the item of this number; 0: from the start */
};

typedef bool store_item_fn(void *ctx, const struct store_item *item);

/* Between an identity and an owner. Stored: never renumber. */
enum link_state {
	LINK_REMOVED = 0,
	LINK_ACTIVE = 1,
	LINK_UNDONE = 2, /* removed soon by the user who made it: a mistake without consequences */
};

typedef bool store_owner_fn(void *ctx, struct str id, struct str root);

struct store_link {
	struct str iss, sub, owner;
	enum link_state state;
	int64_t linked_at; /* ms */
	struct str linked_by;
	struct str json; /* the record as it is sent */
};

typedef bool store_link_fn(void *ctx, const struct store_link *link);

/* The whole caller: the requests of one client for a subject under a root are separate from all
 * others. */
struct store_caller {
	struct str subject, root, client; /* the last two may be empty */
};

/* An answer to a write that may be asked for again. */
struct store_answer {
	unsigned char digest[32]; /* of what was asked */
	int64_t at;               /* ms */
	int status;
	struct buf body; /* the caller's to free when found */
};

typedef bool store_answer_fn(void *ctx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer);

/* One line of the audit. Texts hold no secret; `detail` is JSON. The audit is a chain in each lane,
 * so that those who write about different things need not wait for each other. */
struct store_audit {
	unsigned
	    audit_chain; /* below STORE_AUDIT_CHAINS; made by the store, and so are seq and hash */
	int64_t seq, at; /* seq: from 1 without gaps in its lane; ms */
	struct str request_id, subject, operation, target, outcome, detail;
	unsigned char hash[32]; /* SHA-256 over the hash before and this entry */
};

typedef bool store_audit_fn(void *ctx, const struct store_audit *entry);

struct store_head {
	int64_t seq; /* 0: there is none */
	unsigned char hash[32];
};

/* A head by its name. */
typedef bool store_head_fn(void *ctx, struct str name, const struct store_head *head);

#endif
