/*
 * config.h - the settings of `serve --config FILE`: names and behaviour of this service; its
 * address and its store are options.
 *
 * Owns its texts. A setting that the file does not have keeps its default.
 */
#ifndef SERVICE_CMD_CONFIG_H
#define SERVICE_CMD_CONFIG_H

#include "base/arena.h"
#include "base/vec.h"
#include "service/auth/clients.h"
#include "service/http/limits.h"
#include "wire/names.h"

struct config_client {
	struct oauth_client client;
	const char *secret_file; /* NULL: it has no secret */
};

struct serve_config {
	struct arena texts;
	struct wire_names names;
	bool published_offers; /* standalone offers show published ones only, unless asked */
	bool include_completed;
	bool scheme_less_tokens;
	bool log_requests;
	const char *public_url; /* where clients find the service; NULL: where they ask */
	const char *mode;       /* NULL: "sandbox" with demo data, else "production" */
	bool open_pages;        /* the service's own pages need no token from other machines */
	bool link_across;  /* a token links to owners of any subscription, not of its own only */
	int denied_status; /* of acting on another subscription: 403 or 404 */
	int clock_skew_s;  /* how far other clocks may be from this one */
	struct limits_rules limits;
	VEC(struct config_client) clients;
};

struct serve_setting {
	const char *name, *meaning;
};

/* The settings of such a file, for the manual; ends with a NULL name. */
extern const struct serve_setting serve_settings[];

void serve_config_init(struct serve_config *c);
/* ERR_CONFIG with file and, where libconfuse tells it, line. */
bool serve_config_read(struct serve_config *c, const char *path, struct err *err);
void serve_config_free(struct serve_config *c);

#endif
