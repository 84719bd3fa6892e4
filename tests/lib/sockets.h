/*
 * sockets.h - TCP sockets of 127.0.0.1.
 */
#ifndef TESTS_SOCKETS_H
#define TESTS_SOCKETS_H

#include "base/str.h"

/* Listens on a free port; ends the program if that fails. */
int socket_listen(int *port);
/* Connects to the port; -1 if nothing listens there. */
int socket_connect(int port);
/* Sends all bytes; false if the other side closed the connection. */
bool socket_send(int fd, struct str bytes);

#endif
