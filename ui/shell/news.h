/*
 * news.h - something was read, or worked out of it: who is told, and what is said of it. Each takes
 * the console.
 */
#ifndef UI_SHELL_NEWS_H
#define UI_SHELL_NEWS_H

void news_of_baskets(void *ctx);
void news_of_catalog(void *ctx);
void news_of_estimates(void *ctx);

#endif
