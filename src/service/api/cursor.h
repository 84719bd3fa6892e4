/*
 * cursor.h - where a walk through a list goes on: a place in the order, signed, never stored, so
 * that any replica with the same key continues any walk.
 */
#ifndef SERVICE_API_CURSOR_H
#define SERVICE_API_CURSOR_H

#include "base/digest.h"

enum { CURSOR_MAX = 200 };

struct page_cursor {
	uint64_t filter; /* a hash of the list's filters: cursor_filter() */
	int64_t at;      /* a time, or the number of an item */
	struct str id;   /* at most STORE_ID_MAX bytes, never empty */
};

/* New ones are signed by the first; by the second, while services change from one to the other,
 * cursors of the others are read. */
struct cursor_keys {
	unsigned char key[2][DIGEST_SIZE];
	bool has_second;
};

enum cursor_verdict { CURSOR_OK, CURSOR_INVALID, CURSOR_MISMATCH };

/* Appends at most CURSOR_MAX characters of A-Z a-z 0-9 - _. */
void cursor_write(struct buf *out, const struct page_cursor *c, const struct cursor_keys *keys);
/* Reads one; c->id points into *bytes, which the caller frees. CURSOR_MISMATCH: it is sound but
 * belongs to a walk with other filters than `filter`. */
enum cursor_verdict cursor_read(struct page_cursor *c, struct buf *bytes, struct str text,
    uint64_t filter, const struct cursor_keys *keys);
/* A number for a description of the filters. */
uint64_t cursor_filter(struct str description);

#endif
