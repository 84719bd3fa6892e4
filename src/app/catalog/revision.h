/*
 * revision.h - one reading of the whole catalog, for catalog.c alone: its lists, journeys, what is
 * published, and the graph that is made of them at the end.
 *
 * Each revision_read_ or revision_link function is true when its part is done; else it began or
 * goes on with it, and `changed` is called when there is more to see. Slices of a few
 * milliseconds. Linking is revision_link.c's.
 */
#ifndef APP_CATALOG_REVISION_H
#define APP_CATALOG_REVISION_H

#include "app/catalog/catalog.h"

/* Standalone offers are read twice more, by their names alone: all, and those published. */
enum { NAMES_ALL, NAMES_PUBLISHED, NAMES };

struct revision {
	struct client *client;
	struct io_watch io;
	void (*changed)(void *ctx);
	void *ctx;
	struct catalog_scope scope;
	struct listing *lists[CATALOG_PARTS];
	struct listing *names[NAMES];
	struct index *named[NAMES];           /* their paths and ids */
	struct client_answer journeys_answer; /* its page is kept */
	struct arena journeys_texts;
	struct journeys journeys;
	bool journeys_asked, has_journeys;
	struct err journeys_err; /* why there are none */
	int journeys_tries;      /* of a read that failed */
	bool moved;              /* what else is needed was of another revision than the lists */
	unsigned call, slice;
	struct graph graph;
	/* The items of lists that are not in the order of paths, in that order. */
	struct catalog_item *in_order[CATALOG_PARTS];
	struct arena texts;  /* of what was counted */
	size_t step, linked; /* of revision_link.c: how far it is */
	bool whole;
};

struct revision *revision_new(struct client *client, const struct io_watch *io,
    struct catalog_scope scope, void (*changed)(void *ctx), void *ctx);
void revision_free(struct revision *e);
void revision_stop(struct revision *e);
/* The next call that needs a failed part reads it again. */
void revision_retry(struct revision *e);
/* Journeys and names that cannot be read are not known, and by themselves no reason to stop. */
bool revision_read_journeys(struct revision *e);
bool revision_read_names(struct revision *e);
/* Is something missing that is needed, of what was read so far? Then *err says why. */
bool revision_find_missing(const struct revision *e, struct err *err, int *tries);
/* The graph, the counts that come of it, and the items side by side. */
bool revision_link(struct revision *e);
/* A list's items in the order of paths, once they are linked. */
struct check_items revision_items(const struct revision *e, int part);
/* Was all of it in an earlier reading as it is in this one? Then nothing changed in between, whatever
 * revisions were told. */
bool revision_is_same(const struct revision *e, const struct revision *before);
/* The revision of its lists; and were they, and what else is needed, of several? */
struct str revision_commit(const struct revision *e);
bool revision_is_mixed(const struct revision *e);

#endif
