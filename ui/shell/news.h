/*
 * news.h - callbacks for when baskets or the catalog were read, or estimates computed: they notify
 * the panes and show messages. ctx is the console.
 */
#ifndef UI_SHELL_NEWS_H
#define UI_SHELL_NEWS_H

void on_baskets_changed(void *ctx);
void on_catalog_changed(void *ctx);
void on_estimates_changed(void *ctx);

#endif
