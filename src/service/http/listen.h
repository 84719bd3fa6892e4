/*
 * listen.h - the listening socket: ADDR:PORT to a descriptor and back to the address in use.
 */
#ifndef SERVICE_HTTP_LISTEN_H
#define SERVICE_HTTP_LISTEN_H

#include "base/buf.h"
#include "base/err.h"

/* "127.0.0.1:0", "[::1]:8080", "localhost:8080": a numeric address or localhost, port 0 for a free
 * one. Plain HTTP beyond this machine needs `insecure`. Appends the base URL, "http://ADDR:PORT",
 * to *url. The descriptor is the caller's; -1 with err set (ERR_USAGE or ERR_IO). */
int listen_open(struct str address, bool insecure, struct buf *url, struct err *err);
/* Is the socket one that only this machine can reach? */
bool listen_is_loopback(int fd);

#endif
