/*
 * clients.h - the clients that may get tokens here, by name and secret.
 *
 * Owns them all; keeps only a secret's SHA-256. Guessing is slow: after TRIES_MAX wrong secrets
 * within a minute, their sender is refused for that name, right or wrong, until the minute is over;
 * the right secret from anywhere else works meanwhile. Without a secret nothing can be guessed, and
 * nothing is counted. Thread-safe once all are added.
 */
#ifndef SERVICE_AUTH_CLIENTS_H
#define SERVICE_AUTH_CLIENTS_H

#include "base/digest.h"
#include "service/auth/tries.h"
#include "service/http/remote.h"

struct oauth_client {
	const char *name;
	const char *scope, *root, *subject;
	bool device;         /* people may let it in, by a device code */
	bool without_secret; /* anybody can say that he is this client */
};

struct clients;

struct clients *clients_new(void);
void clients_free(struct clients *c);
/* Texts are copied; the secret of a client without one does not count. */
void clients_add(struct clients *c, const struct oauth_client *client, struct str secret);

enum client_verdict { CLIENT_OK, CLIENT_WRONG, CLIENT_LIMITED, CLIENT_VERDICTS };

/* Has this name no secret? */
bool clients_is_public(const struct clients *c, struct str name);

struct client_attempt {
	const struct remote *from;
	struct str name, secret; /* of a client without a secret it must be empty */
	int64_t now_ms;          /* only grows */
};

/* Takes as long, and counts as much, for an unknown name. With CLIENT_OK *found lives as long as
 * the clients. */
enum client_verdict clients_check(
    struct clients *c, const struct client_attempt *try, const struct oauth_client **found);

#endif
