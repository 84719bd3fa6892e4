/*
 * client.h - reads from one environment: its address, names and session, with retries.
 *
 * A read is tried four times (at once, then after 0.3, 1 and 3 s with jitter, or when the server
 * says); not again after a refused connection or a TLS error. A 401 asks the token's source
 * once more. Owns the transport and the session. One thread; `done` is called from the loop.
 */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/lists.h"
#include "client/session.h"
#include "client/transport.h"
#include "wire/names.h"

struct client;

struct client_config {
	const char *base_url; /* with its /api prefix, without a slash at the end */
	struct wire_names names;
	struct transport_rules transport;
	struct session_source token;
};

struct client *client_new(const struct client_config *config, const struct io_watch *io);
void client_free(struct client *c);

/* Points the client at another address, token and all: how the demo begins before its
 * service is there. */
void client_redirect(struct client *c, const char *base_url, const char *token);
bool client_has_address(const struct client *c);

struct client_answer {
	struct err err; /* kind ERR_NONE when the page is whole */
	int tries;
	struct strict page; /* the callee may move it out and leave zeroes */
	char request_id[64];
};
typedef void client_fn(void *ctx, struct client_answer *answer);

/* Starts a read. `query` is what query_add() built, from its `?` on; copied. Gives a number
 * for client_cancel(), never 0. */
unsigned client_read(
    struct client *c, enum endpoint e, struct str query, client_fn *done, void *ctx);
void client_cancel(struct client *c, unsigned id);

/* Appends the whole address of a read. */
void client_url(struct buf *out, const struct client *c, enum endpoint e, struct str query);
/* Appends the read as a curl command, with $BACKROOM_TOKEN for the token. */
void client_curl(struct buf *out, const struct client *c, enum endpoint e, struct str query);

/* What endpoints and inputs are called here. */
const struct wire_names *client_names(const struct client *c);
/* Appends the query of a page of baskets; `after` WHEN_NONE and an empty cursor are left out. */
void client_baskets_query(
    struct buf *out, const struct client *c, int limit, int64_t after, struct str cursor);

#endif
