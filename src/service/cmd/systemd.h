/*
 * systemd.h - the protocol of systemd's services: sd_notify(3) and socket activation,
 * sd_listen_fds(3), without its library.
 */
#ifndef SERVICE_CMD_SYSTEMD_H
#define SERVICE_CMD_SYSTEMD_H

#include "base/err.h"

/* Sends a state such as "READY=1" to the service manager, if it wants to know. */
void systemd_notify(const char *state);
/* The socket that the service manager has opened; -1 if it has not. Returns false and sets err
 * (ERR_CONFIG) if there are several, or it is not a listening stream socket. Programs started
 * later do not inherit it. */
bool systemd_take_socket(int *fd, struct err *err);

#endif
