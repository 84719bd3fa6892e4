/*
 * mark.h - time marks in the packs' JSON: a whole text such as "{now-18m}" is replaced by a time
 * relative to the clock of the pack. packs/README.md has the forms.
 */
#ifndef DEMO_MARK_H
#define DEMO_MARK_H

#include "base/buf.h"
#include "base/err.h"

enum { MARK_VISITS = 214 }; /* visit 1 is the newest */

/* The caller sets `now`, and the rest to zero. */
struct mark_clock {
	int64_t now; /* ms */
	bool spread; /* are the visits filled in? */
	int64_t visits[MARK_VISITS];
};

/* Appends a checked JSON text with each mark replaced by its time: 2026-11-20T10:24:00.000Z.
 * Every other byte is unchanged. ERR_INVALID if a text begins with { and is not a mark. */
bool mark_fill(struct buf *out, struct str json, struct mark_clock *clock, struct err *err);

#endif
