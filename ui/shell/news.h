/*
 * news.h - something was read, or worked out of it: who is told, and what is said of it. Each takes
 * the console.
 */
#ifndef UI_SHELL_NEWS_H
#define UI_SHELL_NEWS_H

void on_baskets_changed(void *ctx);
void on_catalog_changed(void *ctx);
void on_estimates_changed(void *ctx);

#endif
