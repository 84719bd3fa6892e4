/*
 * edition.h - one reading of the whole catalog, for catalog.c alone: its lists, journeys, what is
 * published, and the graph that is made of them at the end.
 *
 * Each edition_read_ or edition_link function is true when its part is done; else it began or
 * goes on with it, and `changed` is called when there is more to see. Slices of a few
 * milliseconds. Linking is edition_link.c's.
 */
#ifndef APP_EDITION_H
#define APP_EDITION_H

#include "app/catalog.h"

/* Standalone offers are read twice more, by their names alone: all, and those published. */
enum { NAMES_ALL, NAMES_PUBLISHED, NAMES };

struct edition {
	struct client *client;
	struct io_watch io;
	void (*changed)(void *ctx);
	void *ctx;
	struct listing *lists[CATALOG_PARTS];
	struct listing *names[NAMES];
	struct index *named[NAMES];           /* their paths */
	struct client_answer journeys_answer; /* its page is kept */
	struct arena journeys_texts;
	struct journeys journeys;
	bool journeys_asked, has_journeys;
	struct err journeys_err; /* why there are none */
	unsigned call, slice;
	struct graph graph;
	struct catalog_item *items[CATALOG_PARTS]; /* of the lists, in the order of paths */
	struct arena texts;                        /* of what was counted */
	size_t step, linked;                       /* of edition_link.c: how far it is */
	bool whole;
};

struct edition *edition_new(
    struct client *client, const struct io_watch *io, void (*changed)(void *ctx), void *ctx);
void edition_free(struct edition *e);
/* False when nothing was under way. */
bool edition_stop(struct edition *e);
/* Journeys and names that cannot be read are not known, and no reason to stop. */
bool edition_read_journeys(struct edition *e);
bool edition_read_names(struct edition *e);
/* The graph, the counts that come of it, and the items side by side. */
bool edition_link(struct edition *e);
/* The revision of its lists; and were they of several? */
struct str edition_commit(const struct edition *e);
bool edition_moved(const struct edition *e);

#endif
