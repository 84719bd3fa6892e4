/*
 * loopback.h - a listener on 127.0.0.1 for a browser that returns from signing in.
 *
 * It answers the one path that it announced with a page, and everything else with 404; a handful of
 * connections at a time, a few KiB each; a further one replaces the oldest. Requests of other
 * accounts of this machine are ignored: they could have read the address that the browser was
 * given. Owns its sockets until loopback_free().
 */
#ifndef CLIENT_LOOPBACK_H
#define CLIENT_LOOPBACK_H

#include "base/buf.h"
#include "base/err.h"
#include "client/io.h"

struct loopback;
/* The query of a request that came back: foreign text. True: it was the one that is waited for, and
 * the browser is told so; false: it goes on waiting. Texts live as long as the call, within which the
 * listener is not to be freed. */
typedef bool loopback_fn(void *ctx, struct str query);

/* `port` 0: one that is free. NULL with err when it cannot be had. */
struct loopback *loopback_new(
    const struct io_watch *io, int port, loopback_fn *came, void *ctx, struct err *err);
void loopback_free(struct loopback *l);
/* "http://127.0.0.1:PORT/signed-in" */
const char *loopback_address(const struct loopback *l);

#endif
