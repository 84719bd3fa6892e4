/*
 * time_placeholder.h - time marks in the packs' JSON: a whole text such as "{now-18m}" is replaced by a time
 * relative to the clock of the pack. packs/README.md has the forms.
 */
#ifndef DEMO_TIME_PLACEHOLDER_H
#define DEMO_TIME_PLACEHOLDER_H

#include "base/buf.h"
#include "base/err.h"

enum { TIME_PLACEHOLDER_VISITS = 214 }; /* visit 1 is the newest */

/* The caller sets `now`, and the rest to zero. */
struct time_placeholder_clock {
	int64_t now; /* ms */
	bool spread; /* are the visits filled in? */
	int64_t visits[TIME_PLACEHOLDER_VISITS];
};

/* Appends a checked JSON text with each mark replaced by its time: 2026-11-20T10:24:00.000Z.
 * Every other byte is unchanged. ERR_INVALID if a text begins with { and is not a mark. */
bool time_placeholder_fill(struct buf *out, struct str json, struct time_placeholder_clock *clock, struct err *err);

#endif
