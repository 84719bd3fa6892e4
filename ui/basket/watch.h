/*
 * watch.h - `:watch`: reads what is new again and again, marks what a VIEW means of it, and counts
 * it. Whoever does not watch causes no request.
 *
 *	:watch every=2m bell tag=/tags/uk/direct        :watch off        :watch
 *
 * Asks for baskets created since the newest one that is known, less an overlap, for clocks of
 *several servers differ and what is written late may be older; never more often than told. Owns its
 *terms and the ids that it marked. Loop thread only.
 */
#ifndef UI_BASKET_WATCH_H
#define UI_BASKET_WATCH_H

#include "app/basket/baskets.h"

struct console;
struct watch;

enum { WATCH_LEAST_S = 5, WATCH_USUAL_S = 120 };

/* What stands behind :watch; says what is watched now, or what is wrong, and nothing changed. */
void watch_command(struct console *c, struct str text);
/* Ends it; NULL is none. */
void watch_free(struct watch *w);
/* A refresh came to its end: counts what it brought, says and rings. True when it was the watch's
 * own and nothing more is to be said of it. */
bool watch_took(struct console *c);
/* Is the basket one that came while it was watched for? */
bool watch_marks(const struct console *c, struct str id);
/* Appends "watching tag=/tags/uk/direct · 3 new" for row 2; nothing while nobody watches. */
void watch_say(struct buf *out, const struct console *c);
/* The marked ones were looked at. */
void watch_seen(struct console *c);

#endif
