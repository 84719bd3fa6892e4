/*
 * service.h - what every handler can reach: the store, who judges tokens, the names, the clock, and
 * the faults that were asked for. Set up by serve.c, borrowed by everybody else.
 */
#ifndef SERVICE_API_SERVICE_H
#define SERVICE_API_SERVICE_H

#include "base/clock.h"
#include "base/digest.h"
#include "service/api/count_cache.h"
#include "service/api/cursor.h"
#include "service/api/readiness.h"
#include "service/api/response_cache.h"
#include "service/auth/clients.h"
#include "service/auth/grants.h"
#include "service/auth/jwt_verify.h"
#include "service/http/limits.h"
#include "service/http/metrics.h"
#include "store/store.h"
#include "wire/names.h"

#include <stdatomic.h>

/* Faults on purpose: of every `every` requests that a route answers, `fail` get a 502. The count
 * decides, not chance, so that a run can be repeated. */
struct fault_plan {
	unsigned fail, every; /* every 0: none */
	atomic_uint asked;
};

struct service {
	struct store *store;
	struct jwt_verifier *verifier;
	struct wire_names names;
	struct clock clock; /* of the data; tokens, answers and the audit go by the machine's */
	struct cursor_keys cursor_keys;
	struct count_cache *counts;
	struct response_cache *response_cache; /* NULL: every answer is made anew */
	bool include_completed; /* the list shows completed baskets too */
	bool published_offers;  /* standalone offers show published ones only, unless asked */
	const char *mode;       /* of identity records: "sandbox" or "production" */
	bool scheme_less_tokens; /* an Authorization header may be the token alone, on reads */
	bool open_pages;   /* metrics, description and overview need no token from other machines */
	bool link_across;  /* a token links to owners of any subscription, not of its own only */
	int denied_status; /* of acting on another subscription; 0: 403 */
	int read_lag_ms;   /* so old may be what a replica shows to who says what it has seen */
	const char *demo;  /* the pack that it began with, or NULL */
	int64_t demo_time_ms; /* the time that pack was made for, ms */
	int delay_ms;      /* before every answer of the contract's endpoints */
	int slow_ms;       /* the same, before those of routes marked slow */
	struct buf openapi; /* /openapi.json, made once */
	/* of all settings that make another answer of the same data: services that agree in them
	 * call it the same */
	unsigned char settings_digest[DIGEST_SIZE];
	struct clients *clients; /* that may get tokens, */
	struct grants *grants;   /* by a device code or a refresh token, too, */
	struct str token_secret; /* made under this */
	const char *iss, *aud;
	int token_ttl_s;
	const char *public_url; /* where clients find this service, without a slash at its end;
				 * NULL: where their Host says */
	struct metrics *metrics;
	struct readiness *readiness; /* NULL: the answering thread asks the store */
	struct limits *limits;
	struct fault_plan faults;
	struct fault_plan ready_faults; /* the same for /readyz, which does not move the others */
};

#endif
