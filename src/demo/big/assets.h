/*
 * assets.h - the shop's images: a const table, and each as JSON text.
 */
#ifndef DEMO_BIG_ASSETS_H
#define DEMO_BIG_ASSETS_H

#include "base/buf.h"

#include <stdint.h>

struct demo_asset {
	const char *slug, *name;
	const char *key; /* the stored file's name */
	const char *alt; /* alternative text: what the image shows */
};

extern const struct demo_asset catalog_assets[];
extern const size_t catalog_assets_n;

/* Appends one asset as JSON. Its times are before `now_ms`. */
void asset_write(struct buf *out, const struct demo_asset *asset, int64_t now_ms);

#endif
