/*
 * serve.h - runs the service, from its start to a clean end.
 */
#ifndef SERVICE_CMD_SERVE_H
#define SERVICE_CMD_SERVE_H

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "service/auth/jwt_verify.h"
#include "service/cmd/config.h"

/* How to handle a store whose tables are those of an older version. */
enum serve_migrate { MIGRATE_YES, MIGRATE_NO, MIGRATE_ONLY, MIGRATE_MODES };

struct serve_settings {
	enum serve_migrate migrate;
	struct str listen_address, store_url;
	const char *monitor_address; /* for probes and metrics; NULL: none of its own */
	const char *replica_url; /* the URL of the store's replica, or NULL */
	int max_read_lag_ms;
	bool allows_insecure_listen;
	const char *certificate, *certificate_key; /* PEM; NULL: plain HTTP */
	int64_t drain_delay_ms; /* after SIGTERM it serves so long, but is not ready */
	const char *demo_pack; /* name of the demo pack, or NULL */
	struct clock clock;
	struct str secret; /* signs the service's own tokens */
	/* Also accepted while services change from one secret to the other; p NULL: none. */
	struct str second_secret;
	struct str cursor_secret, second_cursor_secret; /* sign cursors */
	struct jwt_keys *token_keys; /* of its own tokens: secrets, or public keys */
	const char *iss, *aud;
	bool adds_public_clients; /* demo only: adds clients that anyone can claim to be */
	struct faults *faults; /* never NULL */
	int churn_interval_s; /* interval of changes to the demo data; 0: never */
	int token_ttl_s;      /* of issued tokens */
	struct serve_config config;
	const char *config_file; /* reloaded at SIGHUP; NULL: none */
	bool log_requests;       /* overrides the file */
	bool is_read_only;       /* refuses every write */
	bool only_checks;        /* reads everything that is configured, and serves nothing */
	int keep_alive_fd;       /* the service ends at end-of-file on it; -1: none */
	int ready_fd; /* the ready line is written to it, or "failed REASON" if it is not stdout */
	/* Lifetime of a token with all rights that is added to the ready line; 0: no token. */
	int ready_token_ttl_s;
};

/* True if the service can issue tokens: a public key cannot sign. */
bool serve_signs_tokens(const struct serve_settings *settings);

/* Opens the store and the port, writes the ready line, and serves until SIGTERM, SIGINT or the
 * end of until_fd. At SIGHUP it reopens a log file by its name and reloads log-requests,
 * limits, issuers and denied tokens from the configuration; if stderr was a terminal that has closed, SIGHUP ends the
 * service. With MIGRATE_ONLY it only prepares the store. Returns false and sets err if it could
 * not start. With `only_checks` it
 * only reads the files that are configured. */
bool serve_run(const struct serve_settings *settings, struct err *err);

#endif
