/*
 * client.h - one client of the API, through whatever stands in front of it: calls one after the
 * other over connections that are kept. A client belongs to one thread.
 *
 * Each call is made in the name of a subject of its own, with a token that is made here from the
 * service's key: so the audit, which keeps the subject, tells of each write whether it happened,
 * also where no answer came.
 */
#ifndef TESTS_CLUSTER_CLIENT_H
#define TESTS_CLUSTER_CLIENT_H

#include "base/buf.h"

enum outcome {
	OUTCOME_OK,
	OUTCOME_REFUSED, /* the service has said why not */
	OUTCOME_FAILED,  /* the service has said that it could not: nothing was done */
	OUTCOME_UNKNOWN, /* no answer, or one that does not tell */
};
extern const char *const outcome_words[];

struct client;

/* `url`: with the base path, as "http://127.0.0.1:8080/api"; both must outlive the client. */
struct client *client_new(const char *url, struct str key);
void client_free(struct client *c);

/* `body` NULL: none; `repeat`: the Idempotency-Key, NULL for none. */
enum outcome client_call(struct client *c, const char *subject, const char *method,
    const char *path, const char *body, const char *repeat);
/* Of the last call: 0 when there was no answer. */
long client_status(const struct client *c);
struct str client_body(const struct client *c);
/* What was wrong when there was no answer; "" otherwise. */
const char *client_words(const struct client *c);

#endif
