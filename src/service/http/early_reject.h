/*
 * early_reject.h - the answer 503 to a caller that gets no connection: its address has too many, or the
 * service has. One head and JSON, like any other refusal.
 */
#ifndef SERVICE_HTTP_EARLY_REJECT_H
#define SERVICE_HTTP_EARLY_REJECT_H

#include "service/http/message.h"

/* The header fields of every response. */
struct early_reject {
	const char *id; /* of the request that this would have been */
	const char *api_version;
};

/* Writes the refusal as refuse(REFUSE_BUSY) made it to the socket, as far as it takes it without
 * waiting, and reads away what is there already: closing with bytes unread would take the answer
 * back. The descriptor stays the caller's. Returns the bytes of the body. */
size_t early_reject_send(int fd, const struct early_reject *at, const struct err *err);

#endif
