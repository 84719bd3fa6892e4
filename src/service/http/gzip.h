/*
 * gzip.h - answers made smaller for those who ask for it; over zlib, as HTTP wants it.
 */
#ifndef SERVICE_HTTP_GZIP_H
#define SERVICE_HTTP_GZIP_H

#include "base/buf.h"

/* Below this an answer fits one packet anyhow. */
enum { GZIP_LEAST = 1000 };

/* Does an Accept-Encoding header allow gzip? "gzip;q=0" does not. */
bool gzip_is_wanted(struct str accept_encoding);
/* Appends the bytes packed, quickly rather than tightly. False when zlib refuses. */
bool gzip_pack(struct buf *out, struct str bytes);
/* Packs the bytes in their place, where they are many enough. False when they stay as they are. */
bool gzip_replace(struct buf *bytes);

#endif
