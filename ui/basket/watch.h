/*
 * watch.h - `:watch`: reads new baskets regularly, marks those that match a VIEW, and counts them.
 * Without it no request is made.
 *
 * :watch every=2m bell tag=/tags/uk/direct        :watch off        :watch
 *
 * Requests baskets created since the newest known one, minus an overlap, since clocks of several
 * servers differ and a late write may be older; never more often than set. Owns its terms and the
 * ids that it marked. Loop thread only.
 */
#ifndef UI_BASKET_WATCH_H
#define UI_BASKET_WATCH_H

#include "app/basket/baskets.h"

struct console;
struct watch;

enum { WATCH_LEAST_S = 5, WATCH_USUAL_S = 120 };

/* Handles the text after :watch; shows what is watched now, or the error, and then nothing has
 * changed. */
void watch_run_command(struct console *c, struct str text);
/* Stops it; NULL is allowed. */
void watch_free(struct watch *w);
/* A refresh came to its end: counts what it brought, says and rings. True when it was the watch's
 * own and nothing more is to be said of it. */
bool watch_on_refresh(struct console *c);
/* Is the basket one that came while it was watched for? */
bool watch_is_marked(const struct console *c, struct str id);
/* Appends "watching tag=/tags/uk/direct · 3 new" for row 2; nothing if not watching. */
void watch_append_status(struct buf *out, const struct console *c);
/* The marked ones were looked at. */
void watch_clear_marks(struct console *c);

#endif
