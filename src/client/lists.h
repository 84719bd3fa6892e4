/*
 * lists.h - list requests: their query parameters and the envelope of a page. Baskets and catalog
 * lists use different names on the wire; this module hides the difference.
 */
#ifndef CLIENT_LISTS_H
#define CLIENT_LISTS_H

#include "base/buf.h"
#include "wire/json_scan.h"
#include "wire/names.h"

/* The position of the next page. Both texts are empty for the first page, and if there is no
 * next page. */
struct list_cursor {
	struct buf from, alias; /* baskets have no alias */
};

struct list_attribute {
	struct str name; /* name in the query string: label__svc */
	struct str value;
};

/* The parameters of a list request. Texts are borrowed; an empty one is not sent. */
struct list_query {
	int limit;
	int64_t changed_after; /* created (baskets) or modified (catalog) after this time;
				  WHEN_NONE: all */
	struct str path, tag, source;
	bool reduced;
	VEC(struct list_attribute) attributes;
};

/* Appends the query string for a page of this endpoint, including the `?`. Journeys have no
 * parameters. */
void list_query_write(struct buf *out, const struct wire_names *names, enum endpoint e,
    const struct list_query *query, const struct list_cursor *cursor);

struct list_envelope {
	struct list_cursor next_cursor;
	bool is_unreadable; /* the cursor is not usable, or there are two cursors or two lists */
	int64_t hits;       /* -1 if not in the response */
	struct buf commit;  /* the catalog's revision; empty if not in the response */
};

/* Reads the part of a page around the items. Call list_envelope_free() afterwards. A cursor that
 * is absent, null, false or "" means the last page; a number is used exactly as written. */
void list_envelope_read(struct list_envelope *e, const struct json_scan *page);
void list_envelope_free(struct list_envelope *e);
bool list_cursor_is_end(const struct list_cursor *c);
void list_cursor_copy(struct list_cursor *to, const struct list_cursor *from);
void list_cursor_free(struct list_cursor *c);
/* The member of a response that holds the items; NULL if the response is a single object. */
const char *list_items_name(enum endpoint e);

#endif
