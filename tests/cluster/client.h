/*
 * client.h - one API client, through any proxy: makes one call after the other over persistent
 * connections. A client belongs to one thread.
 *
 * Each call has its own subject, with a token made here with the service's key: the audit, which
 * records the subject, shows for each write whether it happened, even without a response.
 */
#ifndef TESTS_CLUSTER_CLIENT_H
#define TESTS_CLUSTER_CLIENT_H

#include "base/buf.h"

enum outcome {
	OUTCOME_OK,
	CLIENT_WRITE_REFUSED, /* the service gave the reason */
	OUTCOME_FAILED,       /* the service reported a failure: nothing was done */
	CLIENT_WRITE_UNKNOWN, /* no response, or one that does not tell */
};
extern const char *const outcome_words[];

struct client;

/* `url` includes the base path, as "http://127.0.0.1:8080/api"; url and key must outlive the
 * client. */
struct client *client_new(const char *url, struct str key);
void client_free(struct client *c);

/* `body` NULL: none; `repeat`: the Idempotency-Key, or NULL. */
enum outcome client_call(struct client *c, const char *subject, const char *method,
    const char *path, const char *body, const char *repeat);
/* The status of the last call: 0 without a response. */
long client_status(const struct client *c);
struct str client_body(const struct client *c);
/* The reason if there was no response; "" otherwise. */
const char *client_words(const struct client *c);

#endif
