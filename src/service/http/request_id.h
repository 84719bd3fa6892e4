/*
 * request_id.h - X-Request-Id: an identifier for each request, unique across runs.
 */
#ifndef SERVICE_HTTP_REQUEST_ID_H
#define SERVICE_HTTP_REQUEST_ID_H

#include <stdatomic.h>

enum { REQUEST_ID_SIZE = 24 };

struct request_ids {
	unsigned char run[6]; /* random; the first half of every id */
	atomic_uint asked;    /* counter for the second half */
};

void request_ids_init(struct request_ids *names);
/* Writes the next id, including its NUL. Thread-safe. */
void request_ids_next(struct request_ids *names, char id[REQUEST_ID_SIZE]);

#endif
