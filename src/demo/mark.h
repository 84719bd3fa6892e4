/*
 * mark.h - time marks in the packs' JSON: a whole text such as "{now-18m}" stands for a time that
 * depends on the clock the pack is made for. packs/README.md has the forms.
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

/* Appends a checked JSON text, each mark as the time it stands for: 2026-11-20T10:24:00.000Z.
 * Every other byte stays. ERR_INVALID when a text begins with { and is no mark. */
bool mark_fill(struct buf *out, struct str json, struct mark_clock *clock, struct err *err);

#endif
