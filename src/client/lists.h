/*
 * lists.h - the list reads: what is asked for, and what the envelope of a page says. Baskets and
 * catalog lists name things differently; here they are asked and read alike.
 */
#ifndef CLIENT_LISTS_H
#define CLIENT_LISTS_H

#include "base/buf.h"
#include "wire/json_scan.h"
#include "wire/names.h"

/* The position of the next page; both texts are empty at the beginning, or if there is none. */
struct list_cursor {
	struct buf from, alias; /* baskets have no alias */
};

struct list_attribute {
	struct str name; /* as on the wire: label__svc */
	struct str value;
};

/* The parameters of a list request. Texts are borrowed; an absent one is not sent. */
struct list_query {
	int limit;
	int64_t after; /* created (baskets) or modified after; WHEN_NONE: all */
	struct str path, tag, source;
	bool reduced;
	VEC(struct list_attribute) attributes;
};

/* Appends the query string of an endpoint's page, from its `?` on. journeys take none. */
void list_query_write(struct buf *out, const struct wire_names *names, enum endpoint e,
    const struct list_query *query, const struct list_cursor *cursor);

struct list_envelope {
	struct list_cursor next;
	bool unread;       /* there is a cursor that cannot be sent back, or there are two, or two lists */
	int64_t hits;      /* -1 where the service does not say */
	struct buf commit; /* the catalog's revision; empty where it does not say */
};

/* Reads the part of a page around the items; list_envelope_free() afterwards. A cursor that is
 * absent, null, false or "" is the end; a number is used as it was written. */
void list_envelope_read(struct list_envelope *e, const struct json_scan *page);
void list_envelope_free(struct list_envelope *e);
bool list_cursor_is_end(const struct list_cursor *c);
void list_cursor_copy(struct list_cursor *to, const struct list_cursor *from);
void list_cursor_free(struct list_cursor *c);
/* The member of an answer that holds its items; NULL where an answer is one object. */
const char *list_items_name(enum endpoint e);

#endif
