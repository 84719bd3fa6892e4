/*
 * listen.h - opens the listening socket for an ADDR:PORT or a path, and returns the URL in use.
 */
#ifndef SERVICE_HTTP_LISTEN_H
#define SERVICE_HTTP_LISTEN_H

#include "base/buf.h"
#include "base/err.h"

/* `address` is a numeric address or localhost with a port (0: any free one): "127.0.0.1:0",
 * "[::1]:8080", "localhost:8080"; or a Unix socket, "unix:/run/backroom.sock", which its user and
 * group may use, and which replaces one that nothing listens on. Plain HTTP on other than loopback addresses needs `insecure`.
 * Appends the base URL, "http://ADDR:PORT" or "http://unix:PATH:", to *url. The caller owns the returned descriptor; -1
 * with err set (ERR_USAGE or ERR_IO) on failure. */
int listen_open(struct str address, bool insecure, struct buf *url, struct err *err);
/* True if listen_open() would try it: nothing is opened. */
bool listen_check(struct str address, bool insecure, struct err *err);
/* Like listen_open() for a socket that listens already. Takes ownership of it. */
int listen_adopt(int fd, bool insecure, struct buf *url, struct err *err);
/* Removes the file of a Unix socket that was opened by this address, once it is closed. */
void listen_remove_socket(struct str address);
/* True if only this machine can reach the socket. */
bool listen_is_loopback(int fd);

/* How many connections the limit on file descriptors allows. */

/* Raises this process's own limit as far as allowed. Sets *connections to the number of `wanted`
 * connections that fit, in addition to the service's own descriptors. ERR_IO with the numbers if
 * that is too few to serve at all. */
bool raise_descriptor_limit(unsigned wanted, unsigned *connections, struct err *err);

#endif
