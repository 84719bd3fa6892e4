/*
 * serve.h - a running service from start to clean end.
 */
#ifndef SERVICE_CMD_SERVE_H
#define SERVICE_CMD_SERVE_H

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "service/auth/jwt_verify.h"
#include "service/cmd/config.h"

/* The handling of a store whose tables are those of an older version. */
enum serve_migrate { MIGRATE_YES, MIGRATE_NO, MIGRATE_ONLY, MIGRATE_MODES };

struct serve_settings {
	enum serve_migrate migrate;
	struct str listen, store;
	const char *read_store; /* the URL of its replica, or NULL */
	int read_lag_ms;
	bool insecure_listen;
	const char *demo; /* pack, or NULL */
	struct clock clock;
	struct str secret;    /* the service's own */
	struct str token_key; /* what tokens are checked by: the same, or a public key */
	/* Also accepted, while all services change from one key to the other; p NULL: none. */
	struct str second_secret, second_token_key;
	enum jwt_algorithm algorithm;
	const char *iss, *aud;
	bool public_clients; /* of a demo: those that everybody can say to be */
	int delay_ms;
	unsigned fault_fail, fault_every; /* every 0: none */
	int slow_ms;                      /* for routes marked slow */
	int churn_s;                      /* how often the demo changes; 0: never */
	int token_ttl_s;                  /* of tokens that are given here */
	struct serve_config config;
	const char *config_file; /* read again at SIGHUP; NULL: there is none */
	bool log_requests;       /* whatever the file says */
	int until_fd; /* ends when this reaches its end; -1 for none */
	int ready_fd; /* gets the ready line */
	/* At the end of that line: how long a token lasts that may do all; 0: there is none. */
	int ready_token_s;
};

/* Opens store and port, prints the ready line, serves until SIGTERM, SIGINT or the end of
 * until_fd; at SIGHUP it opens a log that is a file by its name again, and reads what the
 * configuration says of log-requests and limits, unless stderr is a terminal, which has ended then; with MIGRATE_ONLY the store is made ready and nothing served. False with err set when
 * it could not start. */
bool serve_run(const struct serve_settings *settings, struct err *err);

#endif
