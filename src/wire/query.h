/*
 * query.h - the query string of a request: split undecoded, then decoded once.
 *
 * Parsing allocates in an arena; building appends to a buf. Client and service use the same
 * code, and a test sends every byte there and back.
 */
#ifndef WIRE_QUERY_H
#define WIRE_QUERY_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

struct query_pair {
	struct str name, value;
	bool used; /* set by query_get(): what stays false was not understood */
};

struct query {
	VEC(struct query_pair) pairs;
};

/* Takes the text after `?`. `+` is a space. False for %00 and for broken escapes. */
bool query_parse(struct query *q, struct arena *a, struct str text, struct err *err);
void query_free(struct query *q);
/* First value of that name, marking it used; STR_NONE when absent. */
struct str query_get(struct query *q, struct str name);

/* Appends name=value with a leading `?` or `&`; everything but unreserved is escaped. */
void query_add(struct buf *target, struct str name, struct str value);
/* Escapes one path segment or value: unreserved bytes stay. */
void query_escape(struct buf *out, struct str text);
/* Decodes %XX only (paths); false for %00 and broken escapes. */
bool query_unescape(struct buf *out, struct str text, bool plus_is_space);

#endif
