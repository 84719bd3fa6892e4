/*
 * retry.h - decides whether and when a failed read is tried again, and whether a failed write may have
 * had an effect. Pure, but for the jitter.
 */
#ifndef CLIENT_RETRY_H
#define CLIENT_RETRY_H

#include "client/client.h"

enum { RETRY_TRIES_MAX = 4 };

/* True if the same request may succeed later: the connection or the service failed. */
bool retry_is_useful(const struct transfer_result *a);
/* Milliseconds to wait after a try (from 1): with jitter, or as the service asked; -1: it did not. */
int64_t retry_pause_ms(int try, int retry_after_ms);
/* The status of a write. If no connection was made or the service refused, nothing was changed; after
 * any other error once bytes were sent, the status is unknown. */
enum client_write_status retry_write_status(const struct err *err, bool sent);

#endif
