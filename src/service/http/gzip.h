/*
 * gzip.h - compresses responses for clients that accept gzip, with zlib.
 */
#ifndef SERVICE_HTTP_GZIP_H
#define SERVICE_HTTP_GZIP_H

#include "base/buf.h"

/* A smaller response fits into one packet anyway. */
enum { GZIP_SIZE_MIN = 1000 };

/* True if an Accept-Encoding header allows gzip; "gzip;q=0" does not. */
bool gzip_is_wanted(struct str accept_encoding);
/* Replaces the bytes by their compressed form if they are long enough. Returns false if they are
 * unchanged. */
bool gzip_compress_in_place(struct buf *bytes);

/* The version of zlib that this program runs with. */
const char *gzip_library_version(void);

#endif
