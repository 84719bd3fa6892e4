/*
 * catalog_write.h - writes the catalog's items as JSON text.
 */
#ifndef DEMO_BIG_CATALOG_WRITE_H
#define DEMO_BIG_CATALOG_WRITE_H

#include "demo/big/catalog.h"

/* Each appends one object. Its times are before `now_ms`. */
void catalog_write_segment(struct buf *out, const char *slug, int64_t now_ms);
void catalog_write_product(struct buf *out, const struct demo_product *product, int64_t now_ms);
void catalog_write_campaign(struct buf *out, const struct demo_campaign *campaign, int64_t now_ms);
void catalog_write_offer(struct buf *out, const struct demo_offer *o, int64_t now_ms);
/* Writes an array of charges as member `name`; empty for BY_REFERENCE. */
void catalog_write_price(struct buf *out, const char *name, const struct demo_offer *o);

/* Opens the item's object and writes id and name. */
void catalog_begin_item(struct buf *out, const char *kind, const char *slug, const char *name);
/* An invented time in the past year, always the same for the same kind and slug. */
int64_t catalog_made_up_time(const char *kind, const char *slug, int64_t now_ms);
/* Writes the member baseTemplate, which has two variants. */
void catalog_put_template(struct buf *out, const char *kind, unsigned variant);
/* Writes the member image__svc; nothing if slug is NULL. */
void catalog_put_image(struct buf *out, const char *slug);
/* Writes an array with the words of a text, each with `prefix` in front. */
void catalog_put_words(struct buf *out, const char *name, const char *prefix, const char *words);

#endif
