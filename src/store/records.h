/*
 * records.h - the records of a store. Texts are borrowed: those of a stored record during the call,
 * those of a returned record until the callback returns.
 */
#ifndef STORE_RECORDS_H
#define STORE_RECORDS_H

#include "base/buf.h"
#include "base/err.h"
#include "model/watermark.h"
#include "model/when.h"

enum {
	STORE_ID_SIZE_MAX = 100, /* bytes of a basket's id; limited, since a cursor contains it */
	STORE_ITEM_SIZE_MAX = 1 << 20, /* bytes of one item */
	STORE_PAGE_ITEMS_MAX = 1000,   /* items of one page */
	STORE_COMMIT_ID_SIZE = 41,     /* 40 hex digits and the NUL */
	STORE_KEY_SIZE_MAX = 2500,     /* bytes of an item's path and id together */
	STORE_OWNER_SIZE_MAX = 600,    /* bytes of an owner's id */
	STORE_NAME_SIZE_MAX = 1024,    /* bytes of an issuer or a subject */
	STORE_AUDIT_CHAIN_COUNT = 64,  /* number of audit chains */
};

/* The revisions of the lists: a different text means different items. */
struct store_revision {
	char catalog[STORE_COMMIT_ID_SIZE]; /* 40 hex digits; all 0 before the first change */
	char baskets[STORE_COMMIT_ID_SIZE]; /* a decimal number */
	struct watermark watermark;         /* number of changes so far */
};

/* A basket. Lists are ordered by `created`, then by the bytes of `id`, both descending;
 * WHEN_NONE is the smallest time, so baskets without a time come last. */
struct store_basket {
	int64_t created; /* ms, or WHEN_NONE */
	struct str id;
	bool completed;
	struct str json; /* the whole item, as in responses */
};

bool store_check_basket(const struct store_basket *b, struct err *err); /* its limits */

struct store_basket_query {
	size_t limit;                /* 1 to STORE_PAGE_ITEMS_MAX */
	bool include_completed;      /* false: open baskets only */
	int64_t created_after;       /* strictly later; WHEN_NONE: all, even those without a time */
	bool continues_after_basket; /* continue after the basket {after_basket_created,
					after_basket_id} */
	int64_t after_basket_created;
	struct str after_basket_id; /* must stay valid during the call */
};

/* Receives one basket of a page. Return false to end the page. */
typedef bool store_basket_fn(void *ctx, const struct store_basket *basket);

/* The lists of the catalog. The numbers are stored: never renumber. */
enum store_list {
	STORE_CAMPAIGNS = 1,
	STORE_OFFERS = 2, /* legacy and standalone offers */
	STORE_ASSETS = 3,
	STORE_PRODUCTS = 4,
	STORE_SEGMENTS = 5,
	STORE_JOURNEYS = 6,  /* a single item, the whole configuration */
	STORE_REMOVED = 100, /* added to the list of a removed item */
};

struct store_item {
	enum store_list list;
	int64_t number; /* permanent number, used in cursors; assigned by the store */
	struct str path, id;
	int64_t modified; /* ms, or WHEN_NONE */
	bool published;
	struct str json; /* the whole item, as in responses */
};

struct item_filter;

struct store_item_query {
	enum store_list list;
	size_t limit;           /* 1 to STORE_PAGE_ITEMS_MAX */
	struct str path;        /* exact path; p NULL: any */
	struct str path_prefix; /* prefix of the path; p NULL: any */
	int64_t modified_after; /* strictly later; WHEN_NONE: all */
	bool published_only;
	const struct item_filter *filter; /* filter by tag and attributes; NULL: none */
	int64_t after_number; /* continue after the item with this number; 0: from the start */
};

typedef bool store_item_fn(void *ctx, const struct store_item *item);

/* State of the link between an identity and an owner. The numbers are stored: never renumber. */
enum link_state {
	LINK_REMOVED = 0,
	LINK_ACTIVE = 1,
	LINK_UNDONE = 2, /* undone soon by the user who linked: treated as a mistake */
};

typedef bool store_owner_fn(void *ctx, struct str id, struct str root);

typedef bool store_feed_fn(void *ctx, struct str source, int64_t seq, int64_t at);

struct store_link {
	struct str iss, sub, owner;
	enum link_state state;
	int64_t linked_at; /* ms */
	struct str linked_by;
	struct str json; /* the record as in responses */
};

typedef bool store_link_fn(void *ctx, const struct store_link *link);

/* Identifies a caller. Stored answers are separate for each combination of subject, root and
 * client. */
struct store_caller {
	struct str subject, root, client; /* the last two may be empty */
};

/* The stored answer to a write, repeated if the write is retried with the same key. */
struct store_answer {
	unsigned char request_digest[32]; /* SHA-256 of the request */
	int64_t answered_at;              /* ms */
	int status;
	struct buf body; /* the caller frees a found one */
};

typedef bool store_answer_fn(void *ctx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer);

/* One entry of the audit. Texts contain no secrets; `detail` is JSON. The audit consists of
 * several chains, so that writers about different subjects need not wait for each other. */
struct store_audit {
	unsigned
	    audit_chain; /* below STORE_AUDIT_CHAIN_COUNT; set by the store, as are seq and hash */
	int64_t seq, recorded_at; /* seq: from 1 without gaps in its chain; at: ms */
	struct str request_id, subject, operation, target, outcome, detail;
	unsigned char hash[32]; /* SHA-256 over the previous entry's hash and this entry */
};

typedef bool store_audit_fn(void *ctx, const struct store_audit *entry);

struct store_head {
	int64_t seq; /* 0: no entries yet */
	unsigned char hash[32];
};

/* Receives a head and its name. */
typedef bool store_head_fn(void *ctx, struct str name, const struct store_head *head);

#endif
