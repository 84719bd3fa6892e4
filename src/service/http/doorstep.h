/*
 * doorstep.h - the answer to a caller for whom there is no request to answer: too many of its
 * address, no room, or bytes that nobody can read. One head and JSON, like any other refusal.
 */
#ifndef SERVICE_HTTP_DOORSTEP_H
#define SERVICE_HTTP_DOORSTEP_H

#include "service/http/message.h"

/* What every answer's head says. */
struct doorstep {
	const char *id; /* of the request that this would have been */
	const char *api_version;
};

/* Writes the refusal as refuse() made it to the socket, as far as it takes it without waiting, and
 * reads away what is there already: closing with bytes unread would take the answer back. The
 * descriptor stays the caller's. Returns the bytes of the body. */
size_t doorstep_refuse(int fd, const struct doorstep *at, const struct err *err);

/* Has the socket's other end ever sent a byte? */
bool doorstep_has_received(int fd);

#endif
