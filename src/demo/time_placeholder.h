/*
 * time_placeholder.h - time placeholders in the packs' JSON: a string such as "{now-18m}" is
 * replaced by a time relative to the pack's clock. packs/README.md has the syntax.
 */
#ifndef DEMO_TIME_PLACEHOLDER_H
#define DEMO_TIME_PLACEHOLDER_H

#include "base/buf.h"
#include "base/err.h"

enum { TIME_PLACEHOLDER_VISITS = 214 }; /* visit 1 is the newest */

/* The caller sets `now` and zeroes the rest. */
struct time_placeholder_clock {
	int64_t now; /* ms */
	bool spread; /* the visits are filled in */
	int64_t visits[TIME_PLACEHOLDER_VISITS];
};

/* Appends a valid JSON text with each placeholder replaced by its time:
 * 2026-11-20T10:24:00.000Z. All other bytes are unchanged. ERR_INVALID if a string begins with {
 * but is not a placeholder. */
bool time_placeholder_fill(
    struct buf *out, struct str json, struct time_placeholder_clock *clock, struct err *err);

#endif
