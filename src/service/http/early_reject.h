/*
 * early_reject.h - the 503 response to a caller that gets no connection, because its address or the
 * service has too many. Headers and a JSON body like any other refusal.
 */
#ifndef SERVICE_HTTP_EARLY_REJECT_H
#define SERVICE_HTTP_EARLY_REJECT_H

#include "service/http/message.h"

/* The headers that every response has. */
struct early_reject {
	const char *id; /* request id for the response */
	const char *api_version;
};

/* Writes the refusal in err (made by refuse(REFUSE_BUSY)) to the socket, without waiting. Reads
 * and drops bytes that have arrived: otherwise closing the socket would reset the connection and
 * lose the response. The caller keeps the descriptor. Returns the body's size in bytes. */
size_t early_reject_send(int fd, const struct early_reject *at, const struct err *err);

#endif
