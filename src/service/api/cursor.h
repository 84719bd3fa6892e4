/*
 * cursor.h - the cursor of a list: a position in the list's order, signed and never stored, so that
 * any service with the same key can read the next page.
 */
#ifndef SERVICE_API_CURSOR_H
#define SERVICE_API_CURSOR_H

#include "base/buf.h"
#include "base/digest.h"

enum { CURSOR_TEXT_SIZE_MAX = 200 };

struct page_cursor {
	uint64_t filter_hash; /* a hash of the list's filters: cursor_filter_hash() */
	int64_t sort_key;     /* time of a basket, or number of a catalog item */
	struct str id;        /* at most STORE_ID_SIZE_MAX bytes, never empty */
};

/* New cursors are signed with the first key. The second key is accepted as well, for the time in
 * which services change from one key to the other. */
struct cursor_keys {
	unsigned char key[2][DIGEST_SIZE];
	bool has_second_key;
};

enum cursor_verdict { CURSOR_OK, CURSOR_INVALID, CURSOR_MISMATCH };

/* Appends at most CURSOR_TEXT_SIZE_MAX characters of A-Z a-z 0-9 - _. */
void cursor_write(struct buf *out, const struct page_cursor *c, const struct cursor_keys *keys);
/* Parses a cursor; c->id points into *bytes, which the caller frees. CURSOR_MISMATCH: the cursor
 * is valid but belongs to a list with other filters than `filter`. */
enum cursor_verdict cursor_read(struct page_cursor *c, struct buf *bytes, struct str text,
    uint64_t filter, const struct cursor_keys *keys);
/* A hash of a text that describes the filters. */
uint64_t cursor_filter_hash(struct str description);

/*
 * Builds the body of a list response: a head, "items":[…] and a tail. A page ends before
 * the item that would exceed 6,000,000 bytes.
 */

enum { PAGE_BYTES_MAX = 6000000 };

struct list_page {
	struct buf *body; /* borrowed */
	size_t limit;     /* maximum number of items */
	size_t item_count;
	bool has_more;           /* the list has more items than fit on this page */
	bool size_limit_reached; /* the page ended because of its size in bytes */
};

/* Begins the object. `head` is a list of members with a trailing comma, or empty. */
void page_begin(struct list_page *p, struct str head);
/* Appends an item unchanged. Returns false and sets `has_more` if it does not fit on this page; the
 * first item always fits. */
bool page_add(struct list_page *p, struct str json);
/* Closes the items and the object. `tail` is a list of members, each with a leading comma, or
 * empty. */
void page_end(struct list_page *p, struct str tail);
/* Like page_end() with a member queryMore; next NULL: the last page. */
void page_end_before(
    struct list_page *p, const struct page_cursor *next, const struct cursor_keys *keys);

#endif
