/*
 * clients.h - the programs that may get tokens here, by name and secret.
 *
 * Owns them all; of a secret only its SHA-256 is kept. Guessing is slow: after ten wrong secrets
 * within a minute a name is refused, right or wrong, until the minute is over. Thread-safe once
 * all are added.
 */
#ifndef SERVICE_CLIENTS_H
#define SERVICE_CLIENTS_H

#include "base/digest.h"

enum { CLIENTS_WRONG_MAX = 10, CLIENTS_WRONG_MS = 60000 };

struct client {
	const char *name;
	const char *scope, *root, *subject;
};

struct clients;

struct clients *clients_new(void);
void clients_free(struct clients *c);
/* Texts are copied. */
void clients_add(struct clients *c, const struct client *client, struct str secret);

enum client_verdict { CLIENT_OK, CLIENT_WRONG, CLIENT_LIMITED };

/* Takes as long for a name that nobody has. now_ms only grows. With CLIENT_OK *found lives as long
 * as the clients. */
enum client_verdict clients_check(struct clients *c, struct str name, struct str secret,
    int64_t now_ms, const struct client **found);

#endif
