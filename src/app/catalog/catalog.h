/*
 * catalog.h - the service's whole catalog, or the requested parts: lists, journeys, published
 * items, and references.
 *
 * It is read in the background, one list at a time, first the one on the screen; then the graph is
 * built, in slices. Reading again builds a second revision next to the visible one and swaps when
 * it is complete: rows move only when `changed` is called, so callers keep paths and ids, not
 * pointers. Loop thread only.
 */
#ifndef APP_CATALOG_CATALOG_H
#define APP_CATALOG_CATALOG_H

#include "app/catalog/listing.h"
#include "app/catalog/parts.h"
#include "base/clock.h"
#include "model/check.h"
#include "model/graph.h"

enum catalog_state {
	CATALOG_QUIET,
	CATALOG_READING,
	CATALOG_FAILED, /* err says why; what was read stays */
	CATALOG_WHOLE,
};

struct revision;

/* The parts to read, by CATALOG_ bits, and the parts that must be complete: reading fails if one
 * of these cannot be read to its end, or changes during each of four reads (ERR_CONFLICT). */
struct catalog_scope {
	unsigned wanted, needed;
	bool unlinked; /* items as they were sent are enough: no graph, no counts */
};

struct catalog {
	struct client *client;
	const struct clock *clock;
	struct io_watch io;
	void (*changed)(void *ctx);
	void *ctx;
	struct catalog_scope scope;

	struct revision *now;  /* what is seen; never NULL */
	struct revision *next; /* being read again; or NULL */
	enum catalog_state state;
	struct err err;
	int tries;
	unsigned revisions; /* that were whole: another number, another revision is seen */
	int64_t read_at;    /* when the revision that is seen was whole; WHEN_NONE before */
	int64_t asked_at;   /* ticks when reading began */
	bool stopped;       /* by the user: only what the user does reads on */
	struct buf
	    newer_revision; /* a revision that was met since, and is not the one that is seen */
	/* The lists have revisions of their own, or ones that change at every read: two readings
	 * were compared instead, and were alike. */
	bool compared;

	/* inside */
	int first;         /* the part to begin with */
	int readings;      /* in a row that the catalog changed under */
	int64_t revision_checked_at; /* ticks when the revision was known */
	unsigned revision_check;
};

struct catalog *catalog_new(struct client *client, const struct clock *clock,
    const struct io_watch *io, void (*changed)(void *ctx), void *ctx);
void catalog_free(struct catalog *c);
/* Before anything was read. Without it all is wanted and nothing needed: lists that lead in circles
 * or change are shown as they are, and journeys may be missing; a list that fails is a failure. */
void catalog_set_scope(struct catalog *c, struct catalog_scope scope);

/* Reads what is not read yet, beginning with that part. */
void catalog_read(struct catalog *c, enum catalog_part first);
/* As above for data not on the screen yet: not after the user stopped it. */
void catalog_read_ahead(struct catalog *c);
/* Reads everything again; what is seen stays until then. */
void catalog_refresh(struct catalog *c);
/* After a failure: goes on. */
void catalog_retry(struct catalog *c);
/* Did the service not lead to the end of this list: may items be missing? And of any? */
bool catalog_part_has_cursor_loop(const struct catalog *c, enum catalog_part part);
bool catalog_has_cursor_loop(const struct catalog *c);
/* Completes the row of an offer that was read elsewhere by what is read here; new texts go into
 * the arena. Only once all that is wanted was read. */
void catalog_complete_offer(const struct catalog *c, struct item_row *row, struct arena *a,
    const struct catalog_item *offer);
/* How many items of the revision under way, else of the one that is seen, were read. */
size_t catalog_items_read(const struct catalog *c);
/* Stops, and catalog_read_ahead() does not go on. False when nothing was being read. */
bool catalog_stop(struct catalog *c);
/* A revision was seen in some other answer: is it the one that is shown? */
void catalog_note_revision(struct catalog *c, struct str commit);
struct basket_row;
/* How many of the baskets began at each campaign: those that were read. */
void catalog_count_baskets(struct catalog *c, const struct basket_row *baskets, size_t n);
/* Asks which revision there is now, unless that was known within the last minute. */
void catalog_check_revision(struct catalog *c);

const struct listing *catalog_list(const struct catalog *c, enum catalog_part part);
bool catalog_has(const struct catalog *c, enum catalog_part part); /* read to its end */
/* A part's items side by side, in the order of their paths; none before all is linked. */
struct check_items catalog_items(const struct catalog *c, enum catalog_part part);
/* NULL before they are read, or where they cannot be. */
const struct journeys *catalog_journeys(const struct catalog *c);
/* Why there are none, once they were asked for; NULL when they are there, or were not asked for. */
const struct err *catalog_journeys_err(const struct catalog *c);
/* How often they were asked for then. */
int catalog_journeys_tries(const struct catalog *c);
/* One of them as sent; STR_NONE where there is none. */
struct str catalog_journey_json(const struct catalog *c, size_t at);
/* All that they were answered with, and the flags of its span. */
struct str catalog_journeys_json(const struct catalog *c, unsigned *flags);
/* NULL until everything is read and linked. */
const struct graph *catalog_graph(const struct catalog *c);
/* The revision that is seen; empty where none is told. */
struct str catalog_commit(const struct catalog *c);
/* The index of the item with that path in its list; SIZE_MAX if it is missing or not read. */
size_t catalog_find(const struct catalog *c, enum catalog_part part, struct str path);

#endif
