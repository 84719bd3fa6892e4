/*
 * pager.h - walks the pages of one list: the only code that follows cursors, for the console's
 * baskets, its other lists, and batch.
 *
 * A page is requested, processed by the caller at its own pace, and passed; until then the position
 * is unchanged, and asking again requests the same page. A service that repeats itself ends the
 * walk: a cursor that was used before, a page whose first item began an earlier page, or page after
 * page without an item. If the service has lost the position, the walk starts over: earlier items
 * come again, and the caller recognises them (seen_ids.h). Owns the position, the cursors used so
 * far and the running request. Loop thread only.
 */
#ifndef APP_LIST_PAGER_H
#define APP_LIST_PAGER_H

#include "client/client.h"

enum pager_end {
	PAGER_MORE,     /* or not begun */
	PAGER_WHOLE,    /* the service has no more */
	PAGER_REPEATED, /* it repeats itself */
	PAGER_EMPTY,    /* it leads on, and nothing comes */
	PAGER_UNREAD,   /* where it leads to cannot be read */
	PAGER_SHORT,    /* it says that there are more, and leads to none */
	PAGER_ENDS
};

enum {
	PAGER_EMPTY_MAX = 100, /* pages in a row without an item that are followed */
	PAGER_REPEATS_MAX = 1, /* pages in a row that begin like an earlier one */
	PAGER_RESTARTS = 3,    /* of a walk whose place the service has forgotten */
};

struct pager {
	struct client *client;
	enum endpoint endpoint;
	enum pager_end end;
	size_t pages; /* that were passed */
	int64_t hits; /* as the last page says; -1: it does not */
	struct buf commit,
	    moved_to; /* revision of the first page and of the last; empty: not told */
	bool moved;   /* some page was of another revision than the first */

	/* inside */
	struct list_cursor next;
	struct buf front;              /* the query of the first page */
	size_t items;                  /* that came since the front */
	unsigned restarts;
	struct index *places, *first_items; /* cursors, and items that began a page */
	unsigned empty, repeated_pages;     /* such pages in a row */
	unsigned call;
	client_fn *done;
	void *ctx;
};

void pager_init(struct pager *p, struct client *client, enum endpoint e);
/* Ends a running read. */
void pager_free(struct pager *p);
/* From the front again; ends a running read. */
void pager_restart(struct pager *p);
/* Requests the page of the walk's position; `done` may move it out of the response. */
void pager_request_page(
    struct pager *p, const struct list_query *query, client_fn *done, void *ctx);
/* The running read is not waited for any more. */
void pager_stop(struct pager *p);
/* The page was taken: goes past it, and sees whether there is more. */
void pager_advance(struct pager *p, const struct json_scan *page);
/* Was the walk ended because the service leads in circles? Then something may be missing. */
bool pager_has_cursor_loop(const struct pager *p);
bool pager_end_is_cursor_loop(enum pager_end end);
/* The reason why a list ended early, as words after a count: "the service sent the same page
 * twice". */
const char *pager_loop_reason(enum pager_end end);
/* Appends the same as a sentence: "50 read; the service repeats itself, older ones may be missing".
 */
void pager_append_cursor_loop(
    struct buf *out, enum pager_end end, size_t read, const char *missing);

#endif
