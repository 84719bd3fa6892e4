/*
 * key_source.h - an issuer's key set at a URL: fetched by a thread of its own, at the start, every
 * ten minutes, and when a token names an unknown key; kept while the issuer cannot be reached.
 *
 * Only key_source_refresh() waits for a fetch. Thread-safe.
 */
#ifndef SERVICE_AUTH_KEY_SOURCE_H
#define SERVICE_AUTH_KEY_SOURCE_H

#include "service/auth/jwks.h"

enum {
	KEY_SOURCE_INTERVAL_MS = 600000, /* between fetches */
	KEY_SOURCE_RETRY_MS = 10000,     /* until the next one after a failure */
	/* The most fetches that begin within a minute, for any number of unknown keys. */
	KEY_SOURCE_FETCHES_PER_MINUTE = 6,
	KEY_SOURCE_WAIT_MS = 1000,         /* the longest wait of a caller */
	KEY_SOURCE_WAITING_CALLERS_MAX = 1 /* further ones do not wait */
};

struct key_source;

/* Called by the source's thread after the keys have changed. */
typedef void key_source_change_fn(void *ctx);

/* Starts the thread. The name of the issuer is for the log. ERR_IO if no thread can be started.
 * Call it from the main thread. */
struct key_source *key_source_start(const char *name, const char *url, const char *ca_file,
    key_source_change_fn *on_change, void *ctx, struct err *err);
/* Ends a fetch in progress. NULL is allowed. */
void key_source_stop(struct key_source *s);
bool key_source_is_for(const struct key_source *s, const char *url, const char *ca_file);
/* The current keys; the caller releases them. */
struct jwt_keys *key_source_hold(struct key_source *s);

enum key_refresh {
	KEY_REFRESHED,      /* fetched meanwhile, or recently: the keys are the issuer's */
	KEY_REFRESH_FAILED, /* not fetched, or not yet: other keys may exist */
};
/* Fetches the keys again, unless that was done too often, and waits for them up to
 * KEY_SOURCE_WAIT_MS. */
enum key_refresh key_source_refresh(struct key_source *s);

#endif
