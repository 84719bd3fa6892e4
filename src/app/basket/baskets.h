/*
 * baskets.h - the abandoned baskets that were read so far, and which of them a VIEW shows.
 *
 * Reads pages when asked to, older ones by itself while a filter searches, and never claims
 * more than it has read. Rows keep their place until refresh; `shown` holds indexes into rows.
 * A page is taken in slices of a few milliseconds, and packed, while the next one is on the line.
 * Owns pages, rows and the running read.
 */
#ifndef APP_BASKET_BASKETS_H
#define APP_BASKET_BASKETS_H

#include "app/basket/row_contact.h"
#include "app/list/packed_page.h"
#include "app/list/pager.h"
#include "app/list/table.h"

struct basket_page {
	struct packed_page json;
	size_t taken; /* items made into rows so far */
	size_t rows;  /* rows that came of it */
};

enum baskets_state {
	BASKETS_QUIET,
	BASKETS_READING,
	BASKETS_FAILED, /* err says why; what was read stays */
};

struct baskets {
	struct client *client;
	const struct clock *clock;
	struct io_watch io;
	void (*changed)(void *ctx);
	void *ctx;
	const struct contact_log *contact_log; /* what rows are marked by; or NULL */
	const char *consent_field;   /* likewise */
	char *const *shared_emails;  /* likewise; or NULL */
	int ahead;                   /* rows to read without being asked */
	unsigned changes;            /* another number, other rows */
	unsigned moves;              /* another number: rows have other numbers now */
	unsigned marked;             /* another number: rows were marked anew by the ledger */
	unsigned estimated;          /* another number: what some come to was worked out */

	struct view view;
	struct row_filter filter;
	VEC(struct basket_page *) pages; /* NULL: it brought nothing new */
	VEC(struct basket_row) rows;
	VEC(uint32_t) shown;
	size_t in_order; /* so many of the first that are shown are in the view's order */

	enum baskets_state state;
	struct err err;
	int tries;         /* of the read that failed */
	int64_t read_at;   /* clock time of the last whole page, WHEN_NONE before the first */
	int64_t asked_at;  /* ticks when the running read began */
	bool searching;    /* a filter reads older pages */
	bool paused;       /* the search stopped by itself: 10,000 rows, 20 s or 20 new matches */
	/* The result of the last refresh: rows added on top, rows gone, rows changed;
	 * `refreshed` stays set until the caller clears it. */
	uint32_t new_rows, gone_rows, changed_rows;
	bool refreshed;

	/* inside */
	struct page_cache *page_cache; /* which pages are unpacked */
	struct arena texts;           /* of all rows */
	struct basket_common *common; /* what rows have in common */
	struct index *index;          /* ids of rows */
	struct pager walk, fresh;     /* to older ones; from the newest again */
	int64_t since;                /* sent as createdAfter */
	unsigned slice, packing;      /* the slices that take pages, and that pack them */
	unsigned notify_timer;        /* when it is told that something changed */
	int64_t notified_at;          /* ticks */
	bool moved;                   /* shown rows have moved and the listener was not notified yet */
	size_t taken, packed;         /* pages before these are */
	size_t items_waiting;         /* in received pages that are not rows yet */
	size_t unpacked;              /* bytes of pages that are not packed */
	size_t want;                  /* rows to have */
	size_t search_rows, search_shown;
	int64_t search_since;
	bool refreshing;
	bool was_empty;      /* when it was read again: that reads from the front */
	size_t fresh_from;   /* rows from here on came with the refresh */
	int64_t fresh_after; /* it asks for those created later, WHEN_NONE: for all */
	bool fresh_all;      /* it goes on to the last of those, not only to the first known one */
	size_t fresh_read;   /* items that it brought */
	size_t page_size;
};

/* A view of baskets that begins with everything, newest first; reading starts when asked. */
struct baskets *baskets_new(struct client *client, const struct clock *clock,
    const struct io_watch *io, void (*changed)(void *ctx), void *ctx);
void baskets_free(struct baskets *b);

/* Another view over what was read; a different `since` reads anew. Takes the view when true. */
bool baskets_set_view(struct baskets *b, struct view *view, struct err *err);
/* Reads until `rows` are there (or the end). Says nothing when they are already. */
void baskets_request_rows(struct baskets *b, size_t rows);
/* One more stretch of older baskets, even past the limits. */
void baskets_read_older(struct baskets *b);
/* Searches on for the filter: older pages until 20 new matches, the end, 10,000 rows or 20 s. */
void baskets_search(struct baskets *b);
/* Was the walk to older ones ended: there are no more, or the service leads in circles? */
bool baskets_at_end(const struct baskets *b);
/* Is it known that these are all, since the time that was asked for? */
bool baskets_has_all(const struct baskets *b);
/* From when on all are known; WHEN_NONE: these are all that there are. */
int64_t baskets_known_from(const struct baskets *b);
bool baskets_is_whole(const struct baskets *b);
/* Stops what is read now; false when nothing was. */
bool baskets_stop(struct baskets *b);
/* Forgets all that was read, and reads anew. */
void baskets_reload(struct baskets *b);
/* Reads what was read again, of 10,000 at most: new ones on top, those that changed are replaced,
 * those that are gone leave. */
void baskets_refresh(struct baskets *b);
/* As above for baskets created at that time or later; WHEN_NONE: like baskets_refresh(). */
void baskets_refresh_from(struct baskets *b, int64_t created);
/* Asks only for what is about as new as the newest that is known, or newer, and ends when it meets
 * one that is known. */
void baskets_read_new(struct baskets *b);
/* The ledger knows more: rows are marked anew. */
void baskets_update_contacts(struct baskets *b);
/* After a failure: the same read again. */
void baskets_retry(struct baskets *b);

/* The rows of the view, and one of them; NULL after the last. */
struct shown_rows baskets_shown_rows(const struct baskets *b);
const struct basket_row *baskets_shown(const struct baskets *b, size_t i);
/* The position of a basket in the view; SIZE_MAX if it is not shown. */
size_t baskets_find(const struct baskets *b, struct str id);
/* Its row among all that were read, or NULL. */
const struct basket_row *baskets_row(const struct baskets *b, struct str id);
/* Its JSON as sent, and the flags of its span; good until a few others are asked for. */
struct str baskets_json(const struct baskets *b, const struct basket_row *row, unsigned *flags);
/* Reads the whole basket into an arena. */
bool baskets_read(const struct baskets *b, const struct basket_row *row, struct basket *out,
    struct arena *a, struct err *err);
/* Appends "10 match in 1,850 read · older exist" and its kin. */
void baskets_append_count(struct buf *out, const struct baskets *b);
/* Appends why the walk ended early, as a sentence; false when it did not. */
bool baskets_append_cursor_loop(struct buf *out, const struct baskets *b);
/* Created time of the oldest row read, WHEN_NONE when none has one. */
int64_t baskets_oldest(const struct baskets *b);
/* As above for the newest one, ignoring the future: a wrong clock must not hide new baskets. */
int64_t baskets_newest(const struct baskets *b);

#endif
