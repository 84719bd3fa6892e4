/*
 * loopback.h - a listener on 127.0.0.1 to which the browser returns after a sign-in.
 *
 * Answers its one announced path with a page and everything else with 404. It holds a handful of
 * connections, a few KiB each; a further connection replaces the oldest. Requests of other accounts
 * on this machine are ignored, since they could have read the address given to the browser. Owns
 * its sockets until loopback_free().
 */
#ifndef CLIENT_LOOPBACK_H
#define CLIENT_LOOPBACK_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

struct loopback;
/* Receives the query of a returning request, which is untrusted text. Return true if it is the
 * expected one: the browser then shows that the sign-in worked. Return false to continue
 * waiting. The text is valid during the call, in which the listener must not be freed. */
typedef bool loopback_request_fn(void *ctx, struct str query);

/* `port` 0: any free port. Returns NULL and sets err if the port is not available. */
struct loopback *loopback_new(
    const struct io_watch *io, int port, loopback_request_fn *came, void *ctx, struct err *err);
void loopback_free(struct loopback *l);
/* "http://127.0.0.1:PORT/signed-in" */
const char *loopback_address(const struct loopback *l);

#endif
