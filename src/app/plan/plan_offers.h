/*
 * plan_offers.h - the offers that a plan is about, as the service has them now: read page after
 * page, and of all others nothing is kept.
 *
 * Read once, it can be asked for what was modified since, by the service's own clock: cheap, and
 * only as good as the service's word. Loop thread only.
 */
#ifndef APP_PLAN_PLAN_OFFERS_H
#define APP_PLAN_PLAN_OFFERS_H

#include "app/list/pager.h"
#include "app/plan/plan.h"
#include "model/catalog.h"

struct plan_offer {
	struct str path;
	struct str json,
	    hash; /* as it was sent, and SHA-256 of that in hex; empty: it is not there */
	struct catalog_item item;
};

struct plan_offers {
	struct client *client;
	struct pager pager;
	struct arena texts;
	struct index *places; /* of paths in the list */
	VEC(struct plan_offer) list;
	int64_t newest;  /* modified, of all that was read; WHEN_NONE: no offer says it */
	bool since;      /* only what was modified since is being read: */
	int64_t after;   /* then; WHEN_NONE: all */
	struct buf seen; /* a digest of what was read, to compare with the next reading */
	bool alike;      /* the reading before it was the same */
	struct err err;  /* why it could not be read */
	int tries;
	void (*done)(void *ctx);
	void *ctx;
};

/* `done` is called from the loop when a reading has ended, well or not. */
struct plan_offers *plan_offers_new(
    struct client *client, const struct plan *p, void (*done)(void *ctx), void *ctx);
void plan_offers_free(struct plan_offers *o);
/* Reads all; with `since` what was modified since the last reading, where that can be asked. */
void plan_offers_read(struct plan_offers *o, bool since);
/* The offer of a path in the plan, never NULL. */
const struct plan_offer *plan_offers_find(const struct plan_offers *o, struct str path);
/* The catalog's revision as it was read; empty where none is told, or one that changes at every
 * read. */
struct str plan_offers_commit(const struct plan_offers *o);
/* Did it change between the first page and the last? Not if the reading before it was the same. */
bool plan_offers_moved(const struct plan_offers *o);

#endif
