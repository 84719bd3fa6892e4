/*
 * jwks_fetch.h - fetches an issuer's JWK Set with libcurl: over https, or over http from this
 * machine; without redirects, proxy or cookies.
 */
#ifndef SERVICE_AUTH_JWKS_FETCH_H
#define SERVICE_AUTH_JWKS_FETCH_H

#include "base/buf.h"
#include "base/err.h"

#include <stdatomic.h>

enum { JWKS_FETCH_TIMEOUT_MS = 5000 };

/* Call before the first fetch, from the main thread; may be called again. */
bool jwks_fetch_prepare(struct err *err);
/* Checks that a URL can be fetched by these rules. */
bool jwks_check_url(struct str url, struct err *err);
/* Appends the response. `ca_file`: certificates to trust instead of the system's, or NULL. Ends
 * early once *stop is true. Returns false and sets err (ERR_NETWORK) if nothing, too much or
 * another status than 200 came within the time. */
bool jwks_fetch(struct buf *out, const char *url, const char *ca_file, const atomic_bool *stop,
    struct err *err);

#endif
