/*
 * config.h - the file of `serve --config FILE`: names and behaviour of this service, and the options
 * of its command line, which override the file.
 *
 * Owns its texts and holds the keys of issuers. A setting that is not in the file keeps its default.
 */
#ifndef SERVICE_CMD_CONFIG_H
#define SERVICE_CMD_CONFIG_H

#include "base/arena.h"
#include "base/vec.h"
#include "service/auth/grants.h"
#include "service/auth/issuers.h"
#include "service/cmd/maintenance.h"
#include "service/http/forwarded.h"
#include "service/http/limits.h"
#include "wire/names.h"

struct config_client {
	struct oauth_client client;
	const char *secret_file; /* NULL: a client without a secret */
};

/* The options of `serve` that the file may set, under their names without dashes; they are read
 * at the start only. */
extern const char *const config_options[];
enum { CONFIG_OPTIONS = 17 };

struct serve_config {
	struct arena text_arena;
	struct wire_names names;
	bool published_offers_only; /* lists of standalone offers show only published ones by
				       default */
	bool include_completed;
	bool allows_scheme_less_tokens;
	bool log_requests;
	const char *public_url;   /* URL of the service for clients; NULL: from the Host header */
	const char *mode;         /* NULL: "sandbox" with demo data, else "production" */
	bool pages_need_no_token; /* other machines need no token for the service's own pages */
	bool links_across_subscriptions; /* a token can link to owners of any subscription, not only
					    its own */
	int denied_status;               /* status for acting on another subscription: 403 or 404 */
	int clock_skew_s;                /* tolerated difference to other clocks */
	struct limits_rules limits;
	struct retention retention;
	VEC(struct config_client) clients;
	VEC(struct proxy_network) proxies;
	VEC(struct issuer_rules) issuers; /* other issuers; their keys are held */
	const char *options[CONFIG_OPTIONS]; /* as on the command line; NULL: not set */
	const char *const *denied_tokens, *const *denied_subjects;
};

void serve_config_init(struct serve_config *c);
/* ERR_CONFIG with the file and, if libconfuse reports it, the line. */
bool serve_config_read(struct serve_config *c, const char *path, struct err *err);
void serve_config_free(struct serve_config *c);

#endif
