/*
 * request_ids_next.h - X-Request-Id: a name for each request, unlike that of any other run's.
 */
#ifndef SERVICE_HTTP_REQUEST_ID_H
#define SERVICE_HTTP_REQUEST_ID_H

#include <stdatomic.h>

enum { REQUEST_ID_SIZE = 24 };

struct request_ids {
	unsigned char run[6]; /* by chance: the first half of every name */
	atomic_uint asked;    /* counts for the other half */
};

void request_ids_init(struct request_ids *names);
/* The next one, with its NUL. Thread-safe. */
void request_ids_next(struct request_ids *names, char id[REQUEST_ID_SIZE]);

#endif
