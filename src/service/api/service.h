/*
 * service.h - the objects shared by all handlers: store, token verifier, names, clock, injected
 * faults. Set up by serve.c, borrowed by all others.
 */
#ifndef SERVICE_API_SERVICE_H
#define SERVICE_API_SERVICE_H

#include "base/clock.h"
#include "base/digest.h"
#include "service/api/cursor.h"
#include "service/api/readiness.h"
#include "service/api/response_cache.h"
#include "service/auth/grants.h"
#include "service/auth/jwt_verify.h"
#include "service/feed/feed.h"
#include "service/http/limits.h"
#include "service/http/metrics.h"
#include "service/http/request_log.h"
#include "store/store.h"
#include "wire/names.h"

#include <stdatomic.h>

struct service {
	struct store *store;
	struct jwt_verifier *verifier;
	struct wire_names names;
	struct clock clock; /* time of the data; tokens, stored answers and audit use system time */
	struct cursor_keys cursor_keys;
	struct count_cache *counts;
	struct response_cache *response_cache; /* NULL: no cache */
	bool include_completed;                /* lists include completed baskets */
	bool published_offers_only;     /* lists of standalone offers show only published ones by
					   default */
	const char *mode;               /* for identity records: "sandbox" or "production" */
	bool allows_scheme_less_tokens; /* on reads, the token may be sent without "Bearer" */
	bool has_monitor;               /* metrics have an address of their own */
	bool pages_need_no_token;       /* other machines need no token for metrics, description and
					   overview */
	bool links_across_subscriptions; /* a token can link to owners of any subscription, not only
					    its own */
	bool is_read_only;               /* refuses every write */
	int denied_status;               /* status for acting on another subscription; 0: 403 */
	int max_read_lag_ms;     /* how old a replica's data may be for callers that send X-Seen */
	const char *demo_pack;   /* the demo pack it was started with, or NULL */
	int64_t demo_time_ms;    /* the time for which that pack was generated, ms */
	struct buf openapi;      /* the content of /openapi.json, generated once */
	/* Digest of all settings that change responses for the same data: services with the same
	 * settings use the same ETags. */
	unsigned char settings_digest[DIGEST_SIZE];
	struct grants *grants;   /* OAuth clients, pending device codes and refresh tokens */
	struct str token_secret; /* key that signs issued tokens */
	const char *iss, *aud;
	int token_ttl_s;
	const char *public_url; /* URL for clients, no trailing slash; NULL: from the Host header */
	struct metrics *metrics;
	struct request_log *request_log;
	atomic_bool is_leaving;      /* it will end soon: not ready, but still serving */
	struct readiness *readiness; /* NULL: the request's thread checks the store */
	struct limits *limits;
	struct feed_pace feed_pace;
	atomic_uint feed_count; /* requests with lines of a feed, in progress */
	struct faults *faults;  /* NULL: none */
};

#endif
