/*
 * json_scan.h - a push parser that checks JSON as bytes arrive and finds the position of each item.
 *
 * Feed it the body in pieces. It checks grammar, depth and size, keeps the body, and records one
 * span per element of the top-level member named by `items_name` (or of a top-level array). The
 * rest goes to `envelope`, a small JSON text (`{"items":[],"queryMore":…}`), so that a page is
 * never parsed as one tree. Owns body, envelope and spans until json_scan_free().
 */
#ifndef WIRE_JSON_SCAN_H
#define WIRE_JSON_SCAN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

enum span_flag {
	SPAN_BAD_UTF8 = 1,  /* invalid UTF-8 bytes, or an unescaped control character */
	SPAN_NUL = 2,       /* \u0000 */
	SPAN_SURROGATE = 4, /* half of a surrogate pair, such as \ud800 alone */
	SPAN_DUPLICATE = 8, /* two members with the same name in an object */
};

struct span {
	size_t offset, len; /* position in the body, in bytes */
	unsigned flags;     /* span_flag */
};

struct json_scan_rules {
	size_t max_bytes;       /* size limit of the whole body */
	unsigned max_depth;     /* nesting limit; at most JSON_SCAN_DEPTH_MAX */
	bool flags_are_errors;  /* treat the problems in span_flag as errors: for the service */
	bool skips_bom;         /* a leading byte order mark is skipped (RFC 8259, section 8.1) */
	bool omits_position;    /* json_scan_check(): errors have err.at instead of a byte's number */
	const char *items_name; /* member name of the items, or NULL */
};

enum { JSON_SCAN_DEPTH_MAX = 64 };

extern const struct json_scan_rules json_scan_client_rules;  /* lenient, 8,000,000 bytes, "items" */
extern const struct json_scan_rules json_scan_service_rules; /* strict, 1 MiB, no items */

struct json_scan_state;
struct json_scan {
	struct json_scan_rules rules;
	struct buf body;
	struct buf envelope;
	VEC(struct span) items;
	unsigned envelope_flags; /* span_flags outside of the items */
	struct json_scan_state *state;
};

void json_scan_init(struct json_scan *s, const struct json_scan_rules *rules);
/* Call before the first push with the expected size. Only avoids reallocations; more bytes may
 * arrive. */
void json_scan_reserve(struct json_scan *s, size_t n);
/* Takes the next bytes. Returns false, also for all later calls, once the text cannot become
 * valid; err has the position of the invalid byte. */
bool json_scan_push(struct json_scan *s, struct str bytes, struct err *err);
/* True if the text is complete. Call once, after the last push. */
bool json_scan_end(struct json_scan *s, struct err *err);
/* The text of one item. */
struct str json_scan_item(const struct json_scan *s, size_t i);
void json_scan_free(struct json_scan *s);

/* Checks a whole text by the rules; flags may be NULL. */
bool json_scan_check(
    struct str text, const struct json_scan_rules *rules, unsigned *flags, struct err *err);

#endif
