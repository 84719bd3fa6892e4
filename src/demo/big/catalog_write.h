/*
 * catalog_write.h - the catalog's items as JSON texts.
 */
#ifndef DEMO_BIG_CATALOG_WRITE_H
#define DEMO_BIG_CATALOG_WRITE_H

#include "demo/big/catalog.h"

/* Each appends one object. Times lie before `now_ms`. */
void catalog_write_segment(struct buf *out, const char *slug, int64_t now_ms);
void catalog_write_product(struct buf *out, const struct demo_product *product, int64_t now_ms);
void catalog_write_campaign(struct buf *out, const struct demo_campaign *campaign, int64_t now_ms);
void catalog_write_offer(struct buf *out, const struct demo_offer *o, int64_t now_ms);
/* An array of charges as member `name`; empty for BY_REFERENCE. */
void catalog_write_price(struct buf *out, const char *name, const struct demo_offer *o);

/* Begins an item: opens the object, writes id and name. */
void catalog_begin_item(struct buf *out, const char *kind, const char *slug, const char *name);
/* Some time in the year before, the same for the same thing. */
int64_t catalog_made_up_time(const char *kind, const char *slug, int64_t now_ms);
/* The member baseTemplate, of two variants. */
void catalog_put_template(struct buf *out, const char *kind, unsigned variant);
/* The member image__svc; nothing for NULL. */
void catalog_put_image(struct buf *out, const char *slug);
/* Writes an array of the words of a text, each after `prefix`. */
void catalog_put_words(struct buf *out, const char *name, const char *prefix, const char *words);

#endif
