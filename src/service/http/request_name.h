/*
 * request_name.h - X-Request-Id: a name for each request, unlike that of any other run's.
 */
#ifndef SERVICE_HTTP_REQUEST_NAME_H
#define SERVICE_HTTP_REQUEST_NAME_H

#include <stdatomic.h>

enum { REQUEST_NAME = 24 };

struct request_names {
	unsigned char run[6]; /* by chance: the first half of every name */
	atomic_uint asked;    /* counts for the other half */
};

void request_names_begin(struct request_names *names);
/* The next one, with its NUL. Thread-safe. */
void request_name(struct request_names *names, char id[REQUEST_NAME]);

#endif
