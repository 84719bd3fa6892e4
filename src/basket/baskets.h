/*
 * baskets.h - the abandoned baskets read so far, and the ones that a VIEW shows.
 *
 * Reads pages on request, and older pages by itself while a filter searches. Rows keep their place
 * until a refresh; `shown_rows` holds indexes into rows. A page is processed and compressed in
 * slices of a few milliseconds while the next one is being received. Owns the pages, the rows and
 * the running request.
 */
#ifndef BASKET_BASKETS_H
#define BASKET_BASKETS_H

#include "basket/row.h"
#include "client/io.h"
#include "list/packed_page.h"
#include "list/pager.h"
#include "list/table.h"

struct basket_page {
	struct packed_page json;
	size_t converted_items; /* items converted to rows so far */
	size_t row_count;       /* rows created from this page */
};

enum baskets_state {
	BASKETS_IDLE,
	BASKETS_READING,
	BASKETS_FAILED, /* err has the reason; baskets already read are kept */
};

struct baskets {
	struct client *client;
	const struct clock *clock;
	const struct age_groups *age_groups;   /* of the configuration; NULL: none */
	struct io_watch io;
	void (*on_changed)(void *ctx);
	void *ctx;
	const struct contact_log *contact_log; /* source of each row's contact status; or NULL */
	const char *consent_field;             /* custom field with the consent */
	char *const *shared_emails;            /* shared addresses, as patterns; or NULL */
	int read_ahead_rows;                   /* rows to read ahead */
	unsigned rows_version;                 /* changes when the rows change */
	unsigned order_version;                /* changes when the rows are renumbered */
	unsigned contact_version;              /* changes when contact statuses were updated */
	unsigned estimate_version;             /* changes when amounts were estimated */

	struct view view;
	struct row_filter filter;
	VEC(struct basket_page *) pages; /* NULL: the page had only known baskets */
	VEC(struct basket_row) rows;
	VEC(uint32_t) shown_rows;
	size_t sorted_count; /* number of shown rows that are in the view's order */
	enum baskets_state state;
	struct err err;
	int attempt_count;    /* attempts of the failed request */
	int64_t read_at;      /* clock time of the last complete page, WHEN_NONE before the first */
	int64_t requested_at; /* ticks at the start of the running request */
	bool searching;       /* older pages are read to find matches for the filter */
	bool search_paused;   /* the search reached a limit: 10,000 rows, 20 s or 20 new matches */
	/* The last refresh: rows added on top, gone, changed; the caller clears `refreshed`. */
	uint32_t new_row_count, removed_row_count, changed_row_count;
	bool refreshed;

	/* private */
	struct page_cache *page_cache;      /* keeps a few pages decompressed */
	struct arena text_arena;            /* texts of all rows */
	struct basket_common *common_texts; /* texts shared by several rows */
	struct index *index;                /* from id to row number */
	struct pager older_pager, refresh_pager;
	int64_t created_after;               /* sent as createdAfter; WHEN_NONE: not sent */
	unsigned slice_timer, packing_timer; /* timers of the next slice: rows, compression */
	unsigned notify_timer;               /* a delayed notification */
	int64_t notified_at;                 /* ticks of the last notification */
	bool move_pending; /* shown rows have moved and the listener was not notified yet */
	size_t converted_page_count, packed_page_count; /* converted to rows; compressed */
	size_t pending_item_count; /* items in received pages that are not rows yet */
	size_t unpacked_bytes;     /* bytes of pages that are not compressed */
	size_t wanted_row_count;   /* number of rows to read */
	size_t row_count_at_search_start, shown_count_at_search_start;
	int64_t search_started_at;
	bool refreshing, started_empty; /* the latter: no basket existed before this read */
	size_t refresh_first_row, refresh_item_count; /* its first row; items received */
	int64_t refresh_created_after; /* sent as createdAfter; WHEN_NONE: not sent */
	bool refresh_all;              /* do not stop the refresh at the first known basket */
	size_t page_size;
	struct persons *persons; /* NULL until a completed basket is read */
	unsigned persons_rows_version, persons_order_version;
};

/* Creates a list of all baskets, newest first. Nothing is read until rows are requested. */
struct baskets *baskets_new(struct client *client, const struct clock *clock,
    const struct io_watch *io, void (*changed)(void *ctx), void *ctx);
void baskets_free(struct baskets *b);
/* Shows another view of the baskets already read; a different since= reads them again. Takes
 * ownership of the view if it returns true. */
bool baskets_set_view(struct baskets *b, struct view *view, struct err *err);
/* Reads until there are `rows` rows or the list ends. Does not notify if they exist already. */
void baskets_request_rows(struct baskets *b, size_t rows);
/* Reads some more of the older baskets, even past the limits. */
void baskets_read_older(struct baskets *b);
/* Continues the search for the filter: reads older pages until 20 new matches, the end, 10,000
 * rows or 20 s. */
void baskets_search(struct baskets *b);
/* True if no older baskets can be read: the list has ended, or the service repeats itself. */
bool baskets_at_end(const struct baskets *b);
/* True if every basket since the requested time was read. */
bool baskets_has_all_requested(const struct baskets *b);
/* The time from which every basket is known; WHEN_NONE if all baskets were read. */
int64_t baskets_known_from_time(const struct baskets *b);
bool baskets_is_whole(const struct baskets *b);
/* Stops the running request. Returns false if there was none. */
bool baskets_stop(struct baskets *b);
/* Drops all baskets and reads them again. */
void baskets_reload(struct baskets *b);
/* Reads again the baskets already read, at most 10,000: new ones go on top, changed ones are
 * replaced, missing ones are removed. */
void baskets_refresh(struct baskets *b);
/* As baskets_refresh(), but only for baskets created at or after that time; WHEN_NONE: for all. */
void baskets_refresh_from(struct baskets *b, int64_t created);
/* Requests the newest baskets, with an overlap of ten minutes before the newest known one, and
 * stops at the first known basket. */
void baskets_read_new(struct baskets *b);
/* Updates the contact status of every row after the contact log changed. */
void baskets_update_contacts(struct baskets *b);
/* Repeats the request that failed. */
void baskets_retry(struct baskets *b);

/* The rows of the view, and the i-th of them, or NULL after the last. */
struct shown_rows baskets_shown_rows(const struct baskets *b);
const struct basket_row *baskets_shown_row(const struct baskets *b, size_t i);
/* The position of a basket in the view; SIZE_MAX if it is not shown. */
size_t baskets_find(const struct baskets *b, struct str id);
/* The row of any basket that was read, or NULL. */
const struct basket_row *baskets_row(const struct baskets *b, struct str id);
/* The basket's JSON as sent, and the flags of its span. Valid until the JSON of a few other
 * baskets is requested. */
struct str baskets_json(const struct baskets *b, const struct basket_row *row, unsigned *flags);
/* Parses the whole basket into an arena. */
bool baskets_read_basket(const struct baskets *b, const struct basket_row *row, struct basket *out,
    struct arena *a, struct err *err);
/* Append the rows' count ("3 of 240 baskets"), and that of all baskets read, without a filter. */
void baskets_append_count(struct buf *out, const struct baskets *b, bool utc);
void baskets_append_read_count(struct buf *out, const struct baskets *b, bool utc);
/* Appends, as a sentence, why reading ended early. Returns false if it did not. */
bool baskets_append_cursor_loop(struct buf *out, const struct baskets *b);
/* The creation time of the oldest row; WHEN_NONE if no row has one. */
int64_t baskets_oldest_created(const struct baskets *b);
/* The newest creation time of a row. Ignores times in the future, which a wrong clock makes. */
int64_t baskets_newest_created(const struct baskets *b);

#endif
