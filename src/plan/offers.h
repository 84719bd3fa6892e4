/*
 * plan_offers.h - the offers of a plan as the service has them now: read page by page, without
 * keeping any other offers.
 *
 * After a complete read, it can request only the offers modified since, by the service's own clock:
 * cheap, but only as reliable as the service's timestamps. Loop thread only.
 */
#ifndef PLAN_OFFERS_H
#define PLAN_OFFERS_H

#include "list/pager.h"
#include "model/catalog.h"
#include "plan/plan.h"

struct plan_offer {
	struct str path;
	struct str json, hash; /* as sent, and its SHA-256 in hex; empty: the offer is missing */
	struct catalog_item item;
};

struct plan_offers {
	struct client *client;
	struct pager pager;
	struct arena texts;
	struct index *places; /* from path to index in the list */
	VEC(struct plan_offer) list;
	int64_t newest;  /* latest `modified` of all offers read; WHEN_NONE: none has one */
	bool since;      /* only changes are being read: those modified after `after` */
	int64_t after;   /* WHEN_NONE: all offers */
	struct buf seen; /* digest of the last reading, to compare with the next */
	bool alike;      /* the last two readings are identical */
	struct err err;  /* why reading failed */
	int tries;
	void (*done)(void *ctx);
	void *ctx;
};

/* `done` is called from the loop when a reading has finished or failed. */
struct plan_offers *plan_offers_new(
    struct client *client, const struct plan *p, void (*done)(void *ctx), void *ctx);
void plan_offers_free(struct plan_offers *o);
/* Reads all offers; with `since`, only those modified since the last reading, if the service
 * supports it. */
void plan_offers_read(struct plan_offers *o, bool since);
/* The offer of a path in the plan, never NULL. */
const struct plan_offer *plan_offers_find(const struct plan_offers *o, struct str path);
/* The revision of the catalog that was read; empty if none is given, or if it changed during the
 * reading. */
struct str plan_offers_commit(const struct plan_offers *o);
/* True if the catalog changed between the first page and the last, unless the previous reading
 * was identical. */
bool plan_offers_moved(const struct plan_offers *o);

#endif
