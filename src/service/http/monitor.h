/*
 * monitor.h - a second, small server on an address of its own, for probes and metrics: one thread,
 * few connections, GET and HEAD only, no token. It answers while the main server is busy or full.
 */
#ifndef SERVICE_HTTP_MONITOR_H
#define SERVICE_HTTP_MONITOR_H

#include "service/http/http.h"

struct monitor;

/* Serves the listening descriptor and takes ownership of it. The handler is called by one thread.
 * Returns NULL and sets err (ERR_IO) if it fails. */
struct monitor *monitor_start(int listen_fd, http_handler *handler, void *ctx, struct err *err);
void monitor_stop(struct monitor *m); /* NULL is allowed */

#endif
