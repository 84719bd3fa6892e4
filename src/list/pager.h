/*
 * pager.h - walks the pages of one list: the only code that writes the queries of lists and follows
 * cursors, for the console's baskets, its other lists, and commands (cli/walk.h).
 *
 * A page is requested, processed by the caller at its own pace, and passed; until then the position
 * is unchanged, and asking again requests the same page. A service that repeats itself ends the
 * walk: a cursor that was used before, a page whose first item began an earlier page, or page after
 * page without an item. If the service has lost the position, the walk starts over: earlier items
 * come again, and the caller recognises them. Owns the position, the cursors used so
 * far and the running request. Loop thread only.
 */
#ifndef LIST_PAGER_H
#define LIST_PAGER_H

#include "wire/json_scan.h"
#include "wire/names.h"

struct client;
struct client_answer;

struct list_attribute {
	struct str name; /* name in the query string: label__svc */
	struct str value;
};

struct list_param {
	enum param param;
	struct str value;
};

/* The parameters of a list request. Texts are borrowed; an empty one is not sent. Baskets and
 * catalog lists use different names on the wire; the pager hides the difference. */
struct list_query {
	int limit;             /* number of items on a page */
	int64_t changed_after; /* created or (catalog) modified after this time; WHEN_NONE: all */
	struct str path, tag, source;
	bool reduced;
	VEC(struct list_attribute) attributes;
	VEC(struct list_param) params; /* others that this list has */
};

/* True for baskets and the audit, which are sent newest first; other lists are sent by path. */
bool list_is_newest_first(enum endpoint e);

/* Appends the query string of the first page, including the `?`. Journeys have no parameters. */
void list_query_write(
    struct buf *out, const struct client *client, enum endpoint e, const struct list_query *query);
/* Appends the request of the first page as a curl command. */
void list_append_curl(
    struct buf *out, const struct client *client, enum endpoint e, const struct list_query *query);
/* Appends the catalog's revision of a page; nothing if it is not in the response. */
void list_read_commit(struct buf *out, const struct json_scan *page);

/* A client_answer_fn: the response of a request, with the page. */
typedef void pager_page_fn(void *ctx, struct client_answer *answer);

enum pager_end {
	PAGER_MORE,       /* or not started */
	PAGER_WHOLE,      /* the list is complete */
	PAGER_REPEATED,   /* it repeats itself */
	PAGER_EMPTY,      /* too many empty pages in a row */
	PAGER_BAD_CURSOR, /* the cursor cannot be read, or there are two of them or two lists */
	PAGER_SHORT,      /* fewer items than the service counted */
	PAGER_ENDS
};

enum {
	PAGER_EMPTY_PAGES_MAX = 100, /* consecutive empty pages that are accepted */
	PAGER_REPEATS_MAX = 1,       /* consecutive pages that may begin like an earlier one */
	PAGER_RESTARTS_MAX = 3,      /* restarts after the service lost the position */
};

/* The position of the next page. Both texts are empty for the first page, and if there is no
 * next page. */
struct list_cursor {
	struct buf from, alias; /* baskets have no alias */
};

struct pager {
	struct client *client;
	enum endpoint endpoint;
	enum pager_end end_reason;
	size_t page_count; /* number of pages processed */
	int64_t hits;      /* total count in the last page; -1: none */
	/* revision of the first page and of the last; empty: not given */
	struct buf first_commit, last_commit;
	bool revision_changed; /* a page had another revision than the first */
	/* restarts because the service lost the position; 0 again after a failed request */
	unsigned restart_count;

	/* private */
	struct list_cursor next_cursor;
	struct buf first_query; /* query of the first page */
	size_t item_count;      /* number of items since the start */
	struct index *used_cursors, *first_items; /* cursors used, and first items of pages */
	unsigned empty_pages, repeated_pages;     /* consecutive empty pages, and repeated ones */
	unsigned call_id;
	pager_page_fn *on_page;
	void *ctx;
};

void pager_init(struct pager *p, struct client *client, enum endpoint e);
/* Cancels a running request and frees the pager. */
void pager_free(struct pager *p);
/* Starts again at the first page; cancels a running request. */
void pager_restart(struct pager *p);
/* Requests the page at the current position; `done` may move the page out of the response. */
void pager_request_page(
    struct pager *p, const struct list_query *query, pager_page_fn *done, void *ctx);
/* Cancels the running request. */
void pager_stop(struct pager *p);
/* Moves past a processed page, and detects whether there are more. */
void pager_advance(struct pager *p, const struct json_scan *page);
/* True if the walk ended because the service repeated itself or sent a broken cursor: items may
 * be missing. */
bool pager_has_cursor_loop(const struct pager *p);
bool pager_end_is_cursor_loop(enum pager_end end);
/* The reason why a list ended early, as words to follow a count: "the service sent the same page
 * twice". */
const char *pager_loop_reason(enum pager_end end);
/* Appends the reason as a sentence: "50 read; the service repeats itself, older ones may be
 * missing". */
void pager_append_cursor_loop(
    struct buf *out, enum pager_end end, size_t read, const char *missing);

/*
 * Detects items that come twice: if new items arrive during reading, a service that
 * counts from the newest sends the last items of a page again on the next one; and a restarted list
 * sends all of them again.
 *
 * An item is identified by its path and id. Repeats come soon, so a long list is not remembered
 * completely: at least the last SEEN_IDS_MAX items are.
 */

enum { SEEN_IDS_MAX = 49152 }; /* fills three quarters of an index with a power-of-two size */

struct seen_ids {
	bool allows_page_duplicates; /* ids that repeat on the same page count as different items */
	uint32_t current_page;       /* the current page; set by the caller */
	struct index *recent_ids, *older_ids; /* the latest ids, and the ones before; NULL: none */
	size_t n;                             /* number of latest ids */
	size_t repeat_count;                  /* number of repeats found */
};

void seen_ids_free(struct seen_ids *o);
/* True if the item came before, and remembers it. An item without an id and a path is always
 * new. */
bool seen_ids_check_and_add(struct seen_ids *o, struct str json);

#endif
