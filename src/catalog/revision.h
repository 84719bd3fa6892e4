/*
 * revision.h - one reading of the whole catalog, for catalog.c alone: its lists, journeys, the
 * published offers, and the graph built from them at the end.
 *
 * Each revision_read_ function and revision_link() returns true when its part is complete;
 * otherwise it starts or continues it, and `on_changed` is called when there is more to see. Works
 * in slices of a few milliseconds.
 */
#ifndef CATALOG_REVISION_H
#define CATALOG_REVISION_H

#include "catalog/catalog.h"
#include "client/client.h"

/* Standalone offers are read twice more, by name only: all of them, and the published ones. */
enum { NAME_LIST_ALL, NAME_LIST_PUBLISHED, NAME_LISTS };

struct revision {
	struct client *client;
	struct io_watch io;
	void (*on_changed)(void *ctx);
	void *ctx;
	struct catalog_scope scope;
	struct listing *lists[CATALOG_PARTS];
	struct listing *name_lists[NAME_LISTS];
	struct index *name_indexes[NAME_LISTS]; /* indexes of their paths and ids */
	struct client_answer journeys_answer;   /* the response, kept for its JSON */
	struct arena journeys_texts;
	struct journeys journeys;
	bool journeys_requested, has_journeys;
	struct err journeys_err;    /* why the journeys are missing */
	int journeys_attempt_count; /* attempts of the failed request */
	bool revision_differs; /* another needed part has a different revision than the lists */
	unsigned request_id, slice_timer;
	struct graph graph;
	/* Sorted copies of those lists that are not sorted by path. */
	struct catalog_item *items_by_path[CATALOG_PARTS];
	struct arena text_arena;              /* texts of the counts */
	size_t link_step_index, linked_count; /* progress of revision_link() */
	bool is_complete;
};

struct revision *revision_new(struct client *client, const struct io_watch *io,
    struct catalog_scope scope, void (*changed)(void *ctx), void *ctx);
void revision_free(struct revision *e);
void revision_stop(struct revision *e);
/* The next call that needs a failed part requests it again. */
void revision_retry(struct revision *e);
/* Journeys and names that cannot be read count as unknown; that alone does not stop the reading. */
bool revision_read_journeys(struct revision *e);
bool revision_read_names(struct revision *e);
/* True, with err set, if a needed part could not be read completely. */
bool revision_find_missing(const struct revision *e, struct err *err, int *tries);
/* Builds the graph, the counts, and the sorted item arrays. */
bool revision_link(struct revision *e);
/* A list's items sorted by path, after linking. */
struct check_items revision_items(const struct revision *e, int part);
/* True if two readings have the same content. Then nothing changed in between, whatever their
 * revisions are. */
bool revision_is_same(const struct revision *e, const struct revision *before);
/* The revision of its lists; and true if its parts have different revisions. */
struct str revision_commit(const struct revision *e);
bool revision_is_mixed(const struct revision *e);

#endif
