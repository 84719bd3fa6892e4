/*
 * clients.h - the OAuth clients that may get tokens here, by name and secret.
 *
 * Owns all clients; stores only the SHA-256 of a secret. Guessing is slowed down: after TRIES_MAX
 * wrong secrets within a minute, the sender's address is refused for that name, even with the right
 * secret, until the minute is over; the right secret from another address still works. Names
 * without a secret are not counted. Thread-safe once all clients are added.
 */
#ifndef SERVICE_AUTH_CLIENTS_H
#define SERVICE_AUTH_CLIENTS_H

#include "base/digest.h"
#include "base/str.h"
#include "service/http/remote.h"

/*
 * Counts recent wrong secrets by sender and name.
 *
 * Bounded: there are TRIES_COUNTER_COUNT counters; a new one replaces the counter with the fewest
 * tries, so that a flood of new names does not evict a counter that has reached its limit. Unknown
 * names are counted like known ones. Not thread-safe: the owner must lock.
 */

enum { TRIES_COUNTER_COUNT = 2048, TRIES_MAX = 10, TRIES_WINDOW_MS = 60000 };

struct failed_tries;

struct failed_tries *tries_new(void);
void tries_free(struct failed_tries *t);

/* True if TRIES_MAX wrong secrets were counted and the minute since the first is not over.
 * now_ms is monotonic. */
bool tries_are_used_up(
    struct failed_tries *t, const struct remote_address *from, struct str name, int64_t now_ms);
/* Counts a wrong secret. */
void tries_add(
    struct failed_tries *t, const struct remote_address *from, struct str name, int64_t now_ms);

struct oauth_client {
	const char *name;
	const char *scope, *root, *subject;
	bool allows_device_code; /* users may approve it by a device code */
	bool is_public;          /* anyone can claim to be this client */
};

struct clients;

struct clients *clients_new(void);
void clients_free(struct clients *c);
/* Copies the texts. The secret is ignored if the client is one without a secret. */
void clients_add(struct clients *c, const struct oauth_client *client, struct str secret);

enum client_verdict { CLIENT_OK, CLIENT_WRONG, CLIENT_LIMITED, CLIENT_VERDICTS };

/* True if the client of this name has no secret. */
bool clients_is_public(const struct clients *c, struct str name);

struct client_attempt {
	const struct remote_address *remote;
	struct str name, secret; /* secret must be empty if the client has none */
	int64_t now_ms;          /* monotonic */
};

/* Checks name and secret. An unknown name takes the same time and is counted the same. With
 * CLIENT_OK *found is valid as long as the clients. */
enum client_verdict clients_check(
    struct clients *c, const struct client_attempt *try, const struct oauth_client **found);

#endif
