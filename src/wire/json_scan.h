/*
 * json_scan.h - a push parser that checks JSON as bytes arrive and finds the place of each item.
 *
 * Feed it the body in pieces. It checks grammar, depth and size, keeps the body, and records one
 * span per element of the top-level member named `items` (or of a top-level array). The rest is in
 * `envelope`, a small JSON text of its own (`{"items":[],"queryMore":…}`), so a page is never
 * parsed as one tree. It owns body, envelope and spans until json_scan_free().
 */
#ifndef WIRE_JSON_SCAN_H
#define WIRE_JSON_SCAN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

enum span_flag {
	SPAN_BAD_UTF8 = 1,  /* bytes that are not UTF-8, or a raw control character */
	SPAN_NUL = 2,       /* \u0000 */
	SPAN_SURROGATE = 4, /* \ud800 without its other half */
	SPAN_DUPLICATE = 8, /* two members of one name in an object */
};

struct span {
	size_t off, len; /* bytes in the body */
	unsigned flags;  /* span_flag */
};

struct json_scan_rules {
	size_t max_bytes;    /* of the whole body */
	unsigned max_depth;  /* of nesting; at most JSON_SCAN_DEPTH_MAX */
	bool refuse_flagged; /* the service: what span_flag names is an error */
	bool skips_bom;     /* a byte order mark in front is not part of the text (RFC 8259, section 8.1) */
	const char *items;   /* name of the member that holds the items, or NULL */
};

enum { JSON_SCAN_DEPTH_MAX = 64 };

extern const struct json_scan_rules json_scan_for_client;  /* lenient, 8,000,000 bytes, "items" */
extern const struct json_scan_rules json_scan_for_service; /* refuses flagged, 1 MiB, no items */

struct json_scan_state;
struct json_scan {
	struct json_scan_rules rules;
	struct buf body;
	struct buf envelope;
	VEC(struct span) items;
	unsigned envelope_flags; /* span_flag of what is outside the items */
	struct json_scan_state *state;
};

void json_scan_init(struct json_scan *s, const struct json_scan_rules *rules);
/* Before the first push: as many bytes are said to come. Only saves growing; more may come. */
void json_scan_reserve(struct json_scan *s, size_t n);
/* Takes the next bytes. False when the text cannot become valid any more; then it stays
 * false. The text in err names the byte where it went wrong. */
bool json_scan_push(struct json_scan *s, struct str bytes, struct err *err);
/* Is the text whole? Call once, after the last push. */
bool json_scan_end(struct json_scan *s, struct err *err);
/* Text of one span. */
struct str json_scan_item(const struct json_scan *s, size_t i);
void json_scan_free(struct json_scan *s);

/* Checks one whole text by the rules; flags may be NULL. */
bool json_scan_check(
    struct str text, const struct json_scan_rules *rules, unsigned *flags, struct err *err);

#endif
