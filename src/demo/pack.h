/*
 * pack.h - the packs that are files: JSON lines in packs/, embedded in the program by the build.
 */
#ifndef DEMO_PACK_H
#define DEMO_PACK_H

#include "base/buf.h"
#include "base/embedded.h"
#include "base/err.h"
#include "demo/demo.h"

/* The embedded files by name, without extension; ends with a NULL name. */
extern const struct embedded embedded_packs[];

struct demo_request {
	int64_t now;    /* ms */
	unsigned kinds; /* requested demo_kind bits */
	demo_item_fn *on_item;
	void *ctx;
};

bool pack_is_known(const char *pack);
/* Passes on the items of a known pack, one kind after the other, in the order of the lines, with
 * time placeholders replaced. Stops at the first invalid or refused line: err then has file and
 * line. */
bool pack_read(const char *pack, const struct demo_request *request, struct err *err);

/*
 * Time placeholders in the packs' JSON: a string such as "{now-18m}" is
 * replaced by a time relative to the pack's clock. packs/README.md has the syntax.
 */

enum { TIME_PLACEHOLDER_VISIT_COUNT = 214 }; /* visit 1 is the newest */

/* The caller sets `now` and zeroes the rest. */
struct time_placeholder_clock {
	int64_t now;     /* ms */
	bool has_visits; /* the visits are filled in */
	int64_t visit_times[TIME_PLACEHOLDER_VISIT_COUNT];
};

/* Appends a valid JSON text with each placeholder replaced by its time:
 * 2026-11-20T10:24:00.000Z. All other bytes are unchanged. ERR_INVALID if a string begins with {
 * but is not a placeholder. */
bool time_placeholder_fill(
    struct buf *out, struct str json, struct time_placeholder_clock *clock, struct err *err);

#endif
