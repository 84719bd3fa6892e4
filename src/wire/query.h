/*
 * query.h - the query string of a URL: split while encoded, then each part decoded once.
 *
 * Parsing allocates in an arena; building appends to a buf. Client and service share this code, and
 * a test round-trips every byte.
 */
#ifndef WIRE_QUERY_H
#define WIRE_QUERY_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

struct query_pair {
	struct str name, value;
	bool used; /* set by query_get(); unused parameters are unknown ones */
};

struct query {
	VEC(struct query_pair) pairs;
};

/* Parses the text after `?`. `+` is a space. Returns false and sets err for %00 and invalid
 * escapes. */
bool query_parse(struct query *q, struct arena *a, struct str text, struct err *err);
void query_free(struct query *q);
/* The first value with that name, which is marked as used; STR_NONE if absent. */
struct str query_get(struct query *q, struct str name);

/* Appends name=value after a `?` or `&`; everything except unreserved characters is escaped. */
void query_add(struct buf *target, struct str name, struct str value);
/* Escapes a path segment or value: everything except unreserved characters. */
void query_escape(struct buf *out, struct str text);
/* Decodes %XX, and `+` if plus_is_space. Returns false for %00 and invalid escapes. */
bool query_unescape(struct buf *out, struct str text, bool plus_is_space);

#endif
