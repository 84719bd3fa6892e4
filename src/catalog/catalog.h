/*
 * catalog.h - the service's whole catalog, or the requested parts: lists, journeys, published
 * items, and references.
 *
 * It is read in the background, one list at a time, starting with the one on the screen; then the
 * graph is built, in slices. A refresh reads a second revision while the visible one stays, and
 * swaps them when it is complete: rows move only when `on_changed` is called, so callers keep paths
 * and ids, not pointers. Loop thread only.
 */
#ifndef CATALOG_CATALOG_H
#define CATALOG_CATALOG_H

#include "base/clock.h"
#include "catalog/listing.h"
#include "client/io.h"
#include "model/check.h"
#include "model/graph.h"

enum catalog_state {
	CATALOG_IDLE,
	CATALOG_READING,
	CATALOG_FAILED, /* err has the reason; items already read are kept */
	CATALOG_COMPLETE,
};

struct revision;

/* The parts to read, as CATALOG_ bits, and the parts that must be complete: reading fails if one
 * of these cannot be read to its end, or changes during each of four reads (ERR_CONFLICT). */
struct catalog_scope {
	unsigned wanted_parts, required_parts;
	bool unlinked; /* only the items as sent: no graph and no counts */
};

struct catalog {
	struct client *client;
	const struct clock *clock;
	struct io_watch io;
	void (*on_changed)(void *ctx);
	void *ctx;
	struct catalog_scope scope;

	struct revision *current; /* the visible revision; never NULL */
	struct revision *next;    /* the refresh in progress; or NULL */
	enum catalog_state state;
	struct err err;
	int attempt_count;
	unsigned
	    revision_count; /* number of complete revisions; changes when another becomes visible */
	int64_t read_at;    /* when the visible revision was completed; WHEN_NONE before */
	int64_t requested_at;    /* ticks when reading started */
	bool stopped;            /* stopped by the user: only a user action continues */
	struct buf newer_commit; /* a newer revision seen in another response; empty: none */
	/* The revisions of the lists differ or change with every read; two complete readings
	 * were compared instead and are equal. */
	bool compared_equal;

	/* private */
	int first_part;              /* the part to read first */
	int unstable_readings;       /* consecutive readings during which the catalog changed */
	int64_t revision_checked_at; /* ticks of the last check for a newer revision */
	unsigned revision_check_id;
};

struct catalog *catalog_new(struct client *client, const struct clock *clock,
    const struct io_watch *io, void (*changed)(void *ctx), void *ctx);
void catalog_free(struct catalog *c);
/* Call it before anything is read. By default all parts are wanted and none needed: lists that
 * repeat or change are shown as they are, and journeys may be missing; a list that fails is an
 * error. */
void catalog_set_scope(struct catalog *c, struct catalog_scope scope);

/* Reads the missing parts, `first` first. */
void catalog_read(struct catalog *c, enum catalog_part first);
/* As catalog_read(), for data that is not on the screen yet; does nothing after the user stopped
 * reading. */
void catalog_read_ahead(struct catalog *c);
/* Reads everything again; the visible revision stays until the new one is complete. */
void catalog_refresh(struct catalog *c);
/* Continues reading after a failure. */
void catalog_retry(struct catalog *c);
/* True if the service repeated itself before the end of this list, or of any list: items may be
 * missing. */
bool catalog_part_has_cursor_loop(const struct catalog *c, enum catalog_part part);
bool catalog_has_cursor_loop(const struct catalog *c);
/* Completes the row of an offer that was read elsewhere with data from this catalog; new texts
 * go into the arena. Only after all wanted parts were read. */
void catalog_complete_offer(const struct catalog *c, struct item_row *row, struct arena *a,
    const struct catalog_item *offer);
/* The number of items read: of the refresh in progress, otherwise of the visible revision. */
size_t catalog_count_items_read(const struct catalog *c);
/* Stops reading, also for catalog_read_ahead(). Returns false if nothing was being read. */
bool catalog_stop(struct catalog *c);
/* Reports a revision seen in another response, to compare with the visible one. */
void catalog_note_revision(struct catalog *c, struct str commit);
struct basket_row;
/* Counts the open baskets that started at each campaign, among the baskets that were read. */
void catalog_count_baskets(struct catalog *c, const struct basket_row *baskets, size_t n);
/* Requests the service's current revision, unless it was checked within the last minute. */
void catalog_check_revision(struct catalog *c);

const struct listing *catalog_list(const struct catalog *c, enum catalog_part part);
bool catalog_has_whole_part(const struct catalog *c, enum catalog_part part); /* read to the end */
/* A part's items as an array, sorted by path; empty before all is linked. */
struct check_items catalog_items(const struct catalog *c, enum catalog_part part);
/* NULL before the journeys are read, or if they cannot be read. */
const struct journeys *catalog_journeys(const struct catalog *c);
/* The error of the journeys request; NULL if there was none or it has not been sent. */
const struct err *catalog_journeys_err(const struct catalog *c);
/* The number of attempts of that request. */
int catalog_journeys_tries(const struct catalog *c);
/* The JSON of the journey at an index, as sent; STR_NONE if it does not exist. */
struct str catalog_journey_json(const struct catalog *c, size_t at);
/* The whole response to the journeys request, and the flags of its span. */
struct str catalog_journeys_json(const struct catalog *c, unsigned *flags);
/* NULL until everything is read and linked. */
const struct graph *catalog_graph(const struct catalog *c);
/* The visible revision; empty if the service does not name it. */
struct str catalog_commit(const struct catalog *c);
/* The index of the item with that path in its list; SIZE_MAX if it is missing or not read. */
size_t catalog_find(const struct catalog *c, enum catalog_part part, struct str path);
/* The offer whose charges apply: the offer itself if it has any, else the one at the end of its
 * price references; NULL if none has charges. */
const struct catalog_item *catalog_charge_owner(
    const struct catalog *c, const struct catalog_item *offer);

#endif
