/*
 * watch.h - `:watch`: reads new baskets at an interval, marks and counts those that match a VIEW.
 * No request is made unless it is on.
 *
 * :watch every=2m bell tag=/tags/uk/direct        :watch off        :watch
 *
 * Requests baskets created since the newest known one, minus an overlap, because server clocks
 * differ and writes can arrive late. The interval is never shorter than the one set. Owns its terms
 * and the ids that it marked. Loop thread only.
 */
#ifndef UI_BASKET_WATCH_H
#define UI_BASKET_WATCH_H

#include "basket/baskets.h"

struct console;
struct watch;

enum { WATCH_INTERVAL_MIN_S = 5, WATCH_INTERVAL_DEFAULT_S = 120 };

/* Handles the text after :watch. Shows what is watched now, or an error; on an error nothing
 * changes. */
void watch_run_command(struct console *c, struct str text);
/* Stops watching; w may be NULL. */
void watch_free(struct watch *w);
/* Call when a refresh has finished: counts the new matches, shows a message and rings the bell.
 * Returns true if the watch started the refresh or it brought matches; the caller then shows
 * nothing more. */
bool watch_on_refresh(struct console *c);
/* True if the basket arrived as a match while watching. */
bool watch_is_marked(const struct console *c, struct str id);
/* Appends "watching tag=/tags/uk/direct · 3 new" for row 2; nothing if :watch is off. */
void watch_append_status(struct buf *out, const struct console *c);
/* Removes the marks after the user has seen the new baskets. */
void watch_clear_marks(struct console *c);

#endif
