/*
 * last_visit.h - when this account last used a service, and the newest basket at that time. New
 * baskets and catalog changes since then are shown once, and again by :since. Stored in one private
 * file with one line per console session; not for scripts or the demo.
 */
#ifndef UI_SHELL_LAST_VISIT_H
#define UI_SHELL_LAST_VISIT_H

#include "ui/kit/console.h"

struct last_visit {
	int64_t visited_at, newest_basket_at; /* WHEN_NONE: never */
	char commit[64];                      /* the catalog's commit; empty: it was not read */
	bool basket_news_shown, catalog_news_shown; /* the news were already shown */
};

/* Reads the time of the last visit; an unreadable file counts as none. */
void last_visit_read(struct last_visit *l, const struct console *c);
/* Saves the current time as the last visit. */
void last_visit_write(const struct console *c);
/* Call after baskets or the catalog were read: shows what is new, once. */
void last_visit_show_news(struct last_visit *l, struct console *c);
/* Counts the baskets that are newer than the last visit. Sets `more` if all baskets read are
 * newer, so that there may be more. */
size_t last_visit_count_new(const struct last_visit *l, const struct console *c, bool *more);
/* Appends a VIEW of the new baskets; nothing if the last visit is not known. */
void last_visit_append_view(struct buf *out, const struct last_visit *l);
void last_visit_open_view(struct console *c);

/*
 * Callbacks for when baskets or the catalog were read, or estimates computed: they notify
 * the panes and show messages. ctx is the console.
 */

void on_baskets_changed(void *ctx);
void on_catalog_changed(void *ctx);
void on_estimates_changed(void *ctx);

#endif
